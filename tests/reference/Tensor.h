//===- Tensor.h - element types and packed tensors of the reference -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_REFERENCE_TENSOR_H
#define FUSEDML_TESTS_REFERENCE_TENSOR_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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
  Int4,
  UInt4,
};

/// Bytes of one element in a RefTensor: 1 for the 4-bit types too.
size_t elementSize(Type type);
/// Bits of one element in memory.
unsigned elementBits(Type type);
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

/// A packed row-major tensor. An element of a 4-bit type has a byte of its own
/// that holds its value.
struct RefTensor {
  Type type = Type::Float32;
  std::vector<int64_t> sizes;
  std::vector<std::byte> data;

  /// An optional tensor that is not there.
  RefTensor() = default;
  RefTensor(Type type, std::vector<int64_t> sizes);
  /// A 1-D tensor of the bits of `values`.
  template <typename T> static RefTensor of(Type type, std::vector<T> values);

  bool present() const { return !sizes.empty(); }
  int64_t elementCount() const;
  /// The bits of an element, as many as elementBits(), zero-extended.
  uint64_t bits(int64_t index) const;
  void setBits(int64_t index, uint64_t bits);
  /// The element's value; 64-bit integers may round.
  double value(int64_t index) const;
  /// Stores `value` rounded, or truncated and saturated.
  void setValue(int64_t index, double value);
};

/// The bits of element `index` of memory in which elements follow each other
/// without gaps: the first of two 4-bit elements is in the low half of a byte.
uint64_t bitsInMemory(const std::byte *memory, Type type, int64_t index);
/// Leaves the other half of a byte as it is.
void setBitsInMemory(std::byte *memory, Type type, int64_t index,
                     uint64_t bits);

/// The tensor as it is in memory, not padded; the last half of a byte is 0.
std::vector<std::byte> pack(const RefTensor &tensor);
RefTensor unpack(Type type, std::vector<int64_t> sizes,
                 std::span<const std::byte> memory);

/// Adds leading dimensions, and repeats each element of a dimension that is
/// shorter than `sizes` says, which must be a multiple: one element for all of
/// a dimension, or one for each block.
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

#endif // FUSEDML_TESTS_REFERENCE_TENSOR_H
