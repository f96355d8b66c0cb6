//===- Values.h - initial values and elements as text -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_VALUES_H
#define FUSEDML_TOOLS_FUSEDML_VALUES_H

#include "fusedml/Tensor.h"

#include <cstddef>
#include <span>
#include <string>

namespace fusedml::tool {

/// Bytes of one element; 0 for Unknown and for 4-bit types.
inline size_t elementBytes(DataType type) { return bitWidth(type) / 8; }

/// The type that stands for `type` in files: INT8 for INT4, UINT8 for UINT4,
/// which share bytes in memory.
DataType fileType(DataType type);
/// Moves element `index` of memory to or from one of a file.
void copyToFile(DataType type, const std::byte *memory, size_t index,
                std::byte *to);
/// False if a number does not fit 4 bits.
bool copyFromFile(DataType type, std::byte *memory, size_t index,
                  const std::byte *from);

uint64_t loadElement(DataType type, const std::byte *from);
void storeElement(DataType type, uint64_t bits, std::byte *to);

/// start + delta in the type: floats round, integers wrap, FLOAT16 is added as
/// float and rounded.
uint64_t addElements(DataType type, uint64_t a, uint64_t b);

/// As a C++ stream with its defaults writes the number (six digits); 8-bit
/// integers as numbers, NaN without its sign.
std::string formatElement(DataType type, uint64_t bits);

/// `v0, v1, v2`
std::string formatElements(DataType type, std::span<const std::byte> bytes);
/// Lines `[index] value (0xHEX)`, the index padded with spaces.
std::string formatElementsVerbose(DataType type,
                                  std::span<const std::byte> bytes);

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_VALUES_H
