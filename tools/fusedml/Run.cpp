//===- Run.cpp - fusedml run, check and bench -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"
#include "Npy.h"
#include "Session.h"
#include "Values.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml::tool {

//===----------------------------------------------------------------------===//
// run
//===----------------------------------------------------------------------===//

static std::string formatResource(const Resource &resource,
                                  const Buffer &buffer, bool isVerbose) {
  std::span<const std::byte> values = buffer.first(resource.valueBytes);
  if (isVerbose)
    return fmt::format("Resource '{}':\n{}", resource.name,
                       formatElementsVerbose(resource.type, values));
  return fmt::format("Resource '{}': {}\n", resource.name,
                     formatElements(resource.type, values));
}

static Status writeResource(const Command &step, const Resource &resource,
                            const Buffer &buffer,
                            const std::string &outputPath) {
  std::filesystem::path path = std::filesystem::path(outputPath) / step.path;
  if (Status status = makeFolderOf(path); !status)
    return status;
  if (extensionOf(path) != ".npy")
    return writeFile(path, buffer.first(buffer.size()));

  size_t size = elementBytes(resource.type);
  std::vector<int64_t> shape = step.dimensions;
  if (shape.empty())
    shape.push_back(static_cast<int64_t>(buffer.size() / size));
  uint64_t count = 1;
  for (int64_t dimension : shape)
    count *= static_cast<uint64_t>(dimension);
  std::string contents = npyHeader(resource.type, shape);
  contents.append(reinterpret_cast<const char *>(buffer.data()), count * size);
  return writeFile(path, contents);
}

static Status runCommand(const Command &step, const Model &model,
                         Session &session, const RunCommand &command) {
  switch (step.kind) {
  case Command::Kind::Dispatch: {
    Expected<Samples> samples = session.dispatch(step);
    if (!samples)
      return samples.takeStatus();
    print(formatSamples(command, model.dispatchables[step.target].name,
                        *samples));
    break;
  }
  case Command::Kind::Print:
    print(formatResource(model.resources[step.target],
                         session.buffer(step.target), step.verbose));
    break;
  case Command::Kind::WriteFile: {
    const Resource &resource = model.resources[step.target];
    if (Status status =
            writeResource(step, resource, session.buffer(step.target),
                          command.common.outputPath);
        !status) {
      status.error().where = model.locate(step.at);
      status.error().context =
          fmt::format("Failed to run command at index {}", step.index);
      return status;
    }
    print(fmt::format("Resource '{}' written to '{}'\n", resource.name,
                      step.path));
    break;
  }
  }
  return {};
}

static std::string_view nameOf(Command::Kind kind) {
  switch (kind) {
  case Command::Kind::Dispatch:
    return "dispatch";
  case Command::Kind::Print:
    return "print";
  case Command::Kind::WriteFile:
    return "writeFile";
  }
  return "";
}

static int runJson(const RunCommand &command, const std::string &path) {
  Clock::time_point start = Clock::now();
  Model model = loadModel(
      path, ModelOptions{command.common.inputPath, command.common.level()});
  if (int code = report(model.problems))
    return code;
  double loadTime = milliseconds(Clock::now() - start);

  start = Clock::now();
  Session session(model, command);
  if (Status status = session.prepare(); !status)
    return report(status.error());
  double prepareTime = milliseconds(Clock::now() - start);

  print(fmt::format("Running on '{}'\n", processorName()));
  if (command.verbosity > 0)
    for (size_t i = 0; i < model.dispatchables.size(); ++i)
      if (session.isDispatched(i))
        print(formatInitialize(model.dispatchables[i].name,
                               session.initializeTime(i)));
  start = Clock::now();
  for (const Command &step : model.commands) {
    if (command.printCommands)
      print(formatStart(step.index, nameOf(step.kind)));
    Status status = runCommand(step, model, session, command);
    if (command.printCommands)
      print(formatEnd(step.index, nameOf(step.kind), status.ok()));
    if (!status)
      return report(status.error());
  }
  if (command.showTimes) {
    print(
        formatTimes(loadTime, prepareTime, milliseconds(Clock::now() - start)));
    for (size_t i = 0; i < model.dispatchables.size(); ++i)
      if (session.isDispatched(i))
        print(formatCompile(model.dispatchables[i].name,
                            session.compileReport(i)));
  }
  return Success;
}

