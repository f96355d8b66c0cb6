//===- DmlToVector.cpp - lower dml.fused to loops over vectors ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A kernel of rank 2 looks like this:
//
//   for i in [begin, end)                    outer dimensions, scalars
//     load what varies along i only; operators on that
//     for j in [0, extents[1]) step lanes    vectors
//       load, operators, store
//     tail: the same, masked to the lanes left; or element by element
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/Symbols.h"
#include "compiler/target/TargetDescription.h"
#include "compiler/lowering/ElementEmitters.h"
#include "compiler/lowering/NibbleBuilder.h"
#include "compiler/transforms/Passes.h"
#include "runtime/KernelAbi.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace fusedml {
#define GEN_PASS_DEF_CONVERTDMLTOVECTOR
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// Time to move one byte through the caches, for the cost of a kernel.
constexpr double kNanosecondsPerByte = 0.008;
/// Kernels of more operators, or that take longer for an element, are bound by
/// arithmetic and not by memory: a second loop that writes past the caches
/// would only cost compile time.
constexpr size_t kMostOperatorsPastCaches = 32;
constexpr double kMostCostPastCaches = 1;
/// An operator that takes this long computes an elementary function. Beside it
/// a branch and a call are short, while LLVM's time grows faster than a body.
constexpr double kLeastCostOfFunction = 0.1;
/// An operator that is in a kernel more often becomes a function of its own.
constexpr unsigned kMostInlineCopies = 2;
/// Lanes beyond this make strided accesses, which go lane by lane, too long.
constexpr int64_t kMostStridedLanes = 16;

/// One input or result of a kernel.
struct Operand {
  /// Element type: signless, i16 for halves, i8 for 4-bit integers.
  Type stored;
  SmallVector<int64_t> strides;
  bool isIndex = false;
  /// Elements of 4 bits, two to a byte. Their addresses count nibbles.
  bool isNibble = false;
  bool isUnsigned = false; ///< Nibbles only.

  bool variesAlong(unsigned dim) const { return strides[dim] != 0; }
};

/// Values at one level of the loop nest. A value belongs to the level after
/// the last dimension it varies along.
struct Level {
  SmallVector<Value> bases;     ///< Address (or index) of each operand.
  DenseMap<Value, Value> ready; ///< Body value to what it became.
};

/// Operators that do the same to their operands.
struct SameOperator : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::ignoreHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    for (const Operation *op : {a, b})
      if (op == getEmptyKey() || op == getTombstoneKey())
        return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::ignoreValueEquivalence,
        /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
  }
};

/// Builds the function of one dml.fused.
class KernelBuilder {
public:
  KernelBuilder(FusedOp fused, const TargetDescription &target, ModuleOp module,
                StringRef name, FloatMode fp, bool isShort);
  LLVM::LLVMFuncOp build();
  /// Estimated nanoseconds of one element.
  double cost() const { return nanoseconds; }
  /// The scalars that the kernel takes, by their numbers in the graph, and
  /// their values in this one.
  ArrayRef<int32_t> argumentNumbers() const { return scalarNumbers; }
  ArrayRef<float> argumentValues() const { return scalarValues; }

private:
  enum class Store { Normal, PastCaches, ByFlag };

  unsigned rank() const { return sizes.size(); }
  /// Number of dimensions a value varies along up to the last of them.
  unsigned levelOf(Value value) { return levels.lookup(value); }

