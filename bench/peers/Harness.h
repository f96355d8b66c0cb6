//===- Harness.h - what all peers are timed with ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A peer's process times its own calls and the hand-written kernels in turns,
// on the same memory, compares results, and writes one line of JSON for each
// cell of the tables (report.py).
//
// Workloads:
//   W1   shrink(a * b), Bias 0.1, Threshold 0.5
//   W2   a * sigmoid(a)
//   W3   gelu(a) with erf
//   W4   tanh(a * b + c) * d
//   W5   shrink(clip(abs((a * b + c - d) / (abs(b) + 1)), 0, 4))
//   W6   W1 in FLOAT16
//   W6b  a * b, INT8
//   W6i  a / b, INT32
//   W7   relu(x * scale[channel] + bias[channel]), images x channels x plane
//   W8   one call on 16 elements
//   W9   from a graph to its first result
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_HARNESS_H
#define FUSEDML_BENCH_PEERS_HARNESS_H

#include "Limits.h"

#include <functional>
#include <string>
#include <vector>

namespace fusedml::peers {

struct Work {
  std::string workload;
  int64_t images, channels, planeSize; ///< 1 x 1 x n but for W7.
  int64_t count() const { return images * channels * planeSize; }
};

/// A workload with its memory filled, on a number of threads.
struct Context {
  Work work;
  int threads;
  LimitArgs args;
};

using Call = std::function<void()>;
/// Prepares a call; an empty one if the peer cannot do that.
using Setup = std::function<Call(const Context &)>;

int elementSize(const std::string &workload);
int inputCount(const std::string &workload);
double bytesPerElement(const std::string &workload);

/// What PEERS_WL and PEERS_SIZES ask for.
std::vector<Work> workloads();

/// Four inputs and an output, filled for a workload.
class Buffers {
public:
  explicit Buffers(const Work &work);
  ~Buffers();
  Buffers(const Buffers &) = delete;
  Buffers &operator=(const Buffers &) = delete;

  Context context(int threads) const;
  LimitArgs args() const;

private:
  Work work;
  int64_t bytes;
  void *memory[5];
};

/// 16 or 64 elements outside of the caches' worries, for W8 and W9.
struct FewElements {
  static constexpr int kMost = 64;
  FewElements();
  Context context(const std::string &workload, int64_t count);

private:
  alignas(64) float in[4][kMost];
  alignas(64) float out[kMost];
};

double median(std::vector<double> values);

/// Writes a line of JSON to PEERS_OUT, or stdout.
void emit(const std::string &line);

/// Times every workload with one and two threads.
void runAll(const std::string &peer, const Setup &setup);
/// Calls for kernels of the signature the hand-written ones have.
using NamedKernel = std::pair<const char *, LimitKernel>;
Setup setupOf(std::vector<NamedKernel> kernels);

/// W8. `note` says what is called.
void dispatchCell(const std::string &peer, const std::string &note,
                  const Call &call);
/// W9: the times of repeated compilations, the first one first.
void compileCell(const std::string &peer, const std::string &workload,
                 const std::string &note,
                 const std::vector<double> &nanoseconds);

/// The largest error of a FLOAT32 function in units of the last place of the
/// exact result. `function` is "Tanh", "Exp", "Erf", "Sigmoid", "Log", "Sin",
/// "Swish" or "Gelu".
using FloatFunction =
    std::function<void(const float *in, float *out, int64_t count)>;
void accuracyCell(const std::string &peer, const std::string &function,
                  const FloatFunction &evaluate);

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_HARNESS_H
