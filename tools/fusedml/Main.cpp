//===- Main.cpp - the command line of fusedml -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"
#include "Timing.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <deque>
#include <functional>
#include <new>

namespace fusedml::tool {
namespace {

/// An option that is accepted for DxDispatch's sake and means nothing here.
struct ForeignOption {
  const char *names;
  bool takesValue;
};
constexpr ForeignOption kForeignOptions[] = {
    {"-a,--adapter", true},
    {"-d,--debug", false},
    {"-q,--queue_type", true},
    {"-c,--pix_capture_type", true},
    {"-o,--pix_capture_name", true},
    {"--post_dispatch_barriers", true},
    {"--uav_barrier_after_dispatch", true},
    {"--aliasing_barrier_after_dispatch", true},
    {"--clear_shader_caches", false},
    {"--disable_gpu_timeout", false},
    {"--disable_background_processing", false},
    {"--set_stable_power_state", false},
    {"--disable_agility_sdk", false},
    {"--print_hlsl_disassembly", false},
    {"--xbox_allow_precompile", false},
    {"--max_gpu_time_measurements", true},
    {"-f,--onnx_free_dim_name_override", true},
    {"-F,--onnx_free_dim_denotation_override", true},
    {"-e,--onnx_session_config_entry", true},
    {"-b,--binding_shape", true},
    {"-l,--onnx_graph_optimization_level", true},
    {"-L,--onnx_logging_level", true},
    {"-p,--print_onnx_bindings", false},
    {"-x,--enable_ort_extensions", false},
    {"--enable_onnx_profiling", false},
};

CLI::Validator featureLevelValidator() {
  return CLI::Validator(
      [](std::string &text) {
        return parseFeatureLevel(text)
                   ? std::string()
                   : fmt::format("'{}' is not a feature level such as 6_4",
                                 text);
      },
      "LEVEL");
}

class CommandLine {
public:
  CommandLine()
      : app("FuseDML runs and compiles DirectML operator graphs.", "fusedml") {
    app.set_version_flag("--version", "fusedml " FUSEDML_VERSION);
    app.require_subcommand(0, 1);
    app.footer("Exit codes: 0 success, 1 the model or a file is wrong, 2 the "
               "command line is wrong, 3 a fault in FuseDML.\n"
               "'fusedml COMMAND --help' shows the options of a command.\n"
               "FUSEDML_CACHE_DIR is the folder for compiled code; if it is "
               "empty, none is kept.");
    addRun();
    addCompile();
    addCheck();
    addExplain();
    addOps();
    addBench();
    addCache();
  }

  int execute(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != '-' && !isCommand(argv[1]))
      return reportNoCommand(argv[1]);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
      if (error.get_exit_code() == 0)
        return app.exit(error);
      return reportUsage(error.what());
    }
    for (auto &[command, action] : actions)
      if (command->parsed())
        return action();
    print(app.help());
    return Success;
  }

private:
  bool isCommand(std::string_view word) const {
    for (const auto &[sub, action] : actions)
      if (sub->get_name() == word)
        return true;
    return false;
  }

  /// Models are what people give first.
  int reportNoCommand(std::string_view word) const {
    std::string message = fmt::format("there is no command '{}'", word);
    std::string extension = extensionOf(std::string(word));
    if (extension == ".json" || extension == ".mlir" || extension == ".mlirbc")
      return reportUsage(message, fmt::format("use `fusedml run {}`", word));
    std::vector<std::string_view> names;
    names.reserve(actions.size());
    for (const auto &[sub, action] : actions)
      names.push_back(sub->get_name());
    return reportUsage(message, json::didYouMean(word, names));
  }

  /// Every command but `ops` and `cache` has a model. CLI11 would call it by
  /// its last name.
  static int withModel(const CommonOptions &common,
                       const std::function<int()> &action) {
    return common.model.empty() ? reportUsage("MODEL is required") : action();
  }

  CLI::App *command(const char *name, const char *description,
                    std::function<int()> action) {
    CLI::App *sub = app.add_subcommand(name, description);
    actions.emplace_back(sub, std::move(action));
    return sub;
  }

  //===--- Options that commands share ------------------------------------===//

  static void addModel(CLI::App *sub, CommonOptions &common,
                       const char *description) {
    sub->add_option("MODEL,-m,--model", common.model, description);
    sub->add_option("--input_path", common.inputPath,
                    "Folder of the files a model names (default: the model's)");
    sub->add_option("--dml_feature_level,--feature-level", common.featureLevel,
                    "DirectML feature level that decides which operators, "
                    "types and dimension counts exist")
        ->check(featureLevelValidator())
        ->capture_default_str();
  }

  static void addDispatchable(CLI::App *sub, CommonOptions &common) {
    sub->add_option("--dispatchable", common.dispatchable,
                    "The dispatchable to take from a JSON model with several");
  }