  void assignLevels();
  void collectArguments();
  void loadArguments();
  double estimateCost();
  void countCopies();
  void chooseLanes(bool isShort);
  void buildLoops(unsigned dim, Level level);
  void buildInnerLoop(const Level &level, Value from, Value to);
  /// The loop over whole vectors in [from, to); returns where it stopped.
  Value buildVectorLoop(const Level &level, Value from, Value to, Store store);
  /// Two vector loops in [from, to), the first past the caches if the flag says
  /// so and the outputs can be aligned; returns where they stopped.
  Value buildLoopsByFlag(const Level &level, Value from, Value to);
  /// Whether the flag says so.
  Value wantsToBypassCaches();
  void buildFence();
  /// Fewer elements than a vector has, or any number one by one.
  void buildPart(const Level &level, Value from, Value to);
  void buildScalarPart(const Level &level, Value from, Value to);
  void buildMaskedPart(const Level &level, Value from, Value to);
  /// Operators of one level, scalar outside the innermost loop.
  void emitOperators(unsigned at, ElementBuilder &e,
                     DenseMap<Value, Value> &ready);
  Value emitOperator(Operation &op, ElementBuilder &e, ValueRange inputs);
  /// The function that computes an operator, made when first asked for.
  LLVM::LLVMFuncOp functionOf(Operation &op, const ElementEmitter &emitter,
                              int64_t lanes, ValueRange inputs);
  /// One trip of the innermost loop at `position`, for `lanes` elements (0:
  /// one scalar), `mask` null where all count.
  void emitBody(const Level &level, Value position, int64_t lanes, Value mask,
                Store store);
  /// The element whose address is `base`.
  Value loadScalar(const Operand &operand, Value base);
  void storeScalar(const Operand &operand, Value base, Value value);
  /// Moves a base by a number of elements.
  Value advance(const Operand &operand, Value base, Value elements);
  Value loadOperand(const Operand &operand, Value base, Value position,
                    ElementBuilder &e, Value mask);
  void storeOperand(const Operand &operand, Value base, Value position,
                    Value value, ElementBuilder &e, Value mask, Store store);

  Value stride(unsigned operand, unsigned dim);
  Value element(Type type, Value array, int64_t index);
  Value gep(Type type, Value base, Value index);
  Value i64(int64_t value);

  FusedOp fused;
  const TargetDescription &target;
  ModuleOp module;
  std::string name;
  FloatMode fp;
  OpBuilder b;
  Location loc;
  ArrayRef<int64_t> sizes;
  SmallVector<Operand> operands; ///< Inputs, then results.
  SmallVector<int32_t> scalarNumbers;
  SmallVector<float> scalarValues;
  KernelArguments arguments; ///< Loaded.
  DenseMap<Value, unsigned> levels;
  double nanoseconds = 0;
  int64_t lanes = 1;       ///< Of a trip of the vector loop.
  int64_t vectorLanes = 1; ///< Of one vector.
  bool stridedInside = false;
  bool hasNibbles = false;
  unsigned functionCount = 0; ///< Operators of kLeastCostOfFunction.
  /// Whether a loop that writes past the caches exists as well.
  bool canBypassCaches = false;
  Value bypass; ///< Whether this call does that, for Store::ByFlag.
  LLVM::LLVMFuncOp function;
  /// Operators that may become functions, and how many are alike.
  DenseMap<Operation *, unsigned, SameOperator> copies;
  /// Those that did, numbered; and the functions by number and lanes.
  DenseMap<Operation *, unsigned, SameOperator> functionNumbers;
  DenseMap<std::pair<unsigned, int64_t>, LLVM::LLVMFuncOp> functions;
};

} // namespace

static Type storedType(Type type) {
  if (type.isF16())
    return IntegerType::get(type.getContext(), 16);
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(),
                            std::max(integer.getWidth(), 8u));
  return type;
}

KernelBuilder::KernelBuilder(FusedOp fused, const TargetDescription &target,
                             ModuleOp module, StringRef name, FloatMode fp,
                             bool isShort)
    : fused(fused), target(target), module(module), name(name), fp(fp),
      b(module.getContext()), loc(UnknownLoc::get(module.getContext())),
      sizes(fused.getSizes()) {
  auto add = [&](Type type, bool isIndex, bool isResult) {
    auto tensor = cast<RankedTensorType>(type);
    Type element = tensor.getElementType();
    operands.push_back({storedType(element), stridesOf(tensor), isIndex,
                        element.getIntOrFloatBitWidth() == 4,
                        element.isUnsignedInteger()});
    // The stride of a dimension of size 1 is never used: an input does not
    // vary along it, and a result keeps the form of a contiguous one.
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (size == 1)
        operands.back().strides[dim] = isResult;
  };
  for (Value input : fused.getInputs())
    add(input.getType(),
        static_cast<bool>(viewedMemory(input).getDefiningOp<LinearIndexOp>()),
        false);
  for (Type type : fused.getResultTypes())
    add(type, false, true);
  assignLevels();
  collectArguments();
  nanoseconds = estimateCost();
  countCopies();
  chooseLanes(isShort);
}

