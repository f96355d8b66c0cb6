//===- Native.h - a graph under test, by the graph API ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_NATIVE_H
#define FUSEDML_TESTS_SUPPORT_NATIVE_H

#include "tests/support/Form.h"
#include "tests/support/TestGraph.h"

#include <set>

namespace support {

namespace detail {

/// What the calls of OperatorCalls.inc take of the attributes.
inline DataType outputType(const RefAttributes &a) {
  if (a.outputType)
    return toDataType(*a.outputType);
  // Operators without inputs have that of their scalars, truth values that of
  // the reference.
  return toDataType(a.scalarType.value_or(reference::Type::UInt8));
}

inline fusedml::ScalarValue scalar(const RefAttributes &a,
                                   std::string_view field) {
  RefTensor one = a.scalar(field);
  if (reference::isFloat(one.type))
    return one.value(0);
  if (!reference::isSigned(one.type))
    return one.bits(0);
  unsigned unused = 64 - reference::elementBits(one.type);
  return static_cast<int64_t>(one.bits(0) << unused) >> unused;
}

inline std::optional<fusedml::ScaleBias> scaleBias(const RefAttributes &a) {
  if (!a.scaleBias)
    return std::nullopt;
  return fusedml::ScaleBias{a.scaleBias->scale, a.scaleBias->bias};
}

inline uint32_t member(const RefAttributes &a, std::string_view mnemonic,
                       std::string_view field) {
  const auto &row = rowOf(mnemonic);
  return enumValue(a, row.fields[static_cast<size_t>(row.field(field))]);
}

} // namespace detail

/// The graph API's call for an operator of the reference. `in` has an element
/// for each input of the row, a Tensor without value for one that is left out.
inline fusedml::Tensor apply(fusedml::Graph &graph, std::string_view mnemonic,
                             const RefAttributes &a,
                             const std::vector<fusedml::Tensor> &in) {
  using namespace detail;
  fusedml::Tensor result;
  bool isKnown = false;
#define CALL(name, call)                                                       \
  if (mnemonic == (name)) {                                                    \
    result = call;                                                             \
    isKnown = true;                                                            \
  }
#include "tests/OperatorCalls.inc"
#undef CALL
  if (!isKnown)
    throw std::logic_error("no call for " + std::string(mnemonic));
  // What FusedActivation is in the graph API.
  if (!a.activation.empty())
    return apply(graph, a.activation, *a.activationAttributes, {result});
  return result;
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

/// `desc` with the dimensions of `sizes`, repeated along those it lacks.
inline TensorDesc broadcastView(const TensorDesc &desc,
                                const std::vector<int64_t> &sizes) {
  TensorDesc view = tensorDesc(toRefType(desc.type), sizes,
                               std::vector<int64_t>(sizes.size(), 0));
  std::vector<int64_t> strides = desc.effectiveStrides();
  size_t missing = sizes.size() - desc.sizes.size();
  for (size_t dim = missing; dim < sizes.size(); ++dim)
    if (desc.sizes[dim - missing] == sizes[dim])
      view.strides[dim] = strides[dim - missing];
  return view;
}

/// A graph whose operands broadcast by shape.
class NativeDag : public TestGraph {
public:
  explicit NativeDag(const std::string &name = "native") : graph(name) {}

  using TestGraph::input;
  int input(std::string name, TensorDesc desc,
            const RefTensor &memory) override {
    tensors.push_back(graph.input(name, desc.type, desc.sizes, desc.strides));
    int value = addMemory(std::move(name), std::move(desc), memory);
    markInput(value);
    return value;
  }

  /// An operator. Operands without value or behind the last are left out.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           const std::vector<int> &operands) {
    std::vector<const fusedml::graph::FieldRow *> fields =
        inputFields(rowOf(mnemonic));
    auto spreads = [&](size_t i) {
      return operands[i] == kAbsent || isSpread(rowOf(mnemonic), *fields[i]);
    };
    std::vector<int64_t> sizes = {1};
    for (size_t i = 0; i < operands.size(); ++i)
      if (!spreads(i))
        sizes = i ? broadcastSizes(sizes, desc(operands[i]).sizes)
                  : desc(operands[i]).sizes;
    std::vector<fusedml::Tensor> in(fields.size());
    std::vector<Use> uses(operands.size());
    for (size_t i = 0; i < operands.size(); ++i) {
      if (operands[i] == kAbsent)
        continue;
      in[i] = tensors[static_cast<size_t>(operands[i])];
      const TensorDesc &whole = desc(operands[i]);
      uses[i] = {operands[i], spreads(i) ? whole : broadcastView(whole, sizes)};
    }
    tensors.push_back(apply(graph, mnemonic, attributes, in));
    return addNode(mnemonic, attributes, std::move(uses), TensorDesc());
  }

  void output(std::string name, int value, std::vector<int64_t> strides = {}) {
    graph.output(name, tensors[static_cast<size_t>(value)], strides);
    const RefTensor &result = logical(value);
    addOutput(std::move(name), value,
              tensorDesc(result.type, result.sizes, std::move(strides)));
  }

  const fusedml::Graph &get() const { return graph; }

  /// The same graph in DirectML's form: broadcasts are views, the strides of an
  /// output are those its operator writes with, and the inputs in `constants`
  /// are constant nodes, so that the others move up.
  fusedml::graph::GraphSpec form(const std::set<size_t> &constants = {}) const;

  fusedml::Expected<fusedml::Graph> build() const override { return graph; }

  /// Whatever the kernel offers to run in place gives the same results so.
  testing::AssertionResult checkInPlace(const fusedml::Kernel &kernel) const {
    std::vector<RefTensor> wanted, results;
    if (auto ran = runInto(wanted, kernel); !ran)
      return ran;
    for (size_t output = 0; output < outputCount(); ++output)
      for (size_t input = 0; input < inputCount(); ++input) {
        if (!kernel.mayAlias(output, input) ||
            !kernel.outputs()[output].desc.sameLayout(
                kernel.inputs()[input].desc))
          continue;
        RunConfig config;
        config.inPlace = {{output, input}};
        auto same = runInto(results, kernel, config);
        for (size_t i = 0; same && i < results.size(); ++i)
          same = sameBits(wanted[i], results[i]);
        if (!same)
          return testing::AssertionFailure()
                 << "output " << output << " in place of input " << input
                 << ": " << same.message();
      }
    return testing::AssertionSuccess();
  }

  using TestGraph::check;
  /// Fused and unfused, one thread and four: all equal the reference.
  testing::AssertionResult check(const std::string &cpu = {}) const {
    for (bool fuse : {true, false}) {
      RunConfig config;
      config.compile.fuse = fuse;
      config.compile.target.cpu = cpu;
      auto kernel = compile(config.compile);
      if (!kernel)
        return testing::AssertionFailure() << kernel.error().str();
      auto same = checkInPlace(*kernel);
      for (unsigned threads : {1u, 4u}) {
        config.threads = threads;
        if (same)
          same = check(*kernel, config);
      }
      if (!same)
        return testing::AssertionFailure()
               << (fuse ? "fused, " : "unfused, ") << config.threads
               << " threads: " << same.message();
    }
    return testing::AssertionSuccess();
  }

private:
  fusedml::Graph graph;
  std::vector<fusedml::Tensor> tensors; ///< Of each value.
};

inline fusedml::graph::GraphSpec
NativeDag::form(const std::set<size_t> &constants) const {
  FormBuilder form;
  std::vector<TensorDesc> layouts;
  layouts.reserve(static_cast<size_t>(valueCount()));
  for (int value = 0; value < valueCount(); ++value)
    layouts.push_back(desc(value));
  for (const Output &output : allOutputs())
    layouts[static_cast<size_t>(output.value)] = output.desc;
  size_t inputs = 0;
  for (int number = 0; number < valueCount(); ++number) {
    const Value &value = at(number);
    // By the number alone clip1 might be called as clip is.
    std::string name = value.mnemonic + "_" + std::to_string(number);
    if (value.mnemonic.empty()) {
      std::vector<std::byte> data = value.memory;
      data.resize(value.desc.minimumBytes().value());
      if (constants.contains(inputs++))
        form.constant(std::move(name), std::move(data));
      else
        form.input(value.name);
      continue;
    }
    std::vector<TensorDesc> views;
    std::vector<int> operands;
    for (const Use &use : value.uses) {
      operands.push_back(use.value);
      TensorDesc &view = views.emplace_back();
      if (use.value == kAbsent)
        continue;
      std::vector<int64_t> sizes = use.view.sizes;
      sizes.insert(sizes.begin(), value.desc.sizes.size() - sizes.size(), 1);
      view = broadcastView(layouts[static_cast<size_t>(use.value)], sizes);
    }
    form.node(std::move(name),
              makeOperator(value.mnemonic, value.attributes, std::move(views),
                           {layouts[static_cast<size_t>(number)]}),
              operands);
  }
  for (const Output &output : allOutputs())
    form.output(output.name, output.value);
  return form.get();
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_NATIVE_H
