//===- Native.h - a graph through the graph API -----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_NATIVE_H
#define FUSEDML_TESTS_SUPPORT_NATIVE_H

#include "tests/support/Dag.h"

namespace support {

/// The graph API's call for an operator of the reference.
inline fusedml::Tensor apply(std::string_view mnemonic,
                             const RefAttributes &attributes,
                             std::vector<fusedml::Tensor> in) {
  std::optional<fusedml::ScaleBias> scaleBias;
  if (attributes.scaleBias)
    scaleBias = fusedml::ScaleBias{attributes.scaleBias->scale,
                                   attributes.scaleBias->bias};
  if (mnemonic == "identity")
    return fusedml::identity(in[0], {.scaleBias = scaleBias});
  if (mnemonic == "add")
    return fusedml::add(in[0], in[1]);
  if (mnemonic == "add1") {
    fusedml::Tensor sum = fusedml::add1(in[0], in[1]);
    return attributes.activation.empty()
               ? sum
               : apply(attributes.activation, *attributes.activationAttributes,
                       {sum});
  }
  if (mnemonic == "multiply")
    return fusedml::multiply(in[0], in[1]);
  if (mnemonic == "divide")
    return fusedml::divide(in[0], in[1]);
  if (mnemonic == "clip")
    return fusedml::clip(in[0], {.min = attributes.at("Min"),
                                 .max = attributes.at("Max"),
                                 .scaleBias = scaleBias});
  if (mnemonic == "activation_leaky_relu")
    return fusedml::activationLeakyRelu(in[0],
                                        {.alpha = attributes.at("Alpha")});
  if (mnemonic == "activation_relu")
    return fusedml::activationRelu(in[0]);
  if (mnemonic == "activation_elu")
    return fusedml::activationElu(in[0], {.alpha = attributes.at("Alpha")});
  if (mnemonic == "activation_shrink")
    return fusedml::activationShrink(in[0],
                                     {.bias = attributes.at("Bias"),
                                      .threshold = attributes.at("Threshold")});
  if (mnemonic == "is_infinity") {
    const std::string &mode = attributes.enums.find("InfinityMode")->second;
    return fusedml::isInfinity(
        in[0], mode == "EITHER"     ? fusedml::IsInfinityMode::Either
               : mode == "POSITIVE" ? fusedml::IsInfinityMode::Positive
                                    : fusedml::IsInfinityMode::Negative);
  }
  throw std::logic_error("no call for " + std::string(mnemonic));
}

/// Sizes two operands broadcast to.
inline std::vector<int64_t> broadcastSizes(std::vector<int64_t> a,
                                           std::vector<int64_t> b) {
  while (a.size() < b.size())
    a.insert(a.begin(), 1);
  while (b.size() < a.size())
    b.insert(b.begin(), 1);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = a[i] == 1 ? b[i] : a[i];
  return a;
}

/// Like Dag, through the graph API: operands broadcast by shape.
class NativeDag {
public:
  explicit NativeDag(const std::string &name = "native") : graph(name) {}

