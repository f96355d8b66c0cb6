//===- Structure.cpp - what graphs that share code have in common ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Structure.h"

#include "front/graph/Arguments.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace fusedml::cache {

using graph::FieldValue;
using graph::GraphData;
using graph::Node;
using graph::Operator;

//===----------------------------------------------------------------------===//
// Sizes and strides as products
//===----------------------------------------------------------------------===//

/// Few enough to be numbered by 16 bits, and to be tried one after the other.
static constexpr size_t kMostVariables = 4096;

static Product operator*(const Product &a, const Product &b) {
  Product result;
  result.factor = a.factor * b.factor;
  std::ranges::merge(a.variables, b.variables,
                     std::back_inserter(result.variables));
  return result;
}

int64_t Structure::nextPrime() {
  auto isPrime = [](int64_t number) {
    for (int64_t divisor = 2; divisor * divisor <= number; ++divisor)
      if (number % divisor == 0)
        return false;
    return true;
  };
  while (!isPrime(++lastPrime)) {
  }
  return lastPrime;
}

uint16_t Structure::sizeVariable(int64_t size) {
  auto [it, isNew] =
      sizeVariables.try_emplace(size, static_cast<uint16_t>(variables.size()));
  if (isNew) {
    int64_t prime = nextPrime();
    fits &= variables.size() < kMostVariables;
    variables.push_back({size, prime, prime});
  }
  return it->second;
}

/// A stride that is not what the dimensions inside it need, which is `least` in
/// the stand-in. There it is more than that, so that no elements overlap.
uint16_t Structure::strideVariable(int64_t stride, int64_t least) {
  auto [it, isNew] = strideVariables.try_emplace(
      std::pair(stride, least), static_cast<uint16_t>(variables.size()));
  if (isNew) {
    int64_t prime = nextPrime(), standIn = 0;
    fits &= variables.size() < kMostVariables &&
            !__builtin_mul_overflow(prime, least, &standIn);
    variables.push_back({stride, standIn, prime});
  }
  return it->second;
}

std::vector<Structure::Dimension>
Structure::dimensionsOf(const TensorDesc &desc) {
  std::vector<Dimension> result(desc.sizes.size());
  std::vector<int64_t> strides = desc.effectiveStrides();
  std::vector<size_t> order; // Innermost first.
  for (size_t dim = desc.sizes.size(); dim-- > 0;) {
    if (desc.sizes[dim] == 1)
      continue; // Its stride is never used.
    result[dim].size.variables = {sizeVariable(desc.sizes[dim])};
    if (strides[dim] == 0)
      result[dim].stride.factor = 0;
    else
      order.push_back(dim);
  }
  std::ranges::stable_sort(order, {}, [&](size_t dim) { return strides[dim]; });
  // What a stride is if its dimension lies right outside the ones before.
  Product next;
  int64_t nextValue = 1, nextStandIn = 1;
  for (size_t dim : order) {
    Dimension &dimension = result[dim];
    if (strides[dim] == nextValue)
      dimension.stride = next;
    else
      dimension.stride.variables = {strideVariable(strides[dim], nextStandIn)};
    next = dimension.stride * dimension.size;
    if (__builtin_mul_overflow(strides[dim], desc.sizes[dim], &nextValue))
      nextValue = std::numeric_limits<int64_t>::max();
    std::optional<int64_t> standIn = standInOf(next);
    // Left so far below 2^64 that no number of bytes comes near.
    fits &= standIn && *standIn < int64_t{1} << 56;
    nextStandIn = fits ? *standIn : 1;
  }
  return result;
}

std::optional<int64_t> Structure::standInOf(const Product &product) const {
  int64_t result = product.factor;
  for (uint16_t variable : product.variables)
    if (__builtin_mul_overflow(result, variables[variable].standIn, &result))
      return std::nullopt;
  return result;
}

int64_t Structure::evaluate(const Product &product) const {
  // A tensor that repeats may have more elements than 64 bits count; unsigned,
  // so that the product then is any number, as it is for the graph itself.
  auto result = static_cast<uint64_t>(product.factor);
  for (uint16_t variable : product.variables)
    result *= static_cast<uint64_t>(variables[variable].value);
  return static_cast<int64_t>(result);
}

