//===- Report.cpp - docs/accuracy.md, written and read --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Report.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace accuracy {

namespace {

/// Why an operator may be off by more than 1 ULP.
struct Reason {
  std::string_view title, text;
};
constexpr Reason kReasons[] = {
    {"ACTIVATION_SCALED_ELU",
     "below 0 the products with Alpha and Gamma are rounded one after the "
     "other, as the formula has them; their errors add to that of exp(x) - 1."},
    {"ACTIVATION_GELU",
     "below 0 the result is x times the tail of a normal distribution. The "
     "product is rounded again, and an ULP of the tail may be worth nearly two "
     "of the product."},
    {"ACTIVATION_SWISH",
     "x is divided by 1 + exp(-x), which is rounded before, and half an ULP of "
     "it may be worth nearly one of the quotient."},
};

std::string_view reasonFor(std::string_view title) {
  for (const Reason &reason : kReasons)
    if (reason.title == title)
      return reason.text;
  return {};
}

std::string showOperands(const double (&operands)[2], unsigned inputs) {
  if (inputs == 1)
    return fmt::format("`{:a}`", operands[0]);
  return fmt::format("`{:a}`, `{:a}`", operands[0], operands[1]);
}

/// Digits that do not promise too much: an error rounded up, a share down.
std::string roundedUp(double value) {
  return fmt::format("{:.4f}", std::ceil(value * 1e4) / 1e4);
}
std::string share(uint64_t part, uint64_t whole) {
  double percent = whole ? 100.0 * double(part) / double(whole) : 0;
  return fmt::format("{:.3f} %", std::floor(percent * 1e3) / 1e3);
}

} // namespace

Line::Line(const Subject &subject)
    : title(subject.title()), attributes(subject.attributesText()),
      bound(subject.bound()), inputs(subject.real.inputs()) {}

std::string Line::complaint() const {
  std::string name =
      title + (attributes.empty() ? "" : " (" + attributes + ")");
  if (float32.wrong)
    return fmt::format("{}: {} wrong results, one of them at {}", name,
                       float32.wrong, showOperands(float32.wrongAt, inputs));
  if (!(float32.worst <= bound))
    return fmt::format("{}: {:.6f} ULP at {}, and the row allows {}", name,
                       float32.worst, showOperands(float32.worstAt, inputs),
                       bound);
  if (float32.worst > 1 && reasonFor(title).empty())
    return fmt::format("{}: {:.6f} ULP at {}, and no reason is given in "
                       "tests/accuracy/Report.cpp",
                       name, float32.worst,
                       showOperands(float32.worstAt, inputs));
  if (misrounded())
    return fmt::format("{}: {} FLOAT16 results are not correctly rounded", name,
                       misrounded());
  return {};
}

std::string reportHead(uint64_t pairs) {
  return fmt::format(
      R"(# Accuracy

How far results are from the value that an operator's formula has in real
numbers, by

```sh
./dev accuracy --write
```

which writes this page. `./dev accuracy exp activation_gelu` measures some,
`--stride 1009` less of each. A test compares this page with results on a sample
of inputs, on x86-64-v2, v3 and v4.

- **Inputs** are all 2^32 FLOAT32, with the attributes stated; those are the
  usual ones. Operators of two inputs got {:.1f} million pairs: a third from all
  bit patterns, two thirds where results are in range, exponents whole or
  simple, bases near 1, ratios near 0, 1, infinity and the borders of tables,
  operands subnormal or on an axis; and every pair of a list of special values.
- **The true value** is that of the formula in `double` by the C library, with
  attributes as they are. MPFR with 256 bits decides where a double is too
  near to the border of two floats, and measures the largest error.
- **1 ULP** is the distance of neighbouring floats around the true value. The
  nearest float is off by 0.5 ULP at most. Beyond the largest float infinity
  counts as 2^128.
- **Correctly rounded** are results that are the nearest float, ties to even, or
  NaN where the function has none.
- **Wrong** are NaN in place of a number and the other way, the other sign (also
  of a zero), and a finite number in place of infinity.
- **FLOAT16** is the number of results that are not correctly rounded, of all
  65,536 inputs.

| operator | attributes | bound | max ULP | at | mean ULP | correctly rounded | wrong | FLOAT16 |
|---|---|---|---|---|---|---|---|---|
)",
      double(pairs) / 1e6);
}

std::string reportLine(const Line &line) {
  const Statistics &s = line.float32;
  return fmt::format("| `{}` | {} | {} | {} | {} | {:.4f} | {} | {} | {} |\n",
                     line.title, line.attributes, line.bound,
                     roundedUp(s.worst), showOperands(s.worstAt, line.inputs),
                     s.mean(), share(s.rounded, s.results), s.wrong,
                     line.float16 ? std::to_string(line.misrounded()) : "–");
}

std::string reportReasons(const std::vector<Line> &lines) {
  std::string text, last;
  for (const Line &line : lines) {
    if (line.float32.worst <= 1 || line.title == last)
      continue;
    last = line.title;
    text += fmt::format("- `{}`: {}\n", line.title, reasonFor(line.title));
  }
  return text.empty() ? "" : "\nWhy more than 1 ULP:\n\n" + text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// The cells of a line of a table, without spaces and quotes around them.
std::vector<std::string> cells(const std::string &line) {
  std::vector<std::string> result;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    std::erase(cell, '`');
    size_t first = cell.find_first_not_of(' ');
    size_t last = cell.find_last_not_of(' ');
    result.push_back(
        first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return result;
}

std::vector<float> readOperands(const std::string &cell) {
  std::vector<float> result;
  std::istringstream in(cell);
  for (std::string number; std::getline(in, number, ',');)
    result.push_back(std::strtof(number.c_str(), nullptr));
  return result;
}

} // namespace

std::vector<Documented> readReport(const std::string &text) {
  std::vector<Documented> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| `"))
      continue;
    std::vector<std::string> columns = cells(line);
    if (columns.size() != 9)
      continue;
    Documented entry;
    entry.title = columns[0];
    entry.attributes = columns[1];
    entry.worst = std::strtod(columns[3].c_str(), nullptr);
    entry.worstAt = readOperands(columns[4]);
    entry.wrong = std::strtoull(columns[7].c_str(), nullptr, 10);
    entry.misrounded = std::strtoull(columns[8].c_str(), nullptr, 10);
    result.push_back(std::move(entry));
  }
  return result;
}

} // namespace accuracy
