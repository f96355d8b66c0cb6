//===- RandomGraph.h - random graphs under test -----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_RANDOMGRAPH_H
#define FUSEDML_TESTS_SUPPORT_RANDOMGRAPH_H

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"

namespace support {

using reference::Type;

//===----------------------------------------------------------------------===//
// Graphs of the graph API
//===----------------------------------------------------------------------===//

/// Sizes in memory order with gaps, sometimes with a dimension repeated (if
/// `mayRepeat`) or with the dimensions reversed.
inline std::vector<int64_t> randomStrides(const std::vector<int64_t> &sizes,
                                          bool mayRepeat, Random &random) {
  std::vector<int64_t> strides(sizes.size());
  int64_t next = mayRepeat && random.chance(20) ? 2 : 1;
  bool reversed = random.chance(30);
  for (size_t k = 0; k < sizes.size(); ++k) {
    size_t dim = reversed ? k : sizes.size() - 1 - k;
    strides[dim] = mayRepeat && random.chance(15) ? 0 : next;
    next = next * sizes[dim] + static_cast<int64_t>(random.below(3));
  }
  return strides;
}

/// How large a random graph may be, and what it has for certain.
struct GraphShape {
  uint64_t usualNodes = 12, mostNodes = 40;
  int64_t mostInner = 70; ///< Elements of the last dimension.
  /// Its first operator, and the type of that one's first input. Null: any.
  const fusedml::graph::OperatorRow *first = nullptr;
  Type firstType = Type::Float32;
};

/// A graph of operators of any kind over tensors of any type, with broadcasts,
/// diamonds and several outputs. The same for the same seed, but for the
/// outputs: some, or every node.
class RandomGraph {
public:
  enum class Outputs { Some, All };

  RandomGraph(uint64_t seed, Outputs which, const GraphShape &shape = {})
      : dag("random" + std::to_string(seed)), random(seed) {
    auto inner = static_cast<uint64_t>(shape.mostInner);
    for (uint64_t i = 0, rank = 1 + random.below(4); i < rank; ++i)
      full.push_back(
          static_cast<int64_t>(1 + random.below(i + 1 == rank ? inner : 5)));
    if (shape.first)
      addOperator(*shape.first, inputCount(*shape.first)
                                    ? addInput(shape.firstType, full)
                                    : TestGraph::kAbsent);
    constexpr Type kTypes[] = {Type::Float32, Type::Float16, Type::Int32,
                               Type::Int8,    Type::UInt8,   Type::Int64,
                               Type::UInt16,  Type::Float32};
    for (uint64_t i = 0, count = 1 + random.below(4); i < count; ++i)
      addInput(kTypes[random.below(std::size(kTypes))]);
    // Most graphs are small: a failure is then easier to read.
    uint64_t most = random.chance(25) ? shape.mostNodes : shape.usualNodes;
    uint64_t wanted = 1 + random.below(most);
    for (uint64_t tries = 0; nodes.size() < wanted && tries < 400; ++tries)
      addOperator();
    chooseOutputs(which);
  }

  NativeDag dag;

private:
  /// Operators that read float bits: those of a computed NaN are not promised.
  static bool readsBits(std::string_view mnemonic) {
    return mnemonic.starts_with("bit_");
  }

  int add(int value, bool isNode) {
    if (isNode)
      nodes.push_back(value);
    pool.push_back(value);
    used.resize(static_cast<size_t>(value) + 1, false);
    return value;
  }

  int addInput(Type type, const std::vector<int64_t> &sizes) {
    std::vector<int64_t> strides;
    if (random.chance(40))
      strides = randomStrides(sizes, /*mayRepeat=*/true, random);
    return add(dag.input("in" + std::to_string(dag.inputCount()),
                         tensorDesc(type, sizes, strides), random.next()),
               false);
  }

  /// Sizes that broadcast to all others.
  int addInput(Type type) {
    std::vector<int64_t> sizes = full;
    if (random.chance(40))
      for (int64_t &size : sizes)
        size = random.chance(50) ? 1 : size;
    if (random.chance(20))
      sizes.erase(sizes.begin(), sizes.begin() + static_cast<long>(random.below(
                                                     sizes.size())));
    return addInput(type, sizes);
  }

  Type typeOf(int value) const { return dag.logical(value).type; }

  /// A value, mostly a recent one so that chains get long.
  int pick() {
    size_t from = random.chance(60) && pool.size() > 3 ? pool.size() - 3 : 0;
    return pool[from + random.below(pool.size() - from)];
  }

  int apply(std::string_view mnemonic, const RefAttributes &attributes,
            const std::vector<int> &operands) {
    for (int operand : operands)
      if (operand != TestGraph::kAbsent)
        used[static_cast<size_t>(operand)] = true;
    return add(dag.node(mnemonic, attributes, operands), true);
  }

