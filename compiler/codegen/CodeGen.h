//===- CodeGen.h - LLVM IR, assembly and objects of a module ----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_CODEGEN_CODEGEN_H
#define FUSEDML_COMPILER_CODEGEN_CODEGEN_H

#include "compiler/target/TargetDescription.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

namespace fusedml {

/// A module of kernels as LLVM IR, with what can generate its code.
struct LlvmCode {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::shared_ptr<llvm::TargetMachine> machine;
};

/// Translates the LLVM dialect and sets the target.
Expected<LlvmCode> generateLlvm(mlir::ModuleOp module,
                                const TargetDescription &target);
/// Lets kernels that are the same code share it. Before optimizeLlvm.
void mergeKernels(LlvmCode &code);
/// Runs the short pipeline, and checks what comes out.
Status optimizeLlvm(LlvmCode &code);

/// Position independent code.
Expected<std::string> generateAssembly(LlvmCode &code);
Expected<std::unique_ptr<llvm::MemoryBuffer>> generateObject(LlvmCode &code);

} // namespace fusedml

#endif // FUSEDML_COMPILER_CODEGEN_CODEGEN_H
