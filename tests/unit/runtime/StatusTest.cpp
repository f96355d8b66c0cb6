//===- RuntimeStatus.cpp - text of diagnostics ----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Status.h"

#include <gtest/gtest.h>

using namespace fusedml;

TEST(RuntimeStatus, SuccessHasNoText) {
  Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.str(), "");
}

TEST(RuntimeStatus, AllParts) {
  Diagnostic diagnostic;
  diagnostic.op = "add";
  diagnostic.field = "OutputTensor.Sizes";
  diagnostic.message = "sizes differ";
  diagnostic.mend = "make them equal";
  diagnostic.context = "node 'sum' (0)";
  diagnostic.where = {"model.json", 12, 7};
  EXPECT_EQ(diagnostic.str(),
            "model.json:12:7: error: node 'sum' (0): add: sizes differ\n"
            "note: make them equal");
}

TEST(RuntimeStatus, EmptyPartsAreLeftOut) {
  Diagnostic diagnostic;
  diagnostic.message = "no";
  EXPECT_EQ(diagnostic.str(), "error: no");
  diagnostic.where = {"a.mlir", 0, 0};
  EXPECT_EQ(diagnostic.str(), "a.mlir: error: no");
  diagnostic.where = {"a.mlir", 3, 0};
  EXPECT_EQ(diagnostic.str(), "a.mlir:3: error: no");
  diagnostic.where = {"", 3, 4};
  EXPECT_EQ(diagnostic.str(), "<input>:3:4: error: no");
  diagnostic.where = {};
  diagnostic.op = "add";
  EXPECT_EQ(diagnostic.str(), "error: add: no");
}

TEST(RuntimeStatus, ExpectedHoldsEither) {
  Expected<int> value = 3;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 3);
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::IoError;
  Expected<int> error = diagnostic;
  ASSERT_FALSE(error);
  EXPECT_EQ(error.takeStatus().error().code, ErrorCode::IoError);
}
