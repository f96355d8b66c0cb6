//===- LayoutRules.cpp - what a tensor's layout must be -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/Layout.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <bit>
#include <limits>

namespace fusedml::graph {
namespace {

// DML: a tensor may not span more elements than a UINT counts.
constexpr int64_t kMaxSpan = std::numeric_limits<uint32_t>::max();

/// What is wrong with a member of a descriptor, after its name.
struct Broken {
  std::string text, mend;
};
using Found = std::optional<Broken>;

Found findSmallSize(const TensorDesc &tensor, bool allowEmpty) {
  int64_t least = allowEmpty ? 0 : 1;
  for (size_t d = 0; d < tensor.sizes.size(); ++d)
    if (int64_t size = tensor.sizes[d]; size < least)
      return Broken{fmt::format("{} have {} at dimension {}; the least size "
                                "is {}",
                                formatList(tensor.sizes), size, d, least),
                    size == 0 ? "leave the operator out; a tensor without "
                                "elements has nothing to compute"
                              : ""};
  return {};
}

Found findStrideCount(const TensorDesc &tensor, bool) {
  if (tensor.strides.empty() || tensor.strides.size() == tensor.sizes.size())
    return {};
  return Broken{fmt::format("{} have {} values for {} dimensions",
                            formatList(tensor.strides), tensor.strides.size(),
                            tensor.sizes.size()),
                "give one stride for each size, or none for a packed tensor"};
}

Found findNegativeStride(const TensorDesc &tensor, bool) {
  for (size_t d = 0; d < tensor.strides.size(); ++d)
    if (tensor.strides[d] < 0)
      return Broken{fmt::format("{} have {} at dimension {}; the least stride "
                                "is 0",
                                formatList(tensor.strides), tensor.strides[d],
                                d),
                    ""};
  return {};
}

Found findLongSpan(const TensorDesc &tensor, bool allowEmpty) {
  std::optional<int64_t> span = tensor.spanInElements();
  if (!span || !tensor.minimumBytes())
    // Packed strides may not fit themselves.
    return Broken{
        fmt::format("{}{} reach past 64-bit addresses",
                    formatList(tensor.sizes),
                    tensor.strides.empty()
                        ? ""
                        : " with strides " + formatList(tensor.strides)),
        "split the tensor"};
  if (allowEmpty || *span <= kMaxSpan)
    return {};
  return Broken{fmt::format("{} with strides {} span {} elements; DML allows "
                            "at most {}",
                            formatList(tensor.sizes),
                            formatList(tensor.effectiveStrides()), *span,
                            kMaxSpan),
                "split the tensor"};
}

Found findSmallBuffer(const TensorDesc &tensor, bool) {
  uint64_t least = *tensor.minimumBytes();
  if (tensor.totalBytes == 0 || tensor.totalBytes >= least)
    return {};
  return Broken{fmt::format("{} is below {}, the least that DataType, Sizes "
                            "and Strides imply",
                            tensor.totalBytes, least),
                fmt::format("set it to {}", least)};
}

Found findBadAlignment(const TensorDesc &tensor, bool) {
  uint64_t alignment = tensor.baseOffsetAlignment;
  uint64_t elementBytes = (bitWidth(tensor.type) + 7) / 8;
  bool isPower = std::has_single_bit(alignment);
  if (alignment == 0 || (isPower && alignment >= elementBytes))
    return {};
  return Broken{
      fmt::format("{} is ", alignment) +
          (isPower ? fmt::format("below the element size {}", elementBytes)
                   : "not a power of two"),
      "use 0 to promise nothing"};
}

Found findOwned(const TensorDesc &output, bool) {
  if (!output.ownedByDml)
    return {};
  return Broken{"has DML_TENSOR_FLAG_OWNED_BY_DML, which is for inputs only",
                "use DML_TENSOR_FLAG_NONE"};
}

Found findSharedAddress(const TensorDesc &output, bool) {
  Overlap overlap = findOverlap(output);
  if (overlap == Overlap::No)
    return {};
  TensorDesc packed = output;
  packed.strides.clear();
  return Broken{fmt::format("{} {} two elements of Sizes {} one address",
                            formatList(output.strides),
                            overlap == Overlap::Yes ? "give" : "may give",
                            formatList(output.sizes)),
                fmt::format("packed strides are {}",
                            formatList(packed.effectiveStrides()))};
}

struct LayoutRule {
  const char *name;
  std::string_view member;
  Found (*find)(const TensorDesc &tensor, bool allowEmpty);
  bool ofOutputs = false;
};

/// In this order: each relies on those before it.
constexpr LayoutRule kLayoutRules[] = {
    {"sizes-positive", "Sizes", findSmallSize},
    {"strides-count", "Strides", findStrideCount},
    {"strides-negative", "Strides", findNegativeStride},
    {"span", "Sizes", findLongSpan},
    {"total-size", "TotalTensorSizeInBytes", findSmallBuffer},
    {"alignment", "GuaranteedBaseOffsetAlignment", findBadAlignment},
    {"owned-output", "Flags", findOwned, true},
    {"output-overlap", "Strides", findSharedAddress, true},
};

} // namespace

std::optional<Diagnostic> layoutError(std::string_view tensorName,
                                      const TensorDesc &tensor, bool isOutput,
                                      bool allowEmpty) {
  for (const LayoutRule &rule : kLayoutRules) {
    if (rule.ofOutputs && !isOutput)
      continue;
    Found broken = rule.find(tensor, allowEmpty);
    if (!broken)
      continue;
    std::string field = fmt::format("{}{}{}", tensorName,
                                    tensorName.empty() ? "" : ".", rule.member);
    return refusal(field, rule.name, field + " " + broken->text, broken->mend);
  }
  return std::nullopt;
}

} // namespace fusedml::graph
