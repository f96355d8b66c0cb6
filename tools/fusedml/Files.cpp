//===- Files.cpp - files, errors and text of the tool ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace fusedml::tool {

namespace {
struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;
} // namespace

Diagnostic makeError(ErrorCode code, std::string message, std::string mend) {
  Diagnostic error;
  error.code = code;
  error.message = std::move(message);
  error.mend = std::move(mend);
  return error;
}

static Diagnostic ioError(std::string_view verb,
                          const std::filesystem::path &path, int code) {
  return makeError(ErrorCode::IoError,
                   fmt::format("cannot {} '{}': {}", verb, path.string(),
                               std::strerror(code)));
}

Expected<std::string> readFile(const std::filesystem::path &path) {
  // A device never ends.
  std::error_code ignored;
  if (std::filesystem::is_character_file(path, ignored) ||
      std::filesystem::is_block_file(path, ignored))
    return makeError(
        ErrorCode::IoError,
        fmt::format("cannot read '{}': it is a device", path.string()));
  File file(std::fopen(path.c_str(), "rb"));
  if (!file)
    return ioError("read", path, errno);
  std::string text;
  char buffer[1 << 16];
  size_t count;
  do {
    count = std::fread(buffer, 1, sizeof(buffer), file.get());
    text.append(buffer, count);
  } while (count == sizeof(buffer));
  if (std::ferror(file.get()))
    return ioError("read", path, errno);
  return text;
}

Status writeFile(const std::filesystem::path &path,
                 std::span<const std::byte> bytes) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return ioError("write", path, errno);
  errno = 0;
  bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  good = std::fclose(file) == 0 && good;
  if (good)
    return {};
  int code = errno;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored))
    std::filesystem::remove(path, ignored);
  return ioError("write", path, code);
}

Status writeFile(const std::filesystem::path &path, std::string_view text) {
  return writeFile(path, std::as_bytes(std::span(text)));
}

static void printError(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void printWarning(const Diagnostic &warning) {
  const SourceLocation &where = warning.where;
  std::string text;
  if (where.line != 0)
    text = fmt::format("{}:{}:{}: ", where.file, where.line, where.column);
  text += "warning: ";
  if (!warning.context.empty())
    text += warning.context + ": ";
  if (!warning.op.empty())
    text += warning.op + ": ";
  text += warning.message;
  if (!warning.mend.empty())
    text += "\nnote: " + warning.mend;
  printError(text + "\n");
}

int report(const Diagnostic &error) {
  printError(error.str() + "\n");
  // --cpu, --features or --triple, which only the compiler can check.
  if (error.rule == "target")
    return UsageWrong;
  if (error.code != ErrorCode::Internal)
    return ModelWrong;
  printError("note: this is a bug in FuseDML\n");
  return Fault;
}

int report(const json::Problems &problems) {
  for (const Diagnostic &warning : problems.warnings)
    printWarning(warning);
  int code = Success;
  for (const Diagnostic &error : problems.errors)
    code = std::max(code, report(error));
  return code;
}

int reportUsage(std::string_view message) {
  printError(fmt::format("error: {}\nnote: 'fusedml --help' and 'fusedml "
                         "COMMAND --help' show the options\n",
                         message));
  return UsageWrong;
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

bool finishOutput() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout))
    return true;
  printError("error: cannot write to the standard output\n");
  return false;
}

std::string extensionOf(const std::filesystem::path &path) {
  std::string extension = path.extension().string();
  for (char &c : extension)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return extension;
}

} // namespace fusedml::tool
