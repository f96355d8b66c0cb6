//===- RowsTest.cpp - every row has what the generic tests need -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"

using namespace support;

namespace {

TEST(Rows, EachHasAReference) {
  for (const auto &row : fusedml::graph::operatorRows())
    EXPECT_TRUE(reference::find(row.mnemonic))
        << row.mnemonic << " has no function in tests/reference/Reference.cpp";
}

TEST(Rows, EachReferenceHasARow) {
  for (std::string_view mnemonic : reference::mnemonics())
    EXPECT_TRUE(fusedml::graph::findOperator(mnemonic)) << mnemonic;
}

/// attributeSets() gives every float and enum field a value.
TEST(Rows, EachHasAttributeValues) {
  for (const auto &row : fusedml::graph::operatorRows()) {
    if (inputCount(row) == 0)
      continue; // Tested with values of their own.
    for (reference::Type type : newestTypes(row, row.fields.front().name))
      for (const RefAttributes &set : attributeSets(row.mnemonic, type))
        for (const auto &field : row.fields) {
          if (field.kind == fusedml::graph::FieldKind::Float)
            EXPECT_TRUE(set.floats.contains(field.name))
                << row.mnemonic << " " << field.name;
          if (field.kind == fusedml::graph::FieldKind::Enum)
            EXPECT_TRUE(set.enums.contains(field.name))
                << row.mnemonic << " " << field.name;
        }
  }
}

} // namespace
