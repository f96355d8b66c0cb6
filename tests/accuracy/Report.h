//===- Report.h - docs/accuracy.md, written and read ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_ACCURACY_REPORT_H
#define FUSEDML_TESTS_ACCURACY_REPORT_H

#include "tests/accuracy/Measure.h"

#include <optional>

namespace accuracy {

/// What was measured of one subject.
struct Line {
  std::string title, attributes;
  double bound = 0;
  unsigned inputs = 1;
  Statistics float32;
  std::optional<Statistics> float16; ///< Operators of one input.

  Line() = default;
  explicit Line(const Subject &subject);

  /// Results of FLOAT16 that are not correctly rounded.
  uint64_t misrounded() const {
    return float16 ? float16->results - float16->rounded : 0;
  }
  /// What is broken of what is promised, empty if nothing is.
  std::string complaint() const;
};

/// Pairs of docs/accuracy.md.
inline constexpr uint64_t kPairs = uint64_t{1} << 28;

/// Everything before the table, and its head.
std::string reportHead(uint64_t pairs);
/// A line of the table.
std::string reportLine(const Line &line);
/// Why the functions that are off by more than 1 ULP are.
std::string reportReasons(const std::vector<Line> &lines);

/// What a line of the table says.
struct Documented {
  std::string title, attributes;
  double worst = 0; ///< Rounded up to four digits.
  std::vector<float> worstAt;
  uint64_t wrong = 0, misrounded = 0;
};
std::vector<Documented> readReport(const std::string &text);

} // namespace accuracy

#endif // FUSEDML_TESTS_ACCURACY_REPORT_H
