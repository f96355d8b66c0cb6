//===- Processor.cpp - which processor this is ----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Processor.h"

#include "runtime/Leaked.h"

#include <fmt/format.h>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

namespace fusedml::kernels {

#if defined(__x86_64__)

/// Extended control register 0: which registers the system saves.
static uint64_t savedRegisters() {
  uint32_t low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t{high} << 32 | low;
}

static std::string identify() {
  // The leaves that llvm/TargetParser/Host.cpp reads, and which registers of
  // each. EBX of leaf 1 is not among them: it tells cores apart.
  enum Registers { A = 1, B = 2, C = 4, D = 8 };
  struct Leaf {
    uint32_t number, part;
    unsigned registers;
  };
  static constexpr Leaf kLeaves[] = {
      {0, 0, B | C | D},      {1, 0, A | C | D}, {7, 0, B | C | D},
      {7, 1, A | B | C | D},  {0xd, 1, A},       {0x14, 0, B},
      {0x19, 0, B},           {0x1e, 1, A},      {0x24, 0, B},
      {0x80000001, 0, C | D}, {0x80000008, 0, B}};
  std::string text;
  uint32_t features = 0;
  for (const Leaf &leaf : kLeaves) {
    uint32_t a = 0, b = 0, c = 0, d = 0;
    // Leaves that do not exist stay 0.
    __get_cpuid_count(leaf.number, leaf.part, &a, &b, &c, &d);
    if (leaf.number == 1)
      features = c;
    for (auto [bit, value] : {std::pair(A, a), {B, b}, {C, c}, {D, d}})
      if (leaf.registers & bit)
        text += fmt::format("{:x}.", value);
  }
  return text +
         fmt::format("{:x}", features & bit_OSXSAVE ? savedRegisters() : 0);
}

#else

static std::string identify() {
  auto *platform = reinterpret_cast<const char *>(getauxval(AT_PLATFORM));
  return fmt::format("{}.{:x}.{:x}", platform ? platform : "",
                     getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
}

#endif

const std::string &processorIdentity() {
  static runtime::Leaked<const std::string> identity(identify());
  return *identity;
}

} // namespace fusedml::kernels
