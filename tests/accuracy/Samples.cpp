//===- Samples.cpp - inputs that stand for all ----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Measure.h"
#include "tests/support/Values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace accuracy {

using support::Random;

//===----------------------------------------------------------------------===//
// One input
//===----------------------------------------------------------------------===//

namespace {

/// Collects floats by their bits.
class Sample {
public:
  void add(uint32_t bits) { all.push_back(bits); }

  /// `value` of both signs and `reach` floats on each side of both.
  void addAround(double value, int reach) {
    auto centre = std::bit_cast<uint32_t>(static_cast<float>(value));
    for (int i = -reach; i <= reach; ++i) {
      add(centre + static_cast<uint32_t>(i));
      add((centre + static_cast<uint32_t>(i)) ^ 0x80000000);
    }
  }

  std::vector<float> take() {
    std::ranges::sort(all);
    auto rest = std::ranges::unique(all);
    all.erase(rest.begin(), rest.end());
    std::vector<float> floats;
    floats.reserve(all.size());
    for (uint32_t bits : all)
      floats.push_back(std::bit_cast<float>(bits));
    return floats;
  }

private:
  std::vector<uint32_t> all;
};

constexpr int kReach = 64;

/// Where a function vanishes, overflows, or is special, and where its digits
/// come out by another formula.
void addThresholds(Sample &sample) {
  for (double value : {0.0,
                       1.0,
                       0x1.fffffep127,
                       88.72284,
                       87.33655,
                       103.27893,
                       103.97208,
                       89.41599,
                       16.635532,
                       17.328679,
                       104.0,
                       90.0,
                       89.0,
                       18.0,
                       15.749,
                       5.049,
                       9.1,
                       14.2,
                       13.1,
                       0.0433,
                       4.0,
                       3.92,
                       4096.0,
                       0x1p-12,
                       0.15625,
                       0.703,
                       1.406,
                       std::numbers::pi,
                       std::numbers::e,
                       std::numbers::sqrt2,
                       std::numbers::sqrt2 / 2,
                       std::numbers::ln2})
    sample.addAround(value, kReach);
  for (int exponent = -149; exponent < 128; ++exponent)
    sample.addAround(std::ldexp(1.0, exponent), kReach);
}

/// Borders between the intervals of range reductions and tables.
void addBorders(Sample &sample) {
  constexpr int kNear = 3;
  for (int i = 1; i <= 32 * 64; ++i) // equal steps of all widths
    sample.addAround(i / 64.0, kNear);
  for (int i = 1; i <= 5120; ++i) // halves of ln(2) / 16, for exp
    sample.addAround(i * (std::numbers::ln2 / 32), kNear);
  for (int i = 1; i <= 8192; ++i) // for sin, cos and tan
    sample.addAround(i * (std::numbers::pi / 4), kNear);
  for (int i = 1; i <= 62; ++i) // nearest to many multiples of pi / 2
    sample.addAround(std::ldexp(std::numbers::pi / 2, i), kNear);
  // Steps of a share of the octave, from 1 or another point on.
  for (double from : {0.0, 0.625, 1.0, 1.375})
    for (int octave = -4; octave <= 4; ++octave)
      for (int i = 0; i < 32; ++i) {
        double border = std::ldexp(1 + i / 32.0, octave) - from;
        if (border <= 0)
          continue;
        sample.addAround(border, kNear);
        sample.addAround(1 / border, kNear);
      }
  // Steps that shrink as those of a Gaussian.
  for (int i = 0; i < 32; ++i)
    sample.addAround((std::sqrt(2.3 * 2.3 + 4 * 0.78 * (i + 0.5)) - 2.3) /
                         (2 * 0.78),
                     kReach);
}

} // namespace

std::vector<float> sampleInputs(uint64_t stride) {
  Sample sample;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += stride)
    sample.add(static_cast<uint32_t>(bits));
  for (uint64_t bits : support::specialBits(reference::Type::Float32))
    sample.add(static_cast<uint32_t>(bits));
  addThresholds(sample);
  addBorders(sample);
  return sample.take();
}

//===----------------------------------------------------------------------===//
// Two inputs
//===----------------------------------------------------------------------===//

namespace {

/// Random numbers of one pair, the same wherever it is asked for.
class Draw {
public:
  explicit Draw(uint64_t index) : random(index * 0xd1342543de82ef95 + 1) {}

