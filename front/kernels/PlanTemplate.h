//===- PlanTemplate.h - a plan for graphs of one structure ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_PLANTEMPLATE_H
#define FUSEDML_FRONT_KERNELS_PLANTEMPLATE_H

#include "front/kernels/Structure.h"
#include "runtime/Plan.h"

namespace fusedml::cache {

struct OperandTemplate {
  runtime::Operand::Kind kind = runtime::Operand::Kind::Input;
  int index = 0; ///< As in runtime::Operand.
  unsigned elementBits = 0;
  bool written = false;
  std::vector<Product> strides;
};

struct StepTemplate {
  std::string name;
  std::vector<Product> extents;
  std::vector<OperandTemplate> operands;
  double costPerElement = 1.0;
  /// Numbers of the graph's arguments, in the order the kernel takes them.
  std::vector<int> argumentNumbers;
};

/// What graphs of one structure have in common: the code, and a plan in which
/// sizes and strides are products of the structure's variables. Immutable.
struct PlanTemplate {
  /// False if a number is no product of variables: there is no template, and
  /// the structure must be specialized.
  bool fitsAll = true;
  std::vector<StepTemplate> steps;
  std::vector<bool> mayAlias;
  std::vector<runtime::Plan::ExclusivePair> exclusive;
  std::vector<std::vector<std::byte>> constants;
  /// One a step, in code that `code` keeps loaded.
  std::vector<runtime::KernelFn> functions;
  std::shared_ptr<void> code;
  size_t codeBytes = 0; ///< Of that memory, about.
};

/// The plan of the graph that stands for a structure, with its numbers replaced
/// by the variables they are made of.
std::shared_ptr<PlanTemplate> makeTemplate(const runtime::Plan &plan,
                                           const Structure &structure);

/// The plan of one graph of the structure.
/// Errors: OutOfMemory if its intermediates do not fit the address space.
Expected<std::shared_ptr<runtime::Plan>>
instantiate(const PlanTemplate &plan, const Structure &structure,
            const graph::GraphData &graph);

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_PLANTEMPLATE_H
