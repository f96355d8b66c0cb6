//===- CasesTest.cpp - cases collected from other projects' tests ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs all of webnn/*.json and ort/*.json of the folder $FUSEDML_CASES: single
// operators, read into descriptors.
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/CaseFile.h"

#include "fusedml/Compile.h"

#include <iostream>
#include <map>
#include <sstream>

using namespace cases;
using namespace support;
using fusedml::graph::FieldKind;
using fusedml::graph::FieldRow;

namespace {

/// The tensor as an operand of an output of these sizes: aligned right,
/// dimensions of size 1 repeated by stride 0.
TensorDesc broadcastDesc(const RefTensor &tensor,
                         const std::vector<int64_t> &sizes) {
  if (tensor.sizes.size() > sizes.size())
    throw std::runtime_error("an input has more dimensions than the output");
  size_t missing = sizes.size() - tensor.sizes.size();
  std::vector<int64_t> strides(sizes.size(), 0);
  int64_t next = 1;
  for (size_t dim = sizes.size(); dim-- > missing;) {
    int64_t extent = tensor.sizes[dim - missing];
    strides[dim] = extent == 1 ? 0 : next;
    next *= extent;
  }
  return tensorDesc(tensor.type, sizes, strides);
}

struct Counts {
  int passed = 0, failed = 0;
  int extensions = 0; ///< Of `passed`: outside of DirectML's types.
  int refused = 0;    ///< Extensions, for their types.

  void add(const Counts &other) {
    passed += other.passed;
    failed += other.failed;
    extensions += other.extensions;
    refused += other.refused;
  }
};

std::ostream &operator<<(std::ostream &out, const Counts &counts) {
  return out << counts.passed << " passed (" << counts.extensions
             << " of them extensions), " << counts.failed << " failed, "
             << counts.refused << " extensions refused";
}

/// One case: an operator, its operands and what it must give.
struct OperatorCase {
  fusedml::graph::Operator op;
  std::vector<RefTensor> inputs, outputs;

  OperatorCase(const json::Value &test, const fusedml::graph::OperatorRow &row)
      : op(&row), attributes(member(test, "attributes")) {
    for (const json::Value &output : member(test, "outputs").elements) {
      RefTensor tensor = readTensor(output);
      sizes = tensor.sizes;
      named.emplace(member(output, "name").text, std::move(tensor));
    }
    for (const json::Value &input : member(test, "inputs").elements)
      named.emplace(member(input, "name").text, readTensor(input));
    size_t used = 0;
    for (size_t i = 0; i < row.fields.size(); ++i)
      used += setField(row.fields[i], op.fields[i]);
    if (used != named.size() + attributes.members.size())
      throw std::runtime_error("a tensor or attribute that the operator lacks");
  }

private:
  /// Whether the case has the field. Optional ones may be missing.
  bool setField(const FieldRow &field, fusedml::graph::FieldValue &value) {
    if (field.kind == FieldKind::Input || field.kind == FieldKind::Output)
      return setTensor(field, value);
    const json::Value *given = attributes.find(field.name);
    if (!given)
      return false;
    switch (field.kind) {
    case FieldKind::Float:
      value = toFloat(*given);
      return true;
    case FieldKind::Enum:
      value = enumMember(*field.enumRow, given->text);
      return true;
    case FieldKind::DataType:
      value = static_cast<uint32_t>(toDataType(toType(*given)));
      return true;
    case FieldKind::Scalar: {
      RefTensor scalar(toType(member(attributes, field.typeField)), {1});
      readElement(*given, scalar, 0);
      value =
          fusedml::graph::ScalarUnion{toDataType(scalar.type), scalar.bits(0)};
      return true;
    }
    default:
      throw std::runtime_error("cannot read " + std::string(field.name));
    }
  }

  static uint32_t enumMember(const fusedml::graph::EnumRow &row,
                             std::string_view name) {
    for (const auto &choice : row.members)
      if (choice.name == name)
        return choice.value;
    throw std::runtime_error("no " + std::string(row.name) + " " +
                             std::string(name));
  }

  bool setTensor(const FieldRow &field, fusedml::graph::FieldValue &value) {
    auto tensor = named.find(field.name);
    if (tensor == named.end())
      return false;
    bool isInput = field.kind == FieldKind::Input;
    value = isInput ? broadcastDesc(tensor->second, sizes)
                    : tensorDesc(tensor->second.type, sizes);
    (isInput ? inputs : outputs).push_back(tensor->second);
    return true;
  }

