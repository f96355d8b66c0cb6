//===- GraphCasesTest.cpp - chains from real models -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds graphs/*.json of the folder $FUSEDML_CASES through the graph API.
// Results must be near what numpy computed, and have the same bits fused,
// unfused, on one thread and on several.
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/CaseFile.h"
#include "tests/support/Compare.h"

#include "fusedml/Compile.h"

#include <map>
#include <span>

using namespace cases;
using fusedml::DataType;
using fusedml::Tensor;

namespace {

float number(const json::Value &attributes, std::string_view name) {
  return toFloat(member(attributes, name));
}

std::optional<fusedml::ScaleBias> scaleBias(const json::Value &attributes) {
  const json::Value *value = attributes.find("ScaleBias");
  if (!value)
    return std::nullopt;
  return fusedml::ScaleBias{number(*value, "Scale"), number(*value, "Bias")};
}

using Operands = std::span<const Tensor>;
using Apply = Tensor (*)(const json::Value &attributes, Operands in,
                         DataType type);

/// The operators of the graphs, by DirectML's names without their prefix.
const std::map<std::string_view, Apply> kOperators = {
    {"CAST", [](const json::Value &, Operands in,
                DataType type) { return fusedml::cast(in[0], type); }},
    {"ELEMENT_WISE_IDENTITY",
     [](const json::Value &attributes, Operands in, DataType) {
       return fusedml::identity(in[0], {.scaleBias = scaleBias(attributes)});
     }},
    {"ELEMENT_WISE_ADD",
     [](const json::Value &, Operands in, DataType) { return in[0] + in[1]; }},
    {"ELEMENT_WISE_SUBTRACT",
     [](const json::Value &, Operands in, DataType) { return in[0] - in[1]; }},
    {"ELEMENT_WISE_MULTIPLY",
     [](const json::Value &, Operands in, DataType) { return in[0] * in[1]; }},
    {"ELEMENT_WISE_DIVIDE",
     [](const json::Value &, Operands in, DataType) { return in[0] / in[1]; }},
    {"ELEMENT_WISE_ERF", [](const json::Value &, Operands in,
                            DataType) { return fusedml::erf(in[0]); }},
    {"ELEMENT_WISE_CONSTANT_POW",
     [](const json::Value &attributes, Operands in, DataType) {
       return fusedml::constantPow(in[0], number(attributes, "Exponent"));
     }},
    {"ELEMENT_WISE_SQRT",
     [](const json::Value &attributes, Operands in, DataType) {
       return fusedml::sqrt(in[0], {.scaleBias = scaleBias(attributes)});
     }},
    {"ELEMENT_WISE_CLIP",
     [](const json::Value &attributes, Operands in, DataType) {
       return fusedml::clip(in[0], {.min = number(attributes, "Min"),
                                    .max = number(attributes, "Max")});
     }},
    {"ELEMENT_WISE_QUANTIZE_LINEAR",
     [](const json::Value &, Operands in, DataType type) {
       return fusedml::quantizeLinear(in[0], in[1], type, in[2]);
     }},
    {"ELEMENT_WISE_DEQUANTIZE_LINEAR",
     [](const json::Value &, Operands in, DataType) {
       return fusedml::dequantizeLinear(in[0], in[1], in[2]);
     }},
    {"ACTIVATION_RELU",
     [](const json::Value &, Operands in, DataType) {
       return fusedml::activationRelu(in[0]);
     }},
    {"ACTIVATION_SIGMOID",
     [](const json::Value &, Operands in, DataType) {
       return fusedml::activationSigmoid(in[0]);
     }},
    {"ACTIVATION_TANH",
     [](const json::Value &, Operands in, DataType) {
       return fusedml::activationTanh(in[0]);
     }},
    {"ACTIVATION_SWISH",
     [](const json::Value &attributes, Operands in, DataType) {
       return fusedml::activationSwish(
           in[0],
           {.sigmoidInputScale = number(attributes, "SigmoidInputScale")});
     }},
};

/// An input's data: values spread evenly over a range.
RefTensor generate(const json::Value &input) {
  RefTensor tensor(toType(member(input, "dtype")),
                   toSizes(member(input, "dims")));
  const json::Value &fill = member(input, "fill");
  double low = toNumber(member(fill, "lo")),
         high = toNumber(member(fill, "hi"));
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i) {
    auto step = static_cast<uint32_t>(static_cast<uint64_t>(i) * 2654435761u);
    double value = low + (high - low) * (step * 0x1p-32);
    tensor.setValue(i, reference::isFloat(tensor.type) ? value
                                                       : std::floor(value));
  }
  return tensor;
}

/// A graph of the API with the data of its inputs.
struct GraphCase {
  fusedml::Graph graph;
  std::vector<RefTensor> inputs, outputs;

