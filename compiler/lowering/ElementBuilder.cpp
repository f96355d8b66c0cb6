//===- ElementBuilder.cpp - arithmetic on one element or a vector of them -===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ElementBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static Type scalarOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

Type ElementBuilder::like(Type scalar) const {
  return lanes ? VectorType::get({lanes}, scalar) : scalar;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value ElementBuilder::constant(TypedAttr scalar) {
  if (!lanes)
    return arith::ConstantOp::create(builder, loc, scalar);
  auto type = cast<VectorType>(like(scalar.getType()));
  return arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(DenseElementsAttr::get(type, scalar)));
}

Value ElementBuilder::constantF32(float value) {
  // Through the bits, so that every NaN and zero stays what it is.
  return constant(FloatAttr::get(builder.getF32Type(), APFloat(value)));
}

Value ElementBuilder::constantF64(double value) {
  return constant(FloatAttr::get(builder.getF64Type(), APFloat(value)));
}

Value ElementBuilder::constantInt(unsigned bits, uint64_t value) {
  return constant(IntegerAttr::get(builder.getIntegerType(bits),
                                   APInt(64, value).trunc(bits)));
}

Value ElementBuilder::splat(Value scalar) {
  return lanes ? vector::BroadcastOp::create(builder, loc,
                                             like(scalar.getType()), scalar)
                     .getResult()
               : scalar;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ElementBuilder::add(Value a, Value b) {
  if (isa<FloatType>(scalarOf(a)))
    return arith::AddFOp::create(builder, loc, a, b);
  return arith::AddIOp::create(builder, loc, a, b);
}

Value ElementBuilder::sub(Value a, Value b) {
  if (isa<FloatType>(scalarOf(a)))
    return arith::SubFOp::create(builder, loc, a, b);
  return arith::SubIOp::create(builder, loc, a, b);
}

Value ElementBuilder::mul(Value a, Value b) {
  if (isa<FloatType>(scalarOf(a)))
    return arith::MulFOp::create(builder, loc, a, b);
  return arith::MulIOp::create(builder, loc, a, b);
}

Value ElementBuilder::div(Value a, Value b) {
  return arith::DivFOp::create(builder, loc, a, b);
}

Value ElementBuilder::fma(Value a, Value b, Value c) {
  if (target.hasFma)
    return math::FmaOp::create(builder, loc, a, b, c);
  // The product of two floats is exact in double. The sum is rounded to odd
  // there, after which rounding to float is the only rounding that counts.
  auto widen = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, loc, f64(), value);
  };
  Value product = mul(widen(a), widen(b)), addend = widen(c);
  Value sum = add(product, addend);
  Value part = sub(sum, product);
  Value error = add(sub(product, sub(sum, part)), sub(addend, part));
  Value zero = constantF64(0.0);
  Value inexact = compare(CmpFPredicate::ONE, error, zero);
  Value raw = bits(sum, builder.getI64Type());
  Value even = compare(CmpIPredicate::eq, bitAnd(raw, constantInt(64, 1)),
                       constantInt(64, 0));
  // Toward the error: away from zero where both have one sign.
  Value sameSign =
      compare(CmpIPredicate::sge,
              arith::XOrIOp::create(builder, loc, raw,
                                    bits(error, builder.getI64Type())),
              constantInt(64, 0));
  Value step = select(sameSign, constantInt(64, 1), constantInt(64, ~0ull));
  Value odd = add(raw, select(bitAnd(inexact, even), step, constantInt(64, 0)));
  return arith::TruncFOp::create(builder, loc, f32(),
                                 bits(odd, builder.getF64Type()));
}

Value ElementBuilder::bitAnd(Value a, Value b) {
  return arith::AndIOp::create(builder, loc, a, b);
}

Value ElementBuilder::bitOr(Value a, Value b) {
  return arith::OrIOp::create(builder, loc, a, b);
}

Value ElementBuilder::shiftLeft(Value a, unsigned count) {
  return arith::ShLIOp::create(
      builder, loc, a, constantInt(scalarOf(a).getIntOrFloatBitWidth(), count));
}

Value ElementBuilder::shiftRightLogical(Value a, unsigned count) {
  return arith::ShRUIOp::create(
      builder, loc, a, constantInt(scalarOf(a).getIntOrFloatBitWidth(), count));
}

Value ElementBuilder::compare(CmpFPredicate predicate, Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, predicate, a, b);
}

Value ElementBuilder::compare(CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, predicate, a, b);
}

