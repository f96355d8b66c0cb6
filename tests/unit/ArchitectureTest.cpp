//===- ArchitectureTest.cpp - who may include whom ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The build refuses includes between rooms (cmake/FuseDMLRooms.cmake). Here is
// what it cannot see: headers of others in folders that use only what every
// user has. A file that breaks a rule is named with its line.
//
//===----------------------------------------------------------------------===//

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// Every include in `folder` must match `allowed`. Includes are compared with
/// their brackets or quotes.
struct Rule {
  const char *folder;
  const char *allowed;
  const char *reason;
};

/// A header of the C++ standard library: no folder, no extension.
#define STD "<[a-z_0-9]+>"

const Rule kRules[] = {
    {"include/fusedml", STD "|[\"<]fusedml/.*",
     "the public surface needs the standard library alone"},
    {"include/directml",
     STD "|<[a-z_0-9]+\\.h>|[\"<](directx|wsl|directml)/.*|\"DirectML\\.h\"",
     "DirectML.h needs D3D12 and COM alone"},
    {"tests/reference", STD "|[\"<](tests/)?reference/.*|\"[A-Za-z]+\\.h\"",
     "the reference is independent of what it judges"},
    {"examples",
     STD "|<(fusedml|directml|directx|dxguids|wsl|wrl)/"
         ".*|<DirectMLX?\\.h>|<[a-z]+\\.h>|\"[a-z_]+\\.h\"",
     "examples use what users have"},
};

bool isSource(const fs::path &path) {
  auto extension = path.extension();
  return extension == ".h" || extension == ".cpp" || extension == ".c";
}

std::vector<fs::path> sources(const fs::path &folder) {
  std::vector<fs::path> files;
  if (fs::exists(folder))
    for (const auto &entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && isSource(entry.path()))
        files.push_back(entry.path());
  return files;
}

class Architecture : public testing::TestWithParam<Rule> {};

TEST_P(Architecture, IncludesPointOneWay) {
  const Rule &rule = GetParam();
  const fs::path root = FUSEDML_SOURCE_DIR;
  const std::regex include("^\\s*#\\s*include\\s+([\"<][^\">]+[\">]).*");
  const std::regex allowed(rule.allowed);
  for (const fs::path &path : sources(root / rule.folder)) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      std::smatch match;
      if (!std::regex_match(line, match, include))
        continue;
      std::string name = match[1];
      if (!std::regex_match(name, allowed))
        ADD_FAILURE() << path.lexically_relative(root).string() << ":" << number
                      << ": " << name << " in " << rule.folder
                      << "/: " << rule.reason;
    }
  }
}

std::string testName(const testing::TestParamInfo<Rule> &info) {
  std::string name = info.param.folder;
  for (char &c : name)
    if (c == '/')
      c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Folders, Architecture, testing::ValuesIn(kRules),
                         testName);

/// The rules above would pass in silence if a folder were renamed.
TEST(ArchitectureTest, FoldersExist) {
  for (const Rule &rule : kRules)
    EXPECT_THAT(sources(fs::path(FUSEDML_SOURCE_DIR) / rule.folder),
                testing::Not(testing::IsEmpty()))
        << rule.folder;
}

TEST(ArchitectureTest, FilesNameTheirLicence) {
  const fs::path root = FUSEDML_SOURCE_DIR;
  for (const char *folder :
       {"include", "runtime", "front", "compiler", "dialect", "d3d12",
        "directml", "tools", "tests", "bench", "examples"})
    for (const fs::path &path : sources(root / folder)) {
      std::ifstream file(path);
      std::string line, head;
      for (int i = 0; i < 6 && std::getline(file, line); ++i)
        head += line + "\n";
      EXPECT_THAT(head, testing::HasSubstr("SPDX-License-Identifier: "
                                           "Apache-2.0 WITH LLVM-exception"))
          << path.lexically_relative(root);
    }
}

} // namespace