void KernelBuilder::assignLevels() {
  auto last = [&](const Operand &operand) -> unsigned {
    for (unsigned dim = rank(); dim > 0; --dim)
      if (operand.variesAlong(dim - 1))
        return dim;
    return 0;
  };
  for (auto [argument, operand] :
       llvm::zip(fused.getBlock().getArguments(), operands))
    levels[argument] = last(operand);
  for (Operation &op : fused.getBlock().without_terminator()) {
    unsigned level = 0;
    for (Value operand : op.getOperands())
      level = std::max(level, levels.lookup(operand));
    levels[op.getResult(0)] = level;
  }
}

void KernelBuilder::collectArguments() {
  for (Operation &op : fused.getBlock().without_terminator())
    forEachArgument(&op, [&](int32_t number, float value) {
      if (llvm::is_contained(scalarNumbers, number))
        return;
      scalarNumbers.push_back(number);
      scalarValues.push_back(value);
    });
}

/// The block of scalars is behind the operands.
void KernelBuilder::loadArguments() {
  if (scalarNumbers.empty())
    return;
  Value block = element(LLVM::LLVMPointerType::get(module.getContext()),
                        function.getArgument(0), operands.size());
  for (auto [index, number] : llvm::enumerate(scalarNumbers))
    arguments[number] = LLVM::LoadOp::create(
        b, loc, b.getF32Type(), gep(b.getF32Type(), block, i64(index)), 4);
}

void KernelBuilder::countCopies() {
  for (Operation &op : fused.getBlock().without_terminator()) {
    const ElementEmitter *emitter = findEmitter(op.getName().stripDialect());
    if (!emitter || emitter->cost < kLeastCostOfFunction)
      continue;
    ++functionCount;
    bool takesArguments = false;
    forEachArgument(&op, [&](int32_t, float) { takesArguments = true; });
    if (!takesArguments)
      ++copies[&op];
  }
}

void KernelBuilder::chooseLanes(bool isShort) {
  unsigned widest = 8;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    // An index that is not read takes no registers.
    if (operand.isIndex &&
        llvm::all_of(
            fused.getBlock().getArgument(number).getUsers(),
            [](Operation *op) { return isa<FillValueConstantOp>(op); }))
      continue;
    widest = std::max(widest, operand.stored.getIntOrFloatBitWidth());
    int64_t inner = operand.strides.back();
    stridedInside |= !operand.isIndex && inner != 0 && inner != 1;
    hasNibbles |= operand.isNibble;
  }
  vectorLanes = target.vectorBits / widest;
  if (stridedInside)
    vectorLanes = std::min(vectorLanes, kMostStridedLanes);
  lanes = vectorLanes;
  if (isShort)
    return;
  if (!stridedInside && !hasNibbles) {
    // Vectors side by side do not wait for each other. AVX-512 has registers
    // for two; chains of calls are so long that nothing else fills the time.
    if (target.hasAvx512)
      lanes *= 2;
    if (llvm::any_of(copies, [](const auto &entry) {
          return entry.second > kMostInlineCopies;
        }))
      lanes *= 2;
  }
  canBypassCaches =
      lanes > 1 && !stridedInside && !hasNibbles &&
      fused.getBlock().getOperations().size() <= kMostOperatorsPastCaches &&
      nanoseconds <= kMostCostPastCaches &&
      llvm::all_of(
          ArrayRef(operands).drop_front(fused.getInputs().size()),
          [](const Operand &result) { return result.strides.back() == 1; });
}

