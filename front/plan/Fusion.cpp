//===- Fusion.cpp - which operators share a loop --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three steps, each linear in the number of operators:
//
// 1. A view of a node's result that only repeats or reorders elements moves to
//    the node's operands, so that producer and consumer have the same sizes.
//    Only done where nothing else reads the result and where the producer can
//    still be computed once for each of its elements.
// 2. Each node gets a level: that of its producers, plus one where a border
//    lies between. Nodes of one level and one set of sizes never depend on each
//    other through another group, so they may be fused freely; those that are
//    connected by values or by common inputs are.
// 3. Groups are put in the order of their levels, and find what they read and
//    write.
//
//===----------------------------------------------------------------------===//

#include "front/plan/Fusion.h"

#include "front/rules/Layout.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>

namespace fusedml::plan {

namespace {

constexpr unsigned kLast = std::numeric_limits<unsigned>::max();

/// What reads a node: an operand of another one.
struct Use {
  int node = 0;
  size_t operand = 0;
};

/// The uses of all nodes, one after the other.
class Uses {
public:
  explicit Uses(const ElementGraph &graph);
  std::span<const Use> of(int node) const {
    auto i = static_cast<size_t>(node);
    return std::span(all).subspan(begins[i], begins[i + 1] - begins[i]);
  }
  /// The outputs of the graph that a node is.
  std::vector<std::vector<int>> outputs;

private:
  std::vector<size_t> begins;
  std::vector<Use> all;
};

/// The first nodes of a group that make one kernel.
struct Piece {
  size_t count = 0;
  bool cutByStreams = false; ///< Why there are not more.
};

class Fuser {
public:
  Fuser(ElementGraph &graph, bool isOn) : graph(graph) { fusion.isOn = isOn; }

  Fusion run();

private:
  Node &node(int number) { return graph.nodes[static_cast<size_t>(number)]; }
  void copyOutputs();
  void moveViewsUp();
  std::optional<std::vector<TensorDesc>> viewsThrough(const Node &producer,
                                                      const TensorDesc &seen,
                                                      Obstacle &obstacle);
  Obstacle moveViewUp(int number);
  void assignLevels();
  void sinkLevels();
  std::vector<std::vector<int>> connect();
  Piece pieceOf(std::span<const int> nodes);
  void formGroups();
  void describe(Group &group);

