//===- ElementBuilder.h - arithmetic on one element or a vector of them ---===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H
#define FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H

#include "compiler/target/TargetDescription.h"
#include "fusedml/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cassert>
#include <cmath>

namespace fusedml {

/// A float that an operator has beside its elements: a constant, or an argument
/// of the kernel. Of an argument either nothing is known, or only its sign and
/// that it is finite and neither 0 nor 1.
class Scalar {
public:
  Scalar(float constant) : known(constant) {}
  /// `argument` is an f32, `known` some number of its sign, or NaN where
  /// nothing is known. If it is the result of a rounding, it may also be a zero
  /// or infinity of that sign.
  Scalar(mlir::Value argument, float known, bool isRounded = false)
      : known(known), argument(argument), isRounded(isRounded) {}

  /// Null for a constant.
  mlir::Value argumentValue() const { return argument; }
  /// The value of a constant.
  float constant() const {
    assert(!argument && "the value of an argument is not known");
    return known;
  }
  /// Whether it may be any float, so that its sign must not be asked for.
  bool isAny() const { return argument && std::isnan(known); }
  bool isNegative() const {
    assert(!isAny() && "the sign of an argument is not known");
    return std::signbit(known);
  }
  bool isNan() const { return !argument && std::isnan(known); }
  /// Whether it is a zero, or may be one. Not for isAny().
  bool mayBeZero() const { return argument ? isRounded : known == 0; }
  bool is(float constant) const { return !argument && known == constant; }

private:
  float known;
  mlir::Value argument;
  bool isRounded = false;
};

/// The arguments of a kernel: an f32 for each number.
using KernelArguments = llvm::DenseMap<int32_t, mlir::Value>;

/// Builds the arithmetic of an operator on a scalar, or on a vector of any
/// number of lanes. The same calls give the same bits on every target, in both
/// forms: no contraction, no reassociation, no estimate instructions, and what
/// a target lacks is built from what it has.
///
/// Storage and arithmetic types: integers are signless in both; FLOAT16 is
/// stored as i16 and computed as f32, so that no target needs half registers
/// and operators that move bits keep them. INT4 and UINT4 are bytes that hold
/// the value, packed in memory only.
class ElementBuilder {
public:
  ElementBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ModuleOp module, llvm::StringRef kernel,
                 const TargetDescription &target, int64_t lanes,
                 const KernelArguments &arguments)
      : builder(builder), loc(loc), module(module), kernel(kernel),
        target(target), lanes(lanes), arguments(arguments) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// Where tables go, and the symbol theirs begin with. No other symbol does,
  /// since it is longer than the name of the graph.
  mlir::ModuleOp module;
  llvm::StringRef kernel;
  const TargetDescription &target;
  /// Lanes of the vectors built; 0 for scalars.
  const int64_t lanes;
  const KernelArguments &arguments;
  /// FloatMode::Fast: load() gives back what store() has not rounded yet.
  bool keepsUnrounded = false;
  /// The sums and products built are those of operators, and may be merged.
  bool contracts = false;

  /// The scalar type, or a vector of it.
  mlir::Type like(mlir::Type scalar) const;
  mlir::Type f32() const { return like(builder.getF32Type()); }
  mlir::Type f64() const { return like(builder.getF64Type()); }
  mlir::Type integer(unsigned bits) const {
    return like(builder.getIntegerType(bits));
  }

  mlir::Value constant(mlir::TypedAttr scalar);
  mlir::Value constantF32(float value);
  mlir::Value constantF64(double value);
  /// Of f32 or f64.
  mlir::Value constantReal(mlir::Type scalar, double value);
  mlir::Value constantInt(unsigned bits, uint64_t value);
  /// A constant of a data type, in storage form.
  mlir::Value storedConstant(mlir::TypedAttr value);
  /// A scalar in every lane.
  mlir::Value splat(mlir::Value scalar);

