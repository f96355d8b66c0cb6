//===- Measure.cpp - errors of results in units of the last place ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Measure.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace accuracy {

using fusedml::DataType;
using reference::Symmetry;

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// Whether a pair of operands is to be named rather than `other`: the same of
/// several, whatever order the threads meet them in.
static bool isBefore(double x, double y, const double (&other)[2]) {
  return std::pair(std::bit_cast<uint64_t>(x), std::bit_cast<uint64_t>(y)) <
         std::pair(std::bit_cast<uint64_t>(other[0]),
                   std::bit_cast<uint64_t>(other[1]));
}

void Statistics::addError(double error, double x, double y) {
  bool first = !numbers++;
  sum += error;
  if (!first && (error < worst || (error == worst && !isBefore(x, y, worstAt))))
    return;
  worst = error;
  worstAt[0] = x;
  worstAt[1] = y;
}

void Statistics::addWrong(double x, double y) {
  if (wrong++ && !isBefore(x, y, wrongAt))
    return;
  wrongAt[0] = x;
  wrongAt[1] = y;
}

void Statistics::add(const Statistics &other) {
  Statistics both = *this;
  if (other.numbers)
    both.addError(other.worst, other.worstAt[0], other.worstAt[1]);
  if (other.wrong)
    both.addWrong(other.wrongAt[0], other.wrongAt[1]);
  both.results = results + other.results;
  both.rounded = rounded + other.rounded;
  both.wrong = wrong + other.wrong;
  both.numbers = numbers + other.numbers;
  both.sum = sum + other.sum;
  *this = both;
}

//===----------------------------------------------------------------------===//
// One result
//===----------------------------------------------------------------------===//

namespace {

/// A double this near to the border of two floats does not tell which of them
/// is nearest. Its own error is below 2^-20 ULP of a FLOAT32.
constexpr double kUncertain = 0x1p-18;

/// 2^`exponent`, for normal doubles.
double powerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
}

/// |`value`| up to 2^greatest.
double magnitude(double value, const Format &format) {
  return std::min(std::fabs(value), powerOfTwo(format.greatest));
}

/// 1 / ULP at `value`, which is finite, of a format.
double inverseUlp(double value, const Format &format) {
  int exponent =
      static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff) - 1023;
  int last = std::clamp(exponent, format.least + format.digits - 1,
                        format.greatest - 1) -
             (format.digits - 1);
  return powerOfTwo(-last);
}

/// |`result` - value| in ULP.
double errorFrom(const Number &value, double result, const Format &format) {
  double limit = powerOfTwo(format.greatest);
  Number clamped, difference(std::clamp(result, -limit, limit));
  mpfr_set(clamped, value, MPFR_RNDN);
  if (mpfr_cmp_d(clamped, limit) > 0)
    mpfr_set_d(clamped, limit, MPFR_RNDN);
  if (mpfr_cmp_d(clamped, -limit) < 0)
    mpfr_set_d(clamped, -limit, MPFR_RNDN);
  mpfr_sub(difference, difference, clamped, MPFR_RNDN);
  mpfr_abs(difference, difference, MPFR_RNDN);
  // Toward zero: just below a power of two floats are nearer to each other.
  double unit = inverseUlp(mpfr_get_d(clamped, MPFR_RNDZ), format);
  mpfr_mul_d(difference, difference, unit, MPFR_RNDN);
  return mpfr_get_d(difference, MPFR_RNDN);
}

/// Judges results of one subject in one format.
template <const Format &format> class Judge {
public:
  Judge(const Subject &subject, Statistics &statistics)
      : subject(subject), statistics(statistics) {}

  void operator()(double x, double y, double real, double result) {
    ++statistics.results;
    if (std::isnan(real) || std::isnan(result)) {
      if (std::isnan(real) && std::isnan(result))
        ++statistics.rounded;
      else
        statistics.addWrong(x, y);
      return;
    }
    if (std::signbit(real) != std::signbit(result) ||
        (std::isinf(real) && !std::isinf(result)))
      return statistics.addWrong(x, y);
    double value = magnitude(real, format);
    double error = std::fabs(magnitude(result, format) - value) *
                   inverseUlp(value, format);
    if (error < 0.5 - kUncertain)
      ++statistics.rounded;
    else if (error <= 0.5 + kUncertain)
      error = decide(x, y, result);
    statistics.addError(error, x, y);
  }

private:
  /// Whether a result is the nearest, by MPFR, and its error.
  double decide(double x, double y, double result) {
    double in[] = {x, y};
    Number value;
    int side = exactValue(subject.row->mnemonic, subject.attributes,
                          std::span(in, subject.real.inputs()), value);
    statistics.rounded += nearest(value, side, format) == result;
    return errorFrom(value, result, format);
  }

  const Subject &subject;
  Statistics &statistics;
};

} // namespace

