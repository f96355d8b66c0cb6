//===- Numerics.h - one operator on given values ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_NUMERICS_H
#define FUSEDML_TESTS_SUPPORT_NUMERICS_H

#include "tests/support/Dag.h"
#include "tests/support/Targets.h"

#include <functional>

namespace support {

/// Repeats a 1-D tensor so that every element comes to stand in vector bodies
/// of every width and in tails.
inline RefTensor repeat(const RefTensor &tensor, int64_t times) {
  RefTensor result(tensor.type, {tensor.elementCount() * times});
  for (int64_t i = 0, e = result.elementCount(); i < e; ++i)
    result.setBits(i, tensor.bits(i % tensor.elementCount()));
  return result;
}

/// Builds a Dag over inputs of one length and returns the value to look at.
using BuildDag = std::function<int(Dag &, const std::vector<int> &inputs)>;

/// Runs the graph on the inputs repeated, on every target, fused and (if
/// `chain`) unfused, and returns what each element gave. Fails if two places
/// gave different bits (NaNs are one value). What the reference says is not
/// looked at: hazards state their values.
inline RefTensor everywhere(const std::vector<RefTensor> &inputs,
                            const BuildDag &build, bool chain = true) {
  int64_t count = inputs.front().elementCount();
  std::optional<RefTensor> result;
  // Once: scalars and tails. Many times: each element in vector bodies too. Of
  // different sizes, the two do not share a loop.
  Dag dag;
  const int64_t allTimes[] = {1, 150 / count + 1};
  for (int64_t times : allTimes) {
    std::vector<int> values;
    for (const RefTensor &input : inputs) {
      RefTensor repeated = repeat(input, times);
      TensorDesc desc = tensorDesc(repeated.type, repeated.sizes);
      values.push_back(dag.input("in" + std::to_string(dag.inputCount()), desc,
                                 std::move(repeated)));
    }
    dag.output("y" + std::to_string(dag.outputCount()), build(dag, values));
  }
  for (const std::string &cpu : hostTargets())
    for (bool fuse : {true, false}) {
      if (!fuse && !chain)
        continue;
      fusedml::CompileOptions options;
      options.target.cpu = cpu;
      options.fuse = fuse;
      auto kernel = dag.compile(options);
      std::vector<RefTensor> results;
      auto ran = kernel ? dag.runInto(results, *kernel)
                        : testing::AssertionFailure() << kernel.error().str();
      if (!ran) {
        ADD_FAILURE() << ran.message();
        return RefTensor(reference::Type::UInt8, {count});
      }
      for (size_t i = 0; i < results.size(); ++i) {
        RefTensor once(results[i].type, {count});
        for (int64_t at = 0; at < count; ++at)
          once.setBits(at, results[i].bits(at));
        EXPECT_TRUE(sameBits(repeat(once, allTimes[i]), results[i]))
            << cpu << ", " << allTimes[i] << " times: the place decides";
        if (result)
          EXPECT_TRUE(sameBits(*result, once))
              << cpu << (fuse ? ", fused" : ", unfused") << ", " << allTimes[i]
              << " times";
        else
          result = once;
      }
    }
  return *result;
}

/// A single operator.
inline RefTensor everywhere(std::string_view mnemonic,
                            const RefAttributes &attributes,
                            const std::vector<RefTensor> &inputs) {
  return everywhere(
      inputs,
      [&](Dag &dag, const std::vector<int> &values) {
        return dag.node(mnemonic, attributes, values);
      },
      /*chain=*/!attributes.activation.empty());
}

inline std::vector<double> valuesOf(const RefTensor &tensor) {
  std::vector<double> values;
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
    values.push_back(tensor.value(i));
  return values;
}

inline RefTensor tensorOf(reference::Type type, std::vector<double> values) {
  return RefTensor::of(type, std::move(values));
}

inline RefTensor tensorOfBits(reference::Type type,
                              const std::vector<uint64_t> &bits) {
  RefTensor tensor(type, {static_cast<int64_t>(bits.size())});
  for (size_t i = 0; i < bits.size(); ++i)
    tensor.setBits(static_cast<int64_t>(i), bits[i]);
  return tensor;
}

/// Equal values, the sign of zero and NaN included.
inline testing::AssertionResult gives(const RefTensor &actual,
                                      std::vector<double> expected) {
  return sameBits(tensorOf(actual.type, std::move(expected)), actual);
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_NUMERICS_H
