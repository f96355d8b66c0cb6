//===- PeerDnnl.cpp - oneDNN ----------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Primitives with fused post-operations. oneDNN has no shrink, so W1, W5 and W6
// cannot be said in it.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <dnnl.hpp>

#include <memory>
#include <optional>
#include <unordered_map>

using namespace dnnl;
using namespace fusedml::peers;

extern "C" void omp_set_num_threads(int);

namespace {

const engine &cpu() {
  static const engine instance(engine::kind::cpu, 0);
  return instance;
}

memory view(const memory::desc &desc, const void *data) {
  return {desc, cpu(), const_cast<void *>(data)};
}

struct Bound {
  primitive run;
  std::unordered_map<int, memory> args;
};

Bound unary(const LimitArgs &args, const memory::desc &desc,
            algorithm function) {
  eltwise_forward::desc operation(prop_kind::forward_inference, function, desc,
                                  1.0f, 0.0f);
  return {eltwise_forward({operation, cpu()}),
          {{DNNL_ARG_SRC, view(desc, args.in[0])},
           {DNNL_ARG_DST, view(desc, args.out)}}};
}

Bound multiplyWith(const post_ops &operations, const memory::desc &x,
                   const memory::desc &w, const LimitArgs &args) {
  primitive_attr attributes;
  attributes.set_post_ops(operations);
  binary::desc operation(algorithm::binary_mul, x, w, x);
  return {binary({operation, attributes, cpu()}),
          {{DNNL_ARG_SRC_0, view(x, args.in[0])},
           {DNNL_ARG_SRC_1, view(w, args.in[1])},
           {DNNL_ARG_DST, view(x, args.out)},
           {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
            view(w, args.in[2])}}};
}

Bound tanhChain(const LimitArgs &args, const memory::desc &desc) {
  post_ops operations;
  operations.append_binary(algorithm::binary_add, desc);
  operations.append_eltwise(1.0f, algorithm::eltwise_tanh, 0, 0);
  operations.append_binary(algorithm::binary_mul, desc);
  Bound bound = multiplyWith(operations, desc, desc, args);
  bound.args.insert({DNNL_ARG_ATTR_MULTIPLE_POST_OP(2) | DNNL_ARG_SRC_1,
                     view(desc, args.in[3])});
  return bound;
}

Bound broadcast(const Work &work, const LimitArgs &args) {
  auto desc = [](memory::dims sizes) {
    return memory::desc(sizes, memory::data_type::f32,
                        memory::format_tag::nchw);
  };
  memory::desc x = desc({work.images, work.channels, work.planeSize, 1});
  memory::desc perChannel = desc({1, work.channels, 1, 1});
  post_ops operations;
  operations.append_binary(algorithm::binary_add, perChannel);
  operations.append_eltwise(1.0f, algorithm::eltwise_relu, 0, 0);
  return multiplyWith(operations, x, perChannel, args);
}

std::optional<Bound> bind(const Context &context) {
  static const std::unordered_map<std::string, algorithm> unaries = {
      {"W2", algorithm::eltwise_swish},
      {"W3", algorithm::eltwise_gelu_erf},
      {"Tanh", algorithm::eltwise_tanh},
      {"Exp", algorithm::eltwise_exp},
      {"Sigmoid", algorithm::eltwise_logistic},
      {"Log", algorithm::eltwise_log},
  };
  const std::string &workload = context.work.workload;
  memory::desc desc({context.work.count()}, memory::data_type::f32,
                    memory::format_tag::a);
  if (auto found = unaries.find(workload); found != unaries.end())
    return unary(context.args, desc, found->second);
  if (workload == "W4")
    return tanhChain(context.args, desc);
  if (workload == "W7")
    return broadcast(context.work, context.args);
  return std::nullopt;
}

Call callOf(const Context &context) {
  std::optional<Bound> bound = bind(context);
  if (!bound)
    return {};
  return [bound = std::make_shared<Bound>(*bound)] {
    static stream queue(cpu());
    bound->run.execute(queue, bound->args);
    queue.wait();
  };
}

/// A size of its own each time, so that no primitive comes from the cache.
double firstResult(FewElements &few, int round) {
  Context context = few.context("W4", 17 + round);
  double start = limitNow();
  callOf(context)();
  return limitNow() - start;
}

} // namespace

int main() {
  runAll("onednn", [](const Context &context) {
    omp_set_num_threads(context.threads);
    return callOf(context);
  });
  omp_set_num_threads(1);
  FewElements few;
  dispatchCell("onednn", "W4 (it has no W1), bound memories",
               callOf(few.context("W4", 16)));
  std::vector<double> times;
  for (int round = 0; round < 9; ++round)
    times.push_back(firstResult(few, round));
  compileCell("onednn", "W4", "primitive, first execution", times);
  for (const char *function : {"Tanh", "Exp", "Sigmoid", "Log"})
    accuracyCell("onednn", function,
                 [&](const float *in, float *out, int64_t count) {
                   LimitArgs args = {{in, in, in, in}, out, count, 1, count};
                   callOf({{function, 1, 1, count}, 1, args})();
                 });
}