  explicit GraphCase(const json::Value &root)
      : graph(std::string(member(root, "name").text)) {
    std::map<std::string_view, Tensor> values;
    for (const json::Value &input : member(root, "inputs").elements) {
      const RefTensor &data = inputs.emplace_back(generate(input));
      std::string_view name = member(input, "name").text;
      values[name] = graph.input(std::string(name),
                                 support::toDataType(data.type), data.sizes);
    }
    for (const json::Value &node : member(root, "nodes").elements)
      values[member(node, "output").text] = add(node, values);
    for (const json::Value &output : member(root, "outputs").elements) {
      const json::Value &expected =
          member(member(root, "expected"), output.text);
      outputs.emplace_back(toType(member(expected, "dtype")),
                           toSizes(member(expected, "dims")));
      graph.output(std::string(output.text), values.at(output.text));
    }
  }

  /// Runs into `outputs`.
  fusedml::Status run(const fusedml::Kernel &kernel, unsigned threads) {
    std::vector<fusedml::Binding> in;
    std::vector<fusedml::OutputBinding> out;
    for (RefTensor &input : inputs)
      in.emplace_back(input.data.data(), input.data.size());
    for (RefTensor &output : outputs)
      out.emplace_back(output.data.data(), output.data.size());
    fusedml::RunOptions options;
    options.threads = threads;
    return kernel.run(in, out, options);
  }

private:
  static Tensor add(const json::Value &node,
                    const std::map<std::string_view, Tensor> &values) {
    constexpr std::string_view kPrefix = "DML_OPERATOR_";
    std::string_view name = member(node, "op").text;
    if (!name.starts_with(kPrefix))
      throw std::runtime_error("not an operator: " + std::string(name));
    std::vector<Tensor> operands;
    for (const json::Value &input : member(node, "inputs").elements)
      operands.push_back(values.at(input.text));
    DataType type = support::toDataType(toType(member(node, "output_dtype")));
    Tensor result = kOperators.at(name.substr(kPrefix.size()))(
        member(node, "attributes"), operands, type);
    EXPECT_EQ(result.desc().type, type) << name;
    EXPECT_EQ(result.desc().sizes, toSizes(member(node, "output_dims")))
        << name;
    return result;
  }
};

/// Whether an output has the samples, mean, minimum and maximum expected.
void checkOutput(const json::Value &expected, const json::Value &tolerance,
                 const RefTensor &actual) {
  double absolute = toNumber(member(tolerance, "atol"));
  double relative = toNumber(member(tolerance, "rtol"));
  auto check = [&](const json::Value &want, double got,
                   const std::string &what) {
    EXPECT_TRUE(near(toNumber(want), got, absolute, relative))
        << what << ": expected " << want.text << ", got " << got;
  };
  const auto &indices = member(expected, "sample_indices").elements;
  const auto &samples = member(expected, "sample").elements;
  ASSERT_EQ(indices.size(), samples.size());
  ASSERT_FALSE(indices.empty());
  for (size_t i = 0; i < indices.size(); ++i)
    check(samples[i], actual.value(parse<int64_t>(indices[i].text)),
          "element " + std::string(indices[i].text));
  double sum = 0, least = actual.value(0), greatest = least;
  for (int64_t i = 0, e = actual.elementCount(); i < e; ++i) {
    double value = actual.value(i);
    sum += value;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  check(member(expected, "mean"),
        sum / static_cast<double>(actual.elementCount()), "mean");
  check(member(expected, "min"), least, "minimum");
  check(member(expected, "max"), greatest, "maximum");
}

void runGraph(const std::filesystem::path &file) {
  auto document = readDocument(file);
  const json::Value &root = document->root();
  GraphCase test(root);
  std::vector<RefTensor> first;
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = fusedml::compile(test.graph, options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (unsigned threads : {1u, 4u}) {
      fusedml::Status status = test.run(*kernel, threads);
      ASSERT_TRUE(status.ok()) << status.str();
      if (first.empty())
        first = test.outputs;
      for (size_t i = 0; i < first.size(); ++i)
        EXPECT_TRUE(support::sameBits(first[i], test.outputs[i]))
            << (fuse ? "fused, " : "unfused, ") << threads << " threads";
    }
  }
  const auto &names = member(root, "outputs").elements;
  for (size_t i = 0; i < names.size(); ++i)
    checkOutput(member(member(root, "expected"), names[i].text),
                member(root, "tolerance"), first[i]);
}

TEST(Cases, Graphs) {
  std::filesystem::path path = support::casesFolder() / "graphs";
  if (!std::filesystem::is_directory(path))
    GTEST_SKIP() << "no cases at " << path << "; set FUSEDML_CASES";
  std::vector<std::filesystem::path> files = jsonFiles(path);
  for (const auto &file : files) {
    SCOPED_TRACE(file.filename().string());
    try {
      runGraph(file);
    } catch (const std::exception &error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_GE(static_cast<int>(files.size()), leastCases(10));
}

} // namespace