  const json::Value &attributes;
  std::map<std::string, RefTensor, std::less<>> named;
  std::vector<int64_t> sizes; ///< Of the output.
};

/// Runs the operator into outputs of the case's types and sizes.
fusedml::Status run(const fusedml::Kernel &kernel, OperatorCase &test,
                    std::vector<RefTensor> &results) {
  // Buffers are a multiple of four bytes, as DirectML's are.
  auto pad = [](std::vector<std::byte> &bytes) {
    bytes.resize((bytes.size() + 3) / 4 * 4);
  };
  std::vector<fusedml::Binding> in;
  std::vector<fusedml::OutputBinding> out;
  for (RefTensor &input : test.inputs) {
    pad(input.data);
    in.emplace_back(input.data.data(), input.data.size());
  }
  for (const RefTensor &output : test.outputs)
    pad(results.emplace_back(output.type, output.sizes).data);
  for (RefTensor &result : results)
    out.emplace_back(result.data.data(), result.data.size());
  return kernel.run(in, out);
}

void runCase(const json::Value &object, const fusedml::graph::OperatorRow &row,
             Counts &counts) {
  std::string name(member(object, "name").text);
  bool isExtension = object.find("extension");
  OperatorCase test(object, row);
  auto fail = [&](const std::string &message) {
    ++counts.failed;
    ADD_FAILURE() << row.dmlName << ", case \"" << name << "\": " << message;
  };
  auto data = fusedml::graph::buildOperatorGraph(test.op, {});
  if (!data) {
    // A case outside of DirectML's types is refused for them and nothing else.
    if (!isExtension || data.error().rule != "data-type")
      return fail(data.error().str());
    ++counts.refused;
    std::cout << "  refused: \"" << name << "\": " << data.error().str()
              << "\n";
    return;
  }
  auto kernel = fusedml::compile(fusedml::Graph(*data));
  if (!kernel)
    return fail(kernel.error().str());
  std::vector<RefTensor> results;
  if (fusedml::Status status = run(*kernel, test, results); !status)
    return fail(status.str());
  for (size_t i = 0; i < results.size(); ++i) {
    const RefTensor &expected = test.outputs[i], &actual = results[i];
    for (int64_t j = 0, e = actual.elementCount(); j < e; ++j)
      if (!within(member(object, "tolerance"), expected, actual, j)) {
        std::ostringstream message;
        message.precision(17);
        message << "output " << i << ", element " << j << ": expected "
                << expected.value(j) << ", got " << actual.value(j);
        return fail(message.str());
      }
  }
  ++counts.passed;
  counts.extensions += isExtension;
}

Counts runFile(const std::filesystem::path &file) {
  Counts counts;
  auto document = readDocument(file);
  const json::Value &root = document->root();
  std::string_view dmlName = member(root, "op").text;
  const auto *row = fusedml::graph::findOperator(dmlName);
  const auto &tests = member(root, "cases").elements;
  if (!row) {
    counts.failed = static_cast<int>(tests.size());
    ADD_FAILURE() << file << ": no row for " << dmlName;
    return counts;
  }
  for (const json::Value &test : tests) {
    try {
      runCase(test, *row, counts);
    } catch (const std::exception &error) {
      ++counts.failed;
      ADD_FAILURE() << file << ", case \"" << member(test, "name").text
                    << "\": " << error.what();
    }
  }
  return counts;
}

void runFolder(const std::string &folder, int least) {
  std::filesystem::path path = casesFolder() / folder;
  if (!std::filesystem::is_directory(path))
    GTEST_SKIP() << "no cases at " << path << "; set FUSEDML_CASES";
  Counts total;
  for (const auto &file : jsonFiles(path)) {
    Counts counts = runFile(file);
    std::cout << "  " << folder << " " << file.stem().string() << ": " << counts
              << "\n";
    total.add(counts);
  }
  std::cout << "  " << folder << " in all: " << total << "\n";
  EXPECT_GE(total.passed, leastCases(least));
}

TEST(Cases, WebNN) { runFolder("webnn", 411); }
TEST(Cases, Ort) { runFolder("ort", 290); }

} // namespace
