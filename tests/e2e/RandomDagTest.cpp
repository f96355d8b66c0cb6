//===- RandomDagTest.cpp - random graphs: fused = unfused = reference -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Native.h"

#include <cstdlib>

using namespace support;
using reference::Type;

namespace {

/// Builds a graph of up to 20 operators over one element type (and the UINT8
/// that is_infinity gives), with broadcasts, diamonds and several outputs.
NativeDag randomDag(uint64_t seed, std::string &description) {
  Random random(seed);
  constexpr Type kTypes[] = {Type::Float32, Type::Float16, Type::Int32,
                             Type::Int8,    Type::UInt8,   Type::Int64,
                             Type::UInt16,  Type::Float32};
  Type type = kTypes[random.below(std::size(kTypes))];

  std::vector<int64_t> full;
  for (uint64_t i = 0, rank = 1 + random.below(4); i < rank; ++i)
    full.push_back(
        static_cast<int64_t>(1 + random.below(i + 1 == rank ? 70 : 6)));
  description = "seed " + std::to_string(seed) + ", " +
                std::string(reference::name(type)) + " " +
                fusedml::formatList(full) + ":";

  NativeDag dag("random" + std::to_string(seed));
  std::vector<int> pool;
  for (uint64_t i = 0, count = 1 + random.below(4); i < count; ++i) {
    std::vector<int64_t> sizes = full;
    if (random.chance(40))
      for (int64_t &size : sizes)
        size = random.chance(50) ? 1 : size;
    if (random.chance(20))
      sizes.erase(sizes.begin(), sizes.begin() + static_cast<long>(random.below(
                                                     sizes.size())));
    std::vector<int64_t> strides;
    if (random.chance(40)) {
      // Padded, sometimes repeated, sometimes with the dimensions reversed.
      strides.resize(sizes.size());
      int64_t next = random.chance(20) ? 2 : 1;
      bool reversed = random.chance(30);
      for (size_t k = 0; k < sizes.size(); ++k) {
        size_t dim = reversed ? k : sizes.size() - 1 - k;
        strides[dim] = random.chance(15) ? 0 : next;
        next = next * sizes[dim] + static_cast<int64_t>(random.below(3));
      }
    }
    pool.push_back(dag.input("in" + std::to_string(i),
                             tensorDesc(type, sizes, strides), random.next()));
    description += " in" + fusedml::formatList(sizes);
    if (!strides.empty())
      description += fusedml::formatList(strides);
  }

  auto supports = [&](std::string_view mnemonic, Type wanted) {
    const auto &row = rowOf(mnemonic);
    std::vector<Type> types = newestTypes(row, row.fields.front().name);
    return std::ranges::find(types, wanted) != types.end();
  };
  constexpr std::string_view kOps[] = {"multiply",
                                       "add",
                                       "divide",
                                       "activation_shrink",
                                       "clip",
                                       "identity",
                                       "activation_relu",
                                       "is_infinity",
                                       "multiply",
                                       "add",
                                       "add1"};
  std::vector<bool> used(64, false);
  uint64_t nodes = 1 + random.below(20);
  std::vector<int> made;
  while (made.size() < nodes) {
    std::string_view op = kOps[random.below(std::size(kOps))];
    // Mostly recent values, so that chains get long.
    auto pick = [&] {
      size_t from = random.chance(60) && pool.size() > 3 ? pool.size() - 3 : 0;
      return pool[from + random.below(pool.size() - from)];
    };
    int first = pick();
    Type operandType = dag.logical(first).type;
    if (!supports(op, operandType))
      continue;
    std::vector<int> operands = {first};
    if (inputCount(rowOf(op)) == 2) {
      int second = pick();
      if (dag.logical(second).type != operandType)
        continue;
      operands.push_back(second);
    }
    std::vector<RefAttributes> sets = attributeSets(op, operandType);
    int value = dag.node(op, sets[random.below(sets.size())], operands);
    description += " " + std::to_string(value) + "=" + std::string(op) + "(";
    for (int operand : operands) {
      used[operand] = true;
      description += std::to_string(operand) + ",";
    }
    description.back() = ')';
    pool.push_back(value);
    made.push_back(value);
  }
  for (int value : made)
    if (!used[value] || random.chance(15)) {
      std::vector<int64_t> strides;
      const RefTensor &logical = dag.logical(value);
      if (random.chance(30)) {
        strides.resize(logical.sizes.size());
        int64_t next = 1;
        bool reversed = random.chance(30);
        for (size_t k = 0; k < strides.size(); ++k) {
          size_t dim = reversed ? k : strides.size() - 1 - k;
          strides[dim] = next;
          next =
              next * logical.sizes[dim] + static_cast<int64_t>(random.below(3));
        }
      }
      dag.output("out" + std::to_string(value), value, strides);
      description += " out" + std::to_string(value) +
                     (strides.empty() ? "" : fusedml::formatList(strides));
    }
  return dag;
}

class RandomDag : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomDag, FusedEqualsUnfusedEqualsReference) {
  std::vector<std::string> targets = allTargets();
  for (uint64_t i = 0; i < 10; ++i) {
    uint64_t seed = GetParam() * 10 + i;
    std::string description;
    NativeDag dag = randomDag(seed, description);
    ASSERT_TRUE(dag.get().status().ok()) << dag.get().status().str() << "\n"
                                         << description;
    std::string cpu = targets[seed % targets.size()];
    EXPECT_TRUE(dag.check(hostRuns(cpu) ? cpu : ""))
        << cpu << " " << description;
  }
}

/// 100 graphs, or 2,000 on demand.
uint64_t groups() { return std::getenv("FUSEDML_LONG_TESTS") ? 200 : 10; }

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDag,
                         testing::Range(uint64_t{0}, groups()));

//===----------------------------------------------------------------------===//
// Random edges
//===----------------------------------------------------------------------===//

/// Splits `count` into up to `most` factors.
std::vector<int64_t> factor(int64_t count, size_t most, Random &random) {
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
TensorDesc randomView(Type type, int64_t count, Random &random) {
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
Dag randomEdges(uint64_t seed, std::string &description) {
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

class RandomEdges : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomEdges, FusedEqualsUnfusedEqualsReference) {
  std::vector<std::string> targets = allTargets();
  for (uint64_t i = 0; i < 10; ++i) {
    uint64_t seed = GetParam() * 10 + i;
    std::string description;
    Dag dag = randomEdges(seed, description);
    for (bool fuse : {true, false}) {
      RunConfig config;
      std::string cpu = targets[seed % targets.size()];
      config.compile.target.cpu = hostRuns(cpu) ? cpu : "";
      config.compile.fuse = fuse;
      EXPECT_TRUE(dag.run(config)) << cpu << " " << description;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomEdges,
                         testing::Range(uint64_t{0}, groups()));

} // namespace