  ElementGraph &graph;
  Fusion fusion;
  std::optional<Uses> uses;
};

} // namespace

Uses::Uses(const ElementGraph &graph)
    : outputs(graph.nodes.size()), begins(graph.nodes.size() + 1) {
  auto forEachRead = [&](auto visit) {
    for (size_t i = 0; i < graph.nodes.size(); ++i)
      for (size_t k = 0; k < graph.nodes[i].operands.size(); ++k)
        if (const Source &source = graph.nodes[i].operands[k].source;
            source.kind == Source::Kind::Node)
          visit(static_cast<size_t>(source.number),
                Use{static_cast<int>(i), k});
  };
  forEachRead([&](size_t read, Use) { ++begins[read + 1]; });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  all.resize(begins.back());
  std::vector<size_t> next = begins;
  forEachRead([&](size_t read, Use use) { all[next[read]++] = use; });
  for (size_t i = 0; i < graph.outputs.size(); ++i)
    outputs[static_cast<size_t>(graph.outputs[i].source.number)].push_back(
        static_cast<int>(i));
}

void Fuser::copyOutputs() {
  std::set<int> written; // A shipped kernel has one result.
  for (Operand &output : graph.outputs) {
    if (graph.isDirect(output) &&
        (!graph.isGeneral || written.insert(output.source.number).second))
      continue;
    Operand read = output;
    if (read.source.kind == Source::Kind::Splat)
      read.view = repeated(read.view.type, read.view.sizes);
    graph.nodes.push_back(
        {&graph.newOperator("identity"), {std::move(read)}, output.view, {}});
    output.source = {Source::Kind::Node,
                     static_cast<int>(graph.nodes.size()) - 1};
  }
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// How often a node whose operands have these views is computed when it stands
/// at the loop level where it varies, or nullopt if loops it does not vary
/// along lie outside of that level and would repeat it.
static std::optional<int64_t>
timesComputed(const std::vector<int64_t> &sizes,
              std::span<const std::vector<int64_t>> strides) {
  int64_t times = 1;
  bool fixed = false;
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    if (sizes[dim] == 1)
      continue;
    bool varies = std::ranges::any_of(
        strides, [&](const std::vector<int64_t> &s) { return s[dim] != 0; });
    if (varies && fixed)
      return std::nullopt;
    fixed |= !varies;
    if (varies && __builtin_mul_overflow(times, sizes[dim], &times))
      times = std::numeric_limits<int64_t>::max();
  }
  return times;
}

/// The operands of a producer as its reader's elements find them.
std::optional<std::vector<TensorDesc>>
Fuser::viewsThrough(const Node &producer, const TensorDesc &seen,
                    Obstacle &obstacle) {
  std::vector<std::vector<int64_t>> strides;
  for (const Operand &operand : producer.operands) {
    if (operand.source.kind == Source::Kind::Splat) {
      strides.emplace_back(seen.sizes.size(), 0);
      continue;
    }
    auto through = graph::seeThrough(seen, producer.result,
                                     operand.view.effectiveStrides());
    if (!through) {
      obstacle = Obstacle::Reordered;
      return std::nullopt;
    }
    strides.push_back(std::move(*through));
  }
  std::optional<int64_t> times = timesComputed(seen.sizes, strides);
  // A count that does not fit is more than any other.
  std::optional<int64_t> count = producer.result.elementCount();
  if (!times || (count && *times > *count)) {
    obstacle = times ? Obstacle::RepeatedInside : Obstacle::VariesInside;
    return std::nullopt;
  }
  std::vector<TensorDesc> views;
  for (size_t i = 0; i < strides.size(); ++i) {
    TensorDesc view;
    view.type = producer.operands[i].view.type;
    view.sizes = seen.sizes;
    view.strides = std::move(strides[i]);
    views.push_back(graph::normalLayout(view));
  }
  return views;
}

/// Step 1 for one node.
Obstacle Fuser::moveViewUp(int number) {
  Node &producer = node(number);
  const TensorDesc *seen = nullptr;
  bool asIs = !uses->outputs[static_cast<size_t>(number)].empty();
  bool twoWays = false;
  for (const Use &use : uses->of(number)) {
    const TensorDesc &view = node(use.node).operands[use.operand].view;
    if (sameView(view, producer.result))
      asIs = true;
    else if (seen && !sameView(*seen, view))
      twoWays = true;
    else
      seen = &view;
  }
  if (!seen)
    return Obstacle::None;
  if (asIs)
    return Obstacle::NeededAsIs;
  if (twoWays)
    return Obstacle::SeenTwoWays;
  if (seen->type != producer.result.type)
    return Obstacle::ReadAsBytes;
  Obstacle obstacle = Obstacle::None;
  auto views = viewsThrough(producer, *seen, obstacle);
  if (!views)
    return obstacle;

  TensorDesc moved;
  moved.type = seen->type;
  moved.sizes = seen->sizes;
  for (const Use &use : uses->of(number))
    node(use.node).operands[use.operand].view = moved;
  producer.result = std::move(moved);
  for (size_t i = 0; i < views->size(); ++i)
    producer.operands[i].view = std::move((*views)[i]);
  return Obstacle::None;
}

/// Readers come first, so that how a node is read is final when it is its turn.
void Fuser::moveViewsUp() {
  for (int i = static_cast<int>(graph.nodes.size()); i-- > 0;)
    fusion.obstacles[static_cast<size_t>(i)] = moveViewUp(i);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// As early as possible: after everything a node reads.
void Fuser::assignLevels() {
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    for (const Operand &operand : graph.nodes[i].operands)
      if (operand.source.kind == Source::Kind::Node) {
        bool isBorder = !fusion.isOn || !graph.isDirect(operand);
        fusion.levels[i] =
            std::max(fusion.levels[i],
                     fusion.levels[static_cast<size_t>(operand.source.number)] +
                         (isBorder ? 1 : 0));
      }
}

/// Then as late as its readers allow, so that a result that only later nodes
/// read meets them in one loop instead of in memory.
void Fuser::sinkLevels() {
  for (int i = static_cast<int>(graph.nodes.size()); i-- > 0;) {
    unsigned latest = kLast;
    for (const Use &use : uses->of(i)) {
      bool isBorder = !graph.isDirect(node(use.node).operands[use.operand]);
      latest = std::min(latest, fusion.levels[static_cast<size_t>(use.node)] -
                                    (isBorder ? 1 : 0));
    }
    if (latest != kLast)
      fusion.levels[static_cast<size_t>(i)] = latest;
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {

/// Sets of nodes that grow together. A set's first node stands for it.
class Classes {
public:
  explicit Classes(size_t count) : parents(count) {
    std::iota(parents.begin(), parents.end(), 0);
  }
  int leader(int node) {
    for (int *parent = &parents[static_cast<size_t>(node)]; *parent != node;
         parent = &parents[static_cast<size_t>(node)]) {
      *parent = parents[static_cast<size_t>(*parent)];
      node = *parent;
    }
    return node;
  }
  void join(int a, int b) {
    a = leader(a);
    b = leader(b);
    parents[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
  }

private:
  std::vector<int> parents;
};

/// Memory that nodes of one level and one set of sizes read.
struct Reading {
  Source source;
  unsigned level;
  const std::vector<int64_t> *sizes;

  bool operator<(const Reading &other) const {
    if (source != other.source)
      return source < other.source;
    return level != other.level ? level < other.level : *sizes < *other.sizes;
  }
};

} // namespace

/// The nodes that belong together, in the order of their first.
std::vector<std::vector<int>> Fuser::connect() {
  Classes classes(graph.nodes.size());
  std::map<Reading, int> readers; // The last node that read a memory.
  for (int i = 0; fusion.isOn && i < static_cast<int>(graph.nodes.size());
       ++i) {
    unsigned level = fusion.levels[static_cast<size_t>(i)];
    for (const Operand &operand : node(i).operands) {
      if (graph.isDirect(operand)) {
        if (fusion.levels[static_cast<size_t>(operand.source.number)] == level)
          classes.join(operand.source.number, i);
        continue;
      }
      // Views of one memory bring its elements into the caches together.
      if (operand.source.kind == Source::Kind::Splat ||
          operand.source.kind == Source::Kind::Constant ||
          operand.source.kind == Source::Kind::Index)
        continue;
      auto [reader, isFirst] = readers.try_emplace(
          Reading{operand.source, level, &node(i).result.sizes}, i);
      if (!isFirst)
        classes.join(reader->second, i);
      reader->second = i;
    }
  }
  std::vector<std::vector<int>> sets;
  std::vector<int> setOf(graph.nodes.size(), -1);
  for (int i = 0; i < static_cast<int>(graph.nodes.size()); ++i) {
    int &set = setOf[static_cast<size_t>(classes.leader(i))];
    if (set < 0) {
      set = static_cast<int>(sets.size());
      sets.emplace_back();
    }
    sets[static_cast<size_t>(set)].push_back(i);
  }
  return sets;
}

/// Whether a tensor has an element of its own for each one of a loop.
static bool isStream(const TensorDesc &view) {
  for (size_t dim = 0; dim < view.strides.size(); ++dim)
    if (view.sizes[dim] > 1 && view.strides[dim] == 0)
      return false;
  return true;
}

/// Nodes are in order, so what is left depends on earlier pieces only.
Piece Fuser::pieceOf(std::span<const int> nodes) {
  Piece piece;
  size_t size = 0;
  std::set<Source> streams;
  for (int number : nodes) {
    const Node &each = node(number);
    // Functions are what is not exact.
    size += each.op->row->maxUlp == 0 ? 1 : kOperatorsOfFunction;
    if (size > kMostOperators)
      break;
    for (const Operand &operand : each.operands) {
      bool isMember = graph.isDirect(operand) &&
                      std::ranges::binary_search(nodes.first(piece.count),
                                                 operand.source.number);
      if (!isMember && operand.source.kind != Source::Kind::Splat &&
          operand.source.kind != Source::Kind::Index && isStream(operand.view))
        streams.insert(operand.source);
    }
    piece.cutByStreams = streams.size() > kMostStreams;
    if (piece.cutByStreams && piece.count > 0)
      break;
    ++piece.count;
  }
  return piece;
}

void Fuser::formGroups() {
  for (const std::vector<int> &set : connect())
    for (std::span<const int> rest = set; !rest.empty();) {
      Piece piece = pieceOf(rest);
      Group &group = fusion.groups.emplace_back();
      group.nodes.assign(rest.begin(),
                         rest.begin() + static_cast<ptrdiff_t>(piece.count));
      if (piece.cutByStreams)
        for (int number : group.nodes)
          fusion.cutByStreams[static_cast<size_t>(number)] = true;
      rest = rest.subspan(piece.count);
    }
  std::ranges::stable_sort(fusion.groups, {}, [&](const Group &group) {
    return fusion.levels[static_cast<size_t>(group.nodes.front())];
  });
  for (size_t i = 0; i < fusion.groups.size(); ++i)
    for (int number : fusion.groups[i].nodes)
      fusion.groupOf[static_cast<size_t>(number)] = static_cast<int>(i);
}

/// What a group reads and writes.
void Fuser::describe(Group &group) {
  int own = fusion.groupOf[static_cast<size_t>(group.nodes.front())];
  auto isInside = [&](int number) {
    return fusion.groupOf[static_cast<size_t>(number)] == own;
  };
  for (int number : group.nodes)
    for (const Operand &operand : node(number).operands) {
      if (graph.isInCode(operand) ||
          (graph.isDirect(operand) && isInside(operand.source.number)))
        continue;
      if (graph.isGeneral ||
          std::ranges::none_of(group.inputs, [&](const Operand &input) {
            return input.source == operand.source &&
                   sameView(input.view, operand.view);
          }))
        group.inputs.push_back(operand);
    }
  // One for all later groups, or one for each output, which is memory of its
  // own.
  for (int number : group.nodes) {
    const std::vector<int> &outputs =
        uses->outputs[static_cast<size_t>(number)];
    for (int output : outputs)
      group.results.push_back({number, output});
    if (outputs.empty() && std::ranges::any_of(uses->of(number), [&](Use use) {
          return !isInside(use.node);
        }))
      group.results.push_back({number, -1});
  }
}

Fusion Fuser::run() {
  copyOutputs();
  size_t count = graph.nodes.size();
  fusion.groupOf.resize(count);
  fusion.levels.resize(count);
  fusion.obstacles.resize(count);
  fusion.cutByStreams.resize(count);
  uses.emplace(graph);
  if (fusion.isOn)
    moveViewsUp();
  assignLevels();
  if (fusion.isOn)
    sinkLevels();
  formGroups();
  for (Group &group : fusion.groups)
    describe(group);
  return std::move(fusion);
}

Fusion fuse(ElementGraph &graph, bool isOn) { return Fuser(graph, isOn).run(); }

} // namespace fusedml::plan