  /// A value of the type: one that is there, a CAST, or another input.
  int valueOf(Type type, bool knownNaNs) {
    auto fits = [&](int value) {
      return typeOf(value) == type && (!knownNaNs || dag.hasKnownNaNs(value));
    };
    for (int tries = 0; tries < 6; ++tries)
      if (int value = pick(); fits(value))
        return value;
    int value = pick();
    bool isNibble = reference::elementBits(type) == 4 ||
                    reference::elementBits(typeOf(value)) == 4;
    // What CAST makes are computed floats.
    if (isNibble || random.chance(30) ||
        (knownNaNs && reference::isFloat(type)))
      return addInput(type);
    return apply("cast", to(type), {value});
  }

  /// A scale or zero point: one value, or one for each of some blocks of
  /// `whole`.
  int spreadValue(Type type, const std::vector<int64_t> &whole, bool blocks) {
    if (!blocks)
      return addInput(type, {1});
    std::vector<int64_t> sizes = whole;
    for (int64_t &size : sizes)
      size = random.chance(50) ? 1 : size;
    return addInput(type, sizes);
  }

  static bool takes(const fusedml::graph::OperatorRow &row, Type type) {
    std::vector<Type> types = newestTypes(row, row.fields.front().name);
    return std::ranges::find(types, type) != types.end();
  }

  void addOperator() {
    std::span<const fusedml::graph::OperatorRow> rows =
        fusedml::graph::operatorRows();
    const auto &row = rows[random.below(rows.size())];
    addOperator(row, inputCount(row) ? pick() : TestGraph::kAbsent);
  }

  /// An operator whose first input is `first`, if it takes that.
  void addOperator(const fusedml::graph::OperatorRow &row, int first) {
    if (inputCount(row) == 0)
      return addFill(row);
    if (!takes(row, typeOf(first)) ||
        (readsBits(row.mnemonic) && !dag.hasKnownNaNs(first)))
      return;
    std::vector<RefAttributes> sets =
        attributeSets(row.mnemonic, typeOf(first));
    const RefAttributes &set = sets[random.below(sets.size())];
    auto allTypes = inputTypes(row, typeOf(first), set);
    const std::vector<Type> &types = allTypes[random.below(allTypes.size())];
    std::vector<int> operands = {first};
    auto fields = inputFields(row);
    for (size_t i = 1; i < types.size(); ++i) {
      bool blocks = std::ranges::count(row.blockwise, fields[i]->name);
      if (fields[i]->optional && random.chance(30))
        operands.push_back(TestGraph::kAbsent);
      else if (isSpread(row, *fields[i]))
        operands.push_back(
            spreadValue(types[i], dag.logical(first).sizes, blocks));
      else
        operands.push_back(valueOf(types[i], readsBits(row.mnemonic)));
    }
    apply(row.mnemonic, set, operands);
  }

  void addFill(const fusedml::graph::OperatorRow &row) {
    std::vector<Type> types = newestTypes(row, row.fields.front().name);
    RefAttributes attributes;
    Type type = types[random.below(types.size())];
    attributes.scalarType = type;
    attributes.sizes = full;
    std::vector<uint64_t> special = specialBits(type);
    for (const auto &field : row.fields) {
      if (field.kind != fusedml::graph::FieldKind::Scalar)
        continue;
      // A ScalarValue need not keep the bits of a NaN.
      RefTensor one(type, {1});
      do
        one.setBits(0, mixedBits(type, special, random));
      while (std::isnan(one.value(0)));
      attributes.scalars[std::string(field.name)] = one.bits(0);
    }
    apply(row.mnemonic, attributes, {});
  }

  void chooseOutputs(Outputs which) {
    for (int value : nodes) {
      bool wanted = !used[static_cast<size_t>(value)] || random.chance(15);
      std::vector<int64_t> strides;
      if (random.chance(30))
        strides = randomStrides(dag.logical(value).sizes, false, random);
      if (which == Outputs::All)
        dag.output("out" + std::to_string(value), value);
      else if (wanted)
        dag.output("out" + std::to_string(value), value, strides);
    }
  }

