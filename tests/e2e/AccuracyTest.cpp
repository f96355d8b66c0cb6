//===- AccuracyTest.cpp - functions keep their bounds, on a sample --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `./dev accuracy` measures every input. Here are every 4,099th and those where
// something happens, on each x86-64 level; and docs/accuracy.md is compared
// with what the functions do now.
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Report.h"
#include "tests/support/Process.h"
#include "tests/support/Targets.h"
#include "tests/support/TempDir.h"
#include "tests/support/Values.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <sstream>

using namespace accuracy;
using fusedml::DataType;
using support::allTargets;
using support::hostRuns;

namespace accuracy {

/// For messages of GoogleTest.
static std::ostream &operator<<(std::ostream &out, const Subject &subject) {
  return out << subject.title() << " " << subject.attributesText();
}

} // namespace accuracy

namespace {

constexpr uint64_t kStride = 4099;
constexpr uint64_t kSamplePairs = 1'000'000;

std::string subjectName(const testing::TestParamInfo<Subject> &info) {
  std::string name = info.param.title();
  for (const auto &[field, value] : info.param.attributes.floats) {
    std::ostringstream text;
    text << value;
    name += "_" + text.str();
  }
  for (char &c : name)
    c = c == '-' ? 'm' : std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

std::string showValue(float value) {
  std::ostringstream text;
  text << std::hexfloat << value << " (0x" << std::hex
       << std::bit_cast<uint32_t>(value) << ")";
  return text.str();
}

std::string documentText() {
  std::ifstream file(FUSEDML_SOURCE_DIR "/docs/accuracy.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The lines of docs/accuracy.md.
const std::vector<Documented> &documented() {
  static const std::vector<Documented> lines = readReport(documentText());
  return lines;
}

const Documented *documentedLine(const Subject &subject) {
  for (const Documented &line : documented())
    if (line.title == subject.title() &&
        line.attributes == subject.attributesText())
      return &line;
  return nullptr;
}

/// Inputs of a subject with their true values, or each `step`-th of them.
Operands sampleFor(const Subject &subject, size_t step = 1) {
  Operands operands;
  if (subject.real.inputs() == 1) {
    static const std::vector<float> inputs = sampleInputs(kStride);
    operands.x = inputs;
  } else {
    operands = specialPairs();
    for (uint64_t i = 0; i < kSamplePairs; ++i) {
      auto [x, y] = samplePair(subject.mnemonic(), i);
      operands.x.push_back(x);
      operands.y.push_back(y);
    }
  }
  for (std::vector<float> *all : {&operands.x, &operands.y}) {
    size_t kept = 0;
    for (size_t i = 0; i < all->size(); i += step)
      (*all)[kept++] = (*all)[i];
    all->resize(kept);
  }
  operands.evaluate(subject);
  return operands;
}

class Accuracy : public testing::TestWithParam<Subject> {
protected:
  /// The results of operands, or none after a failure.
  static std::vector<float> results(const Operands &operands,
                                    const std::string &cpu) {
    auto kernel = compileSubject(GetParam(), DataType::Float32,
                                 static_cast<int64_t>(operands.x.size()), cpu);
    if (!kernel) {
      ADD_FAILURE() << kernel.error().str();
      return {};
    }
    std::vector<float> values(operands.x.size());
    run(*kernel, operands, values);
    return values;
  }
};

class AccuracyOfOneInput : public Accuracy {};
class AccuracyOfSymmetric : public Accuracy {};

/// The subjects that `keep` is true of.
std::vector<Subject> subjectsWhere(bool (*keep)(const Subject &)) {
  std::vector<Subject> result;
  for (Subject &subject : subjects())
    if (keep(subject))
      result.push_back(std::move(subject));
  return result;
}

/// The first operands whose results differ, all NaNs being one.
testing::AssertionResult sameResults(const Operands &operands,
                                     const std::vector<float> &a,
                                     const std::vector<float> &b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<uint32_t>(a[i]) == std::bit_cast<uint32_t>(b[i]) ||
        (std::isnan(a[i]) && std::isnan(b[i])))
      continue;
    auto failure = testing::AssertionFailure();
    failure << showValue(operands.x[i]);
    if (!operands.y.empty())
      failure << ", " << showValue(operands.y[i]);
    return failure << " gives " << showValue(a[i]) << " and "
                   << showValue(b[i]);
  }
  return testing::AssertionSuccess();
}

TEST_P(Accuracy, Float32WithinItsBound) {
  Operands operands = sampleFor(GetParam());
  std::vector<float> first;
  for (const std::string &cpu : allTargets()) {
    if (!hostRuns(cpu))
      continue;
    std::vector<float> values = results(operands, cpu);
    ASSERT_EQ(values.size(), operands.x.size());
    if (!first.empty()) {
      EXPECT_TRUE(sameResults(operands, first, values))
          << "on " << allTargets().front() << " and " << cpu;
      continue;
    }
    Line line(GetParam());
    judge(GetParam(), operands, values, line.float32);
    EXPECT_EQ(line.complaint(), "") << "on " << cpu;
    // All inputs cannot be better than some of them.
    if (const Documented *whole = documentedLine(GetParam()))
      EXPECT_LE(line.float32.worst, whole->worst)
          << "docs/accuracy.md is not of this code: ./dev accuracy --write";
    first = std::move(values);
  }
}

TEST_P(AccuracyOfOneInput, Float16CorrectlyRounded) {
  for (const std::string &cpu : allTargets()) {
    if (!hostRuns(cpu))
      continue;
    auto statistics = measureHalves(GetParam(), cpu);
    ASSERT_TRUE(statistics.ok()) << statistics.error().str();
    EXPECT_EQ(statistics->results, 65536u);
    EXPECT_EQ(statistics->rounded, statistics->results) << "on " << cpu;
  }
}

/// docs/accuracy.md has a line for the operator, which says what it does.
TEST_P(Accuracy, IsDocumented) {
  const Subject &subject = GetParam();
  const Documented *line = documentedLine(subject);
  ASSERT_TRUE(line) << "docs/accuracy.md has no line for " << subject.title()
                    << " " << subject.attributesText()
                    << ": ./dev accuracy --write";
  EXPECT_LE(line->worst, subject.bound());
  EXPECT_EQ(line->wrong, 0u);
  EXPECT_EQ(line->misrounded, 0u);
  // The error it names is there, to the digits it gives.
  ASSERT_EQ(line->worstAt.size(), subject.real.inputs());
  Operands operands;
  operands.x = {line->worstAt[0]};
  if (line->worstAt.size() == 2)
    operands.y = {line->worstAt[1]};
  std::vector<float> values = results(operands, "");
  ASSERT_EQ(values.size(), 1u);
  std::vector<double> in(line->worstAt.begin(), line->worstAt.end());
  double error = exactError(subject, in, static_cast<double>(values[0]));
  EXPECT_LE(error, line->worst);
  EXPECT_GT(error, line->worst - 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Functions, Accuracy, testing::ValuesIn(subjects()),
                         subjectName);
INSTANTIATE_TEST_SUITE_P(
    Functions, AccuracyOfOneInput,
    testing::ValuesIn(subjectsWhere([](const Subject &subject) {
      return subject.real.inputs() == 1;
    })),
    subjectName);
INSTANTIATE_TEST_SUITE_P(
    Functions, AccuracyOfSymmetric,
    testing::ValuesIn(subjectsWhere([](const Subject &subject) {
      return subject.real.symmetry() != reference::Symmetry::None;
    })),
    subjectName);

//===----------------------------------------------------------------------===//
// What accuracy is measured with
//===----------------------------------------------------------------------===//

/// Two implementations of the true value, in double and by MPFR.
TEST_P(Accuracy, TheTwoReferencesAgree) {
  const Subject &subject = GetParam();
  Operands operands = sampleFor(subject, 397);
  for (size_t i = 0; i < operands.x.size(); ++i) {
    double in[] = {static_cast<double>(operands.x[i]),
                   operands.y.empty() ? 0.0
                                      : static_cast<double>(operands.y[i])};
    double real = operands.real[i];
    Number exact;
    exactValue(subject.row->mnemonic, subject.attributes,
               std::span(in, subject.real.inputs()), exact);
    double value = mpfr_get_d(exact, MPFR_RNDN);
    std::ostringstream where;
    where << std::hexfloat << in[0] << ", " << in[1] << ": " << real << " and "
          << value;
    ASSERT_EQ(std::isnan(real), std::isnan(value)) << where.str();
    if (std::isnan(real))
      continue;
    ASSERT_EQ(std::signbit(real), std::signbit(value)) << where.str();
    // Beyond FLOAT32 digits do not matter.
    if (std::fabs(value) < 0x1p129 && std::fabs(value) > 0x1p-160)
      ASSERT_LE(std::fabs(real - value), 0x1p-44 * std::fabs(value))
          << where.str();
  }
}

/// Symmetry is used to halve the work, so it had better be there.
TEST_P(AccuracyOfSymmetric, SymmetryHolds) {
  const Subject &subject = GetParam();
  double sign = subject.real.symmetry() == reference::Symmetry::Odd ? -1 : 1;
  for (float input : sampleInputs(65537)) {
    double x = static_cast<double>(input);
    double value = subject.real(x), mirrored = sign * subject.real(-x);
    ASSERT_TRUE((std::isnan(value) && std::isnan(mirrored)) ||
                std::bit_cast<uint64_t>(value) ==
                    std::bit_cast<uint64_t>(mirrored))
        << showValue(input);
  }
}

TEST(AccuracyMeasure, NearestIsWhatTheProcessorRoundsTo) {
  support::Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    // Mostly in or near the range of FLOAT32, and often a tie.
    uint64_t digits = random.next();
    double value =
        std::ldexp(static_cast<double>(digits >> (random.chance(50) ? 39 : 11)),
                   static_cast<int>(random.below(300)) - 190);
    value = random.chance(50) ? value : -value;
    auto expected = static_cast<double>(static_cast<float>(value));
    ASSERT_EQ(nearest(Number(value), 0, kFloat32), expected)
        << std::hexfloat << value;
    ASSERT_EQ(nearest(Number(value), 0, kFloat16),
              toDouble(reference::toHalf(value)))
        << std::hexfloat << value;
  }
}

TEST(AccuracyMeasure, TiesFollowTheSideOfTheTrueValue) {
  Number tie(1 + 0x1p-24);
  EXPECT_EQ(nearest(tie, 0, kFloat32), 1);
  EXPECT_EQ(nearest(tie, 1, kFloat32), 1); // The true value is below.
  EXPECT_EQ(nearest(tie, -1, kFloat32), 1 + 0x1p-23);
  Number negative(-0x1.8p-149); // Between the two least subnormals.
  EXPECT_EQ(nearest(negative, 0, kFloat32), -0x1p-148);
  EXPECT_EQ(nearest(negative, -1, kFloat32), -0x1p-149);
  Number half(-0x1p-150);
  EXPECT_TRUE(std::signbit(nearest(half, 0, kFloat32)));
  EXPECT_EQ(nearest(half, 0, kFloat32), 0);
  Number last(0x1.ffffffp127); // Half a unit above the largest.
  EXPECT_EQ(nearest(last, 0, kFloat32), INFINITY);
  EXPECT_EQ(nearest(last, 1, kFloat32), 0x1.fffffep127);
}

/// x / 2 and a little: halfway between floats, but not quite.
TEST(AccuracyMeasure, HalvesOfSubnormalsAreNoTies) {
  auto result = [](std::string_view mnemonic, double x) {
    RefAttributes attributes;
    attributes.floats = {
        {"SigmoidInputScale", 1.0f}, {"Alpha", 1.0f}, {"Beta", 0.5f}};
    Number value;
    int side = exactValue(mnemonic, attributes, std::span(&x, 1), value);
    return nearest(value, side, kFloat32);
  };
  for (const char *mnemonic : {"activation_swish", "activation_gelu"}) {
    EXPECT_EQ(result(mnemonic, 0x1p-149), 0x1p-149) << mnemonic;
    EXPECT_EQ(result(mnemonic, -0x1p-149), 0) << mnemonic;
    EXPECT_EQ(result(mnemonic, 0x1p-128 + 0x1p-149), 0x1p-129 + 0x1p-149)
        << mnemonic;
    EXPECT_EQ(result(mnemonic, -0x1.8p-148), -0x1p-149) << mnemonic;
  }
  EXPECT_EQ(result("activation_scaled_tanh", 0x1p-149), 0);
  EXPECT_EQ(result("activation_scaled_tanh", 0x1.8p-148), 0x1p-149);
  EXPECT_EQ(result("activation_scaled_tanh", -0x1.8p-148), -0x1p-149);
}

/// Judges one result of RECIP.
Statistics judgeRecip(float x, float result) {
  Subject subject(*fusedml::graph::findOperator("recip"), {});
  Operands operands;
  operands.x = {x};
  operands.evaluate(subject);
  Statistics statistics;
  judge(subject, operands, {&result, 1}, statistics);
  return statistics;
}

TEST(AccuracyMeasure, FindsWhatIsWrong) {
  Statistics right = judgeRecip(3, 1.0f / 3);
  EXPECT_EQ(right.rounded, 1u);
  EXPECT_NEAR(right.worst, 1.0 / 3, 1e-6);
  EXPECT_EQ(right.worstAt[0], 3);
  // One float further, and just below a power of two, where they are dense.
  Statistics off = judgeRecip(3, std::nextafter(1.0f / 3, 0.0f));
  EXPECT_EQ(off.rounded, 0u);
  EXPECT_NEAR(off.worst, 2.0 / 3, 1e-6);
  EXPECT_EQ(judgeRecip(1, 1 - 0x1p-24f).worst, 0.5);
  EXPECT_EQ(judgeRecip(1, 1 - 0x1p-24f).rounded, 0u);
  EXPECT_EQ(judgeRecip(0x1p126f, 0x1p-126f).worst, 0);
  EXPECT_EQ(judgeRecip(0x1p127f, 0x1p-127f + 0x1p-149f).worst, 1);
  // An overflow that comes too early, and one in time.
  EXPECT_EQ(judgeRecip(0x1p-127f, INFINITY).worst, 0x1p23);
  EXPECT_EQ(judgeRecip(0x1p-129f, INFINITY).worst, 0);
  EXPECT_EQ(judgeRecip(0x1p-129f, 0x1.fffffep127f).worst, 1);
  for (auto [x, result] :
       std::initializer_list<std::pair<float, float>>{{0.0f, -INFINITY},
                                                      {0.0f, 0x1.fffffep127f},
                                                      {INFINITY, -0.0f},
                                                      {2.0f, -0.5f},
                                                      {2.0f, NAN},
                                                      {NAN, 2.0f}}) {
    Statistics wrong = judgeRecip(x, result);
    EXPECT_EQ(wrong.wrong, 1u) << x << " " << result;
    EXPECT_EQ(wrong.rounded, 0u) << x << " " << result;
  }
  EXPECT_EQ(judgeRecip(NAN, NAN).rounded, 1u);
}

/// The threads share out the inputs: none is left out, and none is judged
/// twice.
TEST(AccuracyMeasure, TakesEveryInputOnce) {
  Subject subject(*fusedml::graph::findOperator("recip"), {});
  constexpr uint64_t kEvery = 12'345, kBoth = uint64_t{1} << 32;
  auto all = measureAll(subject, "", kEvery, {});
  ASSERT_TRUE(all.ok()) << all.error().str();
  EXPECT_EQ(all->results, 2 * ((kBoth / 2 + kEvery - 1) / kEvery));
  EXPECT_EQ(all->rounded, all->results);

  Operands operands;
  for (uint64_t bits = 0; bits < kBoth / 2; bits += kEvery)
    for (uint32_t sign : {0u, 0x80000000u})
      operands.x.push_back(
          std::bit_cast<float>(static_cast<uint32_t>(bits) | sign));
  operands.evaluate(subject);
  std::vector<float> values(operands.x.size());
  auto kernel = compileSubject(subject, DataType::Float32,
                               static_cast<int64_t>(operands.x.size()), "");
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  run(*kernel, operands, values);
  Statistics alone;
  judge(subject, operands, values, alone);
  EXPECT_EQ(all->numbers, alone.numbers);
  EXPECT_NEAR(all->sum, alone.sum, 1e-9 * alone.sum);
  EXPECT_NEAR(all->worst, alone.worst, 1e-6);
  EXPECT_EQ(all->worstAt[0], alone.worstAt[0]);
}

TEST(AccuracyMeasure, TakesSpecialPairsAndOthers) {
  Subject subject(*fusedml::graph::findOperator("atan_yx"), {});
  constexpr uint64_t kCount = 100'000;
  std::vector<double> seen;
  auto statistics = measurePairs(subject, "", kCount,
                                 [&](double done) { seen.push_back(done); });
  ASSERT_TRUE(statistics.ok()) << statistics.error().str();
  EXPECT_EQ(statistics->results, specialPairs().x.size() + kCount);
  EXPECT_EQ(statistics->wrong, 0u);
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  EXPECT_EQ(seen.back(), 1);
}

/// Runs `fusedml-accuracy ARGUMENTS`.
support::ProcessResult program(const std::string &arguments) {
  return support::runCommand(FUSEDML_BINARY_DIR "/bin/fusedml-accuracy " +
                             arguments);
}

TEST(AccuracyProgram, MeasuresWhatIsAskedFor) {
  support::ProcessResult result =
      program("sqrt ELEMENT_WISE_RECIP --stride 1000003");
  EXPECT_EQ(result.exitCode, 0) << result.output;
  std::vector<Documented> lines = readReport(result.output);
  ASSERT_EQ(lines.size(), 2u) << result.output;
  EXPECT_EQ(lines[0].title, "ELEMENT_WISE_SQRT");
  EXPECT_EQ(lines[1].title, "ELEMENT_WISE_RECIP");
  EXPECT_LE(lines[1].worst, 0.5);
}

TEST(AccuracyProgram, RefusesWhatItCannotDo) {
  // Should it write after all, then not to the documentation.
  support::TempDir folder;
  std::string write = "--write --file " + folder.path("accuracy.md");
  for (const std::string &arguments :
       {std::string("ELEMENT_WISE_ADD"), std::string("nothing"),
        std::string("--stride 0"), "exp " + write, write + " --stride 16777215",
        std::string("--file x"), std::string("--unknown")})
    EXPECT_EQ(program(arguments).exitCode, 2) << arguments;
  EXPECT_FALSE(std::filesystem::exists(folder.path("accuracy.md")));
  support::ProcessResult result = program("exp --cpu no-such-cpu");
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_THAT(result.output, testing::HasSubstr("no-such-cpu"));
}

TEST(AccuracyMeasure, ReportsAreReadAsTheyAreWritten) {
  Subject subject(*fusedml::graph::findOperator("activation_elu"), [] {
    RefAttributes attributes;
    attributes.floats["Alpha"] = 0.5f;
    return attributes;
  }());
  Line line(subject);
  line.float32.addError(0.750001, -0x1.8p-4, 0);
  line.float16.emplace();
  line.float16->results = 3;
  line.float16->rounded = 1;
  std::vector<Documented> read =
      readReport(reportHead(1000) + reportLine(line));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].title, "ACTIVATION_ELU");
  EXPECT_EQ(read[0].attributes, "Alpha = 0.5");
  EXPECT_DOUBLE_EQ(read[0].worst, 0.7501);
  EXPECT_EQ(read[0].worstAt, std::vector<float>{-0x1.8p-4f});
  EXPECT_EQ(read[0].misrounded, 2u);
}

