//===- RunMlir.cpp - fusedml run on .mlir models --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "Commands.h"
#include "Files.h"
#include "Npy.h"
#include "Timing.h"
#include "Values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace fusedml::tool {

namespace {

/// NAME=FILE options by name.
using FileMap = std::map<std::string, std::string, std::less<>>;

class MlirRun {
public:
  MlirRun(const RunCommand &command, std::string path)
      : command(command), path(std::move(path)) {}

  int run() {
    if (!parseFiles(command.inputs, "--input", inputFiles) ||
        !parseFiles(command.outputs, "--output", outputFiles))
      return UsageWrong;
    Clock::time_point start = Clock::now();
    Expected<std::string> text = readFile(path);
    if (!text)
      return report(text.error());
    Expected<Graph> graph = parseMlir(*text, path, command.common.level());
    if (!graph)
      return report(graph.error());
    loadTime = milliseconds(Clock::now() - start);
    start = Clock::now();
    Expected<Kernel> compiled = fusedml::compile(
        *graph, command.common.compileOptions(), &compileReport);
    if (!compiled)
      return report(compiled.error());
    kernel = std::move(*compiled);
    prepareTime = milliseconds(Clock::now() - start);
    if (!checkNames(kernel.inputs(), inputFiles, "--input", "input") ||
        !checkNames(kernel.outputs(), outputFiles, "--output", "output"))
      return UsageWrong;
    if (Status status = execute(); !status)
      return report(status.error());
    return Success;
  }

private:
  static bool parseFiles(const std::vector<std::string> &options,
                         std::string_view option, FileMap &files) {
    for (const std::string &text : options) {
      size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0 ||
          equals + 1 == text.size() ||
          extensionOf(text.substr(equals + 1)) != ".npy") {
        reportUsage(fmt::format("{} {}: expected NAME=FILE.npy", option, text));
        return false;
      }
      if (!files.emplace(text.substr(0, equals), text.substr(equals + 1))
               .second) {
        reportUsage(
            fmt::format("{} {}: the name is given twice", option, text));
        return false;
      }
    }
    return true;
  }

  bool checkNames(std::span<const Port> ports, const FileMap &files,
                  std::string_view option, std::string_view what) const {
    std::vector<std::string_view> names;
    for (const Port &port : ports)
      names.push_back(port.name);
    for (const auto &[name, file] : files)
      if (std::ranges::find(names, name) == names.end()) {
        reportUsage(fmt::format("{} {}={}: the graph has no {} '{}'; it has {}",
                                option, name, file, what, name,
                                fmt::join(names, ", ")));
        return false;
      }
    return true;
  }

  Status execute() {
    std::vector<Binding> inputs;
    std::vector<OutputBinding> outputs;
    for (const Port &port : kernel.inputs()) {
      Expected<Buffer> buffer = loadInput(port);
      if (!buffer)
        return buffer.takeStatus();
      inputs.emplace_back(buffer->data(), buffer->size());
      buffers.push_back(std::move(*buffer));
    }
    for (const Port &port : kernel.outputs()) {
      Expected<Buffer> buffer = Buffer::allocate(port.desc.bufferBytes());
      if (!buffer)
        return buffer.takeStatus();
      outputs.emplace_back(buffer->data(), buffer->size());
      buffers.push_back(std::move(*buffer));
    }
    print(fmt::format("Running on '{}'\n", processorName()));
    std::string name = std::filesystem::path(path).stem().string();
    if (command.verbosity > 0)
      print(formatInitialize(name, prepareTime));
    Clock::time_point start = Clock::now();
    if (command.printCommands)
      print(formatStart(0, "dispatch"));
    RunOptions options;
    options.threads = command.threads;
    Expected<Samples> samples =
        measure(command, [&] { return kernel.run(inputs, outputs, options); });
    if (samples)
      print(formatSamples(command, name, *samples));
    if (command.printCommands)
      print(formatEnd(0, "dispatch", samples.ok()));
    if (!samples)
      return samples.takeStatus();
    for (size_t i = 0; i < outputs.size(); ++i)
      if (Status status =
              storeOutput(kernel.outputs()[i], buffers[inputs.size() + i]);
          !status)
        return status;
    if (command.showTimes) {
      print(formatTimes(loadTime, prepareTime,
                        milliseconds(Clock::now() - start)));
      print(formatCompile(name, compileReport));
    }
    return {};
  }