  /// An f32 or f64 in every lane.
  mlir::Value real(const Scalar &scalar);
  mlir::Value real64(const Scalar &scalar);
  /// Converted as saturate() does, in storage form.
  mlir::Value toInteger(const Scalar &scalar, DataType type);
  Scalar negate(const Scalar &scalar);
  /// To FLOAT16 and back.
  Scalar roundToHalf(const Scalar &scalar);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  /// Float division only; integers have no one meaning.
  mlir::Value div(mlir::Value a, mlir::Value b);
  /// a * b + c with one rounding, also where the target has no such operation.
  mlir::Value fma(mlir::Value a, mlir::Value b, mlir::Value c);
  mlir::Value bitAnd(mlir::Value a, mlir::Value b);
  mlir::Value bitOr(mlir::Value a, mlir::Value b);
  mlir::Value bitXor(mlir::Value a, mlir::Value b);
  mlir::Value shiftLeft(mlir::Value a, unsigned count);
  mlir::Value shiftRightLogical(mlir::Value a, unsigned count);
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// Whether a condition holds for some lane: a scalar to branch on.
  mlir::Value any(mlir::Value condition);
  /// `then` for all lanes if the condition holds for some, else `otherwise`.
  mlir::Value ifAny(mlir::Value condition,
                    llvm::function_ref<mlir::Value()> then,
                    llvm::function_ref<mlir::Value()> otherwise);
  /// Steps for all lanes as long as `goOn` holds for some. A lane that is done
  /// must not change any more.
  llvm::SmallVector<mlir::Value>
  whileAny(mlir::ValueRange init,
           llvm::function_ref<mlir::Value(mlir::ValueRange)> goOn,
           llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)>
               step);
  /// The same bits as another type of the same width.
  mlir::Value bits(mlir::Value value, mlir::Type scalar);
  /// The same bits as an integer; integers as they are.
  mlir::Value rawBits(mlir::Value value);

  /// On f32 and f64. Clears the sign bit, NaNs included.
  mlir::Value abs(mlir::Value real);
  /// `magnitude` with the sign bit of `sign`.
  mlir::Value copySign(mlir::Value magnitude, mlir::Value sign);
  /// IEEE 754: rounded correctly; NaNs and infinities stay, and -0 as well.
  mlir::Value sqrt(mlir::Value real);
  mlir::Value floor(mlir::Value real);
  mlir::Value ceil(mlir::Value real);
  mlir::Value trunc(mlir::Value real);
  mlir::Value roundEven(mlir::Value real);
  /// IEEE 754-2019 maximum and minimum: NaN wins, and -0 is below +0. On f32.
  mlir::Value maximum(mlir::Value a, mlir::Value b);
  mlir::Value minimum(mlir::Value a, mlir::Value b);
  mlir::Value maximum(mlir::Value a, const Scalar &b);
  mlir::Value minimum(mlir::Value a, const Scalar &b);

  /// Storage to arithmetic type, and back with one rounding.
  mlir::Value load(mlir::Value stored, DataType type);
  mlir::Value store(mlir::Value computed, DataType type);
  /// f64 to the storage of a float type, rounding once.
  mlir::Value storeDouble(mlir::Value computed, DataType type);

  /// Integer to f32 or f64, rounding once where it has more digits.
  mlir::Value toReal(mlir::Value integer, DataType type, mlir::Type scalar);
  /// f32 or f64 to integer: truncated toward zero and saturated, NaN to 0.
  mlir::Value saturate(mlir::Value real, DataType type);
  /// Widens or narrows integers; narrowing drops high bits.
  mlir::Value resize(mlir::Value integer, unsigned bits, bool isUnsigned);

private:
  ElementBuilder scalarBuilder() const {
    return {builder, loc, module, kernel, target, 0, arguments};
  }
  /// For bounds of which nothing is known: whether one has these bits; and NaN
  /// if it is NaN, else `value`.
  mlir::Value hasBits(const Scalar &scalar, uint32_t pattern);
  mlir::Value unlessNan(const Scalar &bound, mlir::Value value);
  mlir::Value halfToFloat(mlir::Value half);
  mlir::Value floatToHalf(mlir::Value f32);
  mlir::arith::FastMathFlags flags() const;

  /// FLOAT16 values to what they were before they were rounded.
  llvm::DenseMap<mlir::Value, mlir::Value> unrounded;
};

/// Bits of an integer in storage form.
unsigned storageBits(DataType type);

/// What saturate() makes of a constant. Unsigned 64-bit results are their bits.
int64_t saturated(float value, DataType type);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H
