//===- fusedml-prebuild.cpp - compiles the kernels of the library ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs while FuseDML is built: fusedml-prebuild LEVEL NAME OUT.o OUT.cpp
// compiles one kernel for each operator, each combination of its types and
// enums, and each set of inputs that may be repeated, for the CPU level LEVEL.
// OUT.o has the code and OUT.cpp the table `NAME`, see
// front/kernels/Prebuilt.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"
#include "front/kernels/Prebuilt.h"
#include "front/graph/Arguments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <iostream>
#include <map>

using namespace fusedml;
using cache::InnerStride;
using cache::KernelKey;
using graph::FieldKind;
using graph::FieldRow;
using graph::Operator;
using graph::OperatorRow;

namespace {

/// Sizes and strides of the tensors that kernels are compiled for: no dimension
/// may be dropped or merged with another.
constexpr std::array<int64_t, cache::kPrebuiltRank> kSizes = {3, 5, 7, 11};
constexpr std::array<int64_t, cache::kPrebuiltRank> kStrides = {624, 104, 13,
                                                                1};

/// Numbers that are compiled in: exponents of CONSTANT_POW.
constexpr float kExponents[] = {-1, -0.5f, 0.5f, 2, 3, 4};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// A tensor that is read along the innermost dimension as `inner` says.
TensorDesc tensor(const OperatorRow &row, const FieldRow &field, DataType type,
                  InnerStride inner) {
  TensorDesc desc;
  desc.type = type;
  if (contains(row.oneElement, field.name)) {
    desc.sizes.assign(kSizes.size(), 1);
    return desc;
  }
  desc.sizes.assign(kSizes.begin(), kSizes.end());
  desc.strides.assign(kStrides.begin(), kStrides.end());
  if (inner == InnerStride::Repeated) {
    desc.strides.back() = 0;
    if (contains(row.blockwise, field.name))
      desc.sizes.back() = 1;
  }
  return desc;
}

/// What kernels there are, as one graph of operators without edges.
class Catalogue {
public:
  void add(const OperatorRow &row);

  graph::GraphData graph;
  std::vector<KernelKey> keys; ///< Of the nodes.

private:
  void addTypes(const OperatorRow &row, size_t field);
  void addStrides(const OperatorRow &row);
  void addConstants(Operator op, size_t field);
  void addOperator(const Operator &op);

  std::map<size_t, DataType> types;      ///< By field.
  std::map<size_t, InnerStride> strides; ///< By field, of inputs.
};

} // namespace

static bool isTensor(const FieldRow &field) {
  return field.kind == FieldKind::Input || field.kind == FieldKind::Output;
}

void Catalogue::add(const OperatorRow &row) {
  size_t inputs = 0;
  for (const FieldRow &field : row.fields) {
    inputs += field.kind == FieldKind::Input;
    // What such fields hold is compiled in, and may be anything.
    if (field.kind == FieldKind::Scalar)
      return;
  }
  if (inputs != 0)
    addTypes(row, 0);
}

/// Decides the type of one tensor after the other.
void Catalogue::addTypes(const OperatorRow &row, size_t field) {
  while (field < row.fields.size() && !isTensor(row.fields[field]))
    ++field;
  if (field == row.fields.size())
    return addStrides(row);
  const graph::LevelRow &level = row.levels.front();
  std::string_view name = row.fields[field].name;
  for (DataType type : graph::ruleFor(level, name)->types) {
    bool agrees = bitWidth(type) >= 8;
    for (const graph::FieldGroups &groups : {row.sameType, level.sameType})
      for (std::span<const std::string_view> group : groups)
        for (auto [other, decided] : types)
          agrees &= !contains(group, name) || other >= field ||
                    !contains(group, row.fields[other].name) || decided == type;
    if (!agrees)
      continue;
    types[field] = type;
    addTypes(row, field + 1);
  }
  types.erase(field);
}

