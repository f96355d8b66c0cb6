//===- PeerEigen.cpp - Eigen's array expressions --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One expression a workload, which Eigen fuses itself; two threads take a half
// each.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <unsupported/Eigen/SpecialFunctions>

#include <algorithm>

using namespace fusedml::peers;

namespace {

template <typename T> using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
template <typename T> using In = Eigen::Map<const Array<T>>;
template <typename T> using Out = Eigen::Map<Array<T>>;

template <typename T>
In<T> input(const LimitArgs *args, int number, int64_t begin, int64_t end) {
  return {static_cast<const T *>(args->in[number]) + begin, end - begin};
}

template <typename T>
Out<T> output(const LimitArgs *args, int64_t begin, int64_t end) {
  return {static_cast<T *>(args->out) + begin, end - begin};
}

// A macro, because the parts of an Eigen expression must outlive it.
#define SHRINK(X)                                                              \
  ((X) > 0.5f).select((X) - 0.1f, ((X) < -0.5f).select((X) + 0.1f, 0.0f))

#define OPERANDS                                                               \
  [[maybe_unused]] auto a = input<float>(args, 0, begin, end);                 \
  [[maybe_unused]] auto b = input<float>(args, 1, begin, end);                 \
  [[maybe_unused]] auto c = input<float>(args, 2, begin, end);                 \
  [[maybe_unused]] auto d = input<float>(args, 3, begin, end);                 \
  auto y = output<float>(args, begin, end)

void w1(const LimitArgs *args, int64_t begin, int64_t end) {
  OPERANDS;
  y = SHRINK(a * b);
}

void w2(const LimitArgs *args, int64_t begin, int64_t end) {
  OPERANDS;
  y = a * a.logistic();
}

void w3(const LimitArgs *args, int64_t begin, int64_t end) {
  OPERANDS;
  y = 0.5f * a * (1.0f + (a * 0.70710678f).erf());
}

void w4(const LimitArgs *args, int64_t begin, int64_t end) {
  OPERANDS;
  y = (a * b + c).tanh() * d;
}

void w5(const LimitArgs *args, int64_t begin, int64_t end) {
  OPERANDS;
  y = ((a * b + c - d) / (b.abs() + 1.0f)).abs().max(0.0f).min(4.0f);
  y = SHRINK(y);
}

void w6(const LimitArgs *args, int64_t begin, int64_t end) {
  auto a = input<Eigen::half>(args, 0, begin, end);
  auto b = input<Eigen::half>(args, 1, begin, end);
  auto product = a.cast<float>() * b.cast<float>();
  output<Eigen::half>(args, begin, end) = SHRINK(product).cast<Eigen::half>();
}

void w6b(const LimitArgs *args, int64_t begin, int64_t end) {
  output<int8_t>(args, begin, end) =
      input<int8_t>(args, 0, begin, end) * input<int8_t>(args, 1, begin, end);
}

void w6i(const LimitArgs *args, int64_t begin, int64_t end) {
  output<int32_t>(args, begin, end) =
      input<int32_t>(args, 0, begin, end) / input<int32_t>(args, 1, begin, end);
}

void w7(const LimitArgs *args, int64_t begin, int64_t end) {
  const auto *scales = static_cast<const float *>(args->in[1]);
  const auto *biases = static_cast<const float *>(args->in[2]);
  while (begin < end) {
    int64_t plane = begin / args->planeSize, channel = plane % args->channels;
    int64_t stop = std::min(end, (plane + 1) * args->planeSize);
    output<float>(args, begin, stop) =
        (input<float>(args, 0, begin, stop) * scales[channel] + biases[channel])
            .max(0.0f);
    begin = stop;
  }
}

template <typename Expression>
void accuracy(const char *function, Expression expression) {
  accuracyCell("eigen", function,
               [&](const float *in, float *out, int64_t count) {
                 Out<float>(out, count) = expression(In<float>(in, count));
               });
}

} // namespace

int main() {
  runAll("eigen", setupOf({{"W1", w1},
                           {"W2", w2},
                           {"W3", w3},
                           {"W4", w4},
                           {"W5", w5},
                           {"W6", w6},
                           {"W6b", w6b},
                           {"W6i", w6i},
                           {"W7", w7}}));
  FewElements few;
  LimitArgs args = few.context("W1", 16).args;
  volatile LimitKernel kernel = w1;
  dispatchCell("eigen", "function pointer, compiled ahead",
               [&] { kernel(&args, 0, 16); });
  accuracy("Tanh", [](auto x) { return x.tanh().eval(); });
  accuracy("Exp", [](auto x) { return x.exp().eval(); });
  accuracy("Erf", [](auto x) { return x.erf().eval(); });
  accuracy("Sigmoid", [](auto x) { return x.logistic().eval(); });
  accuracy("Log", [](auto x) { return x.log().eval(); });
  accuracy("Sin", [](auto x) { return x.sin().eval(); });
}
