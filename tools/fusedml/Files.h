//===- Files.h - files, errors and text of the tool -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_FILES_H
#define FUSEDML_TOOLS_FUSEDML_FILES_H

#include "front/json/JsonReport.h"
#include "fusedml/Status.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace fusedml::tool {

/// Exit codes of the tool.
enum ExitCode {
  Success = 0,
  ModelWrong = 1, ///< The model or a file it names is wrong.
  UsageWrong = 2, ///< The command line is wrong.
  Fault = 3,      ///< FuseDML is wrong.
};

/// Reads a whole file. Errors: IoError that names the file and the reason.
Expected<std::string> readFile(const std::filesystem::path &path);
/// Writes a whole file: elsewhere first, then moved to its place, so that an
/// error leaves neither a part of the file nor nothing of an older one. Links
/// stay links; devices and pipes are written to as they are.
Status writeFile(const std::filesystem::path &path,
                 std::span<const std::byte> bytes);
Status writeFile(const std::filesystem::path &path, std::string_view text);
/// Makes the folder a file is to be written to, where it is missing.
Status makeFolderOf(const std::filesystem::path &path);

/// Prints errors (and warnings first) on stderr and returns the exit code they
/// ask for.
int report(const json::Problems &problems);
int report(const Diagnostic &error);
void printWarning(const Diagnostic &warning);
/// A usage error: text and its mend, or else a pointer to the help.
int reportUsage(std::string_view message, std::string_view mend = {});

/// Text on stdout.
void print(std::string_view text);
/// Flushes stdout; false (and an error on stderr) if not all of it arrived.
bool finishOutput();

/// Extension in lower case, with its dot.
std::string extensionOf(const std::filesystem::path &path);

Diagnostic makeError(ErrorCode code, std::string message,
                     std::string mend = {});

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_FILES_H
