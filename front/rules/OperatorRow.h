//===- OperatorRow.h - what the rows of dialect/operators say ---*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_RULES_OPERATORROW_H
#define FUSEDML_FRONT_RULES_OPERATORROW_H

#include "fusedml/Descriptor.h"
#include "fusedml/Tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fusedml::graph {

enum class FieldKind : uint8_t {
  Input,      ///< const DML_TENSOR_DESC *
  Output,     ///< const DML_TENSOR_DESC *
  Float,      ///< FLOAT
  Count,      ///< UINT, length of an array of tensors
  Enum,       ///< a DML enum, 4 bytes
  DataType,   ///< DML_TENSOR_DATA_TYPE that names the type of scalars
  Scalar,     ///< DML_SCALAR_UNION
  ScaleBias,  ///< const DML_SCALE_BIAS *
  Activation, ///< const DML_OPERATOR_DESC *, a FusedActivation
};

struct EnumMember {
  std::string_view name; ///< Without the enum's prefix: "EITHER".
  uint32_t value;
};

/// A DML enum that an operator field has.
struct EnumRow {
  std::string_view name;   ///< "DML_IS_INFINITY_MODE"
  std::string_view prefix; ///< "DML_IS_INFINITY_MODE_"
  std::span<const EnumMember> members;
};

/// One field of an operator's desc struct, in struct order. Each element of an
/// array of tensors is a field, "QuantizationTensors[0]"; all of them have the
/// offset of the array's pointer.
struct FieldRow {
  std::string_view name; ///< "ATensor"
  FieldKind kind;
  bool optional;
  uint32_t offset; ///< In the desc struct, 64-bit ABI.
  /// Float fields: the value that the documentation calls typical, or that a
  /// bound has which is left open. 0 where there is none.
  float defaultValue;
  bool hasDefault;
  const EnumRow *enumRow;     ///< Enum fields.
  std::string_view typeField; ///< Scalar fields: the DataType field.
  /// Enum fields that say which tensors there are: the value in the dialect,
  /// where all are. -1 for other fields.
  int64_t implied;
  /// Elements of an array and its count: the name of the array.
  std::string_view array;
  uint32_t arrayIndex; ///< Number of the element; counts: the most.
  /// Float fields and ScaleBias: compiled code may take it at run time, see
  /// Arguments.h.
  bool argument;
};

/// Types and dimension counts of some tensors at one feature level.
struct TensorRule {
  std::span<const std::string_view> tensors; ///< Field names.
  uint8_t minDims, maxDims;
  std::span<const DataType> types;
  bool optional; ///< Those whose fields are optional may be left out.
};

/// Groups of tensor fields.
using FieldGroups = std::span<const std::span<const std::string_view>>;

struct LevelRow {
  FeatureLevel level;
  std::span<const TensorRule> rules;
  FieldGroups sameType; ///< Beside those of the row.
};

/// Rules of single operators.
enum class RowRule : uint8_t {
  ScaleTypeOfInput, ///< ScaleTensor has InputTensor's type, FLOAT32 for
                    ///< INT32.
  SteepnessFromOne, ///< Steepness >= 1 below level 6_4.
  QuantizationTensorsOfType, ///< As many tensors as QuantizationType says.
  CopiesFourBits,            ///< In the dialect, 4-bit types without ScaleBias.
};

/// What the sign of a float result can be. x and y are the first two operands,
/// x after ScaleBias; zeros have signs as well.
enum class SignRule : uint8_t {
  Any,
  NotNegative,        ///< Or NaN.
  NotNegativeIfSteep, ///< If Steepness > 0.
  Same,               ///< As x, which only is moved.
  KeepsSign,          ///< As x; a NaN may become another.
  KeepsFromZero,      ///< As x where that is -0 or more.
  Converted,          ///< As x of any type, which is rounded.
  Absolute,           ///< |x|
  Root,               ///< The square root of x
  EvenPower,          ///< x to Exponent: a square's if that is even
  NotBelowZero,       ///< max(x, +0)
  NotBelowMin,        ///< max(x, Min)
  Clamped,            ///< max(Min, min(x, Max))
  Sum,                ///< x + y
  Product,            ///< x * y
  Quotient,           ///< x / y
  Larger,             ///< max(x, y)
  Smaller,            ///< min(x, y)
};

