//===- ArchitectureTest.cpp - who may include whom ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folders follow the path of the data, and includes point one way. The
// rules are those of CONTRIBUTING.md; a file that breaks one is named with its
// line.
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

/// Every include in `folder` must match `allowed` and must not match
/// `forbidden`. Includes are compared with their brackets or quotes.
struct Rule {
  const char *folder;
  const char *allowed;
  const char *forbidden;
  const char *reason;
};

/// A header of the C++ standard library: no folder, no extension.
#define STD "<[a-z_0-9]+>"
constexpr const char *kAll = ".*";
constexpr const char *kNone = "(?!)";

const Rule kRules[] = {
    {"include/fusedml", STD "|[\"<]fusedml/.*", kNone,
     "the public surface needs the standard library alone"},
    {"include/directml",
     STD "|<[a-z_0-9]+\\.h>|[\"<](directx|wsl|directml)/.*|\"DirectML\\.h\"",
     kNone, "DirectML.h needs D3D12 and COM alone"},
    {"d3d12",
     STD "|<[a-z/]+\\.h>|<(directx|wsl|wrl|dxguids|fmt)/[a-z0-9]+\\.h>"
         "|\"d3d12/[A-Za-z]+\\.h\"",
     kNone, "the software device knows nothing of DirectML"},
    {"runtime", kAll, "[\"<](mlir|llvm|dialect|front|compiler|tools|tests)/.*",
     "programs compiled ahead of time run without the compiler"},
    {"front", kAll, "[\"<](mlir|llvm|dialect|compiler|tools|tests)/.*",
     "the front is loaded without MLIR"},
    {"directml",
     STD "|<(directx|wsl|wrl|dxguids|fmt)/[a-z0-9]+\\.h>"
         "|\"(directml|fusedml)/[A-Za-z]+\\.h\"|\"DirectML\\.h\""
         "|\"d3d12/(ComObject|DeviceChild|Interop|PrivateData)\\.h\""
         "|\"front/(rules|graph|descriptors|kernels)/[A-Za-z]+\\.h\"",
     kNone, "the COM objects see the front, and D3D12 through COM"},
    {"dialect", kAll,
     "[\"<](tools|tests|runtime|compiler)/.*",
     "the dialect says what a program may say, not what becomes of it"},
    {"compiler/import", kAll,
     "[\"<](tools|tests)/.*|[\"<]compiler/(transforms|target|lowering|codegen)/.*",
     "later stages know earlier ones, not the other way"},
    {"compiler/transforms", kAll,
     "[\"<](tools|tests|runtime)/.*|[\"<]compiler/(import|lowering|codegen)/.*",
     "passes from dml to dml know the dialect alone"},
    {"compiler/lowering", kAll,
     "[\"<](tools|tests)/.*|[\"<]compiler/import/.*"
     "|[\"<]compiler/codegen/(?!Symbols\\.h).*",
     "lowering knows the target and symbol names, not how its code is used"},
    {"compiler/codegen", kAll,
     "[\"<](tools|tests|dialect)/.*"
     "|[\"<]compiler/(import|transforms|lowering)/.*",
     "LLVM IR comes in, code goes out"},
    {"tools/fusedml", kAll, "[\"<](mlir|llvm|dialect|tests)/.*",
     "`fusedml check` must not load MLIR"},
    {"tests/reference", STD "|[\"<](tests/)?reference/.*|\"[A-Za-z]+\\.h\"",
     "[\"<](fusedml|runtime|front|compiler|dialect|directml)/.*",
     "the reference is independent of what it judges"},
    {"examples",
     STD "|<(fusedml|directml|directx|dxguids|wsl|wrl)/"
         ".*|<DirectMLX?\\.h>|<[a-z]+\\.h>|\"[a-z_]+\\.h\"",
     kNone, "examples use what users have"},
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
  const std::regex allowed(rule.allowed), forbidden(rule.forbidden);
  for (const fs::path &path : sources(root / rule.folder)) {
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      std::smatch match;
      if (!std::regex_match(line, match, include))
        continue;
      std::string name = match[1];
      if (!std::regex_match(name, allowed) || std::regex_match(name, forbidden))
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
  for (const char *folder :
       {"include/fusedml", "runtime", "front", "dialect",
        "compiler/transforms", "compiler/lowering", "compiler/codegen",
        "tools/fusedml", "tests/reference", "examples", "d3d12", "directml"})
    EXPECT_THAT(sources(fs::path(FUSEDML_SOURCE_DIR) / folder),
                testing::Not(testing::IsEmpty()))
        << folder;
}

TEST(ArchitectureTest, FilesNameTheirLicence) {
  const fs::path root = FUSEDML_SOURCE_DIR;
  for (const char *folder :
       {"include", "runtime", "compiler", "dialect", "d3d12", "directml",
        "tools", "tests", "bench", "examples"})
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
