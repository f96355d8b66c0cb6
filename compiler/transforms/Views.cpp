//===- Views.cpp - addresses of one layout seen through another ---===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Views.h"

#include "dialect/Dml.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace fusedml;

std::optional<SmallVector<int64_t>>
fusedml::seeThrough(RankedTensorType seen, RankedTensorType produced,
                    RankedTensorType operand) {
  if (seen.getElementType() != produced.getElementType())
    return std::nullopt;

  // Dimensions of the producer that move its address, with the operand's
  // stride along each, outermost first.
  struct Dim {
    int64_t size, address, operand;
  };
  SmallVector<Dim> dims;
  SmallVector<int64_t> address = dml::stridesOf(produced);
  SmallVector<int64_t> inner = dml::stridesOf(operand);
  for (int64_t dim = 0; dim < produced.getRank(); ++dim)
    if (produced.getDimSize(dim) != 1)
      dims.push_back({produced.getDimSize(dim), address[dim], inner[dim]});
  llvm::stable_sort(dims, [](const Dim &a, const Dim &b) {
    return a.address > b.address;
  });

  // Neighbours that both layouts walk through without a gap are one.
  SmallVector<Dim> merged;
  for (const Dim &dim : dims) {
    if (!merged.empty() && merged.back().address == dim.address * dim.size &&
        merged.back().operand == dim.operand * dim.size) {
      merged.back() = {merged.back().size * dim.size, dim.address,
                       dim.operand};
      continue;
    }
    merged.push_back(dim);
  }

  // Each dimension of the view steps along one producer dimension. Steps along
  // the same one add up and must stay inside it, so that no carry occurs.
  SmallVector<int64_t> reach(merged.size(), 0);
  SmallVector<int64_t> result;
  for (auto [size, stride] :
       llvm::zip_equal(seen.getShape(), dml::stridesOf(seen))) {
    if (stride == 0 || size <= 1) {
      result.push_back(0);
      continue;
    }
    auto *dim = llvm::find_if(
        merged, [&](const Dim &dim) { return dim.address <= stride; });
    if (dim == merged.end() || stride % dim->address != 0)
      return std::nullopt;
    int64_t steps = stride / dim->address;
    int64_t &reached = reach[dim - merged.begin()];
    reached += (size - 1) * steps;
    if (reached >= dim->size)
      return std::nullopt;
    result.push_back(steps * dim->operand);
  }
  return result;
}