double KernelBuilder::estimateCost() {
  double result = 0;
  for (Operation &op : fused.getBlock().without_terminator())
    if (const ElementEmitter *emitter =
            findEmitter(op.getName().stripDialect()))
      result += emitter->cost;
  for (const Operand &operand : operands)
    if (!operand.isIndex && operand.variesAlong(rank() - 1))
      result += kNanosecondsPerByte * operand.stored.getIntOrFloatBitWidth() /
                8 * (operand.strides.back() == 1 ? 1 : 4);
  return result;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

Value KernelBuilder::i64(int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
}

Value KernelBuilder::gep(Type type, Value base, Value index) {
  return LLVM::GEPOp::create(b, loc, base.getType(), type, base,
                             ValueRange{index});
}

Value KernelBuilder::element(Type type, Value array, int64_t index) {
  Value place =
      LLVM::GEPOp::create(b, loc, array.getType(), type, array,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  return LLVM::LoadOp::create(b, loc, type, place, 8);
}

Value KernelBuilder::stride(unsigned operand, unsigned dim) {
  return element(b.getI64Type(), function.getArgument(2),
                 operand * rank() + dim);
}

/// Bytes every address of an element type is a multiple of.
static unsigned alignmentOf(Type stored) {
  return stored.getIntOrFloatBitWidth() / 8;
}

Value KernelBuilder::advance(const Operand &operand, Value base,
                             Value elements) {
  if (operand.isIndex || operand.isNibble)
    return arith::AddIOp::create(b, loc, base, elements);
  return gep(operand.stored, base, elements);
}

Value KernelBuilder::loadScalar(const Operand &operand, Value base) {
  if (operand.isIndex)
    return base;
  if (operand.isNibble)
    return NibbleBuilder(b, loc).load(base, operand.isUnsigned);
  return LLVM::LoadOp::create(b, loc, operand.stored, base,
                              alignmentOf(operand.stored));
}

void KernelBuilder::storeScalar(const Operand &operand, Value base,
                                Value value) {
  if (operand.isNibble)
    NibbleBuilder(b, loc).store(base, value);
  else
    LLVM::StoreOp::create(b, loc, value, base, alignmentOf(operand.stored));
}

Value KernelBuilder::loadOperand(const Operand &operand, Value base,
                                 Value position, ElementBuilder &e,
                                 Value mask) {
  unsigned number = &operand - operands.data();
  unsigned inner = rank() - 1;
  if (operand.isIndex) {
    Value step = operand.variesAlong(inner) ? stride(number, inner) : i64(0);
    Value first = arith::AddIOp::create(
        b, loc, base, arith::MulIOp::create(b, loc, position, step));
    if (!e.lanes)
      return first;
    SmallVector<int64_t> lane(e.lanes);
    std::iota(lane.begin(), lane.end(), 0);
    Value iota = arith::ConstantOp::create(
        b, loc,
        cast<TypedAttr>(DenseElementsAttr::get(cast<VectorType>(e.integer(64)),
                                               ArrayRef<int64_t>(lane))));
    return e.add(e.splat(first), e.mul(iota, e.splat(step)));
  }
  unsigned alignment = alignmentOf(operand.stored);
  if (!operand.variesAlong(inner))
    return e.splat(loadScalar(operand, base));
  Type type = e.like(operand.stored);
  if (!e.lanes || operand.strides[inner] == 1) {
    Value index = position;
    if (operand.strides[inner] != 1)
      index = arith::MulIOp::create(b, loc, position, stride(number, inner));
    Value place = advance(operand, base, index);
    if (!e.lanes)
      return loadScalar(operand, place);
    if (operand.isNibble)
      return NibbleBuilder(b, loc).loadVector(place, e.lanes,
                                              operand.isUnsigned);
    if (!mask)
      return LLVM::LoadOp::create(b, loc, type, place, alignment);
    Value nothing =
        arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
    return LLVM::MaskedLoadOp::create(b, loc, type, place, mask, nothing,
                                      alignment);
  }
  Value step = stride(number, inner);
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < e.lanes; ++lane) {
    Value index = arith::MulIOp::create(
        b, loc, arith::AddIOp::create(b, loc, position, i64(lane)), step);
    values.push_back(loadScalar(operand, advance(operand, base, index)));
  }
  return vector::FromElementsOp::create(b, loc, cast<VectorType>(type), values);
}

void KernelBuilder::storeOperand(const Operand &operand, Value base,
                                 Value position, Value value, ElementBuilder &e,
                                 Value mask, Store store) {
  unsigned number = &operand - operands.data();
  unsigned inner = rank() - 1;
  unsigned alignment = alignmentOf(operand.stored);
  if (!e.lanes || operand.strides[inner] == 1) {
    Value index = position;
    if (operand.strides[inner] != 1)
      index = arith::MulIOp::create(b, loc, position, stride(number, inner));
    Value place = advance(operand, base, index);
    if (!e.lanes)
      return storeScalar(operand, place, value);
    if (operand.isNibble)
      return NibbleBuilder(b, loc).storeVector(place, value);
    if (mask) {
      LLVM::MaskedStoreOp::create(b, loc, value, place, mask, alignment);
      return;
    }
    auto storePastCaches = [&] {
      LLVM::StoreOp::create(b, loc, value, place, vectorLanes * alignment,
                            /*isVolatile=*/false, /*isNonTemporal=*/true);
    };
    auto storeNormally = [&] {
      LLVM::StoreOp::create(b, loc, value, place, alignment);
    };
    if (store == Store::PastCaches)
      return storePastCaches();
    if (store == Store::Normal)
      return storeNormally();
    auto branch = [&](function_ref<void()> emit) {
      return [&, emit](OpBuilder &inside, Location) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(inside.getInsertionBlock());
        emit();
        scf::YieldOp::create(b, loc);
      };
    };
    scf::IfOp::create(b, loc, bypass, branch(storePastCaches),
                      branch(storeNormally));
    return;
  }
  Value step = stride(number, inner);
  for (int64_t lane = 0; lane < e.lanes; ++lane) {
    Value index = arith::MulIOp::create(
        b, loc, arith::AddIOp::create(b, loc, position, i64(lane)), step);
    storeScalar(operand, advance(operand, base, index),
                vector::ExtractOp::create(b, loc, value, lane));
  }
}