double exactError(const Subject &subject, std::span<const double> in,
                  double result) {
  Number value;
  exactValue(subject.row->mnemonic, subject.attributes, in, value);
  return errorFrom(value, result, kFloat32);
}

//===----------------------------------------------------------------------===//
// Many results
//===----------------------------------------------------------------------===//

void Operands::evaluate(const Subject &subject) {
  real.resize(x.size());
  for (size_t i = 0; i < x.size(); ++i)
    real[i] = subject.real(static_cast<double>(x[i]),
                           y.empty() ? 0.0 : static_cast<double>(y[i]));
}

void judge(const Subject &subject, const Operands &operands,
           std::span<const float> results, Statistics &statistics) {
  Judge<kFloat32> judge(subject, statistics);
  for (size_t i = 0; i < results.size(); ++i)
    judge(static_cast<double>(operands.x[i]),
          operands.y.empty() ? 0.0 : static_cast<double>(operands.y[i]),
          operands.real[i], static_cast<double>(results[i]));
}

Statistics judgeHalves(const Subject &subject,
                       std::span<const uint16_t> results) {
  Statistics statistics;
  Judge<kFloat16> judge(subject, statistics);
  for (size_t i = 0; i < results.size(); ++i) {
    double x = toDouble(reference::Half{static_cast<uint16_t>(i)});
    judge(x, 0.0, subject.real(x), toDouble(reference::Half{results[i]}));
  }
  return statistics;
}

void run(const fusedml::Kernel &kernel, const Operands &operands,
         std::span<float> results) {
  std::vector<fusedml::Binding> in{operands.x};
  if (!operands.y.empty())
    in.emplace_back(operands.y);
  fusedml::OutputBinding out(results);
  fusedml::RunOptions options;
  options.threads = 1;
  fusedml::Status status = kernel.run(in, std::span(&out, 1), options);
  if (!status)
    throw std::runtime_error(status.str());
}

//===----------------------------------------------------------------------===//
// All inputs
//===----------------------------------------------------------------------===//

