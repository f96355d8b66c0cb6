//===- PeerFusedml.cpp - FuseDML through its public headers ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include <fusedml/Compile.h>

#include <cstdio>
#include <cstdlib>

using namespace fusedml;
using namespace fusedml::peers;

namespace {

DataType typeOf(const std::string &workload) {
  if (workload == "W6")
    return DataType::Float16;
  if (workload == "W6b")
    return DataType::Int8;
  return workload == "W6i" ? DataType::Int32 : DataType::Float32;
}

/// Inputs of a graph, in the order of LimitArgs::in.
std::vector<Tensor> inputs(Graph &graph, const Work &work) {
  if (work.workload == "W7") {
    std::vector<int64_t> sizes = {work.images, work.channels, work.planeSize};
    // One value a channel, by stride 0.
    std::vector<int64_t> perChannel = {0, 1, 0};
    return {graph.input("x", DataType::Float32, sizes),
            graph.input("scale", DataType::Float32, sizes, perChannel),
            graph.input("bias", DataType::Float32, sizes, perChannel)};
  }
  static const char *const names[] = {"a", "b", "c", "d"};
  std::vector<Tensor> list;
  for (int i = 0; i < inputCount(work.workload); ++i)
    list.push_back(
        graph.input(names[i], typeOf(work.workload), {work.count()}));
  return list;
}

Tensor result(Graph &graph, const std::string &workload,
              const std::vector<Tensor> &in) {
  auto shrink = [](Tensor x) {
    return activationShrink(x, {.bias = 0.1f, .threshold = 0.5f});
  };
  if (workload == "W2")
    return activationSwish(in[0]);
  if (workload == "W3")
    return activationGelu(in[0]);
  if (workload == "W4")
    return activationTanh(in[0] * in[1] + in[2]) * in[3];
  if (workload == "W5") {
    Tensor one =
        fillValueConstant(graph, DataType::Float32, in[1].desc().sizes, 1.0f);
    Tensor divisor = abs(in[1]) + one;
    Tensor quotient = abs((in[0] * in[1] + in[2] - in[3]) / divisor);
    return shrink(clip(quotient, {.min = 0, .max = 4}));
  }
  if (workload == "W6b")
    return in[0] * in[1];
  if (workload == "W6i")
    return in[0] / in[1];
  if (workload == "W7")
    return activationRelu(in[0] * in[1] + in[2]);
  return shrink(in[0] * in[1]); // W1, W6
}

Graph graphOf(const Work &work) {
  Graph graph(work.workload);
  graph.output("y", result(graph, work.workload, inputs(graph, work)));
  return graph;
}

[[noreturn]] void fail(const std::string &message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

Kernel compileOrExit(const Graph &graph, const CompileOptions &options) {
  Expected<Kernel> kernel = compile(graph, options);
  if (!kernel)
    fail(kernel.error().str());
  return *kernel;
}

enum class Checks { Once, EveryCall };

/// The call as a user makes it, with bindings that are checked every time or
/// once before.
Call callOf(const Kernel &kernel, const Context &context,
            Checks checks = Checks::EveryCall) {
  size_t size = elementSize(context.work.workload);
  std::vector<Binding> in;
  for (size_t i = 0; i < kernel.inputs().size(); ++i)
    in.emplace_back(context.args.in[i],
                    *kernel.inputs()[i].desc.spanInElements() * size);
  std::vector<OutputBinding> out = {
      {context.args.out, context.work.count() * size}};
  RunOptions options = {.threads = static_cast<unsigned>(context.threads)};
  if (checks == Checks::EveryCall)
    return [=] {
      if (Status status = kernel.run(in, out, options); !status)
        fail(status.str());
    };
  Expected<BoundKernel> bound = kernel.bind(in, out, options);
  if (!bound)
    fail(bound.error().str());
  return [call = *bound] {
    if (Status status = call.run(); !status)
      fail(status.str());
  };
}

void runWith(const std::string &peer, const CompileOptions &options) {
  runAll(peer, [&](const Context &context) {
    return callOf(compileOrExit(graphOf(context.work), options), context,
                  Checks::Once);
  });
}

/// From the descriptions of the operators to numbers, in nanoseconds.
double firstResult(const Context &context, const CompileOptions &options) {
  double start = limitNow();
  callOf(compileOrExit(graphOf(context.work), options), context)();
  return limitNow() - start;
}

void compileCells(FewElements &few) {
  CompileOptions alone;
  alone.cache = false;
  for (const char *workload : {"W1", "W4"}) {
    Context context = few.context(workload, 64);
    std::vector<double> compiled, found;
    for (int i = 0; i < 15; ++i) {
      compiled.push_back(firstResult(context, alone));
      found.push_back(firstResult(context, {}));
    }
    compileCell("fusedml", workload, "graph, compile, first checked call",
                compiled);
    // The first of these does not find any.
    found.erase(found.begin());
    compileCell("fusedml-cached", workload, "with code of the structure",
                found);
  }
}

/// W1 on 64 Ki elements with shipped kernels. Which scalars are 0 or 1 is part
/// of a structure, so that no graph finds the code of another.
void shippedCells() {
  constexpr int64_t kCount = 65536;
  std::vector<float> a(kCount, 1.5f), b(kCount, 0.5f), y(kCount);
  std::vector<double> times;
  for (float bias : {0.1f, -0.1f, 0.0f, 1.0f})
    for (float threshold : {0.5f, 0.0f, 1.0f}) {
      double start = limitNow();
      Graph graph("W1");
      Tensor product = graph.input("a", DataType::Float32, {kCount}) *
                       graph.input("b", DataType::Float32, {kCount});
      graph.output("y", activationShrink(product, {bias, threshold}));
      CompileReport report;
      Expected<Kernel> kernel = compile(graph, {}, &report);
      if (!kernel)
        fail(kernel.error().str());
      if (Status status = kernel->run({a, b}, {y}); !status)
        fail(status.str());
      times.push_back(limitNow() - start);
      if (report.source != CodeSource::Shipped)
        fail("there are no shipped kernels");
      // Otherwise the next one would share the processor with its compilation.
      if (Status status = kernel->wait(); !status)
        fail(status.str());
    }
  compileCell("fusedml-shipped", "W1", "64 Ki elements, operator by operator",
              times);
}

void accuracyCells() {
  using Function = Tensor (*)(Tensor);
  const std::pair<const char *, Function> functions[] = {
      {"Tanh", [](Tensor x) { return activationTanh(x); }},
      {"Exp", [](Tensor x) { return exp(x); }},
      {"Erf", [](Tensor x) { return erf(x); }},
      {"Sigmoid", [](Tensor x) { return activationSigmoid(x); }},
      {"Log", [](Tensor x) { return log(x); }},
      {"Sin", [](Tensor x) { return sin(x); }},
      {"Swish", [](Tensor x) { return activationSwish(x); }},
      {"Gelu", [](Tensor x) { return activationGelu(x); }},
  };
  for (const auto &[name, function] : functions)
    accuracyCell("fusedml", name,
                 [&](const float *in, float *out, int64_t count) {
                   Graph graph(name);
                   Tensor x = graph.input("x", DataType::Float32, {count});
                   graph.output("y", function(x));
                   size_t bytes = count * sizeof(float);
                   Status status = compileOrExit(graph, {}).run(
                       {Binding(in, bytes)}, {OutputBinding(out, bytes)});
                   if (!status)
                     fail(status.str());
                 });
}

} // namespace

int main() {
  // What is measured is this process alone.
  setenv("FUSEDML_CACHE_DIR", "", 1);
  FewElements few;
  // First, so that the first times have the loading of the libraries in them.
  shippedCells();
  compileCells(few);
  Context context = few.context("W1", 16);
  Kernel kernel = compileOrExit(graphOf(context.work), {});
  dispatchCell("fusedml", "Kernel::run, every binding checked",
               callOf(kernel, context));
  dispatchCell("fusedml-bound", "BoundKernel::run",
               callOf(kernel, context, Checks::Once));
  runWith("fusedml", {});
  CompileOptions v3;
  v3.target.cpu = "x86-64-v3";
  runWith("fusedml-v3", v3);
  // The workload that --fp fast is for.
  CompileOptions fast;
  fast.fp = FloatMode::Fast;
  runAll("fusedml-fast", [&](const Context &context) {
    return context.work.workload == "W6"
               ? callOf(compileOrExit(graphOf(context.work), fast), context,
                        Checks::Once)
               : Call();
  });
  accuracyCells();
}
