//===- FunctionsTest.cpp - the functions of DirectMLX, run ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directmlx/Functions.h"
#include "tests/directmlx/Outside.h"
#include "tests/support/Judge.h"

#include <fstream>
#include <map>
#include <regex>
#include <set>

using namespace fusedml::test;
using reference::RefTensor;
using reference::Type;
using support::rowOf;
using testing::UnorderedElementsAreArray;

namespace {

/// Batch and channels, which TensorPolicy::InterleavedChannel moves, and two
/// dimensions that make a rest of vectors of every width. In blocks there is
/// one element for 13 rows and all columns of all channels.
std::vector<int64_t> sizes(bool inBlocks) {
  if (inBlocks)
    return {2, 1, 3, 1};
  return {2, 3, 39, 5};
}

enum class Policy { Default, InterleavedChannel };

std::ostream &operator<<(std::ostream &out, Policy policy) {
  return out << (policy == Policy::Default ? "packed" : "NHWC");
}

using Parameter = std::tuple<Function, Policy>;

class DirectMLXFunctions : public testing::TestWithParam<Parameter> {
protected:
  /// The types whose results differ in kind.
  static std::vector<Type> fewTypes(const fusedml::graph::OperatorRow &row) {
    std::vector<Type> types =
        support::newestTypes(row, row.fields.front().name);
    Type front = types.front(), back = types.back();
    std::erase_if(types, [&](Type type) {
      return type != front && type != back && type != Type::Float32 &&
             type != Type::Float16 && type != Type::Int64;
    });
    return types;
  }

  /// The types of the inputs. The scale of Dequantize has that of the output.
  static std::vector<Type> typesOf(const Call &call, Type first) {
    auto all =
        support::inputTypes(rowOf(call.mnemonic), first, call.attributes);
    auto it = std::ranges::find_if(all, [&](const std::vector<Type> &types) {
      return call.mnemonic != "dequantize" ||
             types[1] == call.attributes.outputType;
    });
    return *it;
  }

  static std::vector<RefTensor> operandsOf(const Call &call,
                                           const std::vector<Type> &types) {
    const auto &row = rowOf(call.mnemonic);
    auto fields = support::inputFields(row);
    std::vector<RefTensor> result;
    for (size_t i = 0; i < types.size(); ++i) {
      bool few = call.inBlocks &&
                 std::ranges::count(row.blockwise, fields[i]->name) != 0;
      auto &tensor = result.emplace_back(types[i], sizes(few));
      support::fillMixed(tensor, 100 * i + result.size());
    }
    return result;
  }