  uint64_t below(uint64_t bound) { return random.below(bound); }
  float anyFloat() {
    return std::bit_cast<float>(static_cast<uint32_t>(random.next()));
  }
  double between(double low, double high) {
    return low + (high - low) * (double(random.next() >> 11) * 0x1p-53);
  }
  /// A positive float around 2^`exponent`, whatever digits it has.
  float around(double exponent) {
    return static_cast<float>(std::exp2(exponent) * between(0.5, 2.0));
  }
  float sign(float value) { return below(2) ? value : -value; }
  /// Anything from -1 to 1, mostly near 0: down to 2^-`bits`.
  double little(double bits) {
    double scale = std::exp2(-between(0, bits));
    return scale * between(-1, 1);
  }
  float subnormal() {
    uint64_t digits = below(24);
    return sign(std::bit_cast<float>(
        static_cast<uint32_t>(below(uint64_t{1} << digits))));
  }
  template <typename T, size_t N> T oneOf(const T (&values)[N]) {
    return values[below(N)];
  }

private:
  Random random;
};

/// A base and an exponent whose power is in the range of FLOAT32 or a little
/// beyond.
std::pair<float, float> powerInRange(Draw &draw, float base) {
  double target = draw.between(-155, 133);
  double log = std::log2(std::fabs(static_cast<double>(base)));
  return {base, static_cast<float>(target / log)};
}

std::pair<float, float> interestingPower(Draw &draw) {
  switch (draw.below(7)) {
  case 0: // Whole range of results.
    return powerInRange(draw, std::fabs(draw.anyFloat()));
  case 1: // A base near 1.
    return powerInRange(draw, std::bit_cast<float>(static_cast<uint32_t>(
                                  0x3f000000 + draw.below(0x1000000))));
  case 2: { // A base that 1 is nearly, and a huge exponent.
    auto ulps = static_cast<uint32_t>(draw.below(512));
    return powerInRange(draw, std::bit_cast<float>(0x3f7fff00 + ulps));
  }
  case 3: { // Whole exponents, and bases of both signs.
    double y = double(draw.below(draw.below(2) ? 40 : 4000)) + 1;
    double x = std::exp2(draw.between(-155, 133) / y);
    return {draw.sign(static_cast<float>(x)), draw.sign(static_cast<float>(y))};
  }
  case 4: // Exponents that have a name.
    return {draw.anyFloat(),
            draw.oneOf({0.5f, -0.5f, 1.0f, -1.0f, 1.5f, 2.0f, -2.0f, 3.0f, 4.0f,
                        0.25f, 0.33333334f, 0.6666667f, 2.2f, 0.45454547f})};
  case 5: { // Powers of two of powers of two, exact or halfway.
    float x = std::ldexp(1.0f, static_cast<int>(draw.below(277)) - 149);
    float y = static_cast<float>(static_cast<int>(draw.below(2000)) - 1000);
    return {x, y / draw.oneOf({1.0f, 2.0f, 3.0f, 8.0f, 23.0f, 64.0f})};
  }
  default: // Results near 1, near overflow and among subnormals.
    float x = draw.around(draw.between(-20, 20));
    double target = draw.oneOf({0.0, 128.0, -126.0, -149.0});
    target += draw.little(20);
    double log = std::log2(static_cast<double>(x));
    return {x, static_cast<float>(target / log)};
  }
}

std::pair<float, float> interestingAngle(Draw &draw) {
  float x = draw.sign(draw.around(draw.between(-126, 126)));
  double wide = static_cast<double>(x);
  switch (draw.below(7)) {
  case 0: // Ratios near 1.
    return {draw.sign(static_cast<float>(wide * (1 + draw.little(24)))), x};
  case 1: // All ratios that matter.
    return {
        draw.sign(static_cast<float>(wide * std::exp2(draw.between(-30, 30)))),
        x};
  case 2: { // Ratios at the borders of a table.
    double ratio = double(draw.below(65)) / 16;
    ratio += 0x1p-16 * draw.little(8);
    return {draw.sign(static_cast<float>(wide * ratio)), x};
  }
  case 3:
    return {draw.subnormal(), draw.subnormal()};
  case 4: // Ratios that are subnormal, vanish or overflow.
    return {draw.sign(draw.around(draw.between(-149, -20))),
            draw.sign(draw.around(draw.between(0, 127)))};
  case 5:
    return {draw.sign(draw.around(draw.between(0, 127))),
            draw.sign(draw.around(draw.between(-149, -20)))};
  default: { // The axes.
    float zero = draw.sign(0.0f), far = draw.sign(INFINITY);
    float other = draw.anyFloat();
    float axis = draw.below(2) ? zero : far;
    return draw.below(2) ? std::pair(axis, other) : std::pair(other, axis);
  }
  }
}

} // namespace

std::pair<float, float> samplePair(std::string_view mnemonic, uint64_t index) {
  Draw draw(index);
  if (index % 3 == 0) {
    float x = draw.anyFloat();
    return {x, draw.anyFloat()};
  }
  return mnemonic == "pow" ? interestingPower(draw) : interestingAngle(draw);
}

Operands specialPairs() {
  std::vector<float> values;
  for (uint64_t bits : support::specialBits(reference::Type::Float32))
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (float value :
       {3.0f,    -3.0f,    1.5f,           -1.5f,           -2.5f,
        0x1p24f, -0x1p24f, 0x1p23f + 0.5f, -0x1.fffffep23f, 0x1.fffffep-1f,
        126.0f,  127.0f,   128.0f,         -149.0f,         -150.0f,
        -126.0f, 0x1p-75f, -0x1p-75f,      0x1p64f,         -0x1p64f})
    values.push_back(value);
  Operands operands;
  for (float x : values)
    for (float y : values) {
      operands.x.push_back(x);
      operands.y.push_back(y);
    }
  return operands;
}

} // namespace accuracy