void KernelBuilder::emitOperators(unsigned at, ElementBuilder &e,
                                  DenseMap<Value, Value> &ready) {
  for (Operation &op : fused.getBlock().without_terminator()) {
    Value result = op.getResult(0);
    if (levels.lookup(result) != at)
      continue;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      ready[result] = e.storedConstant(constant.getValue());
      continue;
    }
    SmallVector<Value> inputs;
    for (Value operand : op.getOperands()) {
      Value value = ready.lookup(operand);
      if (e.lanes && !isa<VectorType>(value.getType()))
        value = e.splat(value);
      inputs.push_back(value);
    }
    ready[result] = emitOperator(op, e, inputs);
  }
}

/// Operators whose sums and products are those of their formulas.
static bool isArithmetic(Operation &op) {
  return isa<AddOp, Add1Op, SubtractOp, MultiplyOp, IdentityOp,
             DifferenceSquareOp, MeanOp, ActivationLinearOp,
             ActivationHardSigmoidOp, ActivationHardSwishOp,
             ActivationLeakyReluOp, ActivationParameterizedReluOp>(op);
}

Value KernelBuilder::emitOperator(Operation &op, ElementBuilder &e,
                                  ValueRange inputs) {
  const ElementEmitter *emitter = findEmitter(op.getName().stripDialect());
  e.contracts = fp != FloatMode::Strict && isArithmetic(op);
  if (copies.lookup(&op) <= kMostInlineCopies)
    return emitter->emit(e, &op, inputs);
  LLVM::LLVMFuncOp callee = functionOf(op, *emitter, e.lanes, inputs);
  return LLVM::CallOp::create(b, loc, callee, inputs).getResult();
}

