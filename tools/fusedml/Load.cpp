//===- Load.cpp - finding and loading models ------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "Files.h"
#include "Model.h"

#include <fmt/format.h>

#include <sys/utsname.h>

#include <fstream>

namespace fusedml::tool {

Expected<ModelKind> modelKind(const std::string &path) {
  std::string extension = extensionOf(path);
  if (extension == ".json")
    return ModelKind::Json;
  if (extension == ".mlir" || extension == ".mlirbc")
    return ModelKind::Mlir;
  if (extension == ".onnx")
    return makeError(ErrorCode::Unsupported,
                     fmt::format("'{}': ONNX models are not supported", path));
  return makeError(ErrorCode::InvalidArgument,
                   fmt::format("'{}' is not a model: its name ends in none of "
                               ".json, .mlir and .mlirbc",
                               path));
}

std::string findModel(const CommonOptions &options) {
  std::error_code ignored;
  if (options.inputPath.empty() ||
      std::filesystem::exists(options.model, ignored))
    return options.model;
  std::filesystem::path below =
      std::filesystem::path(options.inputPath) / options.model;
  return std::filesystem::exists(below, ignored) ? below.string()
                                                 : options.model;
}

/// The dispatchable to compile; null after an error, which is reported.
static const Dispatchable *chooseDispatchable(const Model &model,
                                              const CommonOptions &options,
                                              int &exitCode) {
  std::vector<std::string_view> names;
  names.reserve(model.dispatchables.size());
  for (const Dispatchable &dispatchable : model.dispatchables)
    names.push_back(dispatchable.name);
  if (!options.dispatchable.empty()) {
    if (const Dispatchable *found =
            model.findDispatchable(options.dispatchable))
      return found;
    exitCode = reportUsage(fmt::format(
        "'{}' has no dispatchable '{}'; it has {}", model.path.string(),
        options.dispatchable,
        names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    return nullptr;
  }
  if (model.dispatchables.size() == 1)
    return &model.dispatchables.front();
  exitCode =
      model.dispatchables.empty()
          ? report(makeError(
                ErrorCode::InvalidArgument,
                fmt::format("'{}' has no dispatchable", model.path.string())))
          : reportUsage(fmt::format("'{}' has {} dispatchables; choose one of "
                                    "{} with --dispatchable",
                                    model.path.string(), names.size(),
                                    fmt::join(names, ", ")));
  return nullptr;
}

std::optional<Graph> loadGraph(const CommonOptions &options, int &exitCode) {
  std::string path = findModel(options);
  Expected<ModelKind> kind = modelKind(path);
  if (!kind) {
    exitCode = report(kind.error());
    return std::nullopt;
  }
  if (*kind == ModelKind::Json) {
    Model model =
        loadModel(path, ModelOptions{options.inputPath, options.level()});
    exitCode = report(model.problems);
    if (exitCode != Success)
      return std::nullopt;
    const Dispatchable *chosen = chooseDispatchable(model, options, exitCode);
    return chosen ? std::optional(Graph(chosen->graph)) : std::nullopt;
  }
  if (!options.dispatchable.empty()) {
    exitCode = reportUsage("--dispatchable is for JSON models");
    return std::nullopt;
  }
  Expected<std::string> text = readFile(path);
  if (!text) {
    exitCode = report(text.error());
    return std::nullopt;
  }
  Expected<Graph> graph = parseMlir(*text, path, options.level());
  if (!graph) {
    exitCode = report(graph.error());
    return std::nullopt;
  }
  return std::move(*graph);
}

std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line)) {
    if (!line.starts_with("model name"))
      continue;
    size_t start = line.find(':');
    if (start == std::string::npos)
      break;
    start = line.find_first_not_of(' ', start + 1);
    if (start != std::string::npos)
      return line.substr(start);
  }
  // Other architectures do not name the model there.
  utsname names;
  return uname(&names) == 0 ? fmt::format("{} CPU", names.machine) : "CPU";
}

} // namespace fusedml::tool
