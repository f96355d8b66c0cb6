//===- TestGraph.h - a graph that the reference and FuseDML both run ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a graph with their data, and how a kernel is run on them. Dag.h and
// Native.h build such graphs in the two ways there are.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_TESTGRAPH_H
#define FUSEDML_TESTS_SUPPORT_TESTGRAPH_H

#include "fusedml/Compile.h"
#include "tests/support/Judge.h"
#include "tests/support/Memory.h"

#include <functional>
#include <numeric>

namespace support {

//===----------------------------------------------------------------------===//
// Tensors in memory
//===----------------------------------------------------------------------===//

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
  std::vector<int64_t> addresses = addressesOf(desc);
  size_t size = reference::elementSize(result.type);
  bool isWhole = reference::elementBits(result.type) == 8 * size;
  for (size_t i = 0; i < addresses.size(); ++i)
    if (isWhole)
      std::memcpy(result.data.data() + i * size,
                  memory + static_cast<size_t>(addresses[i]) * size, size);
    else
      result.setBits(
          static_cast<int64_t>(i),
          reference::bitsInMemory(memory, result.type, addresses[i]));
  return result;
}

/// Writes a tensor to memory through a layout.
inline void scatter(const RefTensor &tensor, std::byte *memory,
                    const TensorDesc &desc) {
  std::vector<int64_t> addresses = addressesOf(desc);
  size_t size = reference::elementSize(tensor.type);
  bool isWhole = reference::elementBits(tensor.type) == 8 * size;
  for (size_t i = 0; i < addresses.size(); ++i)
    if (isWhole)
      std::memcpy(memory + static_cast<size_t>(addresses[i]) * size,
                  tensor.data.data() + i * size, size);
    else
      reference::setBitsInMemory(memory, tensor.type, addresses[i],
                                 tensor.bits(static_cast<int64_t>(i)));
}

