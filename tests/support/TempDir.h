//===- TempDir.h - a folder that goes away with its owner -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_TEMPDIR_H
#define FUSEDML_TESTS_SUPPORT_TEMPDIR_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace support {

class TempDir {
public:
  TempDir() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "fusedml-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw std::runtime_error("no temporary folder");
    folder = pattern;
  }
  ~TempDir() {
    // A process that was forked off is not the owner.
    if (getpid() != process)
      return;
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  TempDir(const TempDir &) = delete;
  TempDir &operator=(const TempDir &) = delete;

  std::string path(const std::string &file) const {
    return (folder / file).string();
  }

  std::string write(const std::string &file, const std::string &text) const {
    std::ofstream(path(file), std::ios::binary) << text;
    return path(file);
  }

private:
  std::filesystem::path folder;
  const pid_t process = getpid();
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_TEMPDIR_H
