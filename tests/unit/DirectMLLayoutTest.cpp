//===- DirectMLLayoutTest.cpp - DirectML.h against the facts --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/DirectML.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

// Checked when this file is compiled.
#define VALUE(NAME, NUMBER)                                                    \
  static_assert(static_cast<unsigned>(NAME) == NUMBER);
#define SIZE(TYPE_NAME, BYTES) static_assert(sizeof(TYPE_NAME) == BYTES);
#define ALIGN(TYPE_NAME, BYTES) static_assert(alignof(TYPE_NAME) == BYTES);
#define OFFSET(STRUCT, FIELD, BYTES)                                           \
  static_assert(offsetof(STRUCT, FIELD) == BYTES);
#define TYPE(STRUCT, FIELD, CTYPE)                                             \
  static_assert(std::is_same_v<decltype(STRUCT::FIELD), CTYPE>);
#include "tests/unit/DirectMLLayout.inc"
#undef VALUE
#undef SIZE
#undef ALIGN
#undef OFFSET
#undef TYPE

static_assert(sizeof(DML_SCALAR_UNION::Bytes) == 8);
static_assert(DML_TARGET_VERSION == 0x6400);

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
