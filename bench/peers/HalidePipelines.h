//===- HalidePipelines.h - the workloads in Halide --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the schedule a user would write: fused, vectorized, unrolled and, if
// asked for, parallel.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_HALIDEPIPELINES_H
#define FUSEDML_BENCH_PEERS_HALIDEPIPELINES_H

#include <Halide.h>

#include <string>
#include <vector>

namespace fusedml::peers {

struct Pipeline {
  Halide::Func result{"f"};
  std::vector<Halide::ImageParam> inputs;
};

inline const std::vector<std::string> &halideWorkloads() {
  static const std::vector<std::string> names = {"W1", "W2",  "W3",  "W4", "W5",
                                                 "W6", "W6b", "W6i", "W7"};
  return names;
}

inline Halide::Expr halideShrink(const Halide::Expr &x) {
  using Halide::select;
  return select(x > 0.5f, x - 0.1f, select(x < -0.5f, x + 0.1f, 0.0f));
}

/// Halide's own tanh() calls libm for each lane; this is what its users write
/// instead.
inline Halide::Expr halideTanh(const Halide::Expr &x) {
  using namespace Halide;
  Expr a = abs(x), square = x * x;
  Expr large = 1.0f - 2.0f / (exp(2.0f * min(a, 20.0f)) + 1.0f);
  Expr p = 2.063907873e-02f + square * -5.704978361e-03f;
  p = 1.333144216e-01f + square * (-5.373971215e-02f + square * p);
  Expr small = x + x * square * (-3.333328194e-01f + square * p);
  return select(a < 0.625f, small, select(x < 0.0f, -large, large));
}

inline Halide::Type halideType(const std::string &workload) {
  if (workload == "W6")
    return Halide::Float(16);
  if (workload == "W6b")
    return Halide::Int(8);
  return workload == "W6i" ? Halide::Int(32) : Halide::Float(32);
}

inline Halide::Expr halideResult(const std::string &workload,
                                 const std::vector<Halide::Expr> &in) {
  using namespace Halide;
  if (workload == "W1")
    return halideShrink(in[0] * in[1]);
  if (workload == "W2")
    return in[0] / (1.0f + exp(-in[0]));
  if (workload == "W3")
    return 0.5f * in[0] * (1.0f + erf(in[0] * 0.70710678f));
  if (workload == "W4")
    return halideTanh(in[0] * in[1] + in[2]) * in[3];
  if (workload == "W5") {
    Expr q = (in[0] * in[1] + in[2] - in[3]) / (abs(in[1]) + 1.0f);
    return halideShrink(clamp(abs(q), 0.0f, 4.0f));
  }
  if (workload == "W6")
    return cast<float16_t>(
        halideShrink(cast<float>(in[0]) * cast<float>(in[1])));
  if (workload == "W6b")
    return in[0] * in[1];
  return div_round_to_zero(in[0], in[1]);
}

inline Pipeline halideBroadcast(bool parallel) {
  using namespace Halide;
  Pipeline pipeline;
  Func &f = pipeline.result;
  Var x("x"), c("c"), n("n"), plane("plane");
  pipeline.inputs = {ImageParam(Float(32), 3, "a"),
                     ImageParam(Float(32), 1, "b"),
                     ImageParam(Float(32), 1, "c")};
  auto &in = pipeline.inputs;
  f(x, c, n) = max(in[0](x, c, n) * in[1](c) + in[2](c), 0.0f);
  f.vectorize(x, 16, TailStrategy::ShiftInwards);
  if (parallel)
    f.fuse(c, n, plane).parallel(plane, 8);
  return pipeline;
}

inline Pipeline halidePipeline(const std::string &workload, bool parallel) {
  using namespace Halide;
  if (workload == "W7")
    return halideBroadcast(parallel);
  Pipeline pipeline;
  Func &f = pipeline.result;
  Var x("x"), outer("xo"), inner("xi"), task("o"), rest("i");
  int inputs = workload == "W4" || workload == "W5"   ? 4
               : workload == "W2" || workload == "W3" ? 1
                                                      : 2;
  std::vector<Expr> values;
  for (int i = 0; i < inputs; ++i) {
    pipeline.inputs.emplace_back(halideType(workload), 1,
                                 std::string(1, static_cast<char>('a' + i)));
    values.push_back(pipeline.inputs.back()(x));
  }
  f(x) = halideResult(workload, values);
  Var from = x;
  if (parallel) {
    f.split(x, task, rest, 32768, TailStrategy::GuardWithIf).parallel(task);
    from = rest;
  }
  int lanes = workload == "W6b" ? 64 : 16;
  f.split(from, outer, inner, lanes * 4, TailStrategy::ShiftInwards)
      .vectorize(inner, lanes)
      .unroll(inner);
  return pipeline;
}

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_HALIDEPIPELINES_H
