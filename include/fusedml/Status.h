//===- Status.h - errors as values ------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_STATUS_H
#define FUSEDML_STATUS_H

#include <cassert>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace fusedml {

enum class ErrorCode {
  InvalidArgument, ///< A descriptor, graph, option or binding breaks a rule.
  Unsupported,     ///< Valid, but not built into this version or target.
  ParseError,      ///< A file is not well formed.
  IoError,         ///< A file cannot be read or written.
  OutOfMemory,     ///< A buffer could not be allocated.
  Internal,        ///< A fault of FuseDML itself.
};

/// A place in a file; line and column count from 1, 0 means unknown.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// What went wrong, where, why, and how to mend it.
struct Diagnostic {
  ErrorCode code = ErrorCode::InvalidArgument;
  std::string op;      ///< Operator mnemonic, "activation_shrink", or empty.
  std::string field;   ///< Field path, "OutputTensor.Sizes", or empty.
  std::string rule;    ///< Stable label of the rule, "same-sizes", or empty.
  std::string message; ///< The rule and the values found.
  std::string mend;    ///< The smallest change that helps, or empty.
  std::string context; ///< Where in a graph or file: "node 'mul' (0)".
  SourceLocation where;

  /// `file:line:column: error: context: op: message`, then a `note:` line
  /// with the mend. Parts that are empty are left out.
  std::string str() const;
};

/// Success, or one Diagnostic. Cheap to move; success allocates nothing.
class [[nodiscard]] Status {
public:
  Status() = default;
  Status(Diagnostic error)
      : diagnostic(std::make_unique<Diagnostic>(std::move(error))) {}

  static Status success() { return {}; }

  bool ok() const { return !diagnostic; }
  explicit operator bool() const { return ok(); }

  /// The error. Only valid if !ok().
  const Diagnostic &error() const {
    assert(diagnostic && "no error in a successful Status");
    return *diagnostic;
  }
  Diagnostic &error() {
    assert(diagnostic && "no error in a successful Status");
    return *diagnostic;
  }

  /// The error as text, empty on success.
  std::string str() const { return diagnostic ? diagnostic->str() : ""; }

private:
  std::unique_ptr<Diagnostic> diagnostic;
};

/// A value, or the Status that says why there is none. Asking for what is not
/// there is a mistake of the caller: the value throws std::bad_variant_access
/// without ok(), and so do error() and takeStatus() with it.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : storage(std::move(value)) {}
  /// `status` must hold an error.
  Expected(Status status) : storage(std::move(status)) {
    assert(!std::get<Status>(storage).ok() && "success without a value");
  }
  Expected(Diagnostic diagnostic) : storage(Status(std::move(diagnostic))) {}

  bool ok() const { return storage.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value. Only valid if ok().
  T &operator*() { return std::get<T>(storage); }
  const T &operator*() const { return std::get<T>(storage); }
  T *operator->() { return &std::get<T>(storage); }
  const T *operator->() const { return &std::get<T>(storage); }

  /// The error. Only valid if !ok().
  const Diagnostic &error() const { return std::get<Status>(storage).error(); }
  Diagnostic &error() { return std::get<Status>(storage).error(); }

  /// Moves the error out, after which error() has none. Only valid if !ok().
  Status takeStatus() { return std::move(std::get<Status>(storage)); }

private:
  std::variant<T, Status> storage;
};

} // namespace fusedml

#endif // FUSEDML_STATUS_H