  int input(std::string name, TensorDesc desc, uint64_t seed) {
    RefTensor memory(toRefType(desc.type), {desc.spanInElements().value()});
    fillMixed(memory, seed);
    return input(std::move(name), std::move(desc), std::move(memory));
  }
  int input(std::string name, TensorDesc desc, RefTensor memory) {
    Value value;
    value.tensor =
        graph.input(std::move(name), desc.type, desc.sizes, desc.strides);
    value.logical = gather(memory.data.data(), desc);
    inputs.push_back({desc, std::move(memory.data)});
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  int node(std::string_view mnemonic, const RefAttributes &attributes,
           const std::vector<int> &operands) {
    std::vector<fusedml::Tensor> tensors;
    std::vector<RefTensor> logical;
    std::vector<int64_t> sizes = {1};
    for (int operand : operands) {
      tensors.push_back(values[operand].tensor);
      sizes = broadcastSizes(sizes, values[operand].logical.sizes);
    }
    for (int operand : operands)
      logical.push_back(reference::broadcastTo(values[operand].logical, sizes));
    Value value;
    value.tensor = apply(mnemonic, attributes, std::move(tensors));
    value.logical = reference::evaluate(mnemonic, attributes, logical);
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  void output(std::string name, int value, std::vector<int64_t> strides = {}) {
    const RefTensor &logical = values[value].logical;
    graph.output(name, values[value].tensor, strides);
    outputs.push_back({std::move(name), value,
                       tensorDesc(logical.type, logical.sizes, strides)});
  }

  const RefTensor &logical(int value) const { return values[value].logical; }
  const fusedml::Graph &get() const { return graph; }

  /// Runs and hands out what every output holds, or why not. `inPlace` binds
  /// output `first` to the memory of input `second`.
  testing::AssertionResult
  run(const fusedml::Kernel &kernel, unsigned threads,
      std::vector<RefTensor> &results,
      std::optional<std::pair<size_t, size_t>> inPlace = {}) const {
    results.clear();
    std::vector<GuardedBuffer> buffers;
    std::vector<fusedml::Binding> in;
    std::vector<fusedml::OutputBinding> out;
    std::vector<std::byte *> inData, outData;
    for (const Input &input : inputs) {
      size_t bytes = spanBytes(input.desc);
      std::byte *data = buffers.emplace_back(bytes, 16).data();
      std::memcpy(data, input.memory.data(), bytes);
      inData.push_back(data);
      in.emplace_back(data, bytes);
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      size_t bytes = spanBytes(outputs[i].desc);
      outData.push_back(inPlace && inPlace->first == i
                            ? inData[inPlace->second]
                            : buffers.emplace_back(bytes, 48).data());
      out.emplace_back(outData.back(), bytes);
    }
    fusedml::RunOptions options;
    options.threads = threads;
    if (fusedml::Status status = kernel.run(in, out, options); !status)
      return testing::AssertionFailure() << "run: " << status.str();
    for (size_t i = 0; i < outputs.size(); ++i)
      results.push_back(gather(outData[i], outputs[i].desc));
    for (const GuardedBuffer &buffer : buffers)
      if (!buffer.bandsUntouched())
        return testing::AssertionFailure()
               << "memory outside of a buffer was written";
    return testing::AssertionSuccess();
  }

  /// Whatever the kernel offers to run in place gives the same results so.
  testing::AssertionResult checkInPlace(const fusedml::Kernel &kernel) const {
    for (size_t output = 0; output < outputs.size(); ++output)
      for (size_t input = 0; input < inputs.size(); ++input) {
        if (!kernel.mayAlias(output, input) ||
            !outputs[output].desc.sameLayout(inputs[input].desc))
          continue;
        std::vector<RefTensor> results;
        auto failure = testing::AssertionFailure();
        failure << "output " << outputs[output].name << " in place of input "
                << input << ": ";
        if (auto ran = run(kernel, 1, results, {{output, input}}); !ran)
          return failure << ran.message();
        for (size_t i = 0; i < outputs.size(); ++i)
          if (auto same =
                  sameBits(values[outputs[i].value].logical, results[i]);
              !same)
            return failure << outputs[i].name << ": " << same.message();
      }
    return testing::AssertionSuccess();
  }

  /// Fused and unfused, one thread and four: all equal the reference.
  testing::AssertionResult check(const std::string &cpu = {}) const {
    for (bool fuse : {true, false}) {
      fusedml::CompileOptions options;
      options.fuse = fuse;
      options.target.cpu = cpu;
      auto kernel = fusedml::compile(graph, options);
      if (!kernel)
        return testing::AssertionFailure() << kernel.error().str();
      for (unsigned threads : {1u, 4u}) {
        std::vector<RefTensor> results;
        if (auto ran = run(*kernel, threads, results); !ran)
          return ran;
        for (size_t i = 0; i < outputs.size(); ++i)
          if (auto same =
                  sameBits(values[outputs[i].value].logical, results[i]);
              !same)
            return testing::AssertionFailure()
                   << (fuse ? "fused, " : "unfused, ") << threads
                   << " threads, output " << outputs[i].name << ": "
                   << same.message();
      }
      if (auto same = checkInPlace(*kernel); !same)
        return testing::AssertionFailure()
               << (fuse ? "fused, " : "unfused, ") << same.message();
    }
    return testing::AssertionSuccess();
  }

private:
  struct Value {
    fusedml::Tensor tensor;
    RefTensor logical;
  };
  struct Input {
    TensorDesc desc;
    std::vector<std::byte> memory;
  };
  struct Output {
    std::string name;
    int value;
    TensorDesc desc;
  };

  fusedml::Graph graph;
  std::vector<Value> values;
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_NATIVE_H
