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
// front/kernels/Shipped.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"
#include "front/kernels/Shipped.h"
#include "front/plan/LoopNest.h"
#include "front/rules/Arguments.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <map>

using namespace fusedml;
using graph::FieldKind;
using graph::FieldRow;
using graph::Operator;
using graph::OperatorRow;

namespace {

/// How an input is read along the innermost dimension.
enum class InnerStride : uint8_t { Contiguous, Repeated };

/// Sizes and strides of the tensors that kernels are compiled for: no dimension
/// may be dropped or merged with another.
constexpr std::array<int64_t, plan::kGeneralRank> kSizes = {3, 5, 7, 11};
constexpr std::array<int64_t, plan::kGeneralRank> kStrides = {624, 104, 13, 1};

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

private:
  void addTypes(const OperatorRow &row, size_t field);
  void addStrides(const OperatorRow &row);
  void addConstants(Operator op, size_t field);
  void addOperator(const Operator &op);

  std::map<size_t, DataType> types;      ///< By field.
  std::map<size_t, InnerStride> strides; ///< By field, of inputs.
};

} // namespace

/// Whether kernels are told apart by what a field holds that is no tensor.
static bool isCompiledIn(const FieldRow &field) {
  return (field.kind == FieldKind::Enum && field.implied < 0) ||
         (field.kind == FieldKind::Float && !field.argument);
}

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
    bool agrees = true;
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
        ScaleBias{graph::anyScalar(), graph::anyScalar()};
    addConstants(op, 0);
  }
}

/// Decides one after the other what is compiled in.
void Catalogue::addConstants(Operator op, size_t field) {
  if (field == op.fields.size())
    return addOperator(op);
  const FieldRow &row = op.row->fields[field];
  if (isCompiledIn(row) && row.kind == FieldKind::Enum) {
    for (const graph::EnumMember &member : row.enumRow->members) {
      op.fields[field] = member.value;
      addConstants(op, field + 1);
    }
  } else if (isCompiledIn(row)) {
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
  graph::Node node(op);
  int number = static_cast<int>(graph.nodes.size());
  for (size_t field = 0; field < op.fields.size(); ++field) {
    const FieldRow &row = op.row->fields[field];
    if (!isTensor(row))
      continue;
    const TensorDesc &desc = *op.tensor(field);
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
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static int fail(const std::string &message) {
  std::cerr << "fusedml-prebuild: " << message << "\n";
  return 1;
}

/// The table as C++. Distances are left to the assembler, so that the library
/// needs no relocations for them.
static std::string tableOf(const std::vector<EmittedKernels::Kernel> &kernels,
                           const std::string &level, const std::string &name) {
  std::string keys, offsets, functions;
  size_t offset = 0;
  for (const EmittedKernels::Kernel &kernel : kernels) {
    offsets += std::to_string(offset) + ",\n";
    offset += kernel.key.size();
    for (char byte : kernel.key)
      keys += std::to_string(static_cast<int>(byte)) + ",";
    keys += "\n";
    functions +=
        "    \".long " + kernel.symbol + " - " + name + "_functions\\n\"\n";
  }
  offsets += std::to_string(offset);
  return "#include \"front/kernels/Shipped.h\"\n\n"
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
         "static const char keys[] = {\n" +
         keys +
         "};\n"
         "static const uint32_t offsets[] = {\n" +
         offsets +
         "};\n"
         "extern const fusedml::kernels::KernelTable " +
         name +
         ";\n"
         "const fusedml::kernels::KernelTable " +
         name +
         " = {\n"
         "    \"" +
         level + "\", " + std::to_string(kernels.size()) + ", keys, offsets, " +
         name + "_functions};\n";
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
  Expected<EmittedKernels> emitted = emitKernels(catalogue.graph, target);
  if (!emitted)
    return fail(emitted.error().str());
  std::vector<EmittedKernels::Kernel> &kernels = emitted->kernels;
  if (kernels.size() != catalogue.graph.nodes.size())
    return fail("not every operator became a kernel of its own");
  std::ranges::sort(kernels, {}, &EmittedKernels::Kernel::key);
  auto same =
      std::ranges::adjacent_find(kernels, {}, &EmittedKernels::Kernel::key);
  if (same != kernels.end())
    return fail("two kernels have one key: " + same->symbol);

  std::ofstream object(argv[3], std::ios::binary), table(argv[4]);
  object << emitted->object;
  table << tableOf(kernels, level, name);
  object.close();
  table.close();
  return object && table ? 0 : fail("the files cannot be written");
}
