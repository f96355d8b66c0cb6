//===- Kernels.cpp - what libfusedml_kernels exports ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/BuildStamp.h"
#include "front/kernels/Shipped.h"

#include <iterator>

using fusedml::kernels::KernelLibrary;
using fusedml::kernels::KernelTable;

#define TABLE(name) extern const KernelTable name;
#include "Tables.inc"
#undef TABLE

static const KernelTable *const tables[] = {
#define TABLE(name) &name,
#include "Tables.inc"
#undef TABLE
};

// NOLINTNEXTLINE(readability-identifier-naming): a C symbol.
extern "C" [[gnu::visibility("default")]] const KernelLibrary *
fusedml_get_kernels(std::string_view stamp) {
  static constexpr KernelLibrary library = {tables, std::size(tables)};
  return stamp == fusedml::buildStamp() ? &library : nullptr;
}
