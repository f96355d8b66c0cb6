//===- CodeGen.cpp - LLVM IR, assembly and objects of a module ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/CodeGen.h"

#include "front/rules/Refusal.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/ConstantMerge.h"
#include "llvm/Transforms/IPO/MergeFunctions.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <mutex>

using namespace llvm;
using namespace fusedml;

static std::unique_ptr<TargetMachine>
createMachine(const TargetDescription &target) {
  std::string lookupError;
  Triple triple(target.triple);
  const llvm::Target *found = TargetRegistry::lookupTarget(triple, lookupError);
  TargetOptions options;
  // Results are the same bits everywhere: never contract by itself.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  return std::unique_ptr<TargetMachine>(found->createTargetMachine(
      triple, target.cpu, target.features, options, Reloc::PIC_,
      /*CodeModel=*/std::nullopt, CodeGenOptLevel::Default));
}

/// A machine for the time of one compilation. Machines are kept for the next
/// one of their target: what they know of a processor takes long to set up.
static std::shared_ptr<TargetMachine>
takeMachine(const TargetDescription &target) {
  struct Idle {
    std::string key;
    std::unique_ptr<TargetMachine> machine;
  };
  struct Pool {
    std::mutex mutex;
    std::vector<Idle> idle;
  };
  constexpr size_t kMostIdle = 8;
  static Pool pool;
  std::string key = target.triple + "/" + target.cpu + "/" + target.features;
  std::unique_ptr<TargetMachine> machine;
  {
    std::lock_guard lock(pool.mutex);
    auto found = llvm::find_if(
        pool.idle, [&](const Idle &idle) { return idle.key == key; });
    if (found != pool.idle.end()) {
      machine = std::move(found->machine);
      pool.idle.erase(found);
    }
  }
  if (!machine)
    machine = createMachine(target);
  return {machine.release(), [key](TargetMachine *used) {
            std::unique_ptr<TargetMachine> owner(used);
            std::lock_guard lock(pool.mutex);
            // The one that waits longest makes room.
            if (pool.idle.size() == kMostIdle)
              pool.idle.erase(pool.idle.begin());
            pool.idle.push_back({key, std::move(owner)});
          }};
}

/// The loops are vectors already, so the few passes that clean up after the
/// lowering do; the default pipeline takes twice as long for the same code.
static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);

  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  // Rotated loops test once a trip, at their end.
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(),
                                                 /*UseMemorySSA=*/false));
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass());
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

fusedml::Expected<LlvmCode>
fusedml::generateLlvm(mlir::ModuleOp mlirModule,
                      const TargetDescription &target) {
  LlvmCode code;
  code.context = std::make_unique<LLVMContext>();
  code.module = mlir::translateModuleToLLVMIR(mlirModule, *code.context);
  if (!code.module)
    return graph::internalFault("the kernels do not translate to LLVM IR");
  code.machine = takeMachine(target);
  code.module->setTargetTriple(Triple(target.triple));
  code.module->setDataLayout(code.machine->createDataLayout());
  std::string width = std::to_string(target.vectorBits);
  for (Function &function : *code.module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr("target-cpu", target.cpu);
    if (!target.features.empty())
      function.addFnAttr("target-features", target.features);
    // Without these LLVM splits 512-bit vectors on some processors.
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
  }
  return code;
}

void fusedml::mergeKernels(LlvmCode &code) {
  ModuleAnalysisManager analyses;
  PassBuilder(code.machine.get()).registerModuleAnalyses(analyses);
  for (GlobalVariable &table : code.module->globals())
    table.setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  ModulePassManager passes;
  passes.addPass(ConstantMergePass());
  passes.addPass(MergeFunctionsPass());
  passes.run(*code.module, analyses);
}

Status fusedml::optimizeLlvm(LlvmCode &code) {
  optimize(*code.module, *code.machine);
  std::string problem;
  raw_string_ostream stream(problem);
  if (verifyModule(*code.module, &stream))
    return graph::internalFault("the kernels are not valid LLVM IR: " +
                                problem);
  return Status::success();
}

static Status generate(LlvmCode &code, raw_pwrite_stream &out,
                       CodeGenFileType kind) {
  legacy::PassManager passes;
  if (code.machine->addPassesToEmitFile(passes, out, nullptr, kind))
    return graph::internalFault("the target emits no such file");
  passes.run(*code.module);
  return Status::success();
}

fusedml::Expected<std::string> fusedml::generateAssembly(LlvmCode &code) {
  SmallString<0> text;
  raw_svector_ostream out(text);
  if (Status status = generate(code, out, CodeGenFileType::AssemblyFile);
      !status.ok())
    return status;
  return text.str().str();
}

/// Objects link alone. A target or a type that the lowering does not cover
/// becomes a call of a helper; better that it is found here than by a linker.
static Status checkNothingUndefined(MemoryBufferRef bytes) {
  llvm::Expected<std::unique_ptr<object::ObjectFile>> object =
      object::ObjectFile::createObjectFile(bytes);
  if (!object)
    return graph::internalFault("the object cannot be read back: " +
                                toString(object.takeError()));
  for (const object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!flags || !name)
      return graph::internalFault(
          "the object has a symbol that cannot be read: " +
          toString(joinErrors(flags.takeError(), name.takeError())));
    if (*flags & object::SymbolRef::SF_Undefined)
      return graph::internalFault("the object refers to '" + name->str() +
                                  "', which is not in it");
  }
  return Status::success();
}

fusedml::Expected<std::unique_ptr<MemoryBuffer>>
fusedml::generateObject(LlvmCode &code) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream out(bytes);
  if (Status status = generate(code, out, CodeGenFileType::ObjectFile);
      !status.ok())
    return status;
  if (Status status = checkNothingUndefined(MemoryBufferRef(
          StringRef(bytes.data(), bytes.size()), code.module->getName()));
      !status.ok())
    return status;
  return std::unique_ptr<MemoryBuffer>(
      std::make_unique<SmallVectorMemoryBuffer>(
          std::move(bytes), code.module->getName(),
          /*RequiresNullTerminator=*/false));
}
