//===- Main.cpp - of all test programs ------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char **argv) {
  // Tests are about the compiler of this build, and leave the user's cache
  // alone. Who names a folder has them use it.
  setenv("FUSEDML_CACHE_DIR", "", /*replace=*/0);
  // What is compiled is what runs, but where a test says otherwise.
  setenv("FUSEDML_START_UNFUSED", "0", /*replace=*/0);
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
