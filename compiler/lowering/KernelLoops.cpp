//===- KernelLoops.cpp - the loops of a kernel ----------------------------===//
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

#include "compiler/lowering/KernelLoops.h"

#include "compiler/lowering/ElementEmitters.h"
#include "compiler/lowering/OperandAccess.h"
#include "runtime/KernelAbi.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

using Store = OperandAccess::Store;

/// Values at one level of the loop nest.
struct Level {
  SmallVector<Value> bases;     ///< Where each operand begins.
  DenseMap<Value, Value> ready; ///< Body value to what it became.
};

class LoopBuilder {
public:
  LoopBuilder(ImplicitLocOpBuilder &b, const KernelShape &shape,
              ModuleOp module, LLVM::LLVMFuncOp function)
      : b(b), shape(shape), module(module), function(function),
        access(b, shape, function) {}
  void build();

private:
  void buildLoops(unsigned dim, Level level);
  /// The loop over whole vectors in [from, to); returns where it stopped.
  Value buildVectorLoop(const Level &level, Value from, Value to, Store store);
  /// The same past the caches if the flag says so and the outputs can be
  /// aligned.
  Value buildLoopsByFlag(const Level &level, Value from, Value to);
  /// Whether the flag says so.
  Value wantsToBypassCaches();
  void buildFence();
  /// Fewer elements than a vector has, or any number one by one.
  void buildPart(const Level &level, Value from, Value to);
  void buildLoop(Value from, Value to, int64_t step,
                 function_ref<void(Value position)> body);

  /// One trip of the innermost loop at `position`, for `lanes` elements (0:
  /// one scalar), `mask` null where all count.
  void emitTrip(const Level &level, Value position, int64_t lanes, Value mask,
                Store store);
  ElementBuilder elements(int64_t lanes);
  /// Adds the results of a level's operators to `ready`.
  void emitOperators(unsigned level, ElementBuilder &e,
                     DenseMap<Value, Value> &ready);
  /// The function that computes an operator, made when first asked for.
  LLVM::LLVMFuncOp functionOf(Operation *op, int64_t lanes, ValueRange inputs);

  ImplicitLocOpBuilder &b;
  const KernelShape &shape;
  ModuleOp module;
  LLVM::LLVMFuncOp function;
  OperandAccess access;
  KernelArguments arguments; ///< Loaded.
  /// Of operators, by the number of lanes.
  DenseMap<std::pair<Operation *, int64_t>, LLVM::LLVMFuncOp> functions;
};

} // namespace

//===----------------------------------------------------------------------===//
// One trip
//===----------------------------------------------------------------------===//

ElementBuilder LoopBuilder::elements(int64_t lanes) {
  ElementBuilder e(b, b.getLoc(), module, function.getName(), shape.target,
                   lanes, arguments);
  e.keepsUnrounded = shape.fp == FloatMode::Fast;
  return e;
}

/// What an outer level computed, in every lane.
static Value inLanes(ElementBuilder &e, Value value) {
  return e.lanes && !isa<VectorType>(value.getType()) ? e.splat(value) : value;
}

static Value emitInline(Operation *op, ElementBuilder &e, ValueRange inputs) {
  return findEmitter(op->getName().stripDialect())->emit(e, op, inputs);
}

void LoopBuilder::emitOperators(unsigned level, ElementBuilder &e,
                                DenseMap<Value, Value> &ready) {
  auto lookUp = [&](Value value) { return inLanes(e, ready.lookup(value)); };
  for (Operation &op : shape.block.without_terminator()) {
    Value result = op.getResult(0);
    if (shape.levels.lookup(result) != level)
      continue;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      ready[result] = e.storedConstant(constant.getValue());
      continue;
    }
    SmallVector<Value> inputs = llvm::map_to_vector(op.getOperands(), lookUp);
    e.contracts = shape.fp != FloatMode::Strict && rowOf(&op)->contracts;
    if (Operation *callee = shape.callees.lookup(&op))
      ready[result] =
          LLVM::CallOp::create(b, functionOf(callee, e.lanes, inputs), inputs)
              .getResult();
    else
      ready[result] = emitInline(&op, e, inputs);
  }
}