int run(const RunCommand &command) {
  if (!command.ignoredOptions.empty()) {
    Diagnostic warning;
    warning.message =
        fmt::format("options for GPUs and ONNX have no effect here: {}",
                    fmt::join(command.ignoredOptions, ", "));
    printWarning(warning);
  }
  std::string path = findModel(command.common);
  Expected<ModelKind> kind = modelKind(path);
  if (!kind)
    return report(kind.error());
  if (*kind == ModelKind::Mlir)
    return runMlir(command, path);
  if (!command.inputs.empty() || !command.outputs.empty())
    return reportUsage("--input and --output are for .mlir models; a JSON "
                       "model names its files itself");
  return runJson(command, path);
}

//===----------------------------------------------------------------------===//
// check
//===----------------------------------------------------------------------===//

static std::string count(size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

int check(const CommonOptions &options) {
  std::string path = findModel(options);
  Expected<ModelKind> kind = modelKind(path);
  if (!kind)
    return report(kind.error());
  if (*kind == ModelKind::Mlir) {
    int code = Success;
    if (loadGraph(options, code))
      print(fmt::format("{}: ok\n", path));
    return code;
  }
  Model model =
      loadModel(path, ModelOptions{options.inputPath, options.level()});
  int code = report(model.problems);
  if (code == Success)
    print(fmt::format("{}: ok ({}, {}, {})\n", path,
                      count(model.resources.size(), "resource"),
                      count(model.dispatchables.size(), "dispatchable"),
                      count(model.commands.size(), "command")));
  return code;
}

//===----------------------------------------------------------------------===//
// bench
//===----------------------------------------------------------------------===//

/// Bytes a run moves and elements it writes.
static std::pair<uint64_t, uint64_t> trafficOf(const Kernel &kernel) {
  uint64_t bytes = 0, elements = 0;
  for (const Port &port : kernel.inputs())
    bytes += port.desc.minimumBytes().value_or(0);
  for (const Port &port : kernel.outputs()) {
    bytes += port.desc.minimumBytes().value_or(0);
    elements = std::max(
        elements, static_cast<uint64_t>(port.desc.elementCount().value_or(0)));
  }
  return {bytes, elements};
}

static void printBench(std::string_view name, const Kernel &kernel,
                       const Samples &samples, const RunCommand &command) {
  auto [bytes, elements] = trafficOf(kernel);
  double median = samples.hotMedian(command.warmup) * 1e6;
  print(fmt::format("{}: {} iterations, {:.4f} ms median, {:.4f} ns/element, "
                    "{:.2f} GB/s\n",
                    name, samples.times.size(), median / 1e6,
                    elements ? median / static_cast<double>(elements) : 0.0,
                    median > 0 ? static_cast<double>(bytes) / median : 0.0));
}

static int benchMlir(const RunCommand &command) {
  int code = Success;
  std::optional<Graph> graph = loadGraph(command.common, code);
  if (!graph)
    return code;
  Expected<Kernel> kernel =
      fusedml::compile(*graph, command.common.compileOptions());
  if (!kernel)
    return report(kernel.error());
  std::vector<Buffer> buffers;
  std::vector<Binding> inputs;
  std::vector<OutputBinding> outputs;
  auto allocate = [&](std::span<const Port> ports, auto &bindings) -> Status {
    for (const Port &port : ports) {
      Expected<Buffer> buffer = Buffer::allocate(port.desc.bufferBytes());
      if (!buffer)
        return buffer.takeStatus();
      bindings.emplace_back(buffer->data(), buffer->size());
      buffers.push_back(std::move(*buffer));
    }
    return {};
  };
  if (Status status = allocate(kernel->inputs(), inputs); !status)
    return report(status.error());
  if (Status status = allocate(kernel->outputs(), outputs); !status)
    return report(status.error());
  RunOptions options;
  options.threads = command.threads;
  Expected<Samples> samples =
      measure(command, [&] { return kernel->run(inputs, outputs, options); });
  if (!samples)
    return report(samples.error());
  printBench(command.common.model, *kernel, *samples, command);
  return Success;
}

int bench(const RunCommand &command) {
  std::string path = findModel(command.common);
  Expected<ModelKind> kind = modelKind(path);
  if (!kind)
    return report(kind.error());
  if (*kind == ModelKind::Mlir)
    return benchMlir(command);
  Model model = loadModel(
      path, ModelOptions{command.common.inputPath, command.common.level()});
  if (int code = report(model.problems))
    return code;
  Session session(model, command);
  if (Status status = session.prepare(); !status)
    return report(status.error());
  for (const Command &step : model.commands) {
    if (step.kind != Command::Kind::Dispatch)
      continue;
    Expected<Samples> samples = session.dispatch(step);
    if (!samples)
      return report(samples.error());
    printBench(model.dispatchables[step.target].name,
               session.kernel(step.target), *samples, command);
  }
  return Success;
}

} // namespace fusedml::tool
