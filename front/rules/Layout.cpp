//===- Layout.cpp - rules of memory layouts -------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/Layout.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace fusedml::graph {
namespace {

struct Dim {
  int64_t size, stride;
};

/// Looks for index differences, not all zero, whose addresses cancel out.
class OverlapSearch {
public:
  /// `dims` by ascending stride, sizes above 1, strides above 0.
  explicit OverlapSearch(std::span<const Dim> dims)
      : dims(dims), reach(dims.size()), gcd(dims.size()) {
    int64_t sum = 0, divisor = 0;
    for (size_t i = 0; i < dims.size(); ++i) {
      sum += (dims[i].size - 1) * dims[i].stride;
      divisor = std::gcd(divisor, dims[i].stride);
      reach[i] = sum;
      gcd[i] = divisor;
    }
  }

  Overlap run() { return search(dims.size(), 0, false); }

private:
  /// Differences of the dimensions below `count` that add up to -`offset`.
  Overlap search(size_t count, int64_t offset, bool nonzero) {
    if (count == 0)
      return offset == 0 && nonzero ? Overlap::Yes : Overlap::No;
    if (++steps > kMaxSteps)
      return Overlap::Unknown;
    if (offset % gcd[count - 1] != 0)
      return Overlap::No;
    const Dim &dim = dims[count - 1];
    int64_t below = count > 1 ? reach[count - 2] : 0;
    // offset + d * stride must stay within what the dimensions below reach. By
    // symmetry the first difference that is not 0 may be taken as positive.
    int64_t low = nonzero ? ceilDivide(-below - offset, dim.stride) : 0;
    int64_t high = floorDivide(below - offset, dim.stride);
    low = std::max(low, -(dim.size - 1));
    high = std::min(high, dim.size - 1);
    for (int64_t d = low; d <= high; ++d) {
      Overlap result =
          search(count - 1, offset + d * dim.stride, nonzero || d != 0);
      if (result != Overlap::No)
        return result;
    }
    return Overlap::No;
  }

  static int64_t floorDivide(int64_t a, int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
  }
  static int64_t ceilDivide(int64_t a, int64_t b) {
    return a / b + (a % b > 0 ? 1 : 0);
  }

  static constexpr int kMaxSteps = 1 << 20;
  std::span<const Dim> dims;
  std::vector<int64_t> reach, gcd;
  int steps = 0;
};

} // namespace

TensorDesc normalLayout(const TensorDesc &desc) {
  TensorDesc result;
  result.type = desc.type;
  result.sizes = desc.sizes;
  if (desc.strides.empty())
    return result;
  std::vector<int64_t> packed = result.effectiveStrides();
  result.strides = desc.strides;
  for (size_t dim = 0; dim < packed.size(); ++dim)
    if (result.sizes[dim] == 1)
      result.strides[dim] = packed[dim];
  if (result.strides == packed)
    result.strides.clear();
  return result;
}

Overlap findOverlap(const TensorDesc &desc) {
  // Packed.
  if (desc.strides.empty())
    return Overlap::No;
  std::vector<Dim> dims;
  for (size_t i = 0; i < desc.sizes.size(); ++i) {
    if (desc.sizes[i] == 0)
      return Overlap::No;
    if (desc.sizes[i] == 1)
      continue;
    if (desc.strides[i] == 0)
      return Overlap::Yes;
    dims.push_back({desc.sizes[i], desc.strides[i]});
  }
  std::ranges::sort(dims, {}, &Dim::stride);
  // A dimension that strides over everything below it cannot take part.
  size_t core = 0;
  int64_t reach = 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i].stride <= reach)
      core = i + 1;
    reach += (dims[i].size - 1) * dims[i].stride;
  }
  if (core == 0)
    return Overlap::No;
  if (core == 2) {
    // d0 * s0 = d1 * s1 has its least solution at d0 = s1 / g, d1 = s0 / g.
    int64_t divisor = std::gcd(dims[0].stride, dims[1].stride);
    return dims[1].stride / divisor < dims[0].size &&
                   dims[0].stride / divisor < dims[1].size
               ? Overlap::Yes
               : Overlap::No;
  }
  return OverlapSearch(std::span(dims).first(core)).run();
}

std::optional<std::vector<int64_t>>
seeThrough(const TensorDesc &seen, const TensorDesc &produced,
           std::span<const int64_t> operand) {
  if (seen.type != produced.type)
    return std::nullopt;
  std::vector<int64_t> result(seen.sizes.size(), 0);
  if (std::ranges::count(seen.sizes, 0))
    return result;

  // Dimensions of the producer that move its address, with the operand's
  // stride along each, outermost first.
  struct Dim {
    int64_t size, address, operand;
  };
  std::vector<Dim> dims;
  std::vector<int64_t> address = produced.effectiveStrides();
  for (size_t dim = 0; dim < produced.sizes.size(); ++dim)
    if (produced.sizes[dim] != 1 && address[dim] != 0)
      dims.push_back({produced.sizes[dim], address[dim], operand[dim]});
  std::ranges::sort(dims, std::greater(), &Dim::address);

  // Neighbours that both layouts walk through without a gap are one.
  std::vector<Dim> merged;
  for (const Dim &dim : dims) {
    if (!merged.empty() && merged.back().address == dim.address * dim.size &&
        merged.back().operand == dim.operand * dim.size)
      merged.back() = {merged.back().size * dim.size, dim.address, dim.operand};
    else
      merged.push_back(dim);
  }

  // Each dimension of the view steps along one producer dimension. Steps along
  // the same one add up and must stay inside it, so that no carry occurs.
  std::vector<int64_t> reach(merged.size(), 0);
  std::vector<int64_t> strides = seen.effectiveStrides();
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] == 0 || seen.sizes[i] == 1)
      continue;
    auto dim = std::ranges::find_if(merged, [&](const Dim &candidate) {
      return candidate.address <= strides[i];
    });
    if (dim == merged.end() || strides[i] % dim->address != 0)
      return std::nullopt;
    int64_t steps = strides[i] / dim->address;
    int64_t &reached = reach[static_cast<size_t>(dim - merged.begin())];
    reached += (seen.sizes[i] - 1) * steps;
    if (reached >= dim->size)
      return std::nullopt;
    result[i] = steps * dim->operand;
  }
  return result;
}

bool readsOnlyWritten(const TensorDesc &seen, const TensorDesc &produced) {
  if (seen.spanInBytes() > produced.spanInBytes())
    return false;
  // Without gaps any type and any order will do.
  return produced.spanInElements() == produced.elementCount() ||
         seeThrough(seen, produced, produced.effectiveStrides());
}

} // namespace fusedml::graph
