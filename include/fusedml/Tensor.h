//===- Tensor.h - element types and tensor layouts --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TENSOR_H
#define FUSEDML_TENSOR_H

#include "fusedml/Status.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace fusedml {

/// Element types; the values are those of DML_TENSOR_DATA_TYPE.
enum class DataType : uint32_t {
  Unknown = 0,
  Float32 = 1,
  Float16 = 2,
  UInt32 = 3,
  UInt16 = 4,
  UInt8 = 5,
  Int32 = 6,
  Int16 = 7,
  Int8 = 8,
  Float64 = 9,
  UInt64 = 10,
  Int64 = 11,
  UInt4 = 12,
  Int4 = 13,
};

/// Bits of one element; 0 for Unknown.
unsigned bitWidth(DataType type);
/// "FLOAT32" and so on: the DML name without its prefix.
std::string_view name(DataType type);
/// Inverse of name(); also takes the full DML_TENSOR_DATA_TYPE_ spelling.
std::optional<DataType> parseDataType(std::string_view text);

constexpr bool isFloat(DataType type) {
  return type == DataType::Float16 || type == DataType::Float32 ||
         type == DataType::Float64;
}
constexpr bool isUnsigned(DataType type) {
  return type == DataType::UInt4 || type == DataType::UInt8 ||
         type == DataType::UInt16 || type == DataType::UInt32 ||
         type == DataType::UInt64;
}
constexpr bool isSigned(DataType type) {
  return type == DataType::Int4 || type == DataType::Int8 ||
         type == DataType::Int16 || type == DataType::Int32 ||
         type == DataType::Int64;
}

/// Type, sizes and memory layout of a tensor. Strides are in elements; an
/// empty list means packed row-major; stride 0 repeats a dimension.
struct TensorDesc {
  DataType type = DataType::Unknown;
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;
  /// Bytes of the buffer this tensor is bound to, 0 = minimumBytes().
  uint64_t totalBytes = 0;
  /// DML_TENSOR_FLAG_OWNED_BY_DML, of inputs only: in DirectML the operator
  /// takes the data once, when it is initialized. A Kernel has no such step; it
  /// reads the input like any other, so whoever runs it binds the same
  /// data in every call.
  bool ownedByDml = false;
  /// Bytes, a power of two: the address bound later is promised to be a
  /// multiple of it; 0 promises nothing. The promise is neither used nor
  /// checked when the kernel runs, which asks for the alignment of the element
  /// type alone.
  uint32_t baseOffsetAlignment = 0;

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  /// Product of the sizes, or nullopt if it does not fit 64 bits.
  std::optional<int64_t> elementCount() const;
  /// The strides, packed ones filled in. Sizes must be valid.
  std::vector<int64_t> effectiveStrides() const;
  /// Index of the last element in memory plus one (0 if a size is 0), or
  /// nullopt if that does not fit 64 bits.
  std::optional<int64_t> spanInElements() const;
  /// spanInElements() in bytes, not rounded up beyond a whole byte; nullopt on
  /// overflow.
  std::optional<uint64_t> spanInBytes() const;
  /// Least buffer size: the span in bytes, rounded up to a multiple of 4 (the
  /// rule of DML_BUFFER_TENSOR_DESC); nullopt on overflow.
  std::optional<uint64_t> minimumBytes() const;
  /// totalBytes, or minimumBytes() where that is 0.
  uint64_t bufferBytes() const;
  /// Same type, sizes and element addresses (strides of size-1 dimensions do
  /// not count).
  bool sameLayout(const TensorDesc &other) const;
  /// `FLOAT32 [2,3] strides [4,1]`.
  std::string str() const;
};

/// `[2,3,4]`, as messages show sizes.
std::string formatList(std::span<const int64_t> values);

/// IEEE 754 half precision conversions, round to nearest even.
float halfToFloat(uint16_t half);
uint16_t floatToHalf(float value);
/// Rounds a double once, to nearest even.
uint16_t doubleToHalf(double value);

namespace detail {

/// The data type of C++ elements. Unknown for those that are not checked, among
/// them uint16_t, which holds halves too.
template <typename T> constexpr DataType elementType() {
  if constexpr (std::is_same_v<T, float>)
    return DataType::Float32;
  else if constexpr (std::is_same_v<T, double>)
    return DataType::Float64;
  else if constexpr (std::is_same_v<T, int8_t>)
    return DataType::Int8;
  else if constexpr (std::is_same_v<T, int16_t>)
    return DataType::Int16;
  else if constexpr (std::is_same_v<T, int32_t>)
    return DataType::Int32;
  else if constexpr (std::is_same_v<T, int64_t>)
    return DataType::Int64;
  else if constexpr (std::is_same_v<T, uint8_t>)
    return DataType::UInt8;
  else if constexpr (std::is_same_v<T, uint32_t>)
    return DataType::UInt32;
  else if constexpr (std::is_same_v<T, uint64_t>)
    return DataType::UInt64;
#ifdef __FLT16_MANT_DIG__
  else if constexpr (std::is_same_v<T, _Float16>)
    return DataType::Float16;
#endif
  else
    return DataType::Unknown;
}

template <typename Range>
using ElementOf =
    std::remove_pointer_t<decltype(std::declval<Range &>().data())>;

/// std::vector, std::array, std::span and the like.
template <typename Range>
concept ContiguousRange = requires(Range &range) {
  *range.data();
  static_cast<size_t>(range.size());
};

} // namespace detail

/// Memory an output of a kernel is written to. FuseDML neither owns nor frees
/// it. `type` is Unknown for raw memory, which is not checked; otherwise it
/// must be the tensor's type.
struct OutputBinding {
  void *data = nullptr;
  size_t sizeInBytes = 0;
  DataType type = DataType::Unknown;

  OutputBinding() = default;
  OutputBinding(void *memory, size_t bytes)
      : data(memory), sizeInBytes(bytes) {}
  /// Any contiguous range of elements that are not const. The range itself must
  /// live until the call ends.
  template <detail::ContiguousRange Range>
    requires(!std::is_const_v<detail::ElementOf<Range>>)
  OutputBinding(Range &&range)
      : data(range.data()), sizeInBytes(range.size() * sizeof(*range.data())),
        type(detail::elementType<detail::ElementOf<Range>>()) {}
};

/// Memory an input of a kernel is read from, otherwise like OutputBinding.
struct Binding {
  const void *data = nullptr;
  size_t sizeInBytes = 0;
  DataType type = DataType::Unknown;

  Binding() = default;
  Binding(const void *memory, size_t bytes)
      : data(memory), sizeInBytes(bytes) {}
  /// For kernels that work in place.
  Binding(const OutputBinding &output)
      : data(output.data), sizeInBytes(output.sizeInBytes), type(output.type) {}
  template <detail::ContiguousRange Range>
  Binding(Range &&range)
      : data(range.data()), sizeInBytes(range.size() * sizeof(*range.data())),
        type(detail::elementType<
             std::remove_const_t<detail::ElementOf<Range>>>()) {}
};

} // namespace fusedml

#endif // FUSEDML_TENSOR_H
