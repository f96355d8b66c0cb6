//===- AotEntry.cpp - the one function of an object file ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ToLlvm.h"

#include "compiler/target/Symbols.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fusedml;

namespace {

/// Default value of the floating-point control register.
constexpr uint32_t kDefaultMxcsr = 0x1f80;

class EntryBuilder {
public:
  EntryBuilder(ModuleOp module, const runtime::Plan &plan,
               const TargetDescription &target)
      : module(module), plan(plan), target(target), b(module.getContext()),
        loc(b.getUnknownLoc()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  void build();

private:
  Value constant(Type type, int64_t value) {
    return LLVM::ConstantOp::create(b, loc, type,
                                    b.getIntegerAttr(type, value));
  }
  Value global(Twine name, DenseElementsAttr elements, unsigned alignment);
  Value arrayOf(Twine name, ArrayRef<int64_t> values);
  Value baseOf(const runtime::Step &step, unsigned number,
               const runtime::Operand &operand);
  void callKernel(const runtime::Step &step, unsigned number);
  /// Calls an intrinsic; null where `result` is null.
  Value call(StringRef intrinsic, Type result, ValueRange arguments);
  /// Sets the default environment and returns what was found.
  Value enterEnvironment();
  void leaveEnvironment(Value found);

  ModuleOp module;
  const runtime::Plan &plan;
  const TargetDescription &target;
  OpBuilder b;
  Location loc;
  Type pointer;
  LLVM::LLVMFuncOp entry;
  Value controlSlot;
};

} // namespace

Value EntryBuilder::global(Twine name, DenseElementsAttr elements,
                           unsigned alignment) {
  LLVM::GlobalOp global;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(
        b, loc,
        LLVM::LLVMArrayType::get(elements.getElementType(),
                                 elements.getNumElements()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name.str(), elements,
        alignment);
  }
  return LLVM::AddressOfOp::create(b, loc, global);
}

Value EntryBuilder::arrayOf(Twine name, ArrayRef<int64_t> values) {
  return global(name,
                DenseElementsAttr::get(
                    RankedTensorType::get({static_cast<int64_t>(values.size())},
                                          b.getI64Type()),
                    values),
                8);
}

Value EntryBuilder::baseOf(const runtime::Step &step, unsigned number,
                           const runtime::Operand &operand) {
  switch (operand.kind) {
  case runtime::Operand::Kind::Input:
    return entry.getArgument(operand.index);
  case runtime::Operand::Kind::Output:
    return entry.getArgument(plan.inputs.size() + operand.index);
  case runtime::Operand::Kind::Temporary:
    return LLVM::GEPOp::create(
        b, loc, pointer, b.getI8Type(),
        entry.getArgument(plan.inputs.size() + plan.outputs.size()),
        ValueRange{constant(b.getI64Type(), operand.offset)});
  case runtime::Operand::Kind::Constant:
    return LLVM::AddressOfOp::create(
        b, loc, pointer, ("constant_" + Twine(operand.index)).str());
  case runtime::Operand::Kind::Index:
    return LLVM::ZeroOp::create(b, loc, pointer);
  case runtime::Operand::Kind::Arguments:
    return global(
        "arguments_" + Twine(number),
        DenseElementsAttr::get(
            RankedTensorType::get({static_cast<int64_t>(step.arguments.size())},
                                  b.getF32Type()),
            ArrayRef<float>(step.arguments)),
        4);
  }
  llvm_unreachable("all kinds are handled");
}

void EntryBuilder::callKernel(const runtime::Step &step, unsigned number) {
  // Nothing to do, and buffers may be null.
  if (llvm::is_contained(step.extents, 0))
    return;
  Type i64 = b.getI64Type();
  Value bases = LLVM::AllocaOp::create(b, loc, pointer, pointer,
                                       constant(i64, step.operands.size()), 8);
  SmallVector<int64_t> strides;
  for (auto [index, operand] : llvm::enumerate(step.operands)) {
    Value slot = LLVM::GEPOp::create(
        b, loc, pointer, pointer, bases,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(b, loc, baseOf(step, number, operand), slot, 8);
    strides.append(operand.strides.begin(), operand.strides.end());
  }
  Value extents = arrayOf("extents_" + Twine(number), step.extents);
  Value strideArray = arrayOf("strides_" + Twine(number), strides);
  LLVM::CallOp::create(b, loc, TypeRange(), step.name,
                       ValueRange{bases, extents, strideArray, constant(i64, 0),
                                  constant(i64, step.extents.front()),
                                  constant(i64, 0)});
}

Value EntryBuilder::call(StringRef intrinsic, Type result,
                         ValueRange arguments) {
  StringAttr name = b.getStringAttr(intrinsic);
  if (!result) {
    LLVM::CallIntrinsicOp::create(b, loc, name, arguments);
    return {};
  }
  return LLVM::CallIntrinsicOp::create(b, loc, result, name, arguments)
      .getResult(0);
}

Value EntryBuilder::enterEnvironment() {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  if (!target.isX86) {
    Value found = call("llvm.aarch64.get.fpcr", i64, {});
    call("llvm.aarch64.set.fpcr", {}, constant(i64, 0));
    return found;
  }
  controlSlot =
      LLVM::AllocaOp::create(b, loc, pointer, i32, constant(i64, 2), 4);
  call("llvm.x86.sse.stmxcsr", {}, controlSlot);
  Value found = LLVM::LoadOp::create(b, loc, i32, controlSlot, 4);
  Value wanted = LLVM::GEPOp::create(b, loc, pointer, i32, controlSlot,
                                     ArrayRef<LLVM::GEPArg>{1});
  LLVM::StoreOp::create(b, loc, constant(i32, kDefaultMxcsr), wanted, 4);
  call("llvm.x86.sse.ldmxcsr", {}, wanted);
  return found;
}

void EntryBuilder::leaveEnvironment(Value found) {
  if (target.isX86)
    call("llvm.x86.sse.ldmxcsr", {}, controlSlot);
  else
    call("llvm.aarch64.set.fpcr", {}, found);
}

void EntryBuilder::build() {
  for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
    kernel.setLinkage(LLVM::Linkage::Internal);
  SmallVector<Type> arguments(plan.inputs.size() + plan.outputs.size(),
                              pointer);
  if (plan.temporaryBytes)
    arguments.push_back(pointer);
  b.setInsertionPointToEnd(module.getBody());
  entry = LLVM::LLVMFuncOp::create(
      b, loc, entrySymbol(plan),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                  arguments));
  b.setInsertionPointToEnd(entry.addEntryBlock(b));
  for (auto [index, bytes] : llvm::enumerate(plan.constants)) {
    SmallVector<int8_t> values;
    for (std::byte byte : bytes)
      values.push_back(static_cast<int8_t>(byte));
    global("constant_" + Twine(index),
           DenseElementsAttr::get(
               RankedTensorType::get({static_cast<int64_t>(values.size())},
                                     b.getI8Type()),
               ArrayRef<int8_t>(values)),
           64);
  }
  Value found = enterEnvironment();
  for (auto [number, step] : llvm::enumerate(plan.steps))
    callKernel(step, number);
  leaveEnvironment(found);
  LLVM::ReturnOp::create(b, loc, ValueRange());
}

void fusedml::addEntry(ModuleOp module, const runtime::Plan &plan,
                       const TargetDescription &target) {
  EntryBuilder(module, plan, target).build();
}
