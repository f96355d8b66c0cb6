//===- CasesTest.cpp - cases collected from other projects' tests ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs webnn/*.json and ort/*.json of the folder $FUSEDML_CASES whose operator
// has a row. Its README.md describes the format and the tolerances.
//
//===----------------------------------------------------------------------===//

#include "tests/support/CasesFolder.h"
#include "tests/support/Operators.h"

#include "compiler/graph/Json.h"
#include "fusedml/Compile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

using namespace support;
namespace json = fusedml::json;
using fusedml::graph::FieldKind;
using reference::Type;

namespace {

const json::Value &member(const json::Value &object, std::string_view name) {
  const json::Value *value = object.find(name);
  if (!value)
    throw std::runtime_error("no member " + std::string(name));
  return *value;
}

/// A decimal as the nearest T; integers exactly.
template <typename T> T parse(std::string_view text) {
  T value{};
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::runtime_error("cannot read " + std::string(text));
  return value;
}

double toNumber(const json::Value &value) {
  std::string_view text = value.text;
  if (value.isNumber())
    return parse<double>(text);
  if (text == "NaN")
    return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity")
    return std::numeric_limits<double>::infinity();
  if (text == "-Infinity")
    return -std::numeric_limits<double>::infinity();
  if (text == "-0")
    return -0.0;
  throw std::runtime_error("not a number: " + std::string(text));
}

RefTensor readTensor(const json::Value &object) {
  std::string_view typeName = member(object, "dtype").text;
  auto type = reference::parseType(typeName);
  if (!type)
    throw std::runtime_error("type " + std::string(typeName));
  std::vector<int64_t> dims;
  for (const auto &dim : member(object, "dims").elements)
    dims.push_back(parse<int64_t>(dim.text));
  // DirectML has no scalars of rank 0.
  if (dims.empty())
    dims = {1};
  RefTensor tensor(*type, dims);
  int64_t index = 0;
  for (const auto &element : member(object, "data").elements) {
    if (*type == Type::Float32 && element.isNumber())
      // Not through a double, which would round twice.
      tensor.setValue(index, parse<float>(element.text));
    else if (reference::isFloat(*type))
      tensor.setValue(index, toNumber(element));
    else if (element.text.starts_with('-'))
      tensor.setBits(index,
                     static_cast<uint64_t>(parse<int64_t>(element.text)));
    else
      tensor.setBits(index, parse<uint64_t>(element.text));
    ++index;
  }
  if (index != tensor.elementCount())
    throw std::runtime_error("data does not fill dims");
  return tensor;
}

/// The tensor as an operand of an output of these sizes: aligned right,
/// dimensions of size 1 repeated by stride 0.
TensorDesc broadcastDesc(const RefTensor &tensor,
                         const std::vector<int64_t> &sizes) {
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

/// Position on the line of representable values.
int64_t ordinal(const RefTensor &tensor, int64_t index) {
  uint64_t bits = tensor.bits(index);
  unsigned width =
      static_cast<unsigned>(reference::elementSize(tensor.type)) * 8;
  if (reference::isFloat(tensor.type)) {
    uint64_t sign = 1ull << (width - 1);
    return bits & sign ? -static_cast<int64_t>(bits & (sign - 1))
                       : static_cast<int64_t>(bits);
  }
  if (reference::isSigned(tensor.type))
    return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  return static_cast<int64_t>(bits);
}

bool within(const json::Value &tolerance, const RefTensor &expected,
            const RefTensor &actual, int64_t i) {
  if (expected.bits(i) == actual.bits(i))
    return true;
  double want = expected.value(i), got = actual.value(i);
  if (reference::isFloat(expected.type)) {
    if (std::isnan(want) && std::isnan(got))
      return true;
    if (want == got) // +0 and -0
      return true;
    if (!std::isfinite(want) || !std::isfinite(got))
      return false;
  }
  if (const json::Value *ulp = tolerance.find("ulp")) {
    uint64_t distance = static_cast<uint64_t>(ordinal(expected, i)) -
                        static_cast<uint64_t>(ordinal(actual, i));
    distance = std::min(distance, ~distance + 1);
    return static_cast<double>(distance) <= toNumber(*ulp);
  }
  return std::fabs(got - want) <=
         toNumber(member(tolerance, "atol")) +
             toNumber(member(tolerance, "rtol")) * std::fabs(want);
}

struct Counts {
  int passed = 0, failed = 0;
  int extensions = 0; ///< Of `passed`: outside of DirectML's types.
  int refused = 0;    ///< Extensions, for their types.
};

/// Builds the operator a case describes.
fusedml::graph::Operator operatorOf(const json::Value &test,
                                    const fusedml::graph::OperatorRow &row,
                                    std::vector<RefTensor> &inputs,
                                    std::vector<RefTensor> &outputs) {
  std::map<std::string, RefTensor, std::less<>> named;
  std::vector<int64_t> sizes;
  for (const auto &output : member(test, "outputs").elements) {
    RefTensor tensor = readTensor(output);
    sizes = tensor.sizes;
    named.emplace(member(output, "name").text, std::move(tensor));
  }
  for (const auto &input : member(test, "inputs").elements)
    named.emplace(member(input, "name").text, readTensor(input));

  fusedml::graph::Operator op(&row);
  for (size_t i = 0; i < row.fields.size(); ++i) {
    const auto &field = row.fields[i];
    auto tensor = named.find(field.name);
    const json::Value *given = member(test, "attributes").find(field.name);
    switch (field.kind) {
    case FieldKind::Input:
      if (tensor != named.end()) {
        op.fields[i] = broadcastDesc(tensor->second, sizes);
        inputs.push_back(tensor->second);
      }
      break;
    case FieldKind::Output:
      if (tensor != named.end()) {
        op.fields[i] = tensorDesc(tensor->second.type, sizes);
        outputs.push_back(tensor->second);
      }
      break;
    case FieldKind::Float:
      if (given)
        op.fields[i] = static_cast<float>(toNumber(*given));
      break;
    case FieldKind::Enum:
      for (const auto &choice : field.enumRow->members)
        if (given && choice.name == given->text)
          op.fields[i] = choice.value;
      break;
    default:
      if (given)
        throw std::runtime_error("cannot read " + std::string(field.name));
      break;
    }
  }
  return op;
}

void runCase(const json::Value &test, const fusedml::graph::OperatorRow &row,
             Counts &counts) {
  std::string name(member(test, "name").text);
  bool extension = test.find("extension");
  std::vector<RefTensor> inputs, outputs;
  auto op = operatorOf(test, row, inputs, outputs);
  auto fail = [&](const std::string &message) {
    ++counts.failed;
    ADD_FAILURE() << row.dmlName << ", case \"" << name << "\": " << message;
  };
  auto data = fusedml::graph::buildOperatorGraph(op, {});
  if (!data) {
    // A case outside of DirectML's types is refused for them and nothing else.
    if (extension && data.error().rule == "data-type")
      ++counts.refused;
    else
      fail(data.error().str());
    return;
  }
  auto kernel = fusedml::compile(fusedml::Graph(*data));
  if (!kernel)
    return fail(kernel.error().str());

  // Buffers are a multiple of four bytes, as DirectML's are.
  auto padded = [](size_t bytes) { return (bytes + 3) / 4 * 4; };
  std::vector<std::vector<std::byte>> results;
  std::vector<fusedml::Binding> in;
  std::vector<fusedml::OutputBinding> out;
  for (RefTensor &input : inputs) {
    input.data.resize(padded(input.data.size()));
    in.emplace_back(input.data.data(), input.data.size());
  }
  for (const RefTensor &output : outputs) {
    auto &buffer = results.emplace_back(padded(output.data.size()));
    out.emplace_back(buffer.data(), buffer.size());
  }
  if (fusedml::Status status = kernel->run(in, out); !status)
    return fail(status.str());
  for (size_t i = 0; i < outputs.size(); ++i) {
    RefTensor actual(outputs[i].type, outputs[i].sizes);
    std::copy_n(results[i].begin(), actual.data.size(), actual.data.begin());
    for (int64_t j = 0, e = actual.elementCount(); j < e; ++j)
      if (!within(member(test, "tolerance"), outputs[i], actual, j)) {
        std::ostringstream message;
        message.precision(17);
        message << "output " << i << ", element " << j << ": expected "
                << outputs[i].value(j) << ", got " << actual.value(j);
        return fail(message.str());
      }
  }
  ++counts.passed;
  counts.extensions += extension;
}

/// At least `least` cases must run: a folder that is read wrongly has fewer.
/// One that $FUSEDML_CASES names may hold any number.
void runFolder(const std::string &folder, int least) {
  std::filesystem::path path = casesFolder() / folder;
  if (!std::filesystem::is_directory(path))
    GTEST_SKIP() << "no cases at " << path << "; set FUSEDML_CASES";
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::ranges::sort(files);

  Counts total;
  for (const auto &file : files) {
    std::ifstream stream(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), {});
    auto document = json::Document::parse(std::move(text), file.string());
    ASSERT_TRUE(document.ok()) << document.error().str();
    const json::Value &root = (*document)->root();
    const auto *row = fusedml::graph::findOperator(member(root, "op").text);
    if (!row)
      continue;
    Counts counts;
    for (const auto &test : member(root, "cases").elements) {
      try {
        runCase(test, *row, counts);
      } catch (const std::exception &error) {
        ++counts.failed;
        ADD_FAILURE() << file << ", case \"" << member(test, "name").text
                      << "\": " << error.what();
      }
    }
    std::cout << "  " << folder << " " << row->mnemonic << ": " << counts.passed
              << " passed (" << counts.extensions << " of them extensions), "
              << counts.failed << " failed, " << counts.refused
              << " extensions refused\n";
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.extensions += counts.extensions;
    total.refused += counts.refused;
  }
  std::cout << "  " << folder << " in all: " << total.passed << " passed ("
            << total.extensions << " of them extensions), " << total.failed
            << " failed, " << total.refused << " extensions refused\n";
  EXPECT_GE(total.passed, std::getenv("FUSEDML_CASES") ? 1 : least);
}

TEST(Cases, WebNN) { runFolder("webnn", 94); }
TEST(Cases, Ort) { runFolder("ort", 68); }

} // namespace