LLVM::LLVMFuncOp KernelBuilder::functionOf(Operation &op,
                                           const ElementEmitter &emitter,
                                           int64_t lanes, ValueRange inputs) {
  unsigned number =
      functionNumbers.try_emplace(&op, functionNumbers.size()).first->second;
  LLVM::LLVMFuncOp &callee = functions[{number, lanes}];
  if (callee)
    return callee;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(module.getBody());
  ElementBuilder e(b, loc, module, name, target, lanes, arguments);
  Type result = e.like(storedType(op.getResult(0).getType()));
  callee = LLVM::LLVMFuncOp::create(
      b, loc, name + "_f" + std::to_string(functions.size() - 1),
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(inputs.getTypes())),
      LLVM::Linkage::Internal);
  Block *entry = callee.addEntryBlock(b);
  b.setInsertionPointToEnd(entry);
  LLVM::ReturnOp::create(b, loc, emitter.emit(e, &op, entry->getArguments()));
  return callee;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void KernelBuilder::emitBody(const Level &level, Value position, int64_t lanes,
                             Value mask, Store store) {
  ElementBuilder e(b, loc, module, name, target, lanes, arguments);
  e.keepsUnrounded = fp == FloatMode::Fast;
  DenseMap<Value, Value> ready = level.ready;
  unsigned inputs = fused.getInputs().size();
  for (auto [index, argument] :
       llvm::enumerate(fused.getBlock().getArguments()))
    if (levelOf(argument) == rank())
      ready[argument] =
          loadOperand(operands[index], level.bases[index], position, e, mask);
  emitOperators(rank(), e, ready);
  // All loads come before the first store: an output may be an input's memory.
  for (auto [index, yielded] : llvm::enumerate(fused.getYield().getValues())) {
    Value value = ready.lookup(yielded);
    if (lanes && !isa<VectorType>(value.getType()))
      value = e.splat(value);
    storeOperand(operands[inputs + index], level.bases[inputs + index],
                 position, value, e, mask, store);
  }
}

Value KernelBuilder::buildVectorLoop(const Level &level, Value from, Value to,
                                     Store store) {
  // Memory is what a loop past the caches waits for, and it is faster if lines
  // are asked for and written one by one.
  int64_t lanes = store == Store::PastCaches ? vectorLanes : this->lanes;
  // The last whole vector ends at or before `to`.
  Value count = arith::SubIOp::create(b, loc, to, from);
  Value whole = arith::SubIOp::create(
      b, loc, count, arith::RemUIOp::create(b, loc, count, i64(lanes)));
  Value stop = arith::AddIOp::create(b, loc, from, whole);
  scf::ForOp::create(b, loc, from, stop, i64(lanes), ValueRange(),
                     [&](OpBuilder &, Location, Value position, ValueRange) {
                       OpBuilder::InsertionGuard guard(b);
                       b.setInsertionPointToEnd(position.getParentBlock());
                       emitBody(level, position, lanes, Value(), store);
                       scf::YieldOp::create(b, loc);
                     });
  return stop;
}

void KernelBuilder::buildScalarPart(const Level &level, Value from, Value to) {
  scf::ForOp::create(b, loc, from, to, i64(1), ValueRange(),
                     [&](OpBuilder &, Location, Value position, ValueRange) {
                       OpBuilder::InsertionGuard guard(b);
                       b.setInsertionPointToEnd(position.getParentBlock());
                       emitBody(level, position, 0, Value(), Store::Normal);
                       scf::YieldOp::create(b, loc);
                     });
}

void KernelBuilder::buildMaskedPart(const Level &level, Value from, Value to) {
  auto body = [&](OpBuilder &, Location, Value position, ValueRange) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(position.getParentBlock());
    // Bytes hold every lane number, and how many elements are left at most.
    // They compare in one instruction.
    ElementBuilder e(b, loc, module, name, target, vectorLanes, arguments);
    SmallVector<int8_t> numbers(vectorLanes);
    std::iota(numbers.begin(), numbers.end(), 0);
    Value lane = arith::ConstantOp::create(
        b, loc,
        cast<TypedAttr>(DenseElementsAttr::get(cast<VectorType>(e.integer(8)),
                                               ArrayRef<int8_t>(numbers))));
    Value count = arith::SubIOp::create(b, loc, to, position);
    Value limit =
        e.splat(arith::TruncIOp::create(b, loc, b.getI8Type(), count));
    Value mask = e.compare(arith::CmpIPredicate::ult, lane, limit);
    emitBody(level, position, vectorLanes, mask, Store::Normal);
    scf::YieldOp::create(b, loc);
  };
  scf::ForOp::create(b, loc, from, to, i64(vectorLanes), ValueRange(), body);
}

