//===- Measure.h - errors of results in units of the last place -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit of the last place (ULP) is the distance of neighbouring floats around
// the true value. An infinite result counts as 2^128 (FLOAT16: 2^16), and so
// does a true value beyond, so that an overflow in time costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_ACCURACY_MEASURE_H
#define FUSEDML_TESTS_ACCURACY_MEASURE_H

#include "tests/accuracy/Exact.h"
#include "tests/accuracy/Subject.h"

#include <functional>
#include <span>

namespace accuracy {

/// What was seen of one subject.
struct Statistics {
  uint64_t results = 0;
  uint64_t rounded = 0; ///< The float nearest to the true value, ties to even.
  /// NaN where a number is right or the other way, a number where the true
  /// value is far beyond all floats, or the other sign, also of a zero.
  uint64_t wrong = 0;
  uint64_t numbers = 0; ///< Those whose error counts: neither NaN nor wrong.
  double sum = 0;       ///< Of their errors.
  double worst = 0;
  double worstAt[2] = {};
  double wrongAt[2] = {};

  double mean() const { return numbers ? sum / double(numbers) : 0; }
  void add(const Statistics &other);

  void addError(double error, double x, double y);
  void addWrong(double x, double y);
};

/// Operands with the true values to double precision; `y` is empty for
/// operators of one input.
struct Operands {
  std::vector<float> x, y;
  std::vector<double> real;

  /// Evaluates `real`.
  void evaluate(const Subject &subject);
};

/// Judges the FLOAT32 results of the first operands.
void judge(const Subject &subject, const Operands &operands,
           std::span<const float> results, Statistics &statistics);
/// Judges what the 65,536 FLOAT16 give, in the order of their bits.
Statistics judgeHalves(const Subject &subject,
                       std::span<const uint16_t> results);

/// Runs a kernel of as many elements as there are operands on one thread.
/// Throws if that fails, which it has no reason to.
void run(const fusedml::Kernel &kernel, const Operands &operands,
         std::span<float> results);

/// The error of one result, by MPFR.
double exactError(const Subject &subject, std::span<const double> in,
                  double result);

/// FLOAT32 inputs that stand for all: each `stride`-th, and the neighbours of
/// where functions change their method, overflow, vanish or are special.
std::vector<float> sampleInputs(uint64_t stride);

/// Pair number `index` of an endless, fixed sequence for an operator of two
/// inputs: a third over all bit patterns, the others where it is interesting.
std::pair<float, float> samplePair(std::string_view mnemonic, uint64_t index);
/// Every pair of special values.
Operands specialPairs();

/// Called with the share that is done.
using Progress = std::function<void(double)>;

/// Every `stride`-th FLOAT32, on all cores.
fusedml::Expected<Statistics> measureAll(const Subject &subject,
                                         const std::string &cpu,
                                         uint64_t stride,
                                         const Progress &progress);
/// The special pairs and the first `count` of samplePair.
fusedml::Expected<Statistics> measurePairs(const Subject &subject,
                                           const std::string &cpu,
                                           uint64_t count,
                                           const Progress &progress);
/// Every FLOAT16.
fusedml::Expected<Statistics> measureHalves(const Subject &subject,
                                            const std::string &cpu);

} // namespace accuracy

#endif // FUSEDML_TESTS_ACCURACY_MEASURE_H