  static testing::AssertionResult judge(const Call &call,
                                        const std::vector<RefTensor> &operands,
                                        const RefTensor &actual) {
    support::Acceptable expected =
        support::acceptable(call.mnemonic, call.attributes, operands);
    for (const std::string &next : call.then)
      expected.value = reference::evaluate(next, {}, {{expected.value}});
    auto nans = support::movesBits(call.mnemonic, call.attributes)
                    ? support::NaNs::Bits
                    : support::NaNs::OneValue;
    return support::isAcceptable(expected, actual, nans, operands);
  }
};

TEST_P(DirectMLXFunctions, GiveWhatTheReferenceGives) {
  const auto &[function, policy] = GetParam();
  Flow flow;
  GraphRun run(flow, policy == Policy::Default
                         ? dml::TensorPolicy::Default()
                         : dml::TensorPolicy::InterleavedChannel());
  // Calls with operands alike share them.
  struct Operands {
    std::vector<RefTensor> values;
    std::vector<dml::Expression> inputs;
  };
  std::map<std::pair<std::vector<Type>, bool>, Operands> shared;
  std::vector<std::pair<const Call *, const Operands *>> outputs;
  for (const Call &call : function.calls) {
    // A result that is not exact cannot go through another operator here.
    ASSERT_TRUE(call.then.empty() ||
                reference::exact(call.mnemonic, {}, call.attributes));
    for (Type first : fewTypes(rowOf(call.mnemonic))) {
      if (call.attributes.scaleBias && reference::elementBits(first) == 64)
        continue;
      std::vector<Type> types = typesOf(call, first);
      auto [it, isNew] = shared.try_emplace({types, call.inBlocks});
      Operands &operands = it->second;
      if (isNew) {
        operands.values = operandsOf(call, types);
        for (const RefTensor &value : operands.values)
          operands.inputs.push_back(run.input(value));
      }
      run.output(call.build(operands.inputs));
      outputs.emplace_back(&call, &operands);
    }
  }
  std::vector<RefTensor> results = run.results();
  ASSERT_EQ(results.size(), outputs.size());
  for (size_t i = 0; i < results.size(); ++i) {
    auto [call, operands] = outputs[i];
    EXPECT_TRUE(judge(*call, operands->values, results[i]))
        << call->mnemonic << support::describe(call->attributes);
  }
}

std::string testName(const testing::TestParamInfo<Parameter> &info) {
  static const std::map<char, std::string> kWords = {
      {'+', "Plus"},   {'-', "Minus"},   {'*', "Times"}, {'/', "Over"},
      {'%', "Modulo"}, {'&', "And"},     {'|', "Or"},    {'^', "Xor"},
      {'<', "Less"},   {'>', "Greater"}, {'~', "Not"},   {'!', "Bang"},
      {'=', "Equal"}};
  std::string name;
  for (char c : std::get<0>(info.param).name)
    name += std::isalnum(c) ? std::string(1, c) : kWords.at(c);
  return name + (std::get<1>(info.param) == Policy::Default ? "" : "_NHWC");
}

INSTANTIATE_TEST_SUITE_P(
    All, DirectMLXFunctions,
    testing::Combine(testing::ValuesIn(elementWiseFunctions()),
                     testing::Values(Policy::Default,
                                     Policy::InterleavedChannel)),
    testName);

//===----------------------------------------------------------------------===//
// Nothing is forgotten
//===----------------------------------------------------------------------===//

std::string headerText() {
  std::ifstream file(FUSEDML_DIRECTMLX_DIR "/DirectMLX.h");
  std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_FALSE(text.empty());
  // What comes behind are definitions of what is declared before.
  return text.substr(0, text.find("// GraphBuilder implementation details"));
}

std::set<std::string> namesIn(const std::string &text, const char *pattern) {
  std::regex regex(pattern);
  std::set<std::string> names;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end;
       ++i)
    names.insert((*i)[1]);
  return names;
}

TEST(DirectMLX, EveryFunctionIsTried) {
  std::vector<std::string> tried;
  for (const Function &function : elementWiseFunctions())
    tried.push_back(function.name);
  for (const OutsideFunction &function : outsideFunctions())
    tried.push_back(function.name);
  // Those of GraphsTest.cpp.
  tried.insert(tried.end(),
               {"InputTensor", "ConstantData", "Reinterpret", "ClipGrad",
                "FillValueConstant", "FillValueSequence"});
  EXPECT_THAT(
      namesIn(headerText(),
              R"(inline (?:Expression&?|std::vector<Expression>|\w+Outputs) )"
              R"((operator[^( ]+|\w+)\()"),
      UnorderedElementsAreArray(tried));
}

TEST(DirectMLX, EveryFusedActivationIsTried) {
  std::set<std::string> fused;
  for (const Function &function : elementWiseFunctions())
    for (const Call &call : function.calls)
      if (call.mnemonic == "add1")
        fused.insert(call.attributes.activation);
  // None() is one of them.
  EXPECT_EQ(fused.size(),
            namesIn(headerText(), R"(static FusedActivation (\w+)\()").size());
}

TEST(DirectMLX, EveryOperatorItHasIsTried) {
  std::set<std::string> tried = {"clip_grad", "fill_value_constant",
                                 "fill_value_sequence"};
  for (const Function &function : elementWiseFunctions())
    for (const Call &call : function.calls)
      tried.insert(call.mnemonic);
  std::vector<std::string> others;
  for (const auto &row : fusedml::graph::operatorRows())
    if (!tried.contains(std::string(row.mnemonic)))
      others.emplace_back(row.mnemonic);
  // DirectMLX has no function for these.
  EXPECT_THAT(others, testing::UnorderedElementsAre(
                          "activation_relu_grad", "quantized_linear_add",
                          "clip1", "clip_grad1", "activation_swish",
                          "activation_hard_swish", "quantize"));
}

} // namespace
