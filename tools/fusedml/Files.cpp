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

#include <unistd.h>

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

/// Writes and closes; 0 or an errno.
static int writeAndClose(std::FILE *file, std::span<const std::byte> bytes) {
  errno = 0;
  bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  int code = errno;
  if (std::fclose(file) != 0 && good)
    return errno;
  return good ? 0 : code;
}

Status writeFile(const std::filesystem::path &path,
                 std::span<const std::byte> bytes) {
  std::error_code error;
  std::filesystem::path target = std::filesystem::canonical(path, error);
  bool exists = !error;
  if (!exists)
    target = path;
  std::FILE *file = nullptr;
  std::filesystem::path temporary = target;
  // What may not be written may not be replaced, and a link to nothing makes
  // what it points to.
  if (exists ? std::filesystem::is_regular_file(target, error) &&
                   access(target.c_str(), W_OK) == 0
             : !std::filesystem::is_symlink(path, error)) {
    temporary += fmt::format(".{}.tmp", getpid());
    file = std::fopen(temporary.c_str(), "wbx");
  }
  bool isTemporary = file != nullptr;
  // A folder may allow writing to its files, but no new ones.
  if (!file)
    file = std::fopen(path.c_str(), "wb");
  if (!file)
    return ioError("write", path, errno);
  int code = writeAndClose(file, bytes);
  if (!isTemporary)
    return code == 0 ? Status() : ioError("write", path, code);
  if (code == 0) {
    if (exists)
      std::filesystem::permissions(
          temporary, std::filesystem::status(target, error).permissions(),
          error);
    std::filesystem::rename(temporary, target, error);
    if (!error)
      return {};
    code = error.value();
  }
  std::filesystem::remove(temporary, error);
  return ioError("write", path, code);
}

Status writeFile(const std::filesystem::path &path, std::string_view text) {
  return writeFile(path, std::as_bytes(std::span(text)));
}

Status makeFolderOf(const std::filesystem::path &path) {
  std::error_code code;
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), code);
  if (code)
    return makeError(ErrorCode::IoError,
                     fmt::format("cannot make the folder '{}': {}",
                                 path.parent_path().string(), code.message()));
  return {};
}

static void printError(std::string_view text) {
  // In a log of both streams the error follows what came before it. A stream
  // that cannot be flushed is reported at the end.
  std::fflush(stdout);
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

int reportUsage(std::string_view message, std::string_view mend) {
  if (mend.empty())
    mend = "'fusedml --help' and 'fusedml COMMAND --help' show the options";
  printError(fmt::format("error: {}\nnote: {}\n", message, mend));
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
