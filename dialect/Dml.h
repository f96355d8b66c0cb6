//===- Dml.h - the dml dialect ----------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_DML_H
#define FUSEDML_DIALECT_DML_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/DmlDialect.h.inc"
#include "front/rules/Operator.h"

#define GET_ATTRDEF_CLASSES
#include "dialect/DmlAttrs.h.inc"

namespace fusedml::dml {
/// Assembly and verification that all operators share.
mlir::ParseResult parseOperator(mlir::OpAsmParser &parser,
                                mlir::OperationState &result);
void printOperator(mlir::Operation *op, mlir::OpAsmPrinter &printer);
mlir::LogicalResult
verifyOperator(mlir::Operation *op,
               FeatureLevel level = FeatureLevel::Level_6_4);
} // namespace fusedml::dml

#define GET_OP_CLASSES
#include "dialect/DmlOps.h.inc"

namespace fusedml::dml {

/// The row of an operator; null for the dialect's other operations.
const graph::OperatorRow *rowOf(mlir::Operation *op);

/// Data type of an element type, and back. Signless integers are signed.
DataType dataTypeOf(mlir::Type elementType);
mlir::Type elementTypeOf(DataType type, mlir::MLIRContext *context);

/// Type, sizes and strides of a tensor type, and back. Packed strides leave no
/// encoding.
TensorDesc descOf(mlir::RankedTensorType type);
mlir::RankedTensorType tensorTypeOf(const TensorDesc &desc,
                                    mlir::MLIRContext *context);
/// The strides of a tensor type in elements, packed ones filled in.
llvm::SmallVector<int64_t> stridesOf(mlir::RankedTensorType type);
mlir::RankedTensorType withLayout(mlir::RankedTensorType type,
                                  llvm::ArrayRef<int64_t> sizes,
                                  llvm::ArrayRef<int64_t> strides);

/// The value whose memory a chain of dml.reinterpret sees.
mlir::Value viewedMemory(mlir::Value value);

/// A tensor seen through a layout, and indices seen so.
mlir::Value viewOf(mlir::OpBuilder &builder, mlir::Value tensor,
                   const TensorDesc &layout);
mlir::Value indicesOf(mlir::OpBuilder &builder, mlir::Location loc,
                      const TensorDesc &layout);

/// Field values as attributes and back, by the kind of the field.
mlir::Attribute attributeOf(const graph::FieldRow &field,
                            const graph::FieldValue &value,
                            mlir::MLIRContext *context);
/// Null if the attribute cannot be a value of the field.
std::optional<graph::FieldValue> fieldValueOf(const graph::FieldRow &field,
                                              mlir::Attribute attribute);

/// One element as an attribute, and back. Not for elements that are no numbers
/// of a DML data type.
mlir::TypedAttr attributeOf(const graph::ScalarUnion &scalar,
                            mlir::MLIRContext *context);
graph::ScalarUnion scalarOf(mlir::TypedAttr attribute);

/// Attribute of function arguments and results that names a port.
inline constexpr char kPortName[] = "dml.name";

/// Attribute of an operator that gives scalars the number they have as
/// arguments of the compiled code: {Bias = 3 : i32}; for ScaleBias an
/// array<i32> of both numbers, -1 for a constant. The scalar's own attribute
/// holds one value of the argument, of which only graph::knownPart() may be
/// used.
inline constexpr char kArguments[] = "dml.arguments";
/// On a dml.activation_shrink in dml.fused: its input is never below 0, and
/// neither is Threshold.
inline constexpr char kNonNegative[] = "dml.nonnegative";
/// The argument that a Float field or one part of ScaleBias is; -1 for a
/// constant.
int32_t argumentNumber(mlir::Operation *op, llvm::StringRef field,
                       unsigned part = 0);
/// Visits the numbers of an operator's arguments.
void forEachArgument(mlir::Operation *op,
                     llvm::function_ref<void(int32_t)> visit);

} // namespace fusedml::dml

#endif // FUSEDML_DIALECT_DML_H