  static void addTarget(CLI::App *sub, CommonOptions &common,
                        const char *defaultCpu) {
    sub->add_option("--cpu", common.target.cpu,
                    fmt::format("Processor to generate code for, in LLVM's "
                                "spelling (default: {})",
                                defaultCpu));
    sub->add_option("--features", common.target.features,
                    "Processor features to add or remove: +avx2,-fma");
    sub->add_option("--triple", common.target.triple,
                    "Target triple (default: this machine's)");
    sub->add_flag("--no-fuse", common.noFuse,
                  "Make a kernel of each operator; with strict --fp, results "
                  "are the same");
    sub->add_option_function<std::string>(
           "--fp",
           [&common](const std::string &mode) {
             common.fp = mode == "contract" ? FloatMode::Contract
                         : mode == "fast"   ? FloatMode::Fast
                                            : FloatMode::Strict;
           },
           "How far results may be from those of single operators: not by a "
           "bit; products and sums merge; and FLOAT16 stays FLOAT32 within a "
           "kernel")
        ->check(CLI::IsMember({"strict", "contract", "fast"}))
        ->default_str("strict");
  }

  static void addTiming(CLI::App *sub, RunCommand &run) {
    sub->add_option("-i,--dispatch_iterations", run.iterations,
                    "Times each dispatch runs")
        ->check(CLI::Range(1u, UINT32_MAX))
        ->default_str("1");
    sub->add_option("-r,--dispatch_repeat", run.repeat,
                    "Dispatches within one iteration")
        ->check(CLI::Range(1u, UINT32_MAX))
        ->default_str("1");
    sub->add_option("-t,--milliseconds_to_run", run.milliseconds,
                    "Run each dispatch until this time has passed, whatever "
                    "-i says");
    sub->add_option("-I,--dispatch_interval", run.interval,
                    "Least time between iterations, milliseconds");
    sub->add_option("-w,--warmup_samples", run.warmup,
                    "Most iterations that count as cold")
        ->capture_default_str();
    sub->add_option("--threads", run.threads,
                    "Most threads a dispatch uses (default: all cores)");
  }

  //===--- Commands -------------------------------------------------------===//

  void addRun() {
    CLI::App *sub =
        command("run", "Run a DxDispatch JSON model or an .mlir graph", [this] {
          if (showDependencies) {
            print("fusedml " FUSEDML_VERSION "\n");
            return static_cast<int>(Success);
          }
          if (showAdapters) {
            print(processorName() + "\n");
            return static_cast<int>(Success);
          }
          for (const CLI::Option *option : foreign)
            if (option->count() > 0)
              runCommand.ignoredOptions.push_back(
                  option->get_name(false, false));
          return withModel(runCommand.common, [&] { return run(runCommand); });
        });
    addModel(sub, runCommand.common, "The .json or .mlir file");
    sub->add_option("--output_path", runCommand.common.outputPath,
                    "Folder for written files (default: the current one)");
    addTiming(sub, runCommand);
    sub->add_option("-v,--timing_verbosity", runCommand.verbosity,
                    "0: medians; 1: and cold and hot times; 2: and every time")
        ->check(CLI::Range(0u, 2u))
        ->default_str("0");
    sub->add_flag("--print_commands", runCommand.printCommands,
                  "Print a line before and after each command");
    sub->add_flag("--time", runCommand.showTimes,
                  "Print the times of loading, of each stage of compiling and "
                  "of running");
    sub->add_option("--input", runCommand.inputs,
                    "NAME=FILE.npy, value of an input of an .mlir graph")
        ->allow_extra_args(false);
    sub->add_option("--output", runCommand.outputs,
                    "NAME=FILE.npy, file for an output of an .mlir graph; "
                    "others are printed")
        ->allow_extra_args(false);
    addTarget(sub, runCommand.common, "this machine's");
    sub->add_flag("-S,--show_dependencies", showDependencies, "Show versions");
    sub->add_flag("-s,--show_adapters", showAdapters, "Show the processor");
    for (const ForeignOption &option : kForeignOptions)
      foreign.push_back(addForeign(sub, option));
  }

  /// Their values are not read.
  CLI::Option *addForeign(CLI::App *sub, const ForeignOption &option) {
    CLI::Option *result =
        option.takesValue
            ? sub->add_option(option.names, ignoredValues.emplace_back())
                  ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
            : sub->add_flag(option.names);
    return result->description("Accepted and ignored")
        ->group("Options of DxDispatch for GPUs and ONNX, without effect here");
  }

