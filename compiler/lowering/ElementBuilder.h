//===- ElementBuilder.h - arithmetic on one element or a vector of them ---===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H
#define FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H

#include "compiler/codegen/TargetDescription.h"
#include "fusedml/Tensor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace fusedml {

/// Builds the arithmetic of an operator on a scalar, or on a vector of any
/// number of lanes. The same calls give the same bits on every target, in both
/// forms: no contraction, no reassociation, no estimate instructions, and what
/// a target lacks is built from what it has.
///
/// Storage and arithmetic types: integers are signless in both; FLOAT16 is
/// stored as i16 and computed as f32, so that no target needs half registers
/// and operators that move bits keep them.
class ElementBuilder {
public:
  ElementBuilder(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ModuleOp module, llvm::StringRef kernel,
                 const TargetDescription &target, int64_t lanes)
      : builder(builder), loc(loc), module(module), kernel(kernel),
        target(target), lanes(lanes) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// Where tables go, and the symbol theirs begin with. No other symbol does,
  /// since it is longer than the name of the graph.
  mlir::ModuleOp module;
  llvm::StringRef kernel;
  const TargetDescription &target;
  /// Lanes of the vectors built; 0 for scalars.
  const int64_t lanes;

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
  mlir::Value constantInt(unsigned bits, uint64_t value);
  /// A scalar in every lane.
  mlir::Value splat(mlir::Value scalar);

  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  /// Float division only; integers have no one meaning.
  mlir::Value div(mlir::Value a, mlir::Value b);
  /// a * b + c with one rounding, also where the target has no such operation.
  mlir::Value fma(mlir::Value a, mlir::Value b, mlir::Value c);
  mlir::Value bitAnd(mlir::Value a, mlir::Value b);
  mlir::Value bitOr(mlir::Value a, mlir::Value b);
  mlir::Value shiftLeft(mlir::Value a, unsigned count);
  mlir::Value shiftRightLogical(mlir::Value a, unsigned count);
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  /// The same bits as another type of the same width.
  mlir::Value bits(mlir::Value value, mlir::Type scalar);
  /// Clears the sign bit.
  mlir::Value abs(mlir::Value f32);

  /// Storage to arithmetic type, and back with one rounding.
  mlir::Value load(mlir::Value stored, DataType type);
  mlir::Value store(mlir::Value computed, DataType type);
  /// f64 to the storage of a float type, rounding once.
  mlir::Value storeDouble(mlir::Value computed, DataType type);

  /// Integer to double and back, truncated toward zero and saturated, NaN to
  /// 0. Up to 32 bits.
  mlir::Value toDouble(mlir::Value integer, DataType type);
  mlir::Value saturateFromDouble(mlir::Value f64, DataType type);
  /// Widens or narrows integers; narrowing drops high bits.
  mlir::Value resize(mlir::Value integer, unsigned bits, bool isUnsigned);

  /// IEEE 754-2019 maximum and minimum with a constant.
  mlir::Value maximum(mlir::Value a, float b);
  mlir::Value minimum(mlir::Value a, float b);

  /// table[index mod 16] in every lane; `name` identifies the table.
  mlir::Value lookUp16(llvm::StringRef name, llvm::ArrayRef<float> table,
                       mlir::Value index);

private:
  mlir::Value tableAddress(llvm::StringRef name, llvm::ArrayRef<float> table);
  mlir::Value halfToFloat(mlir::Value half);
  mlir::Value floatToHalf(mlir::Value f32);
};

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_ELEMENTBUILDER_H
