//===- BuildPlan.cpp - which kernel reads and writes what -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/BuildPlan.h"

#include "front/rules/Refusal.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

InPlaceRules fusedml::collectInPlaceRules(func::FuncOp function) {
  InPlaceRules rules;
  rules.inputAllows.assign(function.getNumArguments(), true);
  for (Operation &op : function.front().without_terminator()) {
    const graph::OperatorRow *row = rowOf(&op);
    if (!row)
      continue;
    // Input fields and operands run in parallel, but for the index that
    // operators without inputs take.
    SmallVector<std::string_view> fields;
    for (const graph::FieldRow &field : row->fields)
      if (field.kind == graph::FieldKind::Input)
        fields.push_back(field.name);
    SmallVector<int> written;
    for (auto [operand, field] : llvm::zip(op.getOperands(), fields)) {
      auto argument = dyn_cast<BlockArgument>(viewedMemory(operand));
      if (!argument)
        continue;
      int number = argument.getArgNumber();
      if (row->inPlace == graph::InPlaceRule::None ||
          !llvm::is_contained(row->inPlaceInputs, field))
        rules.inputAllows[number] = false;
      written.push_back(number);
    }
    // One input as both operands is one view, which the output may be.
    if (row->inPlace == graph::InPlaceRule::OneOf && written.size() == 2 &&
        written[0] != written[1])
      rules.exclusive.push_back({written[0], written[1]});
  }
  return rules;
}

namespace {

/// Where the results of a launch live.
struct Home {
  runtime::Operand::Kind kind = runtime::Operand::Kind::Temporary;
  int index = 0; ///< Output number, or number of the temporary.
};

class PlanBuilder {
public:
  PlanBuilder(func::FuncOp function, const InPlaceRules &rules)
      : function(function), rules(rules),
        plan(std::make_shared<runtime::Plan>()) {}

  Expected<std::shared_ptr<runtime::Plan>> run();

private:
  void describePorts();
  Status findHomes();
  Expected<runtime::Operand> resolve(Value value);
  runtime::Operand describe(Type type);
  void decideAliasing();

  func::FuncOp function;
  const InPlaceRules &rules;
  std::shared_ptr<runtime::Plan> plan;
  DenseMap<Value, Home> homes;
  DenseMap<Value, int> constants;
};

} // namespace

