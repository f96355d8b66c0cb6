//===- ElementViews.cpp - an operator's tensors, element by element -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/ElementViews.h"

#include <algorithm>

namespace fusedml::graph {

ElementViews::ElementViews(const Operator &op) : row(*op.row) {
  for (size_t field = 0; field < op.fields.size(); ++field)
    if (row.fields[field].kind == FieldKind::Output)
      whole = op.tensor(field)->sizes;
  for (std::string_view name : row.blockwise) {
    const TensorDesc *tensor = op.tensor(static_cast<size_t>(row.field(name)));
    for (size_t dim = 0; tensor && dim < whole.size(); ++dim) {
      int64_t size = tensor->sizes[dim];
      if (size <= 1 || size == whole[dim] || whole[dim] == 0)
        continue;
      counts.resize(whole.size(), 1);
      counts[dim] = std::max(counts[dim], size);
    }
  }
  if (counts.empty()) {
    all.assign(whole.begin(), whole.end());
    return;
  }
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    if (counts[dim] > 1)
      all.push_back(counts[dim]);
    all.push_back(whole[dim] / counts[dim]);
  }
}

bool ElementViews::isWhole(const FieldRow &field) const {
  return counts.empty() && !std::ranges::count(row.oneElement, field.name) &&
         !std::ranges::count(row.blockwise, field.name);
}

std::vector<int64_t> ElementViews::strides(const FieldRow &field,
                                           const TensorDesc &desc) const {
  std::vector<int64_t> strides = desc.effectiveStrides();
  if (isWhole(field))
    return strides;
  std::vector<int64_t> result;
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    int64_t count = counts.empty() ? 1 : counts[dim];
    int64_t stride = strides[dim], size = desc.sizes[dim];
    bool perBlock = count > 1 && size == count;
    bool repeats = size == 1 && whole[dim] != 1;
    if (count > 1)
      result.push_back(repeats    ? 0
                       : perBlock ? stride
                                  : stride * (whole[dim] / count));
    result.push_back(repeats || perBlock ? 0 : stride);
  }
  return result;
}

TensorDesc ElementViews::view(const FieldRow &field,
                              const TensorDesc &desc) const {
  if (isWhole(field))
    return desc;
  TensorDesc result = desc;
  result.sizes = sizes();
  result.strides = strides(field, desc);
  return result;
}

DataType typeOfAbsent(const Operator &op, size_t field) {
  for (std::span<const std::string_view> group : op.row->sameType) {
    if (!std::ranges::count(group, op.row->fields[field].name))
      continue;
    for (std::string_view name : group)
      if (const TensorDesc *tensor =
              op.tensor(static_cast<size_t>(op.row->field(name))))
        return tensor->type;
  }
  return DataType::Unknown;
}

} // namespace fusedml::graph
