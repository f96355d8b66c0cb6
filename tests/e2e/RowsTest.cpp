//===- RowsTest.cpp - every operator has all that belongs to it -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Report.h"
#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

#include <fstream>
#include <iterator>
#include <regex>

using namespace support;
using fusedml::graph::FieldKind;
using reference::Type;

namespace {

/// DirectML's operators that work element by element, without prefix. Written
/// out, so that none gets lost with its row.
constexpr std::string_view kOperators[] = {
    "ELEMENT_WISE_IDENTITY",
    "ELEMENT_WISE_ABS",
    "ELEMENT_WISE_ACOS",
    "ELEMENT_WISE_ADD",
    "ELEMENT_WISE_ASIN",
    "ELEMENT_WISE_ATAN",
    "ELEMENT_WISE_CEIL",
    "ELEMENT_WISE_CLIP",
    "ELEMENT_WISE_COS",
    "ELEMENT_WISE_DIVIDE",
    "ELEMENT_WISE_EXP",
    "ELEMENT_WISE_FLOOR",
    "ELEMENT_WISE_LOG",
    "ELEMENT_WISE_LOGICAL_AND",
    "ELEMENT_WISE_LOGICAL_EQUALS",
    "ELEMENT_WISE_LOGICAL_GREATER_THAN",
    "ELEMENT_WISE_LOGICAL_LESS_THAN",
    "ELEMENT_WISE_LOGICAL_NOT",
    "ELEMENT_WISE_LOGICAL_OR",
    "ELEMENT_WISE_LOGICAL_XOR",
    "ELEMENT_WISE_MAX",
    "ELEMENT_WISE_MEAN",
    "ELEMENT_WISE_MIN",
    "ELEMENT_WISE_MULTIPLY",
    "ELEMENT_WISE_POW",
    "ELEMENT_WISE_CONSTANT_POW",
    "ELEMENT_WISE_RECIP",
    "ELEMENT_WISE_SIN",
    "ELEMENT_WISE_SQRT",
    "ELEMENT_WISE_SUBTRACT",
    "ELEMENT_WISE_TAN",
    "ELEMENT_WISE_THRESHOLD",
    "ELEMENT_WISE_QUANTIZE_LINEAR",
    "ELEMENT_WISE_DEQUANTIZE_LINEAR",
    "ACTIVATION_ELU",
    "ACTIVATION_HARD_SIGMOID",
    "ACTIVATION_IDENTITY",
    "ACTIVATION_LEAKY_RELU",
    "ACTIVATION_LINEAR",
    "ACTIVATION_PARAMETERIZED_RELU",
    "ACTIVATION_PARAMETRIC_SOFTPLUS",
    "ACTIVATION_RELU",
    "ACTIVATION_SCALED_ELU",
    "ACTIVATION_SCALED_TANH",
    "ACTIVATION_SIGMOID",
    "ACTIVATION_SOFTPLUS",
    "ACTIVATION_SOFTSIGN",
    "ACTIVATION_TANH",
    "ACTIVATION_THRESHOLDED_RELU",
    "CAST",
    "ELEMENT_WISE_SIGN",
    "ELEMENT_WISE_IS_NAN",
    "ELEMENT_WISE_ERF",
    "ELEMENT_WISE_SINH",
    "ELEMENT_WISE_COSH",
    "ELEMENT_WISE_TANH",
    "ELEMENT_WISE_ASINH",
    "ELEMENT_WISE_ACOSH",
    "ELEMENT_WISE_ATANH",
    "ELEMENT_WISE_IF",
    "ELEMENT_WISE_ADD1",
    "ACTIVATION_SHRINK",
    "ELEMENT_WISE_BIT_SHIFT_LEFT",
    "ELEMENT_WISE_BIT_SHIFT_RIGHT",
    "ELEMENT_WISE_ROUND",
    "ELEMENT_WISE_IS_INFINITY",
    "ELEMENT_WISE_MODULUS_TRUNCATE",
    "ELEMENT_WISE_MODULUS_FLOOR",
    "FILL_VALUE_CONSTANT",
    "FILL_VALUE_SEQUENCE",
    "ELEMENT_WISE_BIT_AND",
    "ELEMENT_WISE_BIT_OR",
    "ELEMENT_WISE_BIT_XOR",
    "ELEMENT_WISE_BIT_NOT",
    "ELEMENT_WISE_BIT_COUNT",
    "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL",
    "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL",
    "ACTIVATION_CELU",
    "ACTIVATION_RELU_GRAD",
    "ELEMENT_WISE_ATAN_YX",
    "ELEMENT_WISE_CLIP_GRAD",
    "ELEMENT_WISE_DIFFERENCE_SQUARE",
    "ELEMENT_WISE_QUANTIZED_LINEAR_ADD",
    "ELEMENT_WISE_CLIP1",
    "ELEMENT_WISE_CLIP_GRAD1",
    "ELEMENT_WISE_NEGATE",
    "ACTIVATION_GELU",
    "ACTIVATION_SWISH",
    "ACTIVATION_HARD_SWISH",
    "QUANTIZE",
    "DEQUANTIZE",
};

std::string readFile(const std::string &path) {
  std::ifstream file(FUSEDML_SOURCE_DIR "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Operators : public testing::TestWithParam<std::string_view> {
protected:
  /// Null, and a failure, if there is no row.
  const fusedml::graph::OperatorRow *row() const {
    const auto *result = fusedml::graph::findOperator(GetParam());
    EXPECT_TRUE(result) << GetParam() << " has no row in dialect/operators";
    return result;
  }

  static std::vector<Type> firstTypes(const fusedml::graph::OperatorRow &row) {
    return newestTypes(row, row.fields.front().name);
  }
};

TEST_P(Operators, HasAReference) {
  if (const auto *row = this->row())
    EXPECT_TRUE(reference::find(row->mnemonic))
        << row->mnemonic << " has no function in tests/reference";
}

/// attributeSets() gives a value to every field that needs one.
TEST_P(Operators, HasAttributeValues) {
  const auto *row = this->row();
  if (!row || row->mnemonic == "fill_value_sequence")
    return; // Has values of its own, in FillValueSequenceTest.cpp.
  for (Type type : firstTypes(*row)) {
    std::vector<RefAttributes> sets = attributeSets(row->mnemonic, type);
    EXPECT_FALSE(sets.empty()) << row->mnemonic;
    for (const RefAttributes &set : sets)
      for (const auto &field : row->fields) {
        std::string where =
            std::string(row->mnemonic) + " " + std::string(field.name);
        if (field.kind == FieldKind::Float)
          EXPECT_TRUE(set.floats.contains(field.name)) << where;
        if (field.kind == FieldKind::Enum)
          EXPECT_TRUE(set.enums.contains(field.name)) << where;
        if (field.kind == FieldKind::Scalar)
          EXPECT_TRUE(set.scalars.contains(field.name)) << where;
      }
  }
}

/// Compiles, with every combination of types.
TEST_P(Operators, HasAnEmitter) {
  const auto *row = this->row();
  if (!row)
    return;
  Dag dag;
  size_t combinations = 0;
  for (const Instance &instance : instancesOfAll()) {
    if (instance.mnemonic != row->mnemonic)
      continue;
    ++combinations;
    std::vector<int> operands;
    operands.reserve(instance.inputs.size());
    for (Type type : instance.inputs)
      operands.push_back(dag.input("in" + std::to_string(dag.inputCount()),
                                   tensorDesc(type, {1}), 1));
    RefAttributes attributes = instance.attributes;
    attributes.sizes = {1};
    dag.output("y" + std::to_string(combinations),
               dag.node(instance.mnemonic, attributes, operands));
  }
  EXPECT_GE(combinations, firstTypes(*row).size()) << row->mnemonic;
  auto kernel = dag.compile();
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
}

/// The part of docs/operators.md about an operator, empty if there is none.
std::string sectionOf(const std::string &mnemonic) {
  std::string text = readFile("docs/operators.md");
  size_t begin = text.find("\n## " + mnemonic + "\n");
  if (begin == std::string::npos)
    return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST_P(Operators, IsDocumented) {
  const auto *row = this->row();
  if (!row)
    return;
  std::string mnemonic(row->mnemonic);
  std::string section = sectionOf(mnemonic);
  ASSERT_NE(section, "") << mnemonic << " has no section in docs/operators.md";
  std::string accuracy =
      row->maxUlp ? "at most " + std::to_string(row->maxUlp) + " ULP" : "exact";
  EXPECT_NE(section.find("\n- Accuracy, FLOAT32: " + accuracy + "\n"),
            std::string::npos)
      << section;
}

/// No function may be worse, and what it gives has been measured.
TEST_P(Operators, HasItsBoundMeasured) {
  const auto *row = this->row();
  if (!row || !row->maxUlp)
    return;
  EXPECT_LE(row->maxUlp, 2u);
  // The table names operators as DirectML does.
  std::vector<accuracy::Documented> lines =
      accuracy::readReport(readFile("docs/accuracy.md"));
  std::erase_if(lines,
                [](const auto &line) { return line.title != GetParam(); });
  EXPECT_FALSE(lines.empty())
      << GetParam() << " has no line in docs/accuracy.md";
  for (const accuracy::Documented &line : lines)
    EXPECT_LE(line.worst, row->maxUlp) << line.attributes;
}

/// A round trip of the operator, and errors of its verifier.
TEST_P(Operators, HasLitCases) {
  const auto *row = this->row();
  if (!row)
    return;
  std::string mnemonic(row->mnemonic);
  std::string path = "lit/Dialect/" + mnemonic;
  EXPECT_TRUE(std::regex_search(readFile(path + ".mlir"),
                                std::regex("\\bdml\\." + mnemonic + "\\b")))
      << path << ".mlir is missing or about something else";
  std::regex error("expected-error@?[-+0-9]* *\\{\\{'dml\\." + mnemonic +
                   "' op ");
  EXPECT_TRUE(std::regex_search(readFile(path + "-invalid.mlir"), error))
      << path << "-invalid.mlir is missing or has no error of the operator";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Operators, testing::ValuesIn(kOperators),
    [](const testing::TestParamInfo<std::string_view> &info) {
      return std::string(info.param);
    });

TEST(Rows, AreThoseOperators) {
  EXPECT_EQ(fusedml::graph::operatorRows().size(), std::size(kOperators));
}

TEST(Rows, EachReferenceHasARow) {
  for (std::string_view mnemonic : reference::mnemonics())
    EXPECT_TRUE(fusedml::graph::findOperator(mnemonic)) << mnemonic;
}

} // namespace
