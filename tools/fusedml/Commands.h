//===- Commands.h - the commands of the tool --------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_COMMANDS_H
#define FUSEDML_TOOLS_FUSEDML_COMMANDS_H

#include "fusedml/Compile.h"
#include "fusedml/Descriptor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fusedml::tool {

/// Options that several commands share.
struct CommonOptions {
  std::string model;
  std::string dispatchable; ///< Of a JSON model with several.
  std::string inputPath, outputPath;
  std::string featureLevel = "6_4";
  Target target;
  bool noFuse = false;
  FloatMode fp = FloatMode::Strict;

  FeatureLevel level() const {
    return parseFeatureLevel(featureLevel).value_or(FeatureLevel::Level_6_4);
  }
  CompileOptions compileOptions() const {
    CompileOptions options;
    options.target = target;
    options.fuse = !noFuse;
    options.fp = fp;
    return options;
  }
};

struct RunCommand {
  CommonOptions common;
  uint32_t iterations = 1, repeat = 1, interval = 0, verbosity = 0, threads = 0;
  uint32_t warmup = 1;
  std::optional<uint32_t> milliseconds;
  bool printCommands = false, showTimes = false;
  /// NAME=FILE, for .mlir models.
  std::vector<std::string> inputs, outputs;
  /// Long names of given options that mean nothing on a CPU.
  std::vector<std::string> ignoredOptions;
};

struct CompileCommand {
  CommonOptions common;
  std::string output, header, emit = "obj";
};

struct ExplainCommand {
  CommonOptions common;
  std::string stage, dot;
  bool only = false; ///< The stage and nothing else.
  bool showTimes = false;
};

struct OpsCommand {
  std::string name, featureLevel = "6_4";
  bool json = false;
};

struct CacheCommand {
  bool clear = false;
};

// Each returns the exit code.
int run(const RunCommand &command);
int check(const CommonOptions &options);
int compile(const CompileCommand &command);
int explain(const ExplainCommand &command);
int bench(const RunCommand &command);
int ops(const OpsCommand &command);
int cache(const CacheCommand &command);

/// Kinds of model files.
enum class ModelKind { Json, Mlir };
/// By the extension; errors name the extensions that are known.
Expected<ModelKind> modelKind(const std::string &path);
/// The path itself, or where it lies below --input_path.
std::string findModel(const CommonOptions &options);

/// `.mlir` models: run() with --input and --output files.
int runMlir(const RunCommand &command, const std::string &path);

/// The graph of a .mlir file, or of the one dispatchable of a JSON model (or
/// the one --dispatchable names). Reports errors itself; `exitCode` is set
/// then.
std::optional<Graph> loadGraph(const CommonOptions &options, int &exitCode);

/// Name of the processor, as the banner shows it.
std::string processorName();

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_COMMANDS_H
