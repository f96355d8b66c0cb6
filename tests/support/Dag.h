//===- Dag.h - a graph that the reference and FuseDML both run --*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_DAG_H
#define FUSEDML_TESTS_SUPPORT_DAG_H

#include "fusedml/Compile.h"
#include "tests/support/Compare.h"
#include "tests/support/Memory.h"
#include "tests/support/Operators.h"
#include "tests/support/Values.h"

#include <algorithm>
#include <functional>

namespace support {

/// The elements a layout reaches in a buffer, row-major.
inline std::vector<int64_t> addressesOf(const TensorDesc &desc) {
  std::vector<int64_t> strides = desc.effectiveStrides();
  std::vector<int64_t> addresses;
  int64_t count = desc.elementCount().value();
  addresses.reserve(static_cast<size_t>(count));
  std::vector<int64_t> index(desc.sizes.size(), 0);
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    addresses.push_back(at);
    for (size_t dim = index.size(); dim-- > 0;) {
      at += strides[dim];
      if (++index[dim] < desc.sizes[dim])
        break;
      at -= strides[dim] * desc.sizes[dim];
      index[dim] = 0;
    }
  }
  return addresses;
}

/// Reads a tensor from memory through its layout.
inline RefTensor gather(const std::byte *memory, const TensorDesc &desc) {
  RefTensor result(toRefType(desc.type), desc.sizes);
  size_t size = reference::elementSize(result.type);
  std::vector<int64_t> addresses = addressesOf(desc);
  for (size_t i = 0; i < addresses.size(); ++i)
    std::memcpy(result.data.data() + i * size,
                memory + static_cast<size_t>(addresses[i]) * size, size);
  return result;
}

/// Bytes a layout reaches, not rounded.
inline size_t spanBytes(const TensorDesc &desc) {
  return static_cast<size_t>(desc.spanInElements().value()) *
         reference::elementSize(toRefType(desc.type));
}

/// How to run a Dag.
struct RunConfig {
  fusedml::CompileOptions compile;
  unsigned threads = 1;
  /// Addresses modulo 64, by port; the element size times an odd number for
  /// types smaller than 4 bytes.
  bool misaligned = false;
  /// Buffers end at a page that faults.
  bool protectedPages = false;
  /// Output port that is bound to the memory of an input port: (output, input).
  std::vector<std::pair<size_t, size_t>> inPlace;
};

/// A graph in DirectML's form (every node has its own view of each tensor)
/// with the data of its inputs. The reference runs while it is built.
class Dag {
public:
  /// What a node reads: the bytes of a value, seen through `view`.
  struct Use {
    int value;
    TensorDesc view;
  };

  /// An input whose whole buffer, padding too, holds mixed values.
  int input(std::string name, TensorDesc desc, uint64_t seed) {
    RefTensor memory(toRefType(desc.type), {desc.spanInElements().value()});
    fillMixed(memory, seed);
    return input(std::move(name), std::move(desc), std::move(memory));
  }