namespace {

constexpr uint64_t kBlock = 1 << 16;

/// What a thread works on.
struct Scratch {
  Operands operands;
  std::vector<float> results;
  Statistics statistics;
};

/// Calls `work(block, scratch)` for every block on all cores, each with a
/// scratch of its own, and adds up the statistics. What `work` throws is thrown
/// again.
Statistics
onAllCores(uint64_t blocks, const Progress &progress,
           const std::function<void(uint64_t block, Scratch &)> &work) {
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  Statistics total;
  std::exception_ptr failure;
  auto loop = [&](bool reports) {
    Scratch scratch;
    try {
      for (uint64_t block; (block = next.fetch_add(1)) < blocks;) {
        work(block, scratch);
        if (reports && progress)
          progress(double(block) / double(blocks));
      }
    } catch (...) {
      next = blocks;
      std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
    std::lock_guard lock(mutex);
    total.add(scratch.statistics);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    threads.emplace_back(loop, false);
  loop(true);
  for (std::thread &thread : threads)
    thread.join();
  if (failure)
    std::rethrow_exception(failure);
  if (progress)
    progress(1);
  return total;
}

/// Replaces the largest error, which was measured from a double, by MPFR's.
fusedml::Status refineWorst(const Subject &subject, const std::string &cpu,
                            Statistics &statistics) {
  Operands operands;
  operands.x = {static_cast<float>(statistics.worstAt[0])};
  if (subject.real.inputs() == 2)
    operands.y = {static_cast<float>(statistics.worstAt[1])};
  auto kernel = compileSubject(subject, DataType::Float32, 1, cpu);
  if (!kernel)
    return kernel.takeStatus();
  float result = 0;
  run(*kernel, operands, {&result, 1});
  statistics.worst =
      exactError(subject, std::span(statistics.worstAt, subject.real.inputs()),
                 static_cast<double>(result));
  return {};
}

/// Numbers x >= 0 from `first` bits on, each followed by -x, with the true
/// values.
void fillBothSigns(const Subject &subject, uint64_t first, uint64_t stride,
                   Operands &operands) {
  operands.x.resize(2 * kBlock);
  operands.real.resize(2 * kBlock);
  Symmetry symmetry = subject.real.symmetry();
  for (size_t i = 0; i < kBlock; ++i) {
    auto bits = static_cast<uint32_t>(first + i * stride);
    float x = std::bit_cast<float>(bits);
    operands.x[2 * i] = x;
    operands.x[2 * i + 1] = -x;
    double value = subject.real(static_cast<double>(x));
    operands.real[2 * i] = value;
    operands.real[2 * i + 1] = symmetry == Symmetry::None
                                   ? subject.real(-static_cast<double>(x))
                               : symmetry == Symmetry::Odd ? -value
                                                           : value;
  }
}

} // namespace

fusedml::Expected<Statistics> measureAll(const Subject &subject,
                                         const std::string &cpu,
                                         uint64_t stride,
                                         const Progress &progress) {
  auto kernel = compileSubject(subject, DataType::Float32, 2 * kBlock, cpu);
  if (!kernel)
    return kernel.takeStatus();
  uint64_t numbers = ((uint64_t{1} << 31) + stride - 1) / stride;
  uint64_t blocks = (numbers + kBlock - 1) / kBlock;
  Statistics statistics =
      onAllCores(blocks, progress, [&](uint64_t block, Scratch &scratch) {
        uint64_t first = block * kBlock;
        fillBothSigns(subject, first * stride, stride, scratch.operands);
        scratch.results.resize(2 * kBlock);
        run(*kernel, scratch.operands, scratch.results);
        // The last block may go beyond the last number.
        uint64_t count = 2 * std::min(kBlock, numbers - first);
        judge(subject, scratch.operands,
              std::span(scratch.results).first(count), scratch.statistics);
      });
  if (fusedml::Status status = refineWorst(subject, cpu, statistics); !status)
    return status;
  return statistics;
}

fusedml::Expected<Statistics> measurePairs(const Subject &subject,
                                           const std::string &cpu,
                                           uint64_t count,
                                           const Progress &progress) {
  Operands special = specialPairs();
  special.evaluate(subject);
  auto specialKernel = compileSubject(
      subject, DataType::Float32, static_cast<int64_t>(special.x.size()), cpu);
  auto kernel = compileSubject(subject, DataType::Float32, kBlock, cpu);
  if (!specialKernel || !kernel)
    return (kernel ? specialKernel : kernel).takeStatus();
  std::vector<float> results(special.x.size());
  run(*specialKernel, special, results);
  Statistics statistics;
  judge(subject, special, results, statistics);

  std::string mnemonic = subject.mnemonic();
  uint64_t blocks = (count + kBlock - 1) / kBlock;
  statistics.add(
      onAllCores(blocks, progress, [&](uint64_t block, Scratch &scratch) {
        Operands &operands = scratch.operands;
        operands.x.resize(kBlock);
        operands.y.resize(kBlock);
        for (uint64_t i = 0; i < kBlock; ++i)
          std::tie(operands.x[i], operands.y[i]) =
              samplePair(mnemonic, block * kBlock + i);
        operands.evaluate(subject);
        scratch.results.resize(kBlock);
        run(*kernel, operands, scratch.results);
        judge(subject, operands,
              std::span(scratch.results)
                  .first(std::min(kBlock, count - block * kBlock)),
              scratch.statistics);
      }));
  if (fusedml::Status status = refineWorst(subject, cpu, statistics); !status)
    return status;
  return statistics;
}

fusedml::Expected<Statistics> measureHalves(const Subject &subject,
                                            const std::string &cpu) {
  std::vector<uint16_t> inputs(65536), results(65536);
  for (size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = static_cast<uint16_t>(i);
  auto kernel = compileSubject(subject, DataType::Float16,
                               static_cast<int64_t>(inputs.size()), cpu);
  if (!kernel)
    return kernel.takeStatus();
  size_t bytes = inputs.size() * sizeof(uint16_t);
  fusedml::Status status =
      kernel->run({fusedml::Binding(inputs.data(), bytes)},
                  {fusedml::OutputBinding(results.data(), bytes)});
  if (!status)
    return status;
  return judgeHalves(subject, results);
}

} // namespace accuracy