std::optional<Product> Structure::explain(int64_t number) const {
  if (!general || number == 0)
    return Product{number, {}};
  Product result;
  auto divideOut = [&](bool composite) {
    // Stand-ins contain only those of variables before them.
    for (size_t i = variables.size(); i-- > 0;) {
      const Variable &variable = variables[i];
      if ((variable.standIn != variable.prime) != composite)
        continue;
      for (; number % variable.standIn == 0; number /= variable.standIn)
        result.variables.push_back(static_cast<uint16_t>(i));
    }
  };
  divideOut(true);
  divideOut(false);
  if (number != 1)
    return std::nullopt;
  std::ranges::sort(result.variables);
  return result;
}

//===----------------------------------------------------------------------===//
// Which graphs are general
//===----------------------------------------------------------------------===//

/// Calls `function` with every tensor descriptor of a graph.
template <typename Graph, typename Function>
static void forEachDesc(Graph &graph, Function function) {
  for (auto &value : graph.values)
    function(value.desc);
  for (auto &output : graph.outputs)
    function(output.desc);
  for (auto &node : graph.nodes)
    for (auto &field : node.op.fields)
      if (auto *desc = std::get_if<TensorDesc>(&field))
        function(*desc);
}

/// Whether some tensor of an operator is used for blocks of several elements.
static bool splitsIntoBlocks(const Operator &op) {
  const TensorDesc *whole = nullptr;
  for (size_t field = 0; field < op.fields.size(); ++field)
    if (op.row->fields[field].kind == graph::FieldKind::Output)
      whole = op.tensor(field);
  for (std::string_view name : op.row->blockwise)
    if (const TensorDesc *tensor =
            op.tensor(static_cast<size_t>(op.row->field(name))))
      for (size_t dim = 0; dim < tensor->sizes.size(); ++dim)
        if (tensor->sizes[dim] != 1 && tensor->sizes[dim] != whole->sizes[dim])
          return true;
  return false;
}

/// Whether a reader walks through the elements of a value along the value's own
/// dimensions, in any order and repeating them or not.
bool Structure::keepsDimensions(const TensorDesc &seen,
                                const TensorDesc &produced) {
  auto walk = [&](const TensorDesc &desc) {
    std::vector<Dimension> dimensions = dimensionsOf(desc);
    std::erase_if(dimensions, [](const Dimension &dimension) {
      return dimension.size.variables.empty() || dimension.stride.factor == 0;
    });
    std::ranges::sort(dimensions);
    return dimensions;
  };
  return seen.type == produced.type && walk(seen) == walk(produced);
}

bool Structure::decideGenerality() {
  if (!graph.constants.empty())
    return false;
  bool plain = true;
  forEachDesc(graph, [&](const TensorDesc &desc) {
    plain &= bitWidth(desc.type) >= 8 && !std::ranges::count(desc.sizes, 0);
  });
  if (!plain)
    return false;
  for (const Node &node : graph.nodes) {
    if (splitsIntoBlocks(node.op))
      return false;
    for (size_t field = 0; field < node.inputs.size(); ++field) {
      if (node.inputs[field] < 0)
        continue;
      const graph::Value &value =
          graph.values[static_cast<size_t>(node.inputs[field])];
      if (value.kind == graph::Value::Kind::NodeOutput &&
          !keepsDimensions(*node.op.tensor(field), value.desc))
        return false;
    }
  }
  // Numbers every variable, and finds whether all stand-ins are small enough.
  forEachDesc(graph, [&](const TensorDesc &desc) { dimensionsOf(desc); });
  return fits;
}

//===----------------------------------------------------------------------===//
// Key
//===----------------------------------------------------------------------===//

/// Writes what the code depends on. Every number is self-delimiting and every
/// list begins with its length, so that different structures have different
/// keys.
class Structure::KeyWriter {
public:
  explicit KeyWriter(Structure &structure) : structure(structure) {}

  void write(const GraphData &graph, const CompileOptions &options);

private:
  void number(uint64_t value) {
    for (; value >= 128; value >>= 7)
      byte(static_cast<uint8_t>(value | 128));
    byte(static_cast<uint8_t>(value));
  }
  void byte(uint8_t value) {
    structure.text.push_back(static_cast<char>(value));
  }
  void bytes(std::string_view value) {
    number(value.size());
    structure.text += value;
  }
  void product(const Product &product);
  void desc(const TensorDesc &desc);
  void scalar(const graph::FieldRow &row, float value) {
    number(std::bit_cast<uint32_t>(graph::knownPart(row, value)));
  }
  void field(const graph::FieldRow &row, const FieldValue &value);
  void op(const Operator &op);

  Structure &structure;
};

void Structure::KeyWriter::product(const Product &product) {
  number(static_cast<uint64_t>(product.factor));
  number(product.variables.size());
  for (uint16_t variable : product.variables)
    number(variable);
}

