//===- Passes.h - passes of FuseDML -----------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_PASSES_H
#define FUSEDML_COMPILER_TRANSFORMS_PASSES_H

#include "dialect/Dml.h"
#include "fusedml/Compile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace fusedml {

#define GEN_PASS_DECL
#include "compiler/transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/transforms/Passes.h.inc"

/// What fusion did, for people.
struct FusionReport {
  struct Group {
    std::vector<std::string> operators; ///< Mnemonics (or names), in order.
    std::vector<int64_t> sizes;
    unsigned inputs = 0, results = 0;
  };
  struct Border {
    int from = 0, to = 0; ///< Groups.
    std::string producer, consumer, reason;

    bool operator==(const Border &) const = default;
  };
  std::vector<Group> groups;
  std::vector<Border> borders;

  std::string str() const;
  std::string dot(llvm::StringRef graphName) const;
};

/// The work of dml-fuse-elementwise on one function.
FusionReport fuseElementwise(mlir::func::FuncOp function, bool fuse);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TRANSFORMS_PASSES_H
