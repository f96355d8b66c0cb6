//===- Steps.cpp - loops and memory as calls of kernels -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/Steps.h"

#include "front/graph/Ports.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace fusedml::plan {

using runtime::Step;
using Kind = runtime::Operand::Kind;

namespace {

/// The memory of an operand.
struct Home {
  Kind kind = Kind::Temporary;
  int index = 0;
};

class StepBuilder {
public:
  StepBuilder(const graph::GraphData &graph, const ElementGraph &elements,
              graph::ScalarForm scalars)
      : graph(graph), elements(elements), homes(elements.nodes.size()),
        scalars(scalars), plan(std::make_shared<runtime::Plan>()) {}

  Expected<std::shared_ptr<runtime::Plan>> run(const Fusion &fusion,
                                               std::span<const LoopNest> nests);

private:
  void decideHomes(const Fusion &fusion);
  Home homeOf(const Source &source);
  void addStep(const Group &group, std::span<const Home> written,
               const LoopNest &nest);
  void addArguments(Step &step, const LoopNest &nest);
  void decideAliasing();

  const graph::GraphData &graph;
  const ElementGraph &elements;
  std::vector<Home> homes;                    ///< By node.
  std::vector<std::vector<Home>> resultHomes; ///< By group.
  std::map<Source, int> constants; ///< Constants and splats that are in memory.
  graph::ScalarForm scalars;
  std::shared_ptr<runtime::Plan> plan;
};

} // namespace

/// Results that are outputs are written there, others to temporaries. One that
/// a single group reads, and as that writes a result of its own, is replaced by
/// it in the same memory, so that a chain of kernels touches little.
void StepBuilder::decideHomes(const Fusion &fusion) {
  size_t count = fusion.groups.size();
  std::vector<int> readers(elements.nodes.size(), -1); // Groups; -2: several.
  for (size_t number = 0; number < count; ++number)
    for (const Operand &input : fusion.groups[number].inputs)
      if (input.source.kind == Source::Kind::Node) {
        int &reader = readers[static_cast<size_t>(input.source.number)];
        bool isFirst = reader == -1 && elements.isDirect(input);
        reader = isFirst ? static_cast<int>(number) : -2;
      }

  int temporaries = 0;
  resultHomes.resize(count);
  // Results whose memory a value before them has, too.
  std::vector<std::vector<bool>> taken(count);
  auto homeBefore = [&](int node) -> Home {
    int reader = readers[static_cast<size_t>(node)];
    if (reader >= 0) {
      auto group = static_cast<size_t>(reader);
      const std::vector<Group::Result> &results = fusion.groups[group].results;
      for (size_t i = 0; i < results.size(); ++i) {
        const TensorDesc &layout =
            elements.nodes[static_cast<size_t>(results[i].node)].result;
        if (taken[group][i] ||
            !sameView(layout, elements.nodes[static_cast<size_t>(node)].result))
          continue;
        taken[group][i] = true;
        return resultHomes[group][i];
      }
    }
    return {Kind::Temporary, temporaries++};
  };
  for (size_t number = count; number-- > 0;) {
    const std::vector<Group::Result> &results = fusion.groups[number].results;
    taken[number].resize(results.size());
    for (size_t i = 0; i < results.size(); ++i) {
      int node = results[i].node;
      Home home = results[i].output >= 0 ? Home{Kind::Output, results[i].output}
                                         : homeBefore(node);
      resultHomes[number].push_back(home);
      // Of several outputs that are one value, later groups read the first.
      if (i == 0 || results[i - 1].node != node)
        homes[static_cast<size_t>(node)] = home;
    }
  }
}

Home StepBuilder::homeOf(const Source &source) {
  switch (source.kind) {
  case Source::Kind::Input:
    return {Kind::Input, source.number};
  case Source::Kind::Index:
    return {Kind::Index, 0};
  case Source::Kind::Node:
    return homes[static_cast<size_t>(source.number)];
  case Source::Kind::Constant:
  case Source::Kind::Splat:
    break;
  }
  auto number = static_cast<size_t>(source.number);
  auto [it, isNew] =
      constants.try_emplace(source, static_cast<int>(plan->constants.size()));
  if (isNew && source.kind == Source::Kind::Constant) {
    plan->constants.push_back(
        graph
            .constants[static_cast<size_t>(elements.constants[number].number)]);
  } else if (isNew) {
    auto bytes =
        std::bit_cast<std::array<std::byte, 8>>(elements.splats[number].bits);
    plan->constants.emplace_back(bytes.begin(), bytes.end());
  }
  return {Kind::Constant, it->second};
}

void StepBuilder::addArguments(Step &step, const LoopNest &nest) {
  for (const LoopNest::Value &value : nest.values)
    if (value.op)
      graph::forEachArgument(
          *value.op, scalars,
          [&](size_t, int, float scalar) { step.arguments.push_back(scalar); });
  if (step.arguments.empty())
    return;
  runtime::Operand &operand = step.operands.emplace_back();
  operand.kind = Kind::Arguments;
  operand.strides.assign(step.extents.size(), 0);
}