Value ElementBuilder::select(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

Value ElementBuilder::bits(Value value, Type scalar) {
  return arith::BitcastOp::create(builder, loc, like(scalar), value);
}

Value ElementBuilder::abs(Value value) {
  return bits(
      bitAnd(bits(value, builder.getI32Type()), constantInt(32, 0x7fffffff)),
      builder.getF32Type());
}

/// x86's min and max return the second operand where they cannot decide; as
/// compare and select each is one instruction.
Value ElementBuilder::maximum(Value a, float b) {
  Value bound = constantF32(b);
  if (std::isnan(b))
    return arith::MaximumFOp::create(builder, loc, a, bound);
  // NaN stays since the test is false. So does -0 against +0: adding +0 makes
  // it +0 and changes nothing else.
  Value greater = select(compare(CmpFPredicate::OGT, bound, a), bound, a);
  return b == 0.0f && !std::signbit(b) ? add(greater, bound) : greater;
}

Value ElementBuilder::minimum(Value a, float b) {
  Value bound = constantF32(b);
  if (std::isnan(b) || (b == 0.0f && std::signbit(b)))
    return arith::MinimumFOp::create(builder, loc, a, bound);
  return select(compare(CmpFPredicate::OLT, bound, a), bound, a);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value ElementBuilder::halfToFloat(Value half) {
  if (target.hasHalf)
    return arith::ExtFOp::create(builder, loc, f32(),
                                 bits(half, builder.getF16Type()));
  // The half's exponent and fraction, read as a float, are 2^-112 times its
  // value; the product is exact, subnormals included.
  Value wide = resize(half, 32, /*isUnsigned=*/true);
  Value magnitude = shiftLeft(bitAnd(wide, constantInt(32, 0x7fff)), 13);
  Value scaled =
      bits(mul(bits(magnitude, builder.getF32Type()), constantF32(0x1p112f)),
           builder.getI32Type());
  Value special =
      compare(CmpIPredicate::uge, magnitude, constantInt(32, 0x7c00u << 13));
  Value finite =
      select(special, bitOr(magnitude, constantInt(32, 0x7f800000)), scaled);
  Value sign = shiftLeft(bitAnd(wide, constantInt(32, 0x8000)), 16);
  return bits(bitOr(finite, sign), builder.getF32Type());
}

Value ElementBuilder::floatToHalf(Value value) {
  if (target.hasHalf)
    return bits(arith::TruncFOp::create(builder, loc,
                                        like(builder.getF16Type()), value),
                builder.getI16Type());
  Value raw = bits(value, builder.getI32Type());
  Value magnitude = bitAnd(raw, constantInt(32, 0x7fffffff));
  // Normal results: rebias the exponent and round to nearest even by adding
  // just less than half a unit, or half where the last bit is odd; a carry
  // into the exponent is right, up to infinity.
  Value odd = bitAnd(shiftRightLogical(magnitude, 13), constantInt(32, 1));
  Value normal = shiftRightLogical(
      add(add(magnitude, odd), constantInt(32, 0xfffu - (112u << 23))), 13);
  // Subnormal results: adding 0.5 lets the float adder round at 2^-24.
  Value shifted = add(bits(magnitude, builder.getF32Type()), constantF32(0.5f));
  Value subnormal =
      sub(bits(shifted, builder.getI32Type()), constantInt(32, 0x3f000000));
  Value result = select(
      compare(CmpIPredicate::ult, magnitude, constantInt(32, 0x38800000)),
      subnormal, normal);
  Value large =
      compare(CmpIPredicate::uge, magnitude, constantInt(32, 0x47800000));
  Value isNan =
      compare(CmpIPredicate::ugt, magnitude, constantInt(32, 0x7f800000));
  result = select(
      large, select(isNan, constantInt(32, 0x7e00), constantInt(32, 0x7c00)),
      result);
  Value sign = bitAnd(shiftRightLogical(raw, 16), constantInt(32, 0x8000));
  return resize(bitOr(result, sign), 16, true);
}

Value ElementBuilder::load(Value stored, DataType type) {
  return type == DataType::Float16 ? halfToFloat(stored) : stored;
}

Value ElementBuilder::store(Value computed, DataType type) {
  return type == DataType::Float16 ? floatToHalf(computed) : computed;
}

Value ElementBuilder::storeDouble(Value computed, DataType type) {
  if (type == DataType::Float64)
    return computed;
  Value rounded = arith::TruncFOp::create(builder, loc, f32(), computed);
  if (type == DataType::Float32)
    return rounded;
  // Rounding twice is only right if the first is to odd: where the float is
  // inexact and even, its neighbour on the other side of the value is odd.
  Value back = arith::ExtFOp::create(builder, loc, f64(), rounded);
  Value raw = bits(rounded, builder.getI32Type());
  Value inexact = compare(CmpFPredicate::ONE, back, computed);
  Value even = compare(CmpIPredicate::eq, bitAnd(raw, constantInt(32, 1)),
                       constantInt(32, 0));
  auto magnitude = [&](Value value) {
    return bits(
        bitAnd(bits(value, builder.getI64Type()), constantInt(64, ~0ull >> 1)),
        builder.getF64Type());
  };
  Value below =
      compare(CmpFPredicate::OLT, magnitude(back), magnitude(computed));
  Value step = select(below, constantInt(32, 1), constantInt(32, ~0u));
  Value odd = add(raw, select(bitAnd(inexact, even), step, constantInt(32, 0)));
  return floatToHalf(bits(odd, builder.getF32Type()));
}

Value ElementBuilder::resize(Value value, unsigned width, bool isUnsigned) {
  unsigned from = scalarOf(value).getIntOrFloatBitWidth();
  if (from == width)
    return value;
  if (from > width)
    return arith::TruncIOp::create(builder, loc, integer(width), value);
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, integer(width), value);
  return arith::ExtSIOp::create(builder, loc, integer(width), value);
}

Value ElementBuilder::toDouble(Value value, DataType type) {
  if (isUnsigned(type))
    return arith::UIToFPOp::create(builder, loc, f64(), value);
  return arith::SIToFPOp::create(builder, loc, f64(), value);
}

Value ElementBuilder::saturateFromDouble(Value value, DataType type) {
  unsigned width = bitWidth(type);
  double low = isUnsigned(type) ? 0.0 : -std::ldexp(1.0, width - 1);
  double high = isUnsigned(type) ? std::ldexp(1.0, width) - 1
                                 : std::ldexp(1.0, width - 1) - 1;
  // Clamped first: an out of range conversion is poison. Every 32-bit integer
  // is a double, so the bounds are exact.
  Value isNumber = compare(CmpFPredicate::ORD, value, value);
  value = select(isNumber, value, constantF64(0.0));
  value = select(compare(CmpFPredicate::OLT, value, constantF64(low)),
                 constantF64(low), value);
  value = select(compare(CmpFPredicate::OGT, value, constantF64(high)),
                 constantF64(high), value);
  if (isUnsigned(type))
    return resize(arith::FPToUIOp::create(builder, loc, integer(32), value),
                  width, true);
  return resize(arith::FPToSIOp::create(builder, loc, integer(32), value),
                width, false);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Value ElementBuilder::tableAddress(StringRef name, ArrayRef<float> table) {
  std::string symbol = (kernel + "_" + name).str();
  auto global = module.lookupSymbol<LLVM::GlobalOp>(symbol);
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto values = DenseElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(table.size())},
                              builder.getF32Type()),
        table);
    global = LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getF32Type(), table.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, symbol, values,
        /*alignment=*/64);
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value ElementBuilder::lookUp16(StringRef name, ArrayRef<float> table,
                               Value index) {
  assert(table.size() == 16 && "tables have 16 entries");
  Type i32 = builder.getI32Type(), f32Type = builder.getF32Type();
  // Lanes one permutation of a register can look up at once.
  int64_t chunk = target.hasAvx512 ? 16 : target.hasAvx2 ? 8 : 0;
  if (!lanes || !chunk || lanes % chunk) {
    Value address = tableAddress(name, table);
    Value masked = bitAnd(index, constantInt(32, 15));
    auto one = [&](Value lane) -> Value {
      Value wide =
          arith::ExtUIOp::create(builder, loc, builder.getI64Type(), lane);
      Value place = LLVM::GEPOp::create(builder, loc, address.getType(),
                                        f32Type, address, ValueRange{wide});
      return LLVM::LoadOp::create(builder, loc, f32Type, place, 4);
    };
    if (!lanes)
      return one(masked);
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < lanes; ++lane)
      values.push_back(
          one(vector::ExtractOp::create(builder, loc, masked, lane)));
    return vector::FromElementsOp::create(builder, loc, f32(), values);
  }
  auto part = VectorType::get({chunk}, f32Type);
  auto indices = VectorType::get({chunk}, i32);
  auto rows = [&](unsigned from) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     cast<TypedAttr>(DenseElementsAttr::get(
                                         part, table.slice(from, chunk))));
  };
  auto permute = [&](StringRef intrinsic, Value row, Value lookIn) -> Value {
    return LLVM::CallIntrinsicOp::create(builder, loc, part,
                                         builder.getStringAttr(intrinsic),
                                         ValueRange{row, lookIn})
        .getResult(0);
  };
  Value result;
  for (int64_t first = 0; first < lanes; first += chunk) {
    Value some = lanes == chunk
                     ? index
                     : vector::ExtractStridedSliceOp::create(
                           builder, loc, index, {first}, {chunk}, {1})
                           .getResult();
    Value found;
    if (chunk == 16) {
      found = permute("llvm.x86.avx512.permvar.sf.512", rows(0), some);
    } else {
      // Each permutation uses the low three bits; the fourth chooses.
      Value low = permute("llvm.x86.avx2.permps", rows(0), some);
      Value high = permute("llvm.x86.avx2.permps", rows(8), some);
      Value eight = arith::ConstantOp::create(
          builder, loc,
          cast<TypedAttr>(
              DenseElementsAttr::get(indices, builder.getI32IntegerAttr(8))));
      Value zero = arith::ConstantOp::create(
          builder, loc,
          cast<TypedAttr>(
              DenseElementsAttr::get(indices, builder.getI32IntegerAttr(0))));
      Value upper = arith::CmpIOp::create(
          builder, loc, CmpIPredicate::ne,
          arith::AndIOp::create(builder, loc, some, eight), zero);
      found = arith::SelectOp::create(builder, loc, upper, high, low);
    }
    if (lanes == chunk)
      return found;
    if (!result)
      result = constantF32(0.0f);
    result = vector::InsertStridedSliceOp::create(builder, loc, found, result,
                                                  ArrayRef<int64_t>{first},
                                                  ArrayRef<int64_t>{1});
  }
  return result;
}
