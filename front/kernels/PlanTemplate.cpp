//===- PlanTemplate.cpp - a plan for graphs of one structure --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/PlanTemplate.h"

#include "front/graph/Ports.h"

namespace fusedml::cache {

/// The products behind some numbers; false if one is none.
static bool explainAll(const Structure &structure,
                       const std::vector<int64_t> &numbers,
                       std::vector<Product> &products) {
  for (int64_t number : numbers) {
    std::optional<Product> product = structure.explain(number);
    if (!product)
      return false;
    products.push_back(std::move(*product));
  }
  return true;
}

static std::vector<int64_t> evaluateAll(const Structure &structure,
                                        const std::vector<Product> &products) {
  std::vector<int64_t> result;
  result.reserve(products.size());
  for (const Product &product : products)
    result.push_back(structure.evaluate(product));
  return result;
}

std::shared_ptr<PlanTemplate> makeTemplate(const runtime::Plan &plan,
                                           const Structure &structure) {
  auto result = std::make_shared<PlanTemplate>();
  // The memory of a constant has the size of the stand-in's tensor.
  result->fitsAll = !structure.isGeneral() || plan.constants.empty();
  result->mayAlias = plan.mayAlias;
  result->exclusive = plan.exclusive;
  result->constants = plan.constants;
  result->code = plan.code;
  for (const runtime::Step &step : plan.steps) {
    StepTemplate &made = result->steps.emplace_back();
    made.name = step.name;
    made.costPerElement = step.costPerElement;
    made.argumentNumbers = step.argumentNumbers;
    result->fitsAll &= explainAll(structure, step.extents, made.extents);
    for (const runtime::Operand &operand : step.operands) {
      made.operands.push_back({operand.kind,
                               operand.index,
                               operand.elementBits,
                               operand.written,
                               {}});
      result->fitsAll &=
          explainAll(structure, operand.strides, made.operands.back().strides);
    }
    result->functions.push_back(step.function);
  }
  return result;
}

Expected<std::shared_ptr<runtime::Plan>>
instantiate(const PlanTemplate &from, const Structure &structure,
            const graph::GraphData &graph) {
  auto plan = std::make_shared<runtime::Plan>();
  plan->name = graph.name;
  graph::describePorts(graph, plan->inputs, plan->outputs);
  plan->mayAlias = from.mayAlias;
  plan->exclusive = from.exclusive;
  plan->constants = from.constants;
  plan->code = from.code;
  plan->steps.reserve(from.steps.size());
  for (size_t i = 0; i < from.steps.size(); ++i) {
    const StepTemplate &made = from.steps[i];
    runtime::Step &step = plan->steps.emplace_back();
    step.name = made.name;
    step.function = from.functions[i];
    step.costPerElement = made.costPerElement;
    step.argumentNumbers = made.argumentNumbers;
    for (int number : made.argumentNumbers)
      step.arguments.push_back(
          structure.arguments()[static_cast<size_t>(number)]);
    step.extents = evaluateAll(structure, made.extents);
    step.operands.reserve(made.operands.size());
    for (const OperandTemplate &operand : made.operands)
      step.operands.push_back({operand.kind, operand.index, 0,
                               operand.elementBits, operand.written,
                               evaluateAll(structure, operand.strides)});
  }
  if (Status status = runtime::completePlan(*plan); !status)
    return status;
  return plan;
}

} // namespace fusedml::cache
