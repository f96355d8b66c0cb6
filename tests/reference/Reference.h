//===- Reference.h - what each operator means, one element at a time ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The truth that tests compare against: plain scalar C++, one small function
// an operator, no code shared with FuseDML. Must be compiled without fast-math
// and without contraction.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_REFERENCE_REFERENCE_H
#define FUSEDML_TESTS_REFERENCE_REFERENCE_H

#include "tests/reference/Tensor.h"

#include <map>
#include <memory>
#include <string>

namespace reference {

struct RefScaleBias {
  float scale = 1.0f, bias = 0.0f;
};

/// The scalar fields of an operator's desc struct, by their names there.
struct RefAttributes {
  std::map<std::string, float, std::less<>> floats;
  /// Enum members without their prefix: "EITHER".
  std::map<std::string, std::string, std::less<>> enums;
  /// Members of a DML_SCALAR_UNION: the bits of a `scalarType` element.
  std::map<std::string, uint64_t, std::less<>> scalars;
  std::optional<Type> scalarType;
  std::optional<RefScaleBias> scaleBias;
  /// FusedActivation, by its mnemonic.
  std::string activation;
  std::shared_ptr<const RefAttributes> activationAttributes;
  /// Type of the output tensor, for operators where the inputs do not decide
  /// it. Without it truth values and counts are UINT8, quantized values have
  /// the type of the zero point, and dequantized ones that of the scale.
  std::optional<Type> outputType;
  /// Sizes of the output of an operator without inputs.
  std::vector<int64_t> sizes;

  /// A FLOAT field.
  float at(std::string_view field) const;
  /// The member of an enum field.
  const std::string &choice(std::string_view field) const;
  /// A DML_SCALAR_UNION, as a tensor of one element of `scalarType`.
  RefTensor scalar(std::string_view field) const;
};

/// Inputs are in the order of the desc struct, tensors that are null without
/// sizes or, at the end, left out. They have equal sizes; those of QUANTIZE,
/// DEQUANTIZE and ELEMENT_WISE_QUANTIZED_LINEAR_ADD may have fewer elements,
/// which are repeated.
using Evaluator = RefTensor (*)(const RefAttributes &,
                                std::span<const RefTensor>);

/// The evaluator of an operator, or null.
Evaluator find(std::string_view mnemonic);
std::vector<std::string_view> mnemonics();

/// Calls find(mnemonic), which must exist.
RefTensor evaluate(std::string_view mnemonic, const RefAttributes &attributes,
                   std::span<const RefTensor> inputs);

/// The type of what evaluate() gives for inputs of these types.
Type resultType(std::string_view mnemonic, const RefAttributes &attributes,
                std::span<const Type> inputs);

/// Whether results must agree in every bit for inputs of these types. Other
/// results are functions of real numbers, rounded, and have a bound in ULP.
bool exact(std::string_view mnemonic, std::span<const Type> inputs,
           const RefAttributes &attributes = {});

} // namespace reference

#endif // FUSEDML_TESTS_REFERENCE_REFERENCE_H
