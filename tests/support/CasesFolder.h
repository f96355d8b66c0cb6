//===- CasesFolder.h - where collected test cases are -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_CASESFOLDER_H
#define FUSEDML_TESTS_SUPPORT_CASESFOLDER_H

#include <cstdlib>
#include <filesystem>

namespace support {

/// $FUSEDML_CASES, or else a folder of cases beside the checkout, if there is
/// one: the cases are other projects' and not part of this repository. Tests
/// that need them are skipped where the folder is missing. lit/lit.cfg.py has
/// the same default.
inline std::filesystem::path casesFolder() {
  if (const char *folder = std::getenv("FUSEDML_CASES"))
    return folder;
  return std::filesystem::path(FUSEDML_SOURCE_DIR).parent_path() / "shared" /
         "cases";
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_CASESFOLDER_H