void KernelBuilder::buildPart(const Level &level, Value from, Value to) {
  if (target.maskedMemory && !stridedInside && !hasNibbles && lanes > 1)
    buildMaskedPart(level, from, to);
  else
    buildScalarPart(level, from, to);
}

Value KernelBuilder::wantsToBypassCaches() {
  return arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ne,
      arith::AndIOp::create(b, loc, function.getArgument(5),
                            i64(runtime::NonTemporalStores)),
      i64(0));
}

/// Stores past the caches are not ordered with others, and another thread may
/// read the results as soon as the kernel returns. At the end of each row the
/// fence would hold up the next one.
void KernelBuilder::buildFence() {
  if (!canBypassCaches || !target.isX86)
    return;
  scf::IfOp::create(
      b, loc, wantsToBypassCaches(), [&](OpBuilder &then, Location) {
        LLVM::CallIntrinsicOp::create(
            then, loc, then.getStringAttr("llvm.x86.sse.sfence"), ValueRange());
        scf::YieldOp::create(then, loc);
      });
}

Value KernelBuilder::buildLoopsByFlag(const Level &level, Value from,
                                      Value to) {
  // A vector store past the caches must be aligned to its size; otherwise it
  // falls apart into small ones. The first output is brought there by a short
  // part before the loop, the others must follow.
  ArrayRef<Operand> results =
      ArrayRef(operands).drop_front(fused.getInputs().size());
  auto bytesPast = [&](size_t number, Value position) -> Value {
    const Operand &result = results[number];
    Value address = LLVM::PtrToIntOp::create(
        b, loc, b.getI64Type(),
        gep(result.stored, level.bases[fused.getInputs().size() + number],
            position));
    return arith::AndIOp::create(
        b, loc, address, i64(vectorLanes * alignmentOf(result.stored) - 1));
  };
  Value wanted = wantsToBypassCaches();
  // Elements to the next aligned address: those left of one vector, modulo it.
  Value past = arith::DivUIOp::create(b, loc, bytesPast(0, from),
                                      i64(alignmentOf(results[0].stored)));
  Value ahead = arith::RemUIOp::create(
      b, loc, arith::SubIOp::create(b, loc, i64(vectorLanes), past),
      i64(vectorLanes));
  Value count = arith::SubIOp::create(b, loc, to, from);
  ahead = arith::MinSIOp::create(b, loc, ahead, count);
  ahead = arith::SelectOp::create(b, loc, wanted, ahead, i64(0));
  Value start = arith::AddIOp::create(b, loc, from, ahead);
  buildPart(level, from, start);
  bypass = wanted;
  for (size_t number = 1; number < results.size(); ++number)
    bypass = arith::AndIOp::create(
        b, loc, bypass,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                              bytesPast(number, start), i64(0)));
  // A second copy of many functions would take long to compile. One that is
  // as fast as memory must not wait for the branch.
  if (functionCount > 1)
    return buildVectorLoop(level, start, to, Store::ByFlag);
  auto loop = [&](Store store) {
    return [&, store](OpBuilder &branch, Location) {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToEnd(branch.getInsertionBlock());
      Value stop = buildVectorLoop(level, start, to, store);
      scf::YieldOp::create(b, loc, stop);
    };
  };
  return scf::IfOp::create(b, loc, bypass, loop(Store::PastCaches),
                           loop(Store::Normal))
      .getResult(0);
}

void KernelBuilder::buildInnerLoop(const Level &level, Value from, Value to) {
  if (lanes <= 1) {
    buildScalarPart(level, from, to);
    return;
  }
  Value stop = canBypassCaches
                   ? buildLoopsByFlag(level, from, to)
                   : buildVectorLoop(level, from, to, Store::Normal);
  buildPart(level, stop, to);
}

