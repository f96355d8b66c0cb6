//===- Report.cpp - what fusion did, for people ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/Fusion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fusedml::plan {

/// An operator's mnemonic and the name of the node it came from, on one line.
static std::string labelOf(const Node &node) {
  std::string label(node.op->row->mnemonic);
  if (node.name.empty())
    return label;
  label += " '";
  for (char c : node.name) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f)
      label += fmt::format("\\x{:02x}", byte);
    else
      label += c;
  }
  return label + "'";
}

static std::string textOf(Obstacle obstacle) {
  switch (obstacle) {
  case Obstacle::None:
    return "";
  case Obstacle::NeededAsIs:
    return "the value is also needed in its own sizes";
  case Obstacle::SeenTwoWays:
    return "the value is seen in more than one way";
  case Obstacle::ReadAsBytes:
    return "the edge reinterprets the bytes as another data type";
  case Obstacle::Reordered:
    return "the edge reorders elements in a way no strides express";
  case Obstacle::VariesInside:
    return "the value varies only along inner dimensions, so it is computed "
           "once by a kernel of its own";
  case Obstacle::RepeatedInside:
    return "the edge repeats elements along with others, so they are computed "
           "once by a kernel of their own";
  }
  return "";
}

namespace {

/// A value that one group computes and another reads.
struct Border {
  int from = 0, to = 0;
  std::string producer, consumer, reason;

  bool operator==(const Border &) const = default;
};

} // namespace

static std::string reasonOf(const ElementGraph &graph, const Fusion &fusion,
                            const Operand &operand, int reader) {
  auto producer = static_cast<size_t>(operand.source.number);
  if (!fusion.isOn)
    return "fusion is off";
  if (!graph.isDirect(operand))
    return textOf(fusion.obstacles[producer]);
  if (fusion.levels[producer] != fusion.levels[static_cast<size_t>(reader)])
    return "another operand of the consumer comes from behind a border";
  if (fusion.cutByStreams[producer])
    return fmt::format(
        "the kernel reads {} tensors, and more at a time are slower",
        kMostStreams);
  return fmt::format("the kernel has reached {} operators, a function counting "
                     "as {}",
                     kMostOperators, kOperatorsOfFunction);
}

static std::vector<Border> bordersOf(const ElementGraph &graph,
                                     const Fusion &fusion) {
  std::vector<Border> borders;
  for (const Group &group : fusion.groups)
    for (int reader : group.nodes) {
      const Node &node = graph.nodes[static_cast<size_t>(reader)];
      int to = fusion.groupOf[static_cast<size_t>(reader)];
      for (const Operand &operand : node.operands) {
        if (operand.source.kind != Source::Kind::Node)
          continue;
        auto producer = static_cast<size_t>(operand.source.number);
        if (fusion.groupOf[producer] == to)
          continue;
        Border border{fusion.groupOf[producer], to,
                      labelOf(graph.nodes[producer]), labelOf(node),
                      reasonOf(graph, fusion, operand, reader)};
        // Both operands may come from one operator.
        if (borders.empty() || !(borders.back() == border))
          borders.push_back(std::move(border));
      }
    }
  return borders;
}

static std::vector<std::string> labelsOf(const ElementGraph &graph,
                                         const Group &group) {
  std::vector<std::string> labels;
  for (int number : group.nodes)
    labels.push_back(labelOf(graph.nodes[static_cast<size_t>(number)]));
  return labels;
}

static std::string sizesOf(const ElementGraph &graph, const Group &group) {
  return formatList(
      graph.nodes[static_cast<size_t>(group.nodes.front())].result.sizes);
}

std::string report(const ElementGraph &graph, const Fusion &fusion) {
  auto counted = [](size_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  std::string text = counted(fusion.groups.size(), "kernel") + "\n";
  for (size_t i = 0; i < fusion.groups.size(); ++i) {
    const Group &group = fusion.groups[i];
    text += fmt::format("kernel {} over {}: {} ({}, {})\n", i,
                        sizesOf(graph, group),
                        fmt::join(labelsOf(graph, group), ", "),
                        counted(group.inputs.size(), "input"),
                        counted(group.results.size(), "result"));
  }
  for (const Border &border : bordersOf(graph, fusion))
    text += fmt::format("border from kernel {} ({}) to kernel {} ({}): {}\n",
                        border.from, border.producer, border.to,
                        border.consumer, border.reason);
  return text;
}

/// Text inside a quoted Graphviz string.
static std::string quoted(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

std::string dot(const ElementGraph &graph, const Fusion &fusion,
                std::string_view graphName) {
  std::string text = fmt::format("digraph \"{}\" {{\n  node [shape=box];\n",
                                 quoted(graphName));
  for (size_t i = 0; i < fusion.groups.size(); ++i) {
    text += fmt::format("  k{} [label=\"kernel {} {}", i, i,
                        sizesOf(graph, fusion.groups[i]));
    for (const std::string &label : labelsOf(graph, fusion.groups[i]))
      text += "\\n" + quoted(label);
    text += "\"];\n";
  }
  for (const Border &border : bordersOf(graph, fusion))
    text += fmt::format("  k{} -> k{} [label=\"{}\"];\n", border.from,
                        border.to, border.reason);
  return text + "}\n";
}

} // namespace fusedml::plan