  Random random;
  std::vector<int64_t> full;
  /// Values to choose operands from, and those of them that are results.
  std::vector<int> pool, nodes;
  std::vector<bool> used;
};

//===----------------------------------------------------------------------===//
// Chains of edges that reinterpret
//===----------------------------------------------------------------------===//

/// Splits `count` into up to `most` factors.
inline std::vector<int64_t> factor(int64_t count, size_t most, Random &random) {
  std::vector<int64_t> sizes;
  while (sizes.size() + 1 < most && random.chance(70)) {
    std::vector<int64_t> divisors;
    for (int64_t d = 1; d <= count; ++d)
      if (count % d == 0)
        divisors.push_back(d);
    int64_t size = divisors[random.below(divisors.size())];
    sizes.push_back(size);
    count /= size;
  }
  sizes.push_back(count);
  return sizes;
}

/// A view of `count` elements: reshaped, perhaps with dimensions exchanged,
/// repeated, or as a window that moves over them.
inline TensorDesc randomView(Type type, int64_t count, Random &random) {
  if (count > 4 && random.chance(10)) {
    int64_t window = static_cast<int64_t>(2 + random.below(3));
    return tensorDesc(type, {count - window + 1, window}, {1, 1});
  }
  std::vector<int64_t> sizes = factor(count, 4, random);
  std::vector<int64_t> strides(sizes.size());
  int64_t next = 1;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = next;
    next *= sizes[dim];
  }
  if (random.chance(40))
    for (size_t i = sizes.size(); i-- > 1;) {
      size_t other = random.below(i + 1);
      std::swap(sizes[i], sizes[other]);
      std::swap(strides[i], strides[other]);
    }
  if (random.chance(30) && count < 2000) {
    size_t at = random.below(sizes.size() + 1);
    auto times = static_cast<int64_t>(1 + random.below(4));
    sizes.insert(sizes.begin() + static_cast<long>(at), times);
    strides.insert(strides.begin() + static_cast<long>(at), 0);
  }
  return tensorDesc(type, sizes, strides);
}

/// A chain whose every edge sees the bytes of the value before it in another
/// way. Bytes of floats are not seen as another type, since those of computed
/// NaNs are not promised.
inline Dag randomEdges(uint64_t seed, std::string &description) {
  Random random(seed);
  constexpr Type kIntegers[] = {Type::Int8,   Type::UInt8, Type::Int16,
                                Type::UInt16, Type::Int32, Type::UInt32,
                                Type::Int64,  Type::UInt64};
  constexpr Type kAll[] = {Type::Float32, Type::Float16, Type::Int32,
                           Type::UInt8,   Type::Int64,   Type::Int16};
  Type type = kAll[random.below(std::size(kAll))];
  description = "seed " + std::to_string(seed) + ":";
  Dag dag;
  auto count = static_cast<int64_t>(8 * (1 + random.below(40)));
  int value = dag.input("in", tensorDesc(type, {count}), random.next());
  std::vector<int> outputs;
  for (uint64_t i = 0, nodes = 1 + random.below(12); i < nodes; ++i) {
    TensorDesc from = dag.desc(value);
    int64_t bytes =
        from.elementCount().value() *
        static_cast<int64_t>(reference::elementSize(toRefType(from.type)));
    if (!reference::isFloat(type) && bytes % 8 == 0 && random.chance(25)) {
      type = random.chance(20)
                 ? (random.chance(50) ? Type::Float32 : Type::Float16)
                 : kIntegers[random.below(std::size(kIntegers))];
    }
    TensorDesc view = randomView(
        type, bytes / static_cast<int64_t>(reference::elementSize(type)),
        random);
    // A value whose buffer is rounded up is seen whole only by its own type.
    if (view.minimumBytes() != from.minimumBytes())
      break;
    TensorDesc result = tensorDesc(type, view.sizes);
    constexpr std::string_view kOps[] = {
        "multiply", "add", "divide", "clip", "activation_shrink", "identity"};
    std::string_view op = kOps[random.below(std::size(kOps))];
    if (op == "activation_shrink" && reference::elementSize(type) == 8)
      op = "add";
    std::vector<Dag::Use> uses = {{value, view}};
    if (inputCount(rowOf(op)) == 2) {
      if (random.chance(30))
        uses.push_back({value, view});
      else {
        int other = dag.input("in" + std::to_string(i),
                              tensorDesc(type, view.sizes), random.next());
        uses.push_back({other, dag.desc(other)});
      }
      if (random.chance(50))
        std::swap(uses[0], uses[1]);
    }
    std::vector<RefAttributes> sets = attributeSets(op, type);
    value = dag.node(op, sets[random.below(sets.size())], uses, result);
    description += " " + std::string(op) + " of " + view.str() + ";";
    if (random.chance(25) || i + 1 == nodes) {
      outputs.push_back(value);
    }
  }
  if (outputs.empty() || outputs.back() != value)
    outputs.push_back(value);
  for (size_t i = 0; i < outputs.size(); ++i)
    dag.output("out" + std::to_string(i), outputs[i]);
  return dag;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_RANDOMGRAPH_H