void KernelBuilder::buildLoops(unsigned dim, Level level) {
  // What varies along the outer dimensions only is computed here, as scalars.
  ElementBuilder scalars(b, loc, module, name, target, 0, arguments);
  scalars.keepsUnrounded = fp == FloatMode::Fast;
  unsigned inner = rank() - 1;
  if (dim <= inner) {
    for (auto [index, argument] :
         llvm::enumerate(fused.getBlock().getArguments())) {
      if (levelOf(argument) != dim)
        continue;
      const Operand &operand = operands[index];
      level.ready[argument] = loadScalar(operand, level.bases[index]);
    }
    emitOperators(dim, scalars, level.ready);
  }

  Value from = dim == 0 ? function.getArgument(3) : i64(0);
  Value to = dim == 0 ? function.getArgument(4)
                      : element(b.getI64Type(), function.getArgument(1), dim);
  if (dim == inner) {
    buildInnerLoop(level, from, to);
    return;
  }
  SmallVector<Value> steps(operands.size());
  for (auto [index, operand] : llvm::enumerate(operands))
    if (operand.variesAlong(dim))
      steps[index] = stride(index, dim);
  scf::ForOp::create(b, loc, from, to, i64(1), ValueRange(),
                     [&](OpBuilder &, Location, Value position, ValueRange) {
                       OpBuilder::InsertionGuard guard(b);
                       b.setInsertionPointToEnd(position.getParentBlock());
                       Level next = level;
                       for (auto [index, operand] : llvm::enumerate(operands)) {
                         if (!operand.variesAlong(dim))
                           continue;
                         Value offset = arith::MulIOp::create(b, loc, position,
                                                              steps[index]);
                         Value &base = next.bases[index];
                         base = advance(operand, base, offset);
                       }
                       buildLoops(dim + 1, std::move(next));
                       scf::YieldOp::create(b, loc);
                     });
}

LLVM::LLVMFuncOp KernelBuilder::build() {
  MLIRContext *context = module.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context), i64Type = b.getI64Type();
  b.setInsertionPointToEnd(module.getBody());
  function = LLVM::LLVMFuncOp::create(
      b, loc, name,
      LLVM::LLVMFunctionType::get(
          LLVM::LLVMVoidType::get(context),
          {pointer, pointer, pointer, i64Type, i64Type, i64Type}));
  Block *entry = function.addEntryBlock(b);
  b.setInsertionPointToEnd(entry);
  Level level;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    bool isNumber = operand.isIndex || operand.isNibble;
    Value base =
        element(isNumber ? i64Type : pointer, function.getArgument(0), index);
    if (operand.isNibble)
      base = NibbleBuilder(b, loc).addressOf(base);
    level.bases.push_back(base);
  }
  loadArguments();
  buildLoops(0, std::move(level));
  buildFence();
  LLVM::ReturnOp::create(b, loc, ValueRange());
  return function;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertDmlToVectorPass
    : fusedml::impl::ConvertDmlToVectorBase<ConvertDmlToVectorPass> {
  using ConvertDmlToVectorBase::ConvertDmlToVectorBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Expected<TargetDescription> target =
        describeTarget({triple, cpu, features}, TargetUse::AnotherMachine);
    if (!target) {
      module.emitError() << target.error().message;
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      SmallVector<FusedOp> all(function.getOps<FusedOp>());
      for (auto [number, fused] : llvm::enumerate(all)) {
        std::string name = "fusedml_" + cIdentifier(function.getName()) + "_k" +
                           std::to_string(number);
        KernelBuilder kernel(fused, *target, module, name, fp, isShort);
        kernel.build();
        OpBuilder builder(fused);
        auto launch = LaunchOp::create(
            builder, fused.getLoc(), fused.getResultTypes(),
            FlatSymbolRefAttr::get(module.getContext(), name),
            fused.getInputs(), builder.getF64FloatAttr(kernel.cost()),
            DenseI32ArrayAttr(), DenseF32ArrayAttr());
        if (!kernel.argumentNumbers().empty()) {
          launch.setArgumentNumbers(kernel.argumentNumbers());
          launch.setArgumentValues(kernel.argumentValues());
        }
        fused.replaceAllUsesWith(launch.getResults());
        fused.erase();
      }
    }
  }
};
} // namespace
