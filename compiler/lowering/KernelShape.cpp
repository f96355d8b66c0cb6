//===- KernelShape.cpp - what the code of a dml.fused looks like ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/KernelShape.h"

#include "compiler/lowering/ElementEmitters.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

/// Time to move one byte through the caches, for the cost of a kernel.
static constexpr double kNanosecondsPerByte = 0.008;
/// Kernels of more operators, or that take longer for an element, are bound by
/// arithmetic and not by memory: a second loop that writes past the caches
/// would only cost compile time.
static constexpr size_t kMostOperatorsPastCaches = 32;
static constexpr double kMostCostPastCaches = 1;
/// An operator that takes this long computes an elementary function. Beside it
/// a branch and a call are short, while LLVM's time grows faster than a body.
static constexpr double kLeastCostOfFunction = 0.1;
/// An operator that is in a kernel more often becomes a function of its own.
static constexpr unsigned kMostInlineCopies = 2;
/// Lanes beyond this make strided accesses, which go lane by lane, too long.
static constexpr int64_t kMostStridedLanes = 16;

Type fusedml::storedType(Type element) {
  if (element.isF16())
    return IntegerType::get(element.getContext(), 16);
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(),
                            std::max(integer.getWidth(), 8u));
  return element;
}

KernelShape::KernelShape(FusedOp fused, const TargetDescription &target,
                         FloatMode fp, bool isShort)
    : block(fused.getBlock()), target(target), fp(fp),
      rank(fused.getSizes().size()), inputs(fused.getInputs().size()) {
  describeOperands(fused);
  assignLevels();
  judgeOperators();
  chooseLoops(isShort);
}

void KernelShape::describeOperands(FusedOp fused) {
  auto add = [&](Type type, bool isIndex, bool isResult) {
    auto tensor = cast<RankedTensorType>(type);
    Type element = tensor.getElementType();
    operands.push_back({storedType(element), stridesOf(tensor), isIndex,
                        element.getIntOrFloatBitWidth() == 4,
                        element.isUnsignedInteger()});
    // The stride of a dimension of size 1 is never used: an input does not
    // vary along it, and a result keeps the form of a contiguous one.
    for (auto [dim, size] : llvm::enumerate(fused.getSizes()))
      if (size == 1)
        operands.back().strides[dim] = isResult;
  };
  for (Value input : fused.getInputs())
    add(input.getType(),
        isa_and_present<LinearIndexOp>(viewedMemory(input).getDefiningOp()),
        false);
  for (Type type : fused.getResultTypes())
    add(type, false, true);
}

void KernelShape::assignLevels() {
  for (auto [argument, operand] : llvm::zip(block.getArguments(), operands)) {
    unsigned &level = levels[argument] = rank;
    while (level > 0 && !operand.variesAlong(level - 1))
      --level;
  }
  for (Operation &op : block.without_terminator()) {
    unsigned level = 0;
    for (Value operand : op.getOperands())
      level = std::max(level, levels.lookup(operand));
    levels[op.getResult(0)] = level;
  }
}

void KernelShape::judgeOperators() {
  // Operators that do the same to their operands.
  DenseMap<std::tuple<OperationName, DictionaryAttr, Type>,
           SmallVector<Operation *>>
      alike;
  for (Operation &op : block.without_terminator()) {
    const graph::OperatorRow *row = rowOf(&op);
    double cost = row ? row->cost : 0;
    nanoseconds += cost;
    if (cost < kLeastCostOfFunction)
      continue;
    ++functions;
    // A function has no access to the scalars of its kernel.
    if (!op.hasAttr(kArguments))
      alike[{op.getName(), op.getAttrDictionary(), op.getResult(0).getType()}]
          .push_back(&op);
  }
  for (auto &copies : llvm::make_second_range(alike))
    if (copies.size() > kMostInlineCopies)
      for (Operation *op : copies)
        callees[op] = copies.front();
  for (const OperandLayout &operand : operands)
    if (!operand.isIndex && operand.variesAlong(rank - 1))
      nanoseconds += kNanosecondsPerByte *
                     operand.stored.getIntOrFloatBitWidth() / 8 *
                     (operand.strides.back() == 1 ? 1 : 4);
}

void KernelShape::chooseLoops(bool isShort) {
  unsigned widest = 8;
  bool isStrided = false, hasNibbles = false;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    // An index that is not read takes no registers.
    if (operand.isIndex &&
        llvm::all_of(block.getArgument(number).getUsers(),
                     [](Operation *op) { return !rowOf(op)->readsIndex; }))
      continue;
    widest = std::max(widest, operand.stored.getIntOrFloatBitWidth());
    int64_t inner = operand.strides.back();
    isStrided |= !operand.isIndex && inner != 0 && inner != 1;
    hasNibbles |= operand.isNibble;
  }
  lanes = vectorLanes = target.vectorBits / widest;
  if (isStrided)
    lanes = vectorLanes = std::min(vectorLanes, kMostStridedLanes);
  if (isStrided || hasNibbles)
    return;
  masksTail = target.maskedMemory;
  if (isShort)
    return;
  // Vectors side by side do not wait for each other. AVX-512 has registers for
  // two; chains of calls are so long that nothing else fills the time.
  if (target.hasAvx512)
    lanes *= 2;
  if (!callees.empty())
    lanes *= 2;
  if (block.getOperations().size() > kMostOperatorsPastCaches ||
      nanoseconds > kMostCostPastCaches ||
      llvm::any_of(ArrayRef(operands).drop_front(inputs),
                   [](const OperandLayout &result) {
                     return result.strides.back() != 1;
                   }))
    return;
  // A second copy of many functions would take long to compile. A loop that is
  // as fast as memory must not wait for the branch.
  pastCaches = functions > 1 ? PastCaches::Store : PastCaches::Loop;
}