void PlanBuilder::describePorts() {
  auto port = [](Type type, StringAttr name, StringRef fallback,
                 unsigned index) {
    Port result;
    result.name = name ? name.str() : (fallback + Twine(index)).str();
    result.desc = descOf(cast<RankedTensorType>(type));
    return result;
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    plan->inputs.push_back(
        port(type, function.getArgAttrOfType<StringAttr>(index, kPortName),
             "arg", index));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    plan->outputs.push_back(
        port(type, function.getResultAttrOfType<StringAttr>(index, kPortName),
             "result", index));
}

Status PlanBuilder::findHomes() {
  auto returnOp = cast<func::ReturnOp>(function.front().getTerminator());
  for (auto [index, value] : llvm::enumerate(returnOp.getOperands())) {
    Value source = viewedMemory(value);
    if (!source.getDefiningOp<LaunchOp>() || homes.contains(source))
      return graph::internalFault("output " + std::to_string(index) +
                                  " has no kernel result of its own");
    homes[source] = {runtime::Operand::Kind::Output, static_cast<int>(index)};
  }
  int temporaries = 0;
  for (LaunchOp launch : function.front().getOps<LaunchOp>())
    for (Value result : launch.getResults())
      if (!homes.contains(result))
        homes[result] = {runtime::Operand::Kind::Temporary, temporaries++};
  return Status::success();
}

runtime::Operand PlanBuilder::describe(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  runtime::Operand operand;
  operand.elementBits = tensor.getElementTypeBitWidth();
  SmallVector<int64_t> strides = stridesOf(tensor);
  operand.strides.assign(strides.begin(), strides.end());
  return operand;
}

/// The elements of a constant as they lie in memory; a splat fills all of it.
static void fillMemory(MutableArrayRef<std::byte> bytes,
                       DenseElementsAttr elements) {
  ArrayRef<char> raw = elements.getRawData();
  unsigned bits = elements.getElementType().getIntOrFloatBitWidth();
  auto rawAt = [&](size_t at, size_t elementBytes) {
    return static_cast<std::byte>(
        raw[elements.isSplat() ? at % elementBytes : at]);
  };
  if (bits == 4) {
    // MLIR keeps such elements one to a byte.
    size_t count = elements.isSplat() ? 2 * bytes.size() : raw.size();
    for (size_t at = 0; at < std::min(count, 2 * bytes.size()); ++at)
      bytes[at / 2] |= (rawAt(at, 1) & std::byte{15}) << 4 * (at % 2);
    return;
  }
  size_t count = elements.isSplat() ? bytes.size() : raw.size();
  for (size_t at = 0; at < std::min(count, bytes.size()); ++at)
    bytes[at] = rawAt(at, bits / 8);
}

Expected<runtime::Operand> PlanBuilder::resolve(Value value) {
  runtime::Operand operand = describe(value.getType());
  Value source = viewedMemory(value);
  if (auto argument = dyn_cast<BlockArgument>(source)) {
    operand.kind = runtime::Operand::Kind::Input;
    operand.index = argument.getArgNumber();
    return operand;
  }
  if (source.getDefiningOp<LinearIndexOp>()) {
    operand.kind = runtime::Operand::Kind::Index;
    operand.elementBits = 0;
    return operand;
  }
  if (auto constant = source.getDefiningOp<ConstantOp>()) {
    auto [it, isNew] = constants.try_emplace(source, plan->constants.size());
    if (isNew) {
      // A splat keeps one element only, and may have strides.
      std::optional<uint64_t> size =
          descOf(cast<RankedTensorType>(constant.getType())).minimumBytes();
      if (!size)
        return graph::internalFault("a constant spans more than 2^64 bytes");
      std::vector<std::byte> bytes(*size);
      fillMemory(bytes, cast<DenseElementsAttr>(constant.getValue()));
      plan->constants.push_back(std::move(bytes));
    }
    operand.kind = runtime::Operand::Kind::Constant;
    operand.index = it->second;
    return operand;
  }
  auto it = homes.find(source);
  if (it == homes.end())
    return graph::internalFault("an operand of a kernel has no memory");
  operand.kind = it->second.kind;
  operand.index = it->second.index;
  return operand;
}

/// An output may be exactly an input's memory if the rows allow it and if no
/// element is read after it is written: nothing reads the input later, and the
/// kernel that writes the output reads each element where it writes it.
void PlanBuilder::decideAliasing() {
  using Kind = runtime::Operand::Kind;
  plan->mayAlias.assign(plan->outputs.size() * plan->inputs.size(), false);

  struct Access {
    size_t step = 0;
    const runtime::Operand *operand = nullptr;
    bool sameEverywhere = true; ///< Inputs: all reads of the step are alike.
  };
  // The last step that reads each input, and the one that writes each output.
  std::vector<Access> reads(plan->inputs.size()), writes(plan->outputs.size());
  auto alike = [](const runtime::Step &step, const runtime::Operand &a,
                  const runtime::Operand &b) {
    if (a.elementBits != b.elementBits)
      return false;
    for (size_t dim = 0; dim < step.extents.size(); ++dim)
      if (step.extents[dim] > 1 && a.strides[dim] != b.strides[dim])
        return false;
    return true;
  };
  for (auto [number, step] : llvm::enumerate(plan->steps))
    for (const runtime::Operand &operand : step.operands) {
      if (operand.kind == Kind::Output && operand.written)
        writes[operand.index] = {number, &operand, true};
      if (operand.kind != Kind::Input)
        continue;
      Access &last = reads[operand.index];
      bool again = last.operand && last.step == number;
      last = {number, &operand,
              !again ||
                  (last.sameEverywhere && alike(step, *last.operand, operand))};
    }

  for (auto [output, write] : llvm::enumerate(writes))
    for (auto [input, read] : llvm::enumerate(reads)) {
      if (!rules.inputAllows[input] || !write.operand)
        continue;
      bool safe =
          !read.operand || read.step < write.step ||
          (read.step == write.step && read.sameEverywhere &&
           alike(plan->steps[read.step], *read.operand, *write.operand));
      plan->mayAlias[output * plan->inputs.size() + input] = safe;
    }
  for (auto [a, b] : rules.exclusive)
    plan->exclusive.push_back({a, b});
}

Expected<std::shared_ptr<runtime::Plan>> PlanBuilder::run() {
  plan->name = function.getName().str();
  describePorts();
  if (Status status = findHomes(); !status.ok())
    return status;
  for (LaunchOp launch : function.front().getOps<LaunchOp>()) {
    runtime::Step &step = plan->steps.emplace_back();
    step.name = launch.getKernel().str();
    step.costPerElement = launch.getCost().convertToDouble();
    auto type = cast<RankedTensorType>(launch.getResultTypes().front());
    step.extents.assign(type.getShape().begin(), type.getShape().end());
    for (Value input : launch.getInputs()) {
      Expected<runtime::Operand> operand = resolve(input);
      if (!operand)
        return operand.takeStatus();
      step.operands.push_back(std::move(*operand));
    }
    for (Value result : launch.getResults()) {
      runtime::Operand operand = describe(result.getType());
      operand.kind = homes[result].kind;
      operand.index = homes[result].index;
      operand.written = true;
      step.operands.push_back(std::move(operand));
    }
    if (std::optional<ArrayRef<int32_t>> numbers =
            launch.getArgumentNumbers()) {
      step.argumentNumbers.assign(numbers->begin(), numbers->end());
      ArrayRef<float> values = launch.getArgumentValues().value();
      step.arguments.assign(values.begin(), values.end());
      runtime::Operand &operand = step.operands.emplace_back();
      operand.kind = runtime::Operand::Kind::Arguments;
      operand.strides.assign(step.extents.size(), 0);
    }
  }
  decideAliasing();
  return plan;
}

Expected<std::shared_ptr<runtime::Plan>>
fusedml::buildPlan(func::FuncOp function, const InPlaceRules &rules) {
  return PlanBuilder(function, rules).run();
}