  /// An input with this memory, as long as the layout's span.
  int input(std::string name, TensorDesc desc, RefTensor memory) {
    Value value;
    value.input = static_cast<int>(spec.inputCount++);
    value.desc = desc;
    value.memory = std::move(memory.data);
    spec.inputNames.push_back(std::move(name));
    inputValues.push_back(static_cast<int>(values.size()));
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  /// A constant node of packed data.
  int constant(const RefTensor &tensor) {
    Value value;
    value.node = addNode("constant" + std::to_string(spec.nodes.size()), {});
    value.desc = tensorDesc(tensor.type, tensor.sizes);
    value.memory = tensor.data;
    value.memory.resize(value.desc.minimumBytes().value());
    spec.nodes.back().constant = value.memory;
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  /// An operator. Its result is written with the layout `result`.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           std::vector<Use> uses, TensorDesc result) {
    std::vector<TensorDesc> views;
    std::vector<RefTensor> operands;
    for (const Use &use : uses) {
      views.push_back(use.view);
      std::vector<std::byte> memory = values[use.value].memory;
      memory.resize(std::max(memory.size(), spanBytes(use.view)));
      operands.push_back(gather(memory.data(), use.view));
    }
    uint32_t index =
        addNode(std::string(mnemonic) + std::to_string(spec.nodes.size()),
                makeOperator(mnemonic, attributes, std::move(views), {result}));
    for (size_t i = 0; i < uses.size(); ++i) {
      const Value &from = values[uses[i].value];
      if (from.input >= 0)
        spec.inputEdges.push_back({static_cast<uint32_t>(from.input),
                                   index,
                                   static_cast<uint32_t>(i),
                                   {},
                                   {}});
      else
        spec.intermediateEdges.push_back(
            {from.node, 0, index, static_cast<uint32_t>(i), {}, {}});
    }
    Value value;
    value.node = index;
    value.desc = result;
    value.logical = reference::evaluate(mnemonic, attributes, operands);
    value.operands = std::move(operands);
    value.memory.resize(result.minimumBytes().value());
    size_t size = reference::elementSize(value.logical.type);
    std::vector<int64_t> addresses = addressesOf(result);
    for (size_t i = 0; i < addresses.size(); ++i)
      std::memcpy(value.memory.data() +
                      static_cast<size_t>(addresses[i]) * size,
                  value.logical.data.data() + i * size, size);
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  /// An operator that reads values as they were written.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           const std::vector<int> &operands, TensorDesc result) {
    std::vector<Use> uses;
    for (int value : operands)
      uses.push_back({value, values[value].desc});
    return node(mnemonic, attributes, std::move(uses), std::move(result));
  }

  void output(std::string name, int value, NaNs nans = NaNs::OneValue) {
    spec.outputEdges.push_back(
        {values[value].node, 0, spec.outputCount++, name, {}});
    spec.outputNames.push_back(std::move(name));
    outputs.push_back({value, nans});
  }

  size_t inputCount() const { return inputValues.size(); }
  size_t outputCount() const { return outputs.size(); }
  const TensorDesc &desc(int value) const { return values[value].desc; }
  const RefTensor &expected(size_t output) const {
    return values[outputs[output].value].logical;
  }
  fusedml::graph::GraphSpec &graphSpec() { return spec; }

  fusedml::Expected<fusedml::Graph> build() const {
    fusedml::ImportOptions options;
    options.name = "dag";
    auto data = fusedml::graph::buildGraph(spec, options);
    if (!data)
      return data.takeStatus();
    return fusedml::Graph(*data);
  }

  fusedml::Expected<fusedml::Kernel>
  compile(const fusedml::CompileOptions &options = {}) const {
    auto graph = build();
    if (!graph)
      return graph.takeStatus();
    return fusedml::compile(*graph, options);
  }

  /// Runs a kernel of this graph and compares every output, its padding and
  /// the memory around it.
  testing::AssertionResult check(const fusedml::Kernel &kernel,
                                 const RunConfig &config = {}) const {
    if (kernel.inputs().size() != inputValues.size() ||
        kernel.outputs().size() != outputs.size())
      return testing::AssertionFailure() << "wrong number of ports";
    std::vector<uint64_t> least;
    for (const fusedml::Port &port : kernel.inputs())
      least.push_back(port.desc.totalBytes);
    for (const fusedml::Port &port : kernel.outputs())
      least.push_back(port.desc.totalBytes);
    fusedml::RunOptions options;
    options.threads = config.threads;
    return checkRun(
        [&](Bindings in, OutputBindings out) {
          return kernel.run(in, out, options);
        },
        config, least);
  }

  using Bindings = std::span<const fusedml::Binding>;
  using OutputBindings = std::span<const fusedml::OutputBinding>;
  using Runner = std::function<fusedml::Status(Bindings, OutputBindings)>;

  /// The same for code that is called in another way. `least` holds the least
  /// bytes of each port, inputs first, where that is more than its elements
  /// reach.
  testing::AssertionResult
  checkRun(const Runner &runner, const RunConfig &config = {},
           const std::vector<uint64_t> &least = {}) const {
    std::vector<GuardedBuffer> guarded;
    std::vector<ProtectedBuffer> pages;
    auto allocate = [&](const TensorDesc &desc, size_t port) {
      size_t bytes =
          std::max<size_t>(spanBytes(desc), least.empty() ? 0 : least[port]);
      if (config.protectedPages) {
        std::byte *data = pages.emplace_back(bytes).data();
        std::memset(data, static_cast<int>(GuardedBuffer::kPattern), bytes);
        return std::pair(data, bytes);
      }
      size_t size = reference::elementSize(toRefType(desc.type));
      size_t offset = 0;
      if (config.misaligned)
        offset = size < 4 ? size * (2 * (port % 5) + 1) : 4 + 8 * (port % 3);
      if (size == 8 && config.misaligned)
        offset = 8 * (port % 5 + 1);
      return std::pair(guarded.emplace_back(bytes, offset).data(), bytes);
    };
    std::vector<fusedml::Binding> in;
    std::vector<fusedml::OutputBinding> out;
    std::vector<std::byte *> inData, outData;
    for (size_t i = 0; i < inputValues.size(); ++i) {
      const Value &value = values[inputValues[i]];
      auto [data, bytes] = allocate(value.desc, i);
      std::memcpy(data, value.memory.data(), spanBytes(value.desc));
      inData.push_back(data);
      in.emplace_back(data, bytes);
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      const TensorDesc &desc = values[outputs[i].value].desc;
      std::byte *shared = nullptr;
      size_t sharedInput = 0;
      for (auto [output, input] : config.inPlace)
        if (output == i)
          shared = inData[sharedInput = input];
      auto [data, bytes] = shared
                               ? std::pair(shared, in[sharedInput].sizeInBytes)
                               : allocate(desc, i + inputValues.size());
      outData.push_back(data);
      out.emplace_back(data, bytes);
    }
    if (config.protectedPages && config.inPlace.empty())
      for (size_t i = 0; i < inputValues.size(); ++i)
        pages[i].makeReadOnly();

    if (fusedml::Status status = runner(in, out); !status)
      return testing::AssertionFailure() << "run: " << status.str();

    for (size_t i = 0; i < outputs.size(); ++i) {
      const Value &value = values[outputs[i].value];
      if (auto same = sameBits(value.logical, gather(outData[i], value.desc),
                               outputs[i].nans, value.operands);
          !same)
        return testing::AssertionFailure()
               << "output " << spec.outputNames[i] << " " << value.desc.str()
               << ": " << same.message();
      bool shared = std::ranges::any_of(
          config.inPlace, [&](auto pair) { return pair.first == i; });
      if (!shared && !paddingUntouched(outData[i], value.desc))
        return testing::AssertionFailure()
               << "output " << spec.outputNames[i] << " " << value.desc.str()
               << ": padding was written";
    }
    for (size_t i = 0; i < inputValues.size(); ++i) {
      bool shared = std::ranges::any_of(
          config.inPlace, [&](auto pair) { return pair.second == i; });
      const Value &value = values[inputValues[i]];
      if (!shared &&
          std::memcmp(inData[i], value.memory.data(), spanBytes(value.desc)))
        return testing::AssertionFailure()
               << "input " << spec.inputNames[i] << " was written";
    }
    for (const GuardedBuffer &buffer : guarded)
      if (!buffer.bandsUntouched())
        return testing::AssertionFailure()
               << "memory outside of a buffer was written";
    return testing::AssertionSuccess();
  }

  /// Runs and returns output 0, for results that the reference only bounds.
  RefTensor run(const fusedml::Kernel &kernel) const {
    std::vector<GuardedBuffer> buffers;
    std::vector<fusedml::Binding> in;
    std::vector<fusedml::OutputBinding> out;
    for (int input : inputValues) {
      const auto &memory = values[input].memory;
      GuardedBuffer &buffer = buffers.emplace_back(memory.size() + 4, 0);
      std::memcpy(buffer.data(), memory.data(), memory.size());
      in.emplace_back(buffer.data(), buffer.size());
    }
    std::byte *first = nullptr;
    for (const Output &output : outputs) {
      GuardedBuffer &buffer =
          buffers.emplace_back(values[output.value].memory.size() + 4, 0);
      first = first ? first : buffer.data();
      out.emplace_back(buffer.data(), buffer.size());
    }
    fusedml::Status status = kernel.run(in, out);
    EXPECT_TRUE(status.ok()) << status.str();
    return gather(first, values[outputs[0].value].desc);
  }

  /// Builds, compiles and checks, each with one thread and with four.
  testing::AssertionResult run(RunConfig config = {}) const {
    auto kernel = compile(config.compile);
    if (!kernel)
      return testing::AssertionFailure() << kernel.error().str();
    for (unsigned threads : {1u, 4u}) {
      config.threads = threads;
      if (auto same = check(*kernel, config); !same)
        return testing::AssertionFailure()
               << (config.compile.fuse ? "fused, " : "unfused, ") << threads
               << " threads: " << same.message();
    }
    return testing::AssertionSuccess();
  }

private:
  struct Value {
    int input = -1;    ///< Graph input, or
    uint32_t node = 0; ///< the node that makes it.
    TensorDesc desc;
    std::vector<std::byte> memory;
    RefTensor logical; ///< Of node results.
    std::vector<RefTensor> operands;
  };
  struct Output {
    int value;
    NaNs nans;
  };

  uint32_t addNode(std::string name,
                   std::optional<fusedml::graph::Operator> op) {
    fusedml::graph::SpecNode node;
    node.name = std::move(name);
    node.op = std::move(op);
    spec.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(spec.nodes.size()) - 1;
  }

  static bool paddingUntouched(const std::byte *memory,
                               const TensorDesc &desc) {
    size_t size = reference::elementSize(toRefType(desc.type));
    std::vector<bool> written(
        static_cast<size_t>(desc.spanInElements().value()), false);
    for (int64_t address : addressesOf(desc))
      written[static_cast<size_t>(address)] = true;
    for (size_t i = 0; i < written.size(); ++i)
      for (size_t byte = 0; !written[i] && byte < size; ++byte)
        if (memory[i * size + byte] != GuardedBuffer::kPattern)
          return false;
    return true;
  }

  fusedml::graph::GraphSpec spec;
  std::vector<Value> values;
  std::vector<int> inputValues;
  std::vector<Output> outputs;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_DAG_H
