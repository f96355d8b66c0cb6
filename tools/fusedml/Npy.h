//===- Npy.h - NumPy's file format ------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_NPY_H
#define FUSEDML_TOOLS_FUSEDML_NPY_H

#include "fusedml/Tensor.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fusedml::tool {

/// An array from a .npy file, in this machine's byte order.
struct NpyArray {
  DataType type = DataType::Unknown;
  std::vector<int64_t> shape;
  uint64_t count = 1; ///< Product of the shape.
  std::vector<std::byte> bytes;
};

/// Reads format versions 1 to 3, either byte order, C order. Booleans become
/// UINT8. With `headerOnly` the elements are not kept, but the file must hold
/// them.
/// Errors: IoError; ParseError for a file that is not well formed;
/// Unsupported for Fortran order and types DirectML lacks.
Expected<NpyArray> readNpy(const std::filesystem::path &path,
                           bool headerOnly = false);

/// Reads the contents of a .npy file; `file` is used in messages.
Expected<NpyArray> parseNpy(std::string_view contents, const std::string &file,
                            bool headerOnly = false);

/// The bytes before the elements of a version 1 file.
std::string npyHeader(DataType type, std::span<const int64_t> shape);

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_NPY_H
