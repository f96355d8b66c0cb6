//===- Reference.cpp - what each operator means, one element at a time ----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Reference.h"
#include "tests/reference/Elements.h"
#include "tests/reference/Real.h"

#include <algorithm>

#ifdef __FAST_MATH__
#error "the reference needs IEEE arithmetic"
#endif

namespace reference {

namespace {

template <typename Map>
const auto &require(const Map &map, std::string_view field) {
  auto it = map.find(field);
  if (it == map.end())
    throw std::logic_error("missing attribute " + std::string(field));
  return it->second;
}

/// The families, each in its own file.
std::vector<Row> allRows() {
  std::vector<Row> rows;
  for (std::span<const Row> family :
       {arithmeticRows(), logicRows(), activationRows(), functionRows(),
        conversionRows()})
    rows.insert(rows.end(), family.begin(), family.end());
  return rows;
}

const std::vector<Row> &rows() {
  static const std::vector<Row> kRows = allRows();
  return kRows;
}

} // namespace

float RefAttributes::at(std::string_view field) const {
  return require(floats, field);
}

const std::string &RefAttributes::choice(std::string_view field) const {
  return require(enums, field);
}

RefTensor RefAttributes::scalar(std::string_view field) const {
  RefTensor result(scalarType.value(), {1});
  result.setBits(0, require(scalars, field));
  return result;
}

Evaluator find(std::string_view mnemonic) {
  for (const Row &row : rows())
    if (row.mnemonic == mnemonic)
      return row.evaluator;
  return nullptr;
}

std::vector<std::string_view> mnemonics() {
  std::vector<std::string_view> result;
  for (const Row &row : rows())
    result.push_back(row.mnemonic);
  return result;
}

RefTensor evaluate(std::string_view mnemonic, const RefAttributes &attributes,
                   std::span<const RefTensor> inputs) {
  Evaluator evaluator = find(mnemonic);
  if (!evaluator)
    throw std::logic_error("no reference for " + std::string(mnemonic));
  return evaluator(attributes, inputs);
}

Type resultType(std::string_view mnemonic, const RefAttributes &attributes,
                std::span<const Type> inputs) {
  std::vector<RefTensor> elements;
  for (Type type : inputs)
    elements.emplace_back(type, std::vector<int64_t>{1});
  RefAttributes one = attributes;
  one.sizes = {1};
  return evaluate(mnemonic, one, elements).type;
}

bool exact(std::string_view mnemonic, std::span<const Type> inputs,
           const RefAttributes &attributes) {
  // IEEE 754 rounds these two correctly.
  if (mnemonic == "recip" || mnemonic == "sqrt")
    return true;
  // Integers to the power of anything are integers.
  if (mnemonic == "pow")
    return !isFloat(inputs[0]);
  // The sum of ADD1 is.
  if (!attributes.activation.empty())
    return exact(attributes.activation, inputs,
                 *attributes.activationAttributes);
  return std::ranges::count(realMnemonics(), mnemonic) == 0;
}

} // namespace reference