  /// Calls `visit(elementNumber, elementOffset)` for every element, row-major.
  template <typename Fn>
  static void forEachElement(const TensorDesc &desc, Fn visit) {
    std::vector<int64_t> strides = desc.effectiveStrides();
    std::vector<int64_t> index(desc.sizes.size());
    int64_t count = desc.elementCount().value_or(0);
    for (int64_t i = 0; i < count; ++i) {
      int64_t offset = 0;
      for (size_t d = 0; d < index.size(); ++d)
        offset += index[d] * strides[d];
      visit(static_cast<size_t>(i), static_cast<size_t>(offset));
      for (size_t d = index.size(); d-- > 0;) {
        if (++index[d] < desc.sizes[d])
          break;
        index[d] = 0;
      }
    }
  }

  Expected<Buffer> loadInput(const Port &port) const {
    auto file = inputFiles.find(port.name);
    if (file == inputFiles.end())
      return makeError(ErrorCode::InvalidArgument,
                       fmt::format("input '{}' ({}) has no value", port.name,
                                   port.desc.str()),
                       fmt::format("give --input {}=FILE.npy", port.name));
    Expected<NpyArray> array = readNpy(findFile(file->second));
    if (!array)
      return array.takeStatus();
    DataType type = fileType(port.desc.type);
    if (array->type != type || array->shape != port.desc.sizes)
      return makeError(
          ErrorCode::InvalidArgument,
          fmt::format("'{}' holds {} {}, but input '{}' is {} {}", file->second,
                      name(array->type), formatList(array->shape), port.name,
                      name(port.desc.type), formatList(port.desc.sizes)),
          type == port.desc.type
              ? ""
              : fmt::format("save each element as one {}", name(type)));
    Expected<Buffer> buffer = Buffer::allocate(port.desc.bufferBytes());
    if (!buffer)
      return buffer;
    size_t size = elementBytes(type);
    bool fits = true;
    forEachElement(port.desc, [&](size_t element, size_t offset) {
      fits &= copyFromFile(port.desc.type, buffer->data(), offset,
                           &array->bytes[element * size]);
    });
    if (!fits)
      return makeError(ErrorCode::InvalidArgument,
                       fmt::format("'{}' holds numbers outside of {}, the type "
                                   "of input '{}'",
                                   file->second, name(port.desc.type),
                                   port.name));
    return buffer;
  }

  std::filesystem::path findFile(const std::string &file) const {
    std::filesystem::path below =
        std::filesystem::path(command.common.inputPath) / file;
    std::error_code ignored;
    return std::filesystem::exists(below, ignored)
               ? below
               : std::filesystem::path(file);
  }

  Status storeOutput(const Port &port, const Buffer &buffer) const {
    DataType type = fileType(port.desc.type);
    size_t size = elementBytes(type);
    std::vector<std::byte> packed(
        static_cast<size_t>(port.desc.elementCount().value_or(0)) * size);
    forEachElement(port.desc, [&](size_t element, size_t offset) {
      copyToFile(port.desc.type, buffer.data(), offset,
                 &packed[element * size]);
    });
    auto file = outputFiles.find(port.name);
    if (file == outputFiles.end()) {
      print(fmt::format("Output '{}': {}\n", port.name,
                        formatElements(type, packed)));
      return {};
    }
    std::string contents = npyHeader(type, port.desc.sizes);
    contents.append(reinterpret_cast<const char *>(packed.data()),
                    packed.size());
    std::filesystem::path target =
        std::filesystem::path(command.common.outputPath) / file->second;
    if (Status status = makeFolderOf(target); !status)
      return status;
    if (Status status = writeFile(target, contents); !status)
      return status;
    print(
        fmt::format("Output '{}' written to '{}'\n", port.name, file->second));
    return {};
  }

  const RunCommand &command;
  std::string path;
  FileMap inputFiles, outputFiles;
  Kernel kernel;
  double loadTime = 0, prepareTime = 0;
  CompileReport compileReport;
  std::vector<Buffer> buffers;
};

} // namespace

int runMlir(const RunCommand &command, const std::string &path) {
  return MlirRun(command, path).run();
}

} // namespace fusedml::tool
