//===- PeerHalide.cpp - Halide --------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Its pipelines compiled ahead of time (HalideGenerator.cpp); and compiled in
// the process, for what a call and a compilation cost.
//
//===----------------------------------------------------------------------===//

#include "HalidePipelines.h"
#include "Harness.h"

#include <memory>

using namespace fusedml::peers;

#define DECLARE(WORKLOAD)                                                      \
  extern "C" int halide##WORKLOAD##_s(...);                                    \
  extern "C" int halide##WORKLOAD##_p(...);
DECLARE(W1)
DECLARE(W2)
DECLARE(W3)
DECLARE(W4)
DECLARE(W5)
DECLARE(W6)
DECLARE(W6b)
DECLARE(W6i)
DECLARE(W7)

extern "C" int halide_set_num_threads(int);

namespace {

using Function = int (*)(...);
using Buffer = Halide::Runtime::Buffer<void>;
using BufferList = std::vector<std::shared_ptr<Buffer>>;

struct Compiled {
  const char *workload;
  Function serial, parallel;
};

#define ENTRY(WORKLOAD) {#WORKLOAD, halide##WORKLOAD##_s, halide##WORKLOAD##_p}
const Compiled kCompiled[] = {ENTRY(W1),  ENTRY(W2),  ENTRY(W3),
                              ENTRY(W4),  ENTRY(W5),  ENTRY(W6),
                              ENTRY(W6b), ENTRY(W6i), ENTRY(W7)};

BufferList buffersOf(const Context &context) {
  const Work &work = context.work;
  halide_type_t type = halideType(work.workload);
  auto buffer = [&](const void *data, std::vector<int> sizes) {
    return std::make_shared<Buffer>(type, const_cast<void *>(data), sizes);
  };
  int plane = static_cast<int>(work.planeSize);
  int channels = static_cast<int>(work.channels);
  int images = static_cast<int>(work.images);
  const void *const *in = context.args.in;
  if (work.workload == "W7")
    return {buffer(in[0], {plane, channels, images}), buffer(in[1], {channels}),
            buffer(in[2], {channels}),
            buffer(context.args.out, {plane, channels, images})};
  BufferList list;
  for (int i = 0; i < inputCount(work.workload); ++i)
    list.push_back(buffer(in[i], {plane}));
  list.push_back(buffer(context.args.out, {plane}));
  return list;
}

Call boundTo(Function f, const BufferList &b) {
  switch (b.size()) {
  case 2:
    return [=] { f(b[0]->raw_buffer(), b[1]->raw_buffer()); };
  case 3:
    return
        [=] { f(b[0]->raw_buffer(), b[1]->raw_buffer(), b[2]->raw_buffer()); };
  case 4:
    return [=] {
      f(b[0]->raw_buffer(), b[1]->raw_buffer(), b[2]->raw_buffer(),
        b[3]->raw_buffer());
    };
  default:
    return [=] {
      f(b[0]->raw_buffer(), b[1]->raw_buffer(), b[2]->raw_buffer(),
        b[3]->raw_buffer(), b[4]->raw_buffer());
    };
  }
}

Call callOf(const Context &context) {
  bool parallel = context.threads > 1 && context.work.count() > 32768;
  for (const Compiled &compiled : kCompiled)
    if (context.work.workload == compiled.workload)
      return boundTo(parallel ? compiled.parallel : compiled.serial,
                     buffersOf(context));
  return {};
}

/// Binds the memory of a context to a pipeline; returns the output.
Halide::Buffer<float> bindJit(Pipeline &pipeline, const Context &context) {
  int count = static_cast<int>(context.work.count());
  for (size_t i = 0; i < pipeline.inputs.size(); ++i) {
    auto *data = static_cast<const float *>(context.args.in[i]);
    pipeline.inputs[i].set(
        Halide::Buffer<float>(const_cast<float *>(data), count));
  }
  return Halide::Buffer<float>(static_cast<float *>(context.args.out), count);
}

double firstResult(const Context &context) {
  double start = limitNow();
  Pipeline pipeline = halidePipeline(context.work.workload, true);
  Halide::Buffer<float> out = bindJit(pipeline, context);
  pipeline.result.compile_jit();
  pipeline.result.realize(out);
  return limitNow() - start;
}

void dispatchCells(const Context &context) {
  dispatchCell("halide-aot", "64 elements, which the schedule needs",
               callOf(context));
  Pipeline pipeline = halidePipeline("W1", false);
  Halide::Buffer<float> out = bindJit(pipeline, context);
  pipeline.result.compile_jit();
  pipeline.result.realize(out);
  dispatchCell("halide-jit", "64 elements, Func::realize",
               [&] { pipeline.result.realize(out); });
}

Halide::Expr function(const std::string &name, const Halide::Expr &x) {
  if (name == "Tanh")
    return halideTanh(x);
  if (name == "Exp")
    return exp(x);
  if (name == "Erf")
    return erf(x);
  if (name == "Sigmoid")
    return 1.0f / (1.0f + exp(-x));
  return name == "Log" ? log(x) : sin(x);
}

void accuracy(const std::string &name) {
  Halide::ImageParam in(Halide::Float(32), 1);
  Halide::Var v;
  Halide::Func f;
  f(v) = function(name, in(v));
  f.vectorize(v, 16);
  accuracyCell("halide", name, [&](const float *x, float *y, int64_t count) {
    int size = static_cast<int>(count);
    Halide::Buffer<float> out(y, size);
    in.set(Halide::Buffer<float>(const_cast<float *>(x), size));
    f.realize(out);
  });
}

} // namespace

int main() {
  halide_set_num_threads(2);
  runAll("halide-aot", callOf);
  FewElements few;
  dispatchCells(few.context("W1", 64));
  for (const char *workload : {"W1", "W4"}) {
    std::vector<double> times;
    for (int i = 0; i < 7; ++i)
      times.push_back(firstResult(few.context(workload, 64)));
    compileCell("halide-jit", workload, "define, compile_jit, first realize",
                times);
  }
  for (const char *name : {"Tanh", "Exp", "Erf", "Sigmoid", "Log", "Sin"})
    accuracy(name);
}
