//===- TemplateFile.cpp - plan templates as bytes -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/TemplateFile.h"

namespace fusedml::cache {
namespace {

using runtime::Operand;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

template <typename List, typename WriteFn>
void writeList(ByteWriter &writer, const List &list, WriteFn writeOne) {
  writer.number<uint64_t>(list.size());
  for (const auto &element : list)
    writeOne(element);
}

/// Memory is taken as elements arrive: a wrong count ends where the bytes do.
template <typename List, typename ReadFn>
void readList(ByteReader &reader, List &list, ReadFn readOne) {
  auto count = reader.number<uint64_t>();
  for (uint64_t i = 0; i < count && reader.ok(); ++i)
    list.push_back(readOne());
}

//===----------------------------------------------------------------------===//
// Parts. The bindings name every member, so that a new one does not compile
// until it is written and read.
//===----------------------------------------------------------------------===//

void writeProduct(ByteWriter &writer, const Product &product) {
  const auto &[factor, variables] = product;
  writer.number(factor);
  writeList(writer, variables, [&](uint16_t v) { writer.number(v); });
}

Product readProduct(ByteReader &reader) {
  Product product;
  auto &[factor, variables] = product;
  factor = reader.number<int64_t>();
  readList(reader, variables, [&] { return reader.number<uint16_t>(); });
  return product;
}

void writeProducts(ByteWriter &writer, const std::vector<Product> &products) {
  writeList(writer, products,
            [&](const Product &product) { writeProduct(writer, product); });
}

void readProducts(ByteReader &reader, std::vector<Product> &products) {
  readList(reader, products, [&] { return readProduct(reader); });
}

void writeOperand(ByteWriter &writer, const OperandTemplate &operand) {
  const auto &[kind, index, elementBits, written, strides] = operand;
  writer.number(static_cast<uint8_t>(kind));
  writer.number<int32_t>(index);
  writer.number<uint32_t>(elementBits);
  writer.number<uint8_t>(written);
  writeProducts(writer, strides);
}

OperandTemplate readOperand(ByteReader &reader) {
  OperandTemplate operand;
  auto &[kind, index, elementBits, written, strides] = operand;
  auto kindNumber = reader.number<uint8_t>();
  if (kindNumber > static_cast<uint8_t>(Operand::Kind::Arguments))
    reader.fail();
  else
    kind = static_cast<Operand::Kind>(kindNumber);
  index = reader.number<int32_t>();
  elementBits = reader.number<uint32_t>();
  written = reader.number<uint8_t>() != 0;
  readProducts(reader, strides);
  return operand;
}

void writeStep(ByteWriter &writer, const StepTemplate &step) {
  const auto &[name, extents, operands, cost, arguments] = step;
  writer.text(name);
  writeProducts(writer, extents);
  writeList(writer, operands, [&](const OperandTemplate &operand) {
    writeOperand(writer, operand);
  });
  writer.number(std::bit_cast<uint64_t>(cost));
  writeList(writer, arguments, [&](int n) { writer.number<int32_t>(n); });
}

StepTemplate readStep(ByteReader &reader) {
  StepTemplate step;
  auto &[name, extents, operands, cost, arguments] = step;
  name = reader.text();
  readProducts(reader, extents);
  readList(reader, operands, [&] { return readOperand(reader); });
  cost = std::bit_cast<double>(reader.number<uint64_t>());
  readList(reader, arguments, [&] { return reader.number<int32_t>(); });
  return step;
}

} // namespace

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void writeTemplate(ByteWriter &writer, const PlanTemplate &plan,
                   const runtime::LinkedImage &image) {
  const auto &[fitsAll, steps, mayAlias, exclusive, constants, functions, code,
               codeBytes] = plan;
  writer.number<uint8_t>(fitsAll);
  writeList(writer, steps,
            [&](const StepTemplate &step) { writeStep(writer, step); });
  writeList(writer, mayAlias,
            [&](bool allowed) { writer.number<uint8_t>(allowed); });
  writeList(writer, exclusive, [&](const runtime::Plan::ExclusivePair &pair) {
    writer.number<int32_t>(pair.inputA);
    writer.number<int32_t>(pair.inputB);
  });
  writeList(writer, constants,
            [&](const std::vector<std::byte> &data) { writer.block(data); });
  writeList(writer, image.entries,
            [&](uint64_t offset) { writer.number(offset); });
  writer.block(image.bytes);
}

std::shared_ptr<const PlanTemplate> readTemplate(ByteReader &reader) {
  auto plan = std::make_shared<PlanTemplate>();
  auto &[fitsAll, steps, mayAlias, exclusive, constants, functions, code,
         codeBytes] = *plan;
  fitsAll = reader.number<uint8_t>() != 0;
  readList(reader, steps, [&] { return readStep(reader); });
  readList(reader, mayAlias, [&] { return reader.number<uint8_t>() != 0; });
  readList(reader, exclusive, [&] {
    runtime::Plan::ExclusivePair pair{};
    pair.inputA = reader.number<int32_t>();
    pair.inputB = reader.number<int32_t>();
    return pair;
  });
  readList(reader, constants, [&] {
    std::span<const std::byte> data = reader.block();
    return std::vector<std::byte>(data.begin(), data.end());
  });
  std::vector<uint64_t> entries;
  readList(reader, entries, [&] { return reader.number<uint64_t>(); });
  std::span<const std::byte> bytes = reader.block();
  if (!reader.ok() || entries.size() != steps.size())
    return nullptr;
  if (steps.empty())
    return plan;
  std::shared_ptr<runtime::CodeImage> image = runtime::CodeImage::load(bytes);
  if (!image)
    return nullptr;
  for (uint64_t offset : entries) {
    functions.push_back(image->function(offset));
    if (!functions.back())
      return nullptr;
  }
  code = std::move(image);
  codeBytes = bytes.size();
  return plan;
}

} // namespace fusedml::cache