/// Bytes a layout reaches, not rounded to a multiple of 4.
inline size_t spanBytes(const TensorDesc &desc) {
  return static_cast<size_t>(desc.spanInBytes().value());
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// How to run a graph.
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

class TestGraph {
public:
  /// In place of an operand that is left out.
  static constexpr int kAbsent = -1;

  /// What a node reads: the bytes of a value, seen through `view`.
  struct Use {
    int value = kAbsent;
    TensorDesc view;
  };

  virtual ~TestGraph() = default;

  /// An input with this memory, as long as the layout's span.
  virtual int input(std::string name, TensorDesc desc,
                    const RefTensor &memory) = 0;
  /// An input whose whole buffer, padding too, holds mixed values.
  int input(std::string name, TensorDesc desc, uint64_t seed) {
    RefTensor memory(toRefType(desc.type), {desc.spanInElements().value()});
    fillMixed(memory, seed);
    return input(std::move(name), std::move(desc), memory);
  }

  size_t inputCount() const { return inputs.size(); }
  size_t outputCount() const { return outputs.size(); }
  /// The value of an input.
  int inputValue(size_t input) const { return inputs[input]; }
  /// How a value lies in memory.
  const TensorDesc &desc(int value) const { return at(value).desc; }
  /// What the reference gives for a value.
  const RefTensor &logical(int value) const { return at(value).result.value; }
  const TensorDesc &outputDesc(size_t output) const {
    return outputs[output].desc;
  }
  const RefTensor &expected(size_t output) const {
    return logical(outputs[output].value);
  }
  int valueOf(size_t output) const { return outputs[output].value; }
  /// Whether the NaNs of a value have known bits: none of them is computed.
  bool hasKnownNaNs(int value) const { return at(value).nans == NaNs::Bits; }
  NaNs nansOf(int value) const { return at(value).nans; }
  /// Whether the reference has the very bits of a value, not only bounds.
  bool isExact(int value) const { return at(value).certain; }
  /// A value and all it is computed from, one line each.
  std::string describe(int value) const;

  virtual fusedml::Expected<fusedml::Graph> build() const = 0;

  /// Returns when the code for these options is there, not what runs until
  /// then.
  fusedml::Expected<fusedml::Kernel>
  compile(const fusedml::CompileOptions &options = {}) const {
    auto kernel = begin(options);
    if (kernel)
      if (fusedml::Status status = kernel->wait(); !status)
        return status;
    return kernel;
  }

  using Bindings = std::span<const fusedml::Binding>;
  using OutputBindings = std::span<const fusedml::OutputBinding>;
  using Runner = std::function<fusedml::Status(Bindings, OutputBindings)>;

  /// Runs code and hands out what every output holds. Fails if padding, an
  /// input or the memory around buffers was written. `least` holds the least
  /// bytes of each port, inputs first, where that is more than its elements
  /// reach.
  testing::AssertionResult
  runInto(std::vector<RefTensor> &results, const Runner &runner,
          const RunConfig &config = {},
          const std::vector<uint64_t> &least = {}) const;
  testing::AssertionResult runInto(std::vector<RefTensor> &results,
                                   const fusedml::Kernel &kernel,
                                   const RunConfig &config = {}) const;

  /// Compares what every output holds with the reference. Behind an operator
  /// that is not exact, the reference takes the operands from `results`, where
  /// they have to be.
  testing::AssertionResult compare(const std::vector<RefTensor> &results) const;

  /// Runs code or a kernel of this graph and compares every output.
  testing::AssertionResult
  checkRun(const Runner &runner, const RunConfig &config = {},
           const std::vector<uint64_t> &least = {}) const {
    std::vector<RefTensor> results;
    if (auto ran = runInto(results, runner, config, least); !ran)
      return ran;
    return compare(results);
  }
  testing::AssertionResult check(const fusedml::Kernel &kernel,
                                 const RunConfig &config = {}) const {
    std::vector<RefTensor> results;
    if (auto ran = runInto(results, kernel, config); !ran)
      return ran;
    return compare(results);
  }

  /// Builds, compiles and checks what runs in the end, and before it what runs
  /// until the code is there, each with one thread and with four.
  testing::AssertionResult run(RunConfig config = {}) const;

  /// Runs and returns output 0.
  RefTensor run(const fusedml::Kernel &kernel) const {
    std::vector<RefTensor> results;
    EXPECT_TRUE(runInto(results, kernel));
    return results.empty() ? RefTensor() : results[0];
  }

protected:
  /// compile() of the library, which may begin with shipped kernels.
  fusedml::Expected<fusedml::Kernel>
  begin(const fusedml::CompileOptions &options,
        fusedml::CompileReport *report = nullptr) const {
    auto graph = build();
    if (!graph)
      return graph.takeStatus();
    return fusedml::compile(*graph, options, report);
  }

  struct Value {
    std::string name; ///< Of a node.
    TensorDesc desc;
    std::vector<std::byte> memory;
    std::string mnemonic; ///< Empty if it is no node.
    RefAttributes attributes;
    std::vector<Use> uses;
    std::vector<RefTensor> operands;
    Acceptable result;
    /// Whether `memory` has the only right bits.
    bool certain = true;
    NaNs nans = NaNs::Bits;
  };
  struct Output {
    std::string name;
    int value;
    TensorDesc desc;
  };

  const Value &at(int value) const {
    return values[static_cast<size_t>(value)];
  }

  int addValue(Value value) {
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }

  /// An input whose memory is as long as the layout's span, or a constant.
  int addMemory(std::string name, TensorDesc desc, const RefTensor &memory) {
    Value value;
    value.name = std::move(name);
    value.memory = reference::pack(memory);
    value.memory.resize(std::max(value.memory.size(), spanBytes(desc)));
    value.result.value = gather(value.memory.data(), desc);
    value.desc = std::move(desc);
    return addValue(std::move(value));
  }

  /// A node with its reference. Without sizes `desc` becomes that of a packed
  /// result.
  int addNode(std::string_view mnemonic, const RefAttributes &attributes,
              std::vector<Use> uses, TensorDesc desc);

  void addOutput(std::string name, int value, TensorDesc desc) {
    outputs.push_back({std::move(name), value, std::move(desc)});
  }
  void markInput(int value) { inputs.push_back(value); }

  int valueCount() const { return static_cast<int>(values.size()); }
  const std::vector<Output> &allOutputs() const { return outputs; }

private:
  /// What an operand is, by the memory of its value.
  static RefTensor operand(const Use &use,
                           const std::vector<std::byte> &memory) {
    if (memory.size() >= spanBytes(use.view))
      return gather(memory.data(), use.view);
    std::vector<std::byte> longer = memory;
    longer.resize(spanBytes(use.view));
    return gather(longer.data(), use.view);
  }
  /// What a value may be, given what outputs hold.
  Acceptable judge(const Value &value,
                   const std::vector<const RefTensor *> &seen,
                   std::vector<RefTensor> &operands) const;

  static bool paddingUntouched(const std::byte *memory, const TensorDesc &desc);

  std::vector<Value> values;
  std::vector<int> inputs;
  std::vector<Output> outputs;
};

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

inline int TestGraph::addNode(std::string_view mnemonic,
                              const RefAttributes &attributes,
                              std::vector<Use> uses, TensorDesc desc) {
  Value value;
  value.name = std::string(mnemonic) + std::to_string(values.size());
  value.mnemonic = mnemonic;
  value.attributes = attributes;
  bool known = true;
  for (const Use &use : uses) {
    if (use.value == kAbsent) {
      value.operands.emplace_back();
      continue;
    }
    value.operands.push_back(operand(use, at(use.value).memory));
    value.certain &= at(use.value).certain;
    known &= at(use.value).nans == NaNs::Bits;
  }
  value.uses = std::move(uses);
  value.result = acceptable(mnemonic, attributes, value.operands);
  value.certain &= value.result.exact();
  const RefTensor &result = value.result.value;
  // Integers have no NaN.
  if (reference::isFloat(result.type) &&
      !(known && movesBits(mnemonic, attributes)))
    value.nans = NaNs::OneValue;
  if (desc.sizes.empty())
    desc = tensorDesc(result.type, result.sizes);
  value.memory.resize(desc.minimumBytes().value());
  scatter(result, value.memory.data(), desc);
  value.desc = std::move(desc);
  return addValue(std::move(value));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

inline bool TestGraph::paddingUntouched(const std::byte *memory,
                                        const TensorDesc &desc) {
  reference::Type type = toRefType(desc.type);
  // To the end of the last byte.
  auto count =
      static_cast<int64_t>(spanBytes(desc) * 8 / reference::elementBits(type));
  std::vector<bool> written(static_cast<size_t>(count), false);
  for (int64_t address : addressesOf(desc))
    written[static_cast<size_t>(address)] = true;
  std::vector<std::byte> pattern(16, GuardedBuffer::kPattern);
  for (int64_t i = 0; i < count; ++i)
    if (!written[static_cast<size_t>(i)] &&
        reference::bitsInMemory(memory, type, i) !=
            reference::bitsInMemory(pattern.data(), type, i % 2))
      return false;
  return true;
}

inline testing::AssertionResult
TestGraph::runInto(std::vector<RefTensor> &results, const Runner &runner,
                   const RunConfig &config,
                   const std::vector<uint64_t> &least) const {
  results.clear();
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
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Value &value = at(inputs[i]);
    auto [data, bytes] = allocate(value.desc, i);
    std::memcpy(data, value.memory.data(), spanBytes(value.desc));
    inData.push_back(data);
    in.emplace_back(data, bytes);
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::byte *shared = nullptr;
    size_t sharedInput = 0;
    for (auto [output, input] : config.inPlace)
      if (output == i)
        shared = inData[sharedInput = input];
    auto [data, bytes] = shared ? std::pair(shared, in[sharedInput].sizeInBytes)
                                : allocate(outputs[i].desc, i + inputs.size());
    outData.push_back(data);
    out.emplace_back(data, bytes);
  }
  if (config.protectedPages && config.inPlace.empty())
    for (size_t i = 0; i < inputs.size(); ++i)
      pages[i].makeReadOnly();

  if (fusedml::Status status = runner(in, out); !status)
    return testing::AssertionFailure() << "run: " << status.str();

  for (size_t i = 0; i < outputs.size(); ++i) {
    bool shared = std::ranges::any_of(
        config.inPlace, [&](auto pair) { return pair.first == i; });
    if (!shared && !paddingUntouched(outData[i], outputs[i].desc))
      return testing::AssertionFailure()
             << "output " << outputs[i].name << " " << outputs[i].desc.str()
             << ": padding was written";
    results.push_back(gather(outData[i], outputs[i].desc));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    bool shared = std::ranges::any_of(
        config.inPlace, [&](auto pair) { return pair.second == i; });
    const Value &value = at(inputs[i]);
    if (!shared &&
        std::memcmp(inData[i], value.memory.data(), spanBytes(value.desc)) != 0)
      return testing::AssertionFailure()
             << "input " << value.name << " was written";
  }
  for (const GuardedBuffer &buffer : guarded)
    if (!buffer.bandsUntouched())
      return testing::AssertionFailure()
             << "memory outside of a buffer was written";
  return testing::AssertionSuccess();
}

inline testing::AssertionResult
TestGraph::runInto(std::vector<RefTensor> &results,
                   const fusedml::Kernel &kernel,
                   const RunConfig &config) const {
  if (kernel.inputs().size() != inputs.size() ||
      kernel.outputs().size() != outputs.size())
    return testing::AssertionFailure() << "wrong number of ports";
  std::vector<uint64_t> least;
  for (const fusedml::Port &port : kernel.inputs())
    least.push_back(port.desc.totalBytes);
  for (const fusedml::Port &port : kernel.outputs())
    least.push_back(port.desc.totalBytes);
  fusedml::RunOptions options;
  options.threads = config.threads;
  return runInto(
      results,
      [&](Bindings in, OutputBindings out) {
        return kernel.run(in, out, options);
      },
      config, least);
}

inline testing::AssertionResult TestGraph::run(RunConfig config) const {
  fusedml::CompileReport report;
  auto kernel = begin(config.compile, &report);
  if (!kernel)
    return testing::AssertionFailure() << kernel.error().str();
  auto checkThreads = [&](const char *how) -> testing::AssertionResult {
    for (unsigned threads : {1u, 4u}) {
      config.threads = threads;
      if (auto same = check(*kernel, config); !same)
        return testing::AssertionFailure()
               << how << threads << " threads: " << same.message();
    }
    return testing::AssertionSuccess();
  };
  if (report.source == fusedml::CodeSource::Shipped)
    if (auto same = checkThreads("at first, "); !same)
      return same;
  if (fusedml::Status status = kernel->wait(); !status)
    return testing::AssertionFailure() << status.str();
  return checkThreads(config.compile.fuse ? "fused, " : "unfused, ");
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

inline Acceptable TestGraph::judge(const Value &value,
                                   const std::vector<const RefTensor *> &seen,
                                   std::vector<RefTensor> &operands) const {
  for (const Use &use : value.uses) {
    if (use.value == kAbsent) {
      operands.emplace_back();
      continue;
    }
    const Value &from = at(use.value);
    if (from.certain) {
      operands.push_back(operand(use, from.memory));
      continue;
    }
    const RefTensor *result = seen[static_cast<size_t>(use.value)];
    if (!result)
      throw std::logic_error(value.name + " reads " + from.name +
                             ", which has to be an output");
    std::vector<std::byte> memory(from.memory.size());
    scatter(*result, memory.data(), from.desc);
    operands.push_back(operand(use, memory));
  }
  return acceptable(value.mnemonic, value.attributes, operands);
}

inline testing::AssertionResult
TestGraph::compare(const std::vector<RefTensor> &results) const {
  std::vector<const RefTensor *> seen(values.size(), nullptr);
  for (size_t i = 0; i < outputs.size(); ++i)
    seen[static_cast<size_t>(outputs[i].value)] = &results[i];
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Value &value = at(outputs[i].value);
    bool known = std::ranges::all_of(value.uses, [&](const Use &use) {
      return use.value == kAbsent || at(use.value).certain;
    });
    std::vector<RefTensor> operands;
    auto same = known ? isAcceptable(value.result, results[i], value.nans,
                                     value.operands)
                      : testing::AssertionSuccess();
    if (!known) {
      Acceptable result = judge(value, seen, operands);
      same = isAcceptable(result, results[i], value.nans, operands);
    }
    if (!same)
      return testing::AssertionFailure()
             << "output " << outputs[i].name << " " << outputs[i].desc.str()
             << ", " << value.name << support::describe(value.attributes)
             << ": " << same.message();
  }
  return testing::AssertionSuccess();
}

inline std::string TestGraph::describe(int value) const {
  std::vector<bool> wanted(values.size(), false);
  wanted[static_cast<size_t>(value)] = true;
  std::string text;
  for (int i = value; i >= 0; --i) {
    if (!wanted[static_cast<size_t>(i)])
      continue;
    std::string line = "  " + std::to_string(i) + " = ";
    line += at(i).mnemonic.empty() ? at(i).name : at(i).mnemonic;
    line += support::describe(at(i).attributes);
    for (const Use &use : at(i).uses) {
      if (use.value == kAbsent) {
        line += ", nothing";
        continue;
      }
      wanted[static_cast<size_t>(use.value)] = true;
      line += ", " + std::to_string(use.value);
      if (!use.view.sameLayout(at(use.value).desc))
        line += " as " + use.view.str();
    }
    text = line + ": " + at(i).desc.str() + "\n" + text;
  }
  return text;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_TESTGRAPH_H
