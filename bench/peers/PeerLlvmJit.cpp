//===- PeerLlvmJit.cpp - what compiling with LLVM costs -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// W9 of a compiler that hands plain scalar loops to LLVM: from unoptimized IR
// of one loop to its first result, with the vectorizer and without, and the
// parts of that. The argument is the folder of W1.ll and W4.ll, made from
// AutoLoops.cpp with the passes switched off.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

using namespace llvm;
using namespace fusedml::peers;

namespace {

constexpr int kRounds = 9;

ExitOnError orExit;

struct Parsed {
  std::unique_ptr<LLVMContext> context = std::make_unique<LLVMContext>();
  std::unique_ptr<TargetMachine> machine;
  std::unique_ptr<Module> module;

  orc::ThreadSafeModule take() {
    return {std::move(module), std::move(context)};
  }
};

std::unique_ptr<TargetMachine> hostMachine() {
  auto builder = orExit(orc::JITTargetMachineBuilder::detectHost());
  builder.setCodeGenOptLevel(CodeGenOptLevel::Default);
  return orExit(builder.createTargetMachine());
}

/// One loop, from its text to its first result.
class ScalarLoop {
public:
  ScalarLoop(const std::string &folder, const std::string &newWorkload)
      : workload(newWorkload), context(few.context(workload, 64)),
        text(orExit(errorOrToExpected(
            MemoryBuffer::getFile(folder + "/" + workload + ".ll")))) {}

  Parsed parse() const {
    Parsed parsed;
    SMDiagnostic diagnostic;
    parsed.module =
        parseIR(text->getMemBufferRef(), diagnostic, *parsed.context);
    if (!parsed.module) {
      diagnostic.print("PeerLlvmJit", errs());
      std::exit(1);
    }
    return parsed;
  }

  void run(orc::LLJIT &jit, orc::JITDylib &library, Parsed &parsed) const {
    orExit(jit.addIRModule(library, parsed.take()));
    auto symbol = orExit(jit.lookup(library, "auto" + workload + "_jit"));
    symbol.toPtr<std::remove_pointer_t<LimitKernel>>()(&context.args, 0, 64);
  }

  const std::string workload;

private:
  FewElements few;
  Context context;
  std::unique_ptr<MemoryBuffer> text;
};

void setTarget(Parsed &parsed) {
  parsed.machine = hostMachine();
  parsed.module->setDataLayout(parsed.machine->createDataLayout());
}

void optimize(Parsed &parsed, OptimizationLevel level, bool vectorize) {
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = vectorize;
  tuning.SLPVectorization = vectorize;
  tuning.LoopUnrolling = vectorize;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(parsed.machine.get(), tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(level).run(*parsed.module, modules);
}

/// Everything anew each time.
void measureWhole(const ScalarLoop &loop) {
  std::vector<double> all, optimizing, generating;
  for (int i = 0; i < kRounds; ++i) {
    double start = limitNow();
    Parsed parsed = loop.parse();
    double afterParse = limitNow();
    setTarget(parsed);
    optimize(parsed, OptimizationLevel::O3, true);
    double afterPasses = limitNow();
    auto jit = orExit(orc::LLJITBuilder().create());
    loop.run(*jit, jit->getMainJITDylib(), parsed);
    double end = limitNow();
    all.push_back(end - start);
    optimizing.push_back(afterPasses - afterParse);
    generating.push_back(end - afterPasses);
  }
  compileCell("llvm22-orc", loop.workload, "parse, O3 with vectorizer, ORC",
              all);
  compileCell("llvm22-orc-part-opt", loop.workload, "the O3 pipeline alone",
              optimizing);
  compileCell("llvm22-orc-part-codegen", loop.workload,
              "ORC session, code, link, first call", generating);
}

/// One JIT for all, and a library a kernel.
void measureReused(const ScalarLoop &loop, orc::LLJIT &jit) {
  std::vector<double> generating;
  for (int i = 0; i < kRounds; ++i) {
    Parsed parsed = loop.parse();
    setTarget(parsed);
    optimize(parsed, OptimizationLevel::O3, true);
    double start = limitNow();
    auto name = loop.workload + "-" + std::to_string(i);
    loop.run(jit, orExit(jit.createJITDylib(name)), parsed);
    generating.push_back(limitNow() - start);
  }
  compileCell("llvm22-orc-part-codegen-reused-jit", loop.workload,
              "code, link, first call in one LLJIT", generating);
}

/// The amount of code of a compiler that writes one tight loop itself.
void measureTight(const ScalarLoop &loop, orc::LLJIT &jit) {
  std::vector<double> optimizing, generating;
  for (int i = 0; i < kRounds; ++i) {
    Parsed parsed = loop.parse();
    setTarget(parsed);
    double start = limitNow();
    optimize(parsed, OptimizationLevel::O1, false);
    double afterPasses = limitNow();
    auto name = loop.workload + "-tight-" + std::to_string(i);
    loop.run(jit, orExit(jit.createJITDylib(name)), parsed);
    optimizing.push_back(afterPasses - start);
    generating.push_back(limitNow() - afterPasses);
  }
  compileCell("llvm22-orc-part-opt-O1-tight", loop.workload,
              "O1 pipeline, nothing vectorized or unrolled", optimizing);
  compileCell("llvm22-orc-part-codegen-tight", loop.workload,
              "code, link, first call of that loop in one LLJIT", generating);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto jit = orExit(orc::LLJITBuilder().create());
  for (const char *workload : {"W1", "W4"}) {
    ScalarLoop loop(argv[1], workload);
    measureWhole(loop);
    measureReused(loop, *jit);
    measureTight(loop, *jit);
  }
}