  void addCompile() {
    CLI::App *sub = command("compile", "Compile a graph ahead of time", [this] {
      return withModel(compileCommand.common,
                       [&] { return compile(compileCommand); });
    });
    CommonOptions &common = compileCommand.common;
    addModel(sub, common, "The .mlir file, or a .json model");
    addDispatchable(sub, common);
    sub->add_option("-o,--output", compileCommand.output, "File to write")
        ->required();
    sub->add_option("--header", compileCommand.header,
                    "C header to write, which declares the function");
    sub->add_option("--emit", compileCommand.emit,
                    "What to write: an object file, assembly, LLVM IR or the "
                    "graph before fusion, in MLIR")
        ->check(CLI::IsMember({"obj", "asm", "llvm", "mlir"}))
        ->capture_default_str();
    addTarget(sub, common,
              "x86-64-v3 for x86-64 and generic elsewhere, never this "
              "machine's");
  }

  void addCheck() {
    CLI::App *sub = command(
        "check", "Say what is wrong with a model, without running it", [this] {
          return withModel(checkOptions, [&] { return check(checkOptions); });
        });
    addModel(sub, checkOptions, "The .json or .mlir file");
  }

  void addExplain() {
    CLI::App *sub =
        command("explain", "Show how a graph is fused and lowered", [this] {
          return withModel(explainCommand.common,
                           [&] { return explain(explainCommand); });
        });
    CommonOptions &common = explainCommand.common;
    addModel(sub, common, "The .mlir file, or a .json model");
    addDispatchable(sub, common);
    sub->add_option("--stage", explainCommand.stage,
                    "Show the code after a stage as well")
        ->check(CLI::IsMember({"dml", "fused", "loops", "llvm", "asm"}));
    CLI::Option *only = sub->add_flag("--only", explainCommand.only,
                                      "Show nothing but the code of --stage");
    sub->add_flag("--time", explainCommand.showTimes,
                  "Compile the graph and show the time of each stage")
        ->excludes(only);
    sub->add_option("--dot", explainCommand.dot,
                    "Graphviz file to write, the graph with its groups");
    addTarget(sub, common, "this machine's");
  }

  void addOps() {
    CLI::App *sub = command("ops", "Show the supported operators",
                            [this] { return ops(opsCommand); });
    sub->add_option("NAME", opsCommand.name,
                    "One operator: multiply or ELEMENT_WISE_MULTIPLY");
    sub->add_option("--feature-level,--dml_feature_level",
                    opsCommand.featureLevel, "DirectML feature level")
        ->check(featureLevelValidator())
        ->capture_default_str();
    sub->add_flag("--json", opsCommand.json, "Print JSON");
  }

  void addBench() {
    CLI::App *sub = command("bench", "Time the dispatches of a model", [this] {
      if (!benchIterations->count() && !benchCommand.milliseconds)
        benchCommand.milliseconds = 500;
      return withModel(benchCommand.common,
                       [&] { return bench(benchCommand); });
    });
    addModel(sub, benchCommand.common, "The .json or .mlir file");
    addTiming(sub, benchCommand);
    benchIterations = sub->get_option("-i");
    addTarget(sub, benchCommand.common, "this machine's");
    sub->footer("Without -i and -t each dispatch runs for 500 ms.");
  }

  void addCache() {
    CLI::App *sub =
        command("cache", "Show or clear the code kept from earlier runs",
                [this] { return cache(cacheCommand); });
    sub->add_flag("--clear", cacheCommand.clear, "Remove all of it");
    sub->footer("The folder is $FUSEDML_CACHE_DIR, or else fusedml in "
                "$XDG_CACHE_HOME or in $HOME/.cache. An empty "
                "FUSEDML_CACHE_DIR turns the cache off.");
  }

  CLI::App app;
  std::vector<std::pair<CLI::App *, std::function<int()>>> actions;
  RunCommand runCommand, benchCommand;
  CompileCommand compileCommand;
  CommonOptions checkOptions;
  ExplainCommand explainCommand;
  OpsCommand opsCommand;
  CacheCommand cacheCommand;
  bool showDependencies = false, showAdapters = false;
  CLI::Option *benchIterations = nullptr;
  std::vector<CLI::Option *> foreign;
  /// A deque: options keep the addresses.
  std::deque<std::string> ignoredValues;
};

} // namespace
} // namespace fusedml::tool

int main(int argc, char **argv) {
  using namespace fusedml;
  tool::startUpMilliseconds();
  int code;
  try {
    code = tool::CommandLine().execute(argc, argv);
  } catch (const std::bad_alloc &) {
    code = tool::report(
        tool::makeError(ErrorCode::OutOfMemory, "there is not enough memory"));
  } catch (const std::exception &error) {
    code = tool::report(tool::makeError(ErrorCode::Internal, error.what()));
  }
  if (!tool::finishOutput() && code == tool::Success)
    code = tool::ModelWrong;
  return code;
}
