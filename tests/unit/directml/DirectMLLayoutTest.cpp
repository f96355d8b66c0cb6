//===- DirectMLLayoutTest.cpp - DirectML.h against the facts --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/DirectML.h"
// Behind it.
#include "tests/unit/directml/DirectMLLayout.inc"

#include <gtest/gtest.h>

TEST(DirectMLLayout, FlagsCombine) {
  DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_DISABLE_META_COMMANDS |
                              DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;
  EXPECT_EQ(static_cast<int>(flags), 6);
  flags &= ~DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;
  EXPECT_EQ(flags, DML_EXECUTION_FLAG_DISABLE_META_COMMANDS);
  flags ^= DML_EXECUTION_FLAG_DISABLE_META_COMMANDS;
  flags |= DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION;
  EXPECT_EQ(flags, DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION);
}