/// What an operator need not do if x, as above, cannot be some numbers.
enum class SimplifyRule : uint8_t {
  None,
  DropUnlessSigned, ///< Gives x if that has no sign, NaN included.
  DropFromPlusZero, ///< Gives x from +0 on.
  DropFromZero,     ///< Gives x from -0 on.
  DropFromMin,      ///< Gives x from Min on.
  DropBounds,       ///< The same, and is left with Max otherwise.
  DropBranch, ///< Has dml.nonnegative if x and Threshold are not negative.
};

/// The rule for a tensor at a level, or null.
const TensorRule *ruleFor(const LevelRow &level, std::string_view tensor);

/// How many inputs an output may share memory with.
enum class InPlaceRule : uint8_t { None, OneOf, OneOrMore };

struct OperatorRow {
  std::string_view mnemonic;   ///< "activation_shrink"
  std::string_view dmlName;    ///< "DML_OPERATOR_ACTIVATION_SHRINK"
  std::string_view structName; ///< "DML_ACTIVATION_SHRINK_OPERATOR_DESC"
  uint32_t dmlType;            ///< Value in DML_OPERATOR_TYPE.
  uint32_t structSize;
  std::span<const FieldRow> fields;
  std::span<const LevelRow> levels; ///< Newest first.
  /// Groups of tensor fields that must agree.
  FieldGroups sameType;
  FieldGroups sameSizes;
  /// Tensors of one element, used for all; and those whose sizes divide the
  /// output's, used for a block of elements each.
  std::span<const std::string_view> oneElement, blockwise;
  std::span<const RowRule> rules;
  InPlaceRule inPlace;
  std::span<const std::string_view> inPlaceInputs;
  bool fusableActivation; ///< May be a FusedActivation.
  std::string_view formula;
  std::string_view notes; ///< NaN, zeros, integers: what was ruled.
  std::string_view onnxName, webnnName;
  std::string_view disagreement; ///< Where DirectML's own sources differ.
  std::span<const std::string_view> rulings;
  unsigned maxUlp; ///< FLOAT32, 0 = exact.
  /// Rough time of one FLOAT32 element in nanoseconds, to decide whether work
  /// is worth a thread.
  double cost;
  /// Sums and products are those of the formula, so that they may contract.
  bool contracts;
  /// Moves or edits bits, those of NaN as well, unless it has a ScaleBias.
  bool movesBits;
  bool readsIndex; ///< Computes from the element's index, without inputs.
  SignRule sign;
  SimplifyRule simplify;

  FeatureLevel introduced() const { return levels.back().level; }
  /// The newest level row that is not above `level`, or null.
  const LevelRow *at(FeatureLevel level) const;
  /// Index into fields, or -1.
  int field(std::string_view name) const;
  /// Whether the tensor may be left out at `level`; it then is 0.
  bool isOptional(const FieldRow &field, FeatureLevel level) const;
};

/// Every operator with a row, ordered by dmlType.
std::span<const OperatorRow> operatorRows();
const OperatorRow *findOperator(uint32_t dmlType);
/// By mnemonic, "DML_OPERATOR_X" or "X".
const OperatorRow *findOperator(std::string_view name);
/// Name of any operator of DirectML.h, with or without a row; empty if the
/// value is none.
std::string_view dmlOperatorName(uint32_t dmlType);
/// Value of any operator of DirectML.h, by "DML_OPERATOR_X" or "X".
std::optional<uint32_t> dmlOperatorType(std::string_view name);
/// Whether DirectML.h has an operator of this name ("DML_OPERATOR_X" or "X").
bool isDmlOperatorName(std::string_view name);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_RULES_OPERATORROW_H
