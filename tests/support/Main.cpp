//===- Main.cpp - of all test programs ------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/TempDir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

int main(int argc, char **argv) {
  // As users have it, but in a folder of the run's own. Static, since code that
  // is still compiled when main() returns is kept, too.
  if (!std::getenv("FUSEDML_CACHE_DIR")) {
    static const support::TempDir cache;
    setenv("FUSEDML_CACHE_DIR", cache.path("kernels").c_str(), /*replace=*/0);
  }
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
