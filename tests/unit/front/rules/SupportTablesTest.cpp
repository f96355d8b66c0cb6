//===- SupportTablesTest.cpp - types and dimensions of every row ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the rows with tables written down independently.
// DescriptorSupportTest.cpp shows on some operators that an import keeps to
// them.
//
//===----------------------------------------------------------------------===//

#include "front/rules/OperatorRow.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

using namespace fusedml;
using namespace fusedml::graph;

namespace {

/// What an operator's tensor may be at a level.
struct Support {
  unsigned minDims, maxDims;
  bool optional;
  std::set<std::string> types; ///< "F32"
  bool operator==(const Support &) const = default;

  friend std::ostream &operator<<(std::ostream &out, const Support &support) {
    out << support.minDims << " to " << support.maxDims << " dimensions"
        << (support.optional ? ", optional," : ",");
    for (const std::string &type : support.types)
      out << " " << type;
    return out;
  }
};

/// Operator, level, tensor.
using Key = std::tuple<std::string, unsigned, std::string>;
using Table = std::map<Key, Support>;

std::vector<std::string> words(const std::string &text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

void addLine(Table &table, const char *name, FeatureLevel level,
             const char *tensors, unsigned minDims, unsigned maxDims,
             const char *types) {
  std::vector<std::string> list = words(types);
  for (std::string tensor : words(tensors)) {
    bool optional = tensor.ends_with('?');
    if (optional)
      tensor.pop_back();
    bool isNew =
        table
            .insert({{name, static_cast<unsigned>(level), tensor},
                     {minDims, maxDims, optional, {list.begin(), list.end()}}})
            .second;
    EXPECT_TRUE(isNew) << name << " " << tensor;
  }
}

Table tableOfFacts() {
  Table table;
#define SUPPORT(name, level, ...)                                              \
  addLine(table, #name, FeatureLevel::Level_##level, __VA_ARGS__);
#include "tests/unit/front/rules/SupportTables.inc"
#undef SUPPORT
  return table;
}

/// "FLOAT32" is "F32".
std::string shortName(DataType type) {
  std::string result;
  for (char c : name(type))
    if (result.empty() || (c >= '0' && c <= '9'))
      result += c;
  return result;
}

Table tableOfRows() {
  Table table;
  for (const OperatorRow &row : operatorRows())
    for (const LevelRow &level : row.levels)
      for (const FieldRow &field : row.fields) {
        if (field.kind != FieldKind::Input && field.kind != FieldKind::Output)
          continue;
        constexpr std::string_view kPrefix = "DML_OPERATOR_";
        std::string where(row.dmlName.substr(kPrefix.size()));
        const TensorRule *rule = ruleFor(level, field.name);
        if (!rule) {
          ADD_FAILURE() << where << " " << field.name << " has no rule";
          continue;
        }
        // DirectML has one rule for all tensors of an array.
        bool isElement = !field.array.empty();
        Support support{rule->minDims,
                        rule->maxDims,
                        !isElement && row.isOptional(field, level.level),
                        {}};
        for (DataType type : rule->types)
          support.types.insert(shortName(type));
        Key key{where, static_cast<unsigned>(level.level),
                std::string(isElement ? field.array : field.name)};
        auto [it, isNew] = table.insert({key, support});
        if (!isNew)
          it->second.types.merge(support.types);
      }
  return table;
}

std::string show(const Key &key) {
  std::ostringstream out;
  out << std::get<0>(key) << " " << std::get<2>(key) << " at level 0x"
      << std::hex << std::get<1>(key);
  return out.str();
}

TEST(SupportTables, EveryRow) {
  Table facts = tableOfFacts(), rows = tableOfRows();
  EXPECT_GT(facts.size(), operatorRows().size());
  for (const auto &[key, support] : facts)
    if (auto it = rows.find(key); it == rows.end())
      ADD_FAILURE() << show(key) << " is in no row";
    else
      EXPECT_EQ(it->second, support) << show(key);
  for (const auto &[key, support] : rows)
    EXPECT_TRUE(facts.contains(key)) << show(key) << " is only in a row";
}

} // namespace