/// Decides which inputs are repeated: those of one element always, else any but
/// not all.
void Catalogue::addStrides(const OperatorRow &row) {
  std::vector<size_t> inputs;
  strides.clear();
  for (auto [field, type] : types) {
    if (row.fields[field].kind != FieldKind::Input)
      continue;
    if (contains(row.oneElement, row.fields[field].name))
      strides[field] = InnerStride::Repeated;
    else
      inputs.push_back(field);
  }
  // A copy of a repeated element fills memory.
  bool isCopy = row.dmlType == graph::findOperator("identity")->dmlType;
  unsigned sets = isCopy ? 2 : (1u << inputs.size()) - 1;
  for (unsigned set = 0; set < sets; ++set) {
    for (size_t i = 0; i < inputs.size(); ++i)
      strides[inputs[i]] =
          set >> i & 1 ? InnerStride::Repeated : InnerStride::Contiguous;
    Operator op(&row);
    for (auto [field, type] : types)
      op.fields[field] = tensor(
          row, row.fields[field], type,
          strides.contains(field) ? strides[field] : InnerStride::Contiguous);
    for (size_t field = 0; field < op.fields.size(); ++field)
      if (row.fields[field].kind == FieldKind::Float)
        op.fields[field] = graph::anyScalar(); // Unless it is compiled in.
    graph::setImpliedFields(op);
    addConstants(op, 0);
    int scaleBias = row.field("ScaleBias");
    // Where these are rounded before the operator, a copy that has them can
    // come before it.
    if (scaleBias < 0 ||
        (!isCopy && types.begin()->second != DataType::Float16))
      continue;
    op.fields[static_cast<size_t>(scaleBias)] =
        graph::ScaleBias{graph::anyScalar(), graph::anyScalar()};
    addConstants(op, 0);
  }
}

/// Decides one after the other what is compiled in.
void Catalogue::addConstants(Operator op, size_t field) {
  if (field == op.fields.size())
    return addOperator(op);
  const FieldRow &row = op.row->fields[field];
  if (cache::isCompiledIn(row) && row.kind == FieldKind::Enum) {
    for (const graph::EnumMember &member : row.enumRow->members) {
      op.fields[field] = member.value;
      addConstants(op, field + 1);
    }
  } else if (cache::isCompiledIn(row)) {
    for (float exponent : kExponents) {
      op.fields[field] = exponent;
      addConstants(op, field + 1);
    }
  } else {
    addConstants(std::move(op), field + 1);
  }
}

void Catalogue::addOperator(const Operator &op) {
  graph::CheckOptions options;
  if (!graph::checkOperator(op, options))
    return;
  KernelKey key(*op.row, std::ranges::any_of(op.fields, [](const auto &value) {
    return std::holds_alternative<graph::ScaleBias>(value);
  }));
  graph::Node node(op);
  int number = static_cast<int>(graph.nodes.size());
  for (size_t field = 0; field < op.fields.size(); ++field) {
    const FieldRow &row = op.row->fields[field];
    if (cache::isCompiledIn(row))
      key.addConstant(op.fields[field]);
    if (!isTensor(row))
      continue;
    const TensorDesc &desc = *op.tensor(field);
    key.addTensor(desc.type, row.kind == FieldKind::Input
                                 ? strides.at(field)
                                 : InnerStride::Contiguous);
    int value = static_cast<int>(graph.values.size());
    graph::Value &made = graph.values.emplace_back();
    made.desc = desc;
    if (row.kind == FieldKind::Input) {
      node.inputs[field] = value;
      made.index = static_cast<int>(graph.inputs.size());
      graph.inputs.push_back(value);
      graph.inputNames.emplace_back();
    } else {
      node.outputs[field] = value;
      made.kind = graph::Value::Kind::NodeOutput;
      made.index = number;
      made.outputField = static_cast<int>(field);
      graph.outputs.push_back({"", value, desc});
    }
  }
  graph.nodes.push_back(std::move(node));
  keys.push_back(std::move(key));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

/// A kernel of the library.
struct Entry {
  std::string key, function;
  std::string record; ///< See KernelTable.
};

/// A scalar of the catalogue's graph.
struct ScalarPlace {
  const graph::Node *node;
  size_t field;
  int part;
};

} // namespace

static int fail(const std::string &message) {
  std::cerr << "fusedml-prebuild: " << message << "\n";
  return 1;
}

static std::vector<ScalarPlace> scalarsOf(const graph::GraphData &graph) {
  std::vector<ScalarPlace> result;
  graph::forEachArgument(
      graph, [&](const graph::Node &node, bool, size_t field, int part, float) {
        result.push_back({&node, field, part});
      });
  return result;
}

