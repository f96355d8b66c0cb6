//===- Compile.cpp - fusedml compile and explain --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"
#include "Timing.h"

#include <fmt/format.h>

#include <filesystem>

namespace fusedml::tool {

int compile(const CompileCommand &command) {
  EmitKind kind = command.emit == "asm"    ? EmitKind::Assembly
                  : command.emit == "llvm" ? EmitKind::LlvmIr
                  : command.emit == "mlir" ? EmitKind::Mlir
                                           : EmitKind::Object;
  int code = Success;
  std::optional<Graph> graph = loadGraph(command.common, code);
  if (!graph)
    return code;
  Expected<EmittedCode> emitted =
      emit(*graph, kind, command.common.compileOptions());
  if (!emitted)
    return report(emitted.error());
  if (Status status = writeFile(command.output, emitted->code); !status)
    return report(status.error());
  if (command.header.empty())
    return Success;
  Status status = writeFile(command.header, emitted->header);
  if (status)
    return Success;
  // Code without its header is of no use.
  std::error_code ignored;
  if (std::filesystem::is_regular_file(command.output, ignored))
    std::filesystem::remove(command.output, ignored);
  return report(status.error());
}

static void printSection(std::string_view title, const std::string &text) {
  print(fmt::format("// ----- {} -----\n{}", title, text));
  if (!text.ends_with('\n'))
    print("\n");
}

int explain(const ExplainCommand &command) {
  if (command.only && command.stage.empty())
    return reportUsage("--only needs --stage");
  Stage stage = command.stage == "fused"   ? Stage::Fused
                : command.stage == "loops" ? Stage::Loops
                : command.stage == "llvm"  ? Stage::Llvm
                : command.stage == "asm"   ? Stage::Assembly
                                           : Stage::Dml;
  int code = Success;
  std::optional<Graph> graph = loadGraph(command.common, code);
  if (!graph)
    return code;
  CompileReport times;
  if (command.showTimes) {
    // First: the stages an explanation repeats would be warm.
    CompileOptions options = command.common.compileOptions();
    options.cache = false;
    options.startUnfused = false;
    Expected<Kernel> kernel = fusedml::compile(*graph, options, &times);
    if (!kernel)
      return report(kernel.error());
  }
  Expected<Explanation> result =
      fusedml::explain(*graph, stage, command.common.compileOptions());
  if (!result)
    return report(result.error());
  if (!command.dot.empty())
    if (Status status = writeFile(command.dot, result->dot); !status)
      return report(status.error());
  if (command.only) {
    print(result->stage);
    return Success;
  }
  printSection("graph", result->before);
  printSection("after fusion", result->after);
  printSection("fusion report", result->report);
  if (!command.stage.empty())
    printSection(fmt::format("stage {}", command.stage), result->stage);
  if (command.showTimes)
    printSection(
        "times",
        formatCompile(
            std::filesystem::path(command.common.model).stem().string(),
            times));
  return Success;
}

} // namespace fusedml::tool