/// What a line complains of decides how the program ends.
TEST(AccuracyMeasure, ComplaintsAreOfBrokenPromises) {
  Line line;
  line.title = "ELEMENT_WISE_EXP";
  line.bound = 1;
  line.float32.addError(1, 2, 0);
  EXPECT_EQ(line.complaint(), "");
  Line far = line, odd = line, half = line;
  far.float32.addError(1.01, 3, 0);
  EXPECT_THAT(far.complaint(), testing::HasSubstr("the row allows 1"));
  odd.float32.addWrong(3, 0);
  EXPECT_THAT(odd.complaint(), testing::HasSubstr("1 wrong results"));
  half.float16.emplace();
  half.float16->results = 65536;
  half.float16->rounded = 65535;
  EXPECT_THAT(half.complaint(), testing::HasSubstr("1 FLOAT16"));
  Line unexplained = far;
  unexplained.bound = 2;
  EXPECT_THAT(unexplained.complaint(), testing::HasSubstr("no reason"));
}

/// An operator that may be inexact and is measured by nobody.
TEST(AccuracySubjects, AreAllThatMayBeInexact) {
  for (const auto &row : fusedml::graph::operatorRows())
    if (isMeasured(row))
      EXPECT_EQ(1, std::ranges::count(reference::realMnemonics(), row.mnemonic))
          << row.dmlName << " is missing in tests/reference/Real.cpp";
}

/// A line of an operator that is gone, or has other attributes now.
TEST(AccuracyDocument, HasNoOtherLines) {
  EXPECT_EQ(documented().size(), subjects().size());
}

TEST(AccuracyDocument, SaysHowItWasMade) {
  EXPECT_THAT(documentText(), testing::StartsWith(reportHead(kPairs)));
}

} // namespace