/// Whether a step computes a node as the library promises.
static bool fits(const runtime::Step &step, const graph::Node &node,
                 const graph::GraphData &graph) {
  std::vector<int> operands;
  for (int input : node.inputs)
    if (input >= 0)
      operands.push_back(graph.values[static_cast<size_t>(input)].index);
  size_t inputs = operands.size();
  size_t expected = inputs + 1 + (step.arguments.empty() ? 0 : 1);
  if (step.extents.size() != cache::kPrebuiltRank ||
      step.operands.size() != expected || !step.operands[inputs].written)
    return false;
  for (size_t i = 0; i < inputs; ++i)
    if (step.operands[i].kind != runtime::Operand::Kind::Input ||
        step.operands[i].index != operands[i])
      return false;
  return true;
}

/// The kernels by their keys; fewer than there are nodes if one is not what the
/// library promises.
static std::vector<Entry> entriesOf(const Catalogue &catalogue,
                                    const runtime::Plan &plan) {
  std::vector<ScalarPlace> scalars = scalarsOf(catalogue.graph);
  std::vector<Entry> entries;
  for (const runtime::Step &step : plan.steps) {
    auto written =
        std::ranges::find(step.operands, true, &runtime::Operand::written);
    // Each node has one output, which has its number.
    auto number = static_cast<size_t>(written->index);
    const graph::Node &node = catalogue.graph.nodes[number];
    if (!fits(step, node, catalogue.graph))
      continue;
    const std::string &key = catalogue.keys[number].bytes();
    std::string record(1, static_cast<char>(key.size()));
    record += key;
    record += static_cast<char>(step.argumentNumbers.size());
    for (int argument : step.argumentNumbers) {
      const ScalarPlace &place = scalars[static_cast<size_t>(argument)];
      record += static_cast<char>(place.field);
      record += static_cast<char>(place.part);
    }
    auto cost = std::bit_cast<std::array<char, sizeof(float)>>(
        static_cast<float>(step.costPerElement));
    record.append(cost.data(), cost.size());
    entries.push_back({key, step.name, std::move(record)});
  }
  std::ranges::sort(entries, {}, &Entry::key);
  return entries;
}

/// The table as C++. Distances are left to the assembler, so that the library
/// needs no relocations for them.
static std::string tableOf(const std::vector<Entry> &entries,
                           const std::string &level, const std::string &name) {
  std::string records, offsets, functions;
  size_t offset = 0;
  for (const Entry &entry : entries) {
    offsets += std::to_string(offset) + ",\n";
    offset += entry.record.size();
    for (char byte : entry.record)
      records += std::to_string(static_cast<uint8_t>(byte)) + ",";
    records += "\n";
    functions +=
        "    \".long " + entry.function + " - " + name + "_functions\\n\"\n";
  }
  return "#include \"front/kernels/Prebuilt.h\"\n\n"
         "asm(\".section .rodata\\n\"\n"
         "    \".p2align 2\\n\"\n"
         "    \".globl " +
         name +
         "_functions\\n\"\n"
         "    \"" +
         name + "_functions:\\n\"\n" + functions +
         "    \".text\\n\");\n\n"
         "extern \"C\" const int32_t " +
         name +
         "_functions[];\n"
         "static const uint8_t records[] = {\n" +
         records +
         "};\n"
         "static const uint32_t offsets[] = {\n" +
         offsets +
         "};\n"
         "extern const fusedml::cache::KernelTable " +
         name +
         ";\n"
         "const fusedml::cache::KernelTable " +
         name +
         " = {\n"
         "    \"" +
         level + "\", " + std::to_string(entries.size()) +
         ", records, offsets, " + name + "_functions};\n";
}

int main(int argc, char **argv) {
  if (argc != 5)
    return fail("give a CPU level, a name, and the files OUT.o and OUT.cpp");
  std::string level = argv[1], name = argv[2];
  Catalogue catalogue;
  catalogue.graph.name = name;
  for (const OperatorRow &row : graph::operatorRows())
    catalogue.add(row);

  Target target;
  target.cpu = level;
  Expected<EmittedKernels> kernels = emitKernels(catalogue.graph, target);
  if (!kernels)
    return fail(kernels.error().str());
  std::vector<Entry> entries = entriesOf(catalogue, *kernels->plan);
  if (entries.size() != catalogue.graph.nodes.size())
    return fail("not every operator became a kernel of its own");
  auto same = std::ranges::adjacent_find(entries, {}, &Entry::key);
  if (same != entries.end())
    return fail("two kernels have one key");

  std::ofstream object(argv[3], std::ios::binary), table(argv[4]);
  object << kernels->object;
  table << tableOf(entries, level, name);
  object.close();
  table.close();
  return object && table ? 0 : fail("the files cannot be written");
}
