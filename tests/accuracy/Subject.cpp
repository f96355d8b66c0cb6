//===- Subject.cpp - the operators whose accuracy is measured -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Subject.h"

#include "front/graph/GraphSpec.h"
#include "fusedml/Compile.h"
#include "tests/support/UsualAttributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace accuracy {

using fusedml::graph::FieldKind;
using fusedml::graph::OperatorRow;

Subject::Subject(const OperatorRow &row, RefAttributes given)
    : row(&row), attributes(std::move(given)), real(row.mnemonic, attributes) {
  if (!real)
    throw std::logic_error("no real function for " + mnemonic());
}

std::string Subject::title() const {
  constexpr std::string_view prefix = "DML_OPERATOR_";
  std::string_view name = row->dmlName;
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  return std::string(name);
}

std::string Subject::attributesText() const {
  std::string text;
  for (const auto &[name, value] : attributes.floats)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

bool isMeasured(const OperatorRow &row) {
  return row.maxUlp || row.mnemonic == "recip" || row.mnemonic == "sqrt";
}

std::vector<Subject> subjects() {
  std::vector<Subject> result;
  std::vector<std::string_view> known = reference::realMnemonics();
  for (const OperatorRow &row : fusedml::graph::operatorRows())
    if (isMeasured(row) && std::ranges::count(known, row.mnemonic))
      for (RefAttributes &attributes : support::usualAttributes(row))
        result.emplace_back(row, std::move(attributes));
  return result;
}

fusedml::Expected<fusedml::Kernel> compileSubject(const Subject &subject,
                                                  fusedml::DataType type,
                                                  int64_t count,
                                                  const std::string &cpu) {
  fusedml::TensorDesc desc;
  desc.type = type;
  desc.sizes = {count};
  fusedml::graph::Operator op(subject.row);
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const auto &field = subject.row->fields[i];
    if (field.kind == FieldKind::Input || field.kind == FieldKind::Output)
      op.fields[i] = desc;
    else if (field.kind == FieldKind::Float)
      op.fields[i] = subject.attributes.at(field.name);
  }
  auto graph = fusedml::graph::buildOperatorGraph(op, {});
  if (!graph)
    return graph.takeStatus();
  fusedml::CompileOptions options;
  options.target.cpu = cpu;
  return fusedml::compile(fusedml::Graph(*graph), options);
}

} // namespace accuracy
