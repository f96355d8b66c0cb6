//===- Reference.h - what each operator means, one element at a time ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The truth that tests compare against: plain scalar C++, one small function
// an operator, no code shared with FuseDML. Must be compiled without fast-math
// and without contraction.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_REFERENCE_REFERENCE_H
#define FUSEDML_TESTS_REFERENCE_REFERENCE_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reference {

enum class Type {
  Float64,
  Float32,
  Float16,
  Int64,
  Int32,
  Int16,
  Int8,
  UInt64,
  UInt32,
  UInt16,
  UInt8,
};

/// Bytes of one element.
size_t elementSize(Type type);
/// "FLOAT32" and so on.
std::string_view name(Type type);
std::optional<Type> parseType(std::string_view name);
bool isFloat(Type type);
bool isSigned(Type type);

/// The bits of an IEEE 754 binary16.
struct Half {
  uint16_t bits = 0;
};

double toDouble(Half half);
/// Rounds once, to nearest, ties to even.
Half toHalf(double value);

/// Truncates toward zero, saturates, NaN gives 0.
template <typename Int> Int toInteger(double value);

/// A packed row-major tensor.
struct RefTensor {
  Type type = Type::Float32;
  std::vector<int64_t> sizes;
  std::vector<std::byte> data;

  RefTensor() = default;
  RefTensor(Type type, std::vector<int64_t> sizes);
  /// A 1-D tensor of the bits of `values`.
  template <typename T> static RefTensor of(Type type, std::vector<T> values);

  int64_t elementCount() const;
  /// The bits of an element, zero-extended.
  uint64_t bits(int64_t index) const;
  void setBits(int64_t index, uint64_t bits);
  /// The element's value; 64-bit integers may round.
  double value(int64_t index) const;
  /// Stores `value` rounded, or truncated and saturated.
  void setValue(int64_t index, double value);
};

struct RefScaleBias {
  float scale = 1.0f, bias = 0.0f;
};

/// The scalar fields of an operator's desc struct, by their names there.
struct RefAttributes {
  std::map<std::string, float, std::less<>> floats;
  /// Enum members without their prefix: "EITHER".
  std::map<std::string, std::string, std::less<>> enums;
  /// Members of a DML_SCALAR_UNION: the bits of a `scalarType` element.
  std::map<std::string, uint64_t, std::less<>> scalars;
  std::optional<Type> scalarType;
  std::optional<RefScaleBias> scaleBias;
  /// FusedActivation, by its mnemonic.
  std::string activation;
  std::shared_ptr<const RefAttributes> activationAttributes;
  /// Sizes of the output of an operator without inputs.
  std::vector<int64_t> sizes;

  float at(std::string_view field) const;
};

using Evaluator = RefTensor (*)(const RefAttributes &,
                                std::span<const RefTensor>);

/// The evaluator of an operator, or null. Inputs have equal sizes.
Evaluator find(std::string_view mnemonic);
std::vector<std::string_view> mnemonics();

/// Calls find(mnemonic), which must exist.
RefTensor evaluate(std::string_view mnemonic, const RefAttributes &attributes,
                   std::span<const RefTensor> inputs);

/// The exact value of ELU before it is rounded to the type, to double
/// precision: what an error in ULP is measured from.
double eluExact(double x, double alpha);

/// Repeats dimensions of size 1 and adds leading ones.
RefTensor broadcastTo(const RefTensor &tensor,
                      const std::vector<int64_t> &sizes);

template <typename T>
RefTensor RefTensor::of(Type type, std::vector<T> values) {
  RefTensor result(type, {static_cast<int64_t>(values.size())});
  for (size_t i = 0; i < values.size(); ++i)
    result.setValue(static_cast<int64_t>(i), static_cast<double>(values[i]));
  return result;
}

} // namespace reference

#endif // FUSEDML_TESTS_REFERENCE_REFERENCE_H