LLVM::LLVMFuncOp LoopBuilder::functionOf(Operation *op, int64_t lanes,
                                         ValueRange inputs) {
  LLVM::LLVMFuncOp &callee = functions[{op, lanes}];
  if (callee)
    return callee;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(module.getBody());
  ElementBuilder e = elements(lanes);
  Type result = e.like(storedType(op->getResult(0).getType()));
  std::string name =
      (function.getName() + "_f" + Twine(functions.size() - 1)).str();
  callee = LLVM::LLVMFuncOp::create(
      b, name,
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(inputs.getTypes())),
      LLVM::Linkage::Internal);
  Block *entry = callee.addEntryBlock(b);
  b.setInsertionPointToEnd(entry);
  LLVM::ReturnOp::create(b, emitInline(op, e, entry->getArguments()));
  return callee;
}

void LoopBuilder::emitTrip(const Level &level, Value position, int64_t lanes,
                           Value mask, Store store) {
  ElementBuilder e = elements(lanes);
  DenseMap<Value, Value> ready = level.ready;
  for (auto [index, argument] : llvm::enumerate(shape.block.getArguments()))
    if (shape.levels.lookup(argument) == shape.rank)
      ready[argument] =
          access.load(index, level.bases[index], position, e, mask);
  emitOperators(shape.rank, e, ready);
  // All loads come before the first store: an output may be an input's memory.
  for (auto [index, yielded] :
       llvm::enumerate(shape.block.getTerminator()->getOperands())) {
    Value value = inLanes(e, ready.lookup(yielded));
    unsigned operand = shape.inputs + index;
    access.store(operand, level.bases[operand], position, value, mask, store);
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LoopBuilder::buildLoop(Value from, Value to, int64_t step,
                            function_ref<void(Value position)> body) {
  auto loop = scf::ForOp::create(b, from, to, access.i64(step));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

Value LoopBuilder::buildVectorLoop(const Level &level, Value from, Value to,
                                   Store store) {
  // Memory is what a loop past the caches waits for, and it is faster if lines
  // are asked for and written one by one.
  int64_t lanes = store == Store::PastCaches ? shape.vectorLanes : shape.lanes;
  // The last whole vector ends at or before `to`.
  Value count = arith::SubIOp::create(b, to, from);
  Value whole = arith::SubIOp::create(
      b, count, arith::RemUIOp::create(b, count, access.i64(lanes)));
  Value stop = arith::AddIOp::create(b, from, whole);
  buildLoop(from, stop, lanes, [&](Value position) {
    emitTrip(level, position, lanes, Value(), store);
  });
  return stop;
}

void LoopBuilder::buildPart(const Level &level, Value from, Value to) {
  if (!shape.masksTail)
    return buildLoop(from, to, 1, [&](Value position) {
      emitTrip(level, position, 0, Value(), Store::Normal);
    });
  buildLoop(from, to, shape.vectorLanes, [&](Value position) {
    // Bytes hold every lane number, and how many elements are left at most.
    // They compare in one instruction.
    ElementBuilder e = elements(shape.vectorLanes);
    Value lane = access.laneNumbers(e, 8);
    Value count = arith::SubIOp::create(b, to, position);
    Value limit = e.splat(arith::TruncIOp::create(b, b.getI8Type(), count));
    Value mask = e.compare(arith::CmpIPredicate::ult, lane, limit);
    emitTrip(level, position, shape.vectorLanes, mask, Store::Normal);
  });
}

Value LoopBuilder::wantsToBypassCaches() {
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne,
      arith::AndIOp::create(b, function.getArgument(Flags),
                            access.i64(runtime::NonTemporalStores)),
      access.i64(0));
}

/// Stores past the caches are not ordered with others, and another thread may
/// read the results as soon as the kernel returns. At the end of each row the
/// fence would hold up the next one.
void LoopBuilder::buildFence() {
  if (shape.pastCaches == KernelShape::PastCaches::Never || !shape.target.isX86)
    return;
  auto wanted = scf::IfOp::create(b, wantsToBypassCaches(),
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(wanted.thenBlock());
  LLVM::CallIntrinsicOp::create(b, b.getStringAttr("llvm.x86.sse.sfence"),
                                ValueRange());
}

Value LoopBuilder::buildLoopsByFlag(const Level &level, Value from, Value to) {
  // A vector store past the caches must be aligned to its size; otherwise it
  // falls apart into small ones. The first output is brought there by a short
  // part before the loop, the others must follow.
  auto bytesPast = [&](unsigned result, Value position) -> Value {
    Value address = LLVM::PtrToIntOp::create(
        b, b.getI64Type(),
        access.advance(result, level.bases[result], position));
    return arith::AndIOp::create(
        b, address,
        access.i64(shape.vectorLanes * shape.operands[result].alignment() - 1));
  };
  unsigned first = shape.inputs;
  Value wanted = wantsToBypassCaches();
  // Elements to the next aligned address: those left of one vector, modulo it.
  Value past = arith::DivUIOp::create(
      b, bytesPast(first, from), access.i64(shape.operands[first].alignment()));
  Value ahead = arith::RemUIOp::create(
      b, arith::SubIOp::create(b, access.i64(shape.vectorLanes), past),
      access.i64(shape.vectorLanes));
  Value count = arith::SubIOp::create(b, to, from);
  ahead = arith::MinSIOp::create(b, ahead, count);
  ahead = arith::SelectOp::create(b, wanted, ahead, access.i64(0));
  Value start = arith::AddIOp::create(b, from, ahead);
  buildPart(level, from, start);
  Value bypass = wanted;
  for (unsigned other = first + 1; other < shape.operands.size(); ++other)
    bypass = arith::AndIOp::create(
        b, bypass,
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                              bytesPast(other, start), access.i64(0)));
  if (shape.pastCaches == KernelShape::PastCaches::Store) {
    access.bypass = bypass;
    return buildVectorLoop(level, start, to, Store::ByFlag);
  }
  auto choice = scf::IfOp::create(b, b.getI64Type(), bypass,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (auto [block, store] : {std::pair(choice.thenBlock(), Store::PastCaches),
                              std::pair(choice.elseBlock(), Store::Normal)}) {
    b.setInsertionPointToStart(block);
    scf::YieldOp::create(b, buildVectorLoop(level, start, to, store));
  }
  return choice.getResult(0);
}

void LoopBuilder::buildLoops(unsigned dim, Level level) {
  // What varies along the outer dimensions only is computed here, as scalars.
  ElementBuilder scalars = elements(0);
  for (auto [index, argument] : llvm::enumerate(shape.block.getArguments()))
    if (shape.levels.lookup(argument) == dim)
      level.ready[argument] = access.loadScalar(index, level.bases[index]);
  emitOperators(dim, scalars, level.ready);

  Value from = dim == 0 ? function.getArgument(Begin) : access.i64(0);
  Value to = dim == 0 ? function.getArgument(End) : access.extent(dim);
  if (dim + 1 == shape.rank) {
    Value stop = shape.pastCaches == KernelShape::PastCaches::Never
                     ? buildVectorLoop(level, from, to, Store::Normal)
                     : buildLoopsByFlag(level, from, to);
    return buildPart(level, stop, to);
  }
  SmallVector<Value> steps(shape.operands.size());
  for (auto [index, operand] : llvm::enumerate(shape.operands))
    if (operand.variesAlong(dim))
      steps[index] = access.stride(index, dim);
  buildLoop(from, to, 1, [&](Value position) {
    Level next = level;
    for (auto [index, step] : llvm::enumerate(steps))
      if (step)
        next.bases[index] = access.advance(
            index, next.bases[index], arith::MulIOp::create(b, position, step));
    buildLoops(dim + 1, std::move(next));
  });
}

void LoopBuilder::build() {
  Level level;
  for (unsigned operand = 0; operand < shape.operands.size(); ++operand)
    level.bases.push_back(access.base(operand));
  arguments = access.loadArguments();
  buildLoops(0, std::move(level));
  buildFence();
  LLVM::ReturnOp::create(b, ValueRange());
}

void fusedml::buildKernel(const KernelShape &shape, ModuleOp module,
                          StringRef name) {
  MLIRContext *context = module.getContext();
  auto b = ImplicitLocOpBuilder::atBlockEnd(UnknownLoc::get(context),
                                            module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(context), i64 = b.getI64Type();
  auto function = LLVM::LLVMFuncOp::create(
      b, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                  {pointer, pointer, pointer, i64, i64, i64}));
  b.setInsertionPointToEnd(function.addEntryBlock(b));
  LoopBuilder(b, shape, module, function).build();
}