void StepBuilder::addStep(const Group &group, std::span<const Home> written,
                          const LoopNest &nest) {
  Step &step = plan->steps.emplace_back();
  step.extents = nest.sizes;
  step.costPerElement = costOf(nest);
  step.operands.reserve(nest.operands.size() + 1);
  auto add = [&](const LoopNest::Operand &from, Home home, bool isWritten) {
    runtime::Operand &operand = step.operands.emplace_back();
    operand.kind = home.kind;
    operand.index = home.index;
    operand.elementBits = from.isIndex ? 0 : bitWidth(from.type);
    operand.written = isWritten;
    operand.strides = from.strides;
  };
  for (size_t i = 0; i < group.inputs.size(); ++i)
    add(nest.operands[i], homeOf(group.inputs[i].source), false);
  for (size_t i = 0; i < written.size(); ++i)
    add(nest.result(i), written[i], true);
  addArguments(step, nest);
}

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

namespace {

/// How a step touches a port.
struct Access {
  size_t step = 0;
  const runtime::Operand *operand = nullptr;
  bool sameEverywhere = true; ///< Inputs: all reads of the step are alike.
};

} // namespace

static bool areAlike(const Step &step, const runtime::Operand &a,
                     const runtime::Operand &b) {
  if (a.elementBits != b.elementBits)
    return false;
  for (size_t dim = 0; dim < step.extents.size(); ++dim)
    if (step.extents[dim] > 1 && a.strides[dim] != b.strides[dim])
      return false;
  return true;
}

/// An output may be exactly an input's memory if the rows allow it and if no
/// element is read after it is written: nothing reads the input later, and the
/// step that writes the output reads each element where it writes it.
void StepBuilder::decideAliasing() {
  size_t inputs = plan->inputs.size();
  plan->mayAlias.assign(plan->outputs.size() * inputs, false);
  plan->exclusive = elements.exclusive;
  // The last step that reads each input, and the first that writes the memory
  // of each output.
  std::vector<Access> reads(inputs), writes(plan->outputs.size());
  for (size_t number = 0; number < plan->steps.size(); ++number) {
    const Step &step = plan->steps[number];
    for (const runtime::Operand &operand : step.operands) {
      auto index = static_cast<size_t>(operand.index);
      if (operand.kind == Kind::Output && operand.written &&
          !writes[index].operand)
        writes[index] = {number, &operand, true};
      if (operand.kind != Kind::Input)
        continue;
      Access &last = reads[index];
      bool again = last.operand && last.step == number;
      last = {number, &operand,
              !again || (last.sameEverywhere &&
                         areAlike(step, *last.operand, operand))};
    }
  }
  for (size_t output = 0; output < writes.size(); ++output)
    for (size_t input = 0; input < inputs; ++input) {
      const Access &write = writes[output], &read = reads[input];
      if (!elements.mayOverwrite[input] || !write.operand)
        continue;
      plan->mayAlias[output * inputs + input] =
          !read.operand || read.step < write.step ||
          (read.step == write.step && read.sameEverywhere &&
           areAlike(plan->steps[read.step], *read.operand, *write.operand));
    }
}

Expected<std::shared_ptr<runtime::Plan>>
StepBuilder::run(const Fusion &fusion, std::span<const LoopNest> nests) {
  plan->name = graph.name;
  graph::describePorts(graph, plan->inputs, plan->outputs);
  decideHomes(fusion);
  plan->steps.reserve(nests.size());
  for (size_t i = 0; i < nests.size(); ++i)
    addStep(fusion.groups[i], resultHomes[i], nests[i]);
  decideAliasing();
  if (Status status = runtime::completePlan(*plan); !status)
    return status;
  return std::move(plan);
}

Expected<std::shared_ptr<runtime::Plan>>
makeSteps(const graph::GraphData &graph, const ElementGraph &elements,
          const Fusion &fusion, std::span<const LoopNest> nests,
          graph::ScalarForm scalars) {
  return StepBuilder(graph, elements, scalars).run(fusion, nests);
}

Expected<Planned> planGraph(const graph::GraphData &graph,
                            ElementGraph &elements, bool fuse,
                            graph::ScalarForm scalars) {
  Planned result;
  result.fusion = plan::fuse(elements, fuse);
  const std::vector<Group> &groups = result.fusion.groups;
  result.nests.reserve(groups.size());
  result.keys.reserve(groups.size());
  for (const Group &group : groups) {
    LoopNest &nest = result.nests.emplace_back(nestOf(elements, group));
    collapse(nest);
    result.keys.push_back(keyOf(nest, scalars));
  }
  auto steps = makeSteps(graph, elements, result.fusion, result.nests, scalars);
  if (!steps)
    return steps.takeStatus();
  result.plan = std::move(*steps);
  return result;
}

} // namespace fusedml::plan