void Structure::KeyWriter::desc(const TensorDesc &desc) {
  number(static_cast<uint64_t>(desc.type));
  number(desc.sizes.size());
  if (structure.general) {
    for (const Dimension &dimension : structure.dimensionsOf(desc)) {
      product(dimension.size);
      product(dimension.stride);
    }
    return;
  }
  std::vector<int64_t> strides = desc.effectiveStrides();
  for (size_t dim = 0; dim < desc.sizes.size(); ++dim) {
    number(static_cast<uint64_t>(desc.sizes[dim]));
    number(static_cast<uint64_t>(desc.sizes[dim] == 1 ? 0 : strides[dim]));
  }
}

void Structure::KeyWriter::field(const graph::FieldRow &row,
                                 const FieldValue &value) {
  number(value.index());
  if (auto *tensor = std::get_if<TensorDesc>(&value)) {
    desc(*tensor);
  } else if (auto *real = std::get_if<float>(&value)) {
    scalar(row, *real);
  } else if (auto *integer = std::get_if<uint32_t>(&value)) {
    number(*integer);
  } else if (auto *element = std::get_if<graph::Scalar>(&value)) {
    number(static_cast<uint64_t>(element->type));
    number(element->bits);
  } else if (auto *pair = std::get_if<graph::ScaleBias>(&value)) {
    scalar(row, pair->scale);
    scalar(row, pair->bias);
  } else if (auto *nested =
                 std::get_if<std::shared_ptr<const Operator>>(&value)) {
    op(**nested);
  }
}

void Structure::KeyWriter::op(const Operator &op) {
  number(op.row->dmlType);
  for (size_t i = 0; i < op.fields.size(); ++i)
    field(op.row->fields[i], op.fields[i]);
}

void Structure::KeyWriter::write(const GraphData &graph,
                                 const CompileOptions &options) {
  bytes(options.target.triple);
  bytes(options.target.cpu);
  bytes(options.target.features);
  number(options.fuse);
  number(static_cast<uint64_t>(options.fp));
  number(structure.general);

  number(graph.values.size());
  for (const graph::Value &value : graph.values) {
    number(static_cast<uint64_t>(value.kind));
    number(static_cast<uint64_t>(value.index));
    number(static_cast<uint64_t>(value.outputField + 1));
    desc(value.desc);
  }
  number(graph.inputs.size());
  for (int input : graph.inputs)
    number(static_cast<uint64_t>(input + 1));
  number(graph.outputs.size());
  for (const graph::GraphOutput &output : graph.outputs) {
    number(static_cast<uint64_t>(output.value));
    desc(output.desc);
  }
  number(graph.constants.size());
  for (const std::vector<std::byte> &constant : graph.constants)
    bytes({reinterpret_cast<const char *>(constant.data()), constant.size()});
  number(graph.nodes.size());
  for (const Node &node : graph.nodes) {
    op(node.op);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      number(static_cast<uint64_t>(node.inputs[i] + 1));
      number(static_cast<uint64_t>(node.outputs[i] + 1));
    }
  }
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

Structure::Structure(const GraphData &graph, const CompileOptions &options)
    : graph(graph), options(options) {
  general = decideGenerality();
  if (!general)
    variables.clear();
  graph::forEachArgument(graph, [&](const Node &, bool, size_t, int,
                                    float value) { scalars.push_back(value); });
  KeyWriter(*this).write(graph, options);
}

void Structure::specialize() {
  general = false;
  variables.clear();
  text.clear();
  KeyWriter(*this).write(graph, options);
}

GraphData Structure::standIn() {
  GraphData result = graph;
  result.name = "kernel";
  for (graph::Value &value : result.values)
    value.name.clear();
  for (graph::GraphOutput &output : result.outputs)
    output.name.clear();
  for (std::string &name : result.inputNames)
    name.clear();
  for (Node &node : result.nodes)
    node.name.clear();
  forEachDesc(result, [&](TensorDesc &desc) {
    desc.totalBytes = 0;
    desc.ownedByDml = false;
    desc.baseOffsetAlignment = 0;
    if (!general)
      return;
    std::vector<Dimension> dimensions = dimensionsOf(desc);
    desc.strides.resize(dimensions.size());
    for (size_t dim = 0; dim < dimensions.size(); ++dim) {
      desc.sizes[dim] = *standInOf(dimensions[dim].size);
      desc.strides[dim] = *standInOf(dimensions[dim].stride);
    }
  });
  return result;
}

} // namespace fusedml::cache
