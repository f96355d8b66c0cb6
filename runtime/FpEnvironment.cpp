//===- FpEnvironment.cpp - the floating-point environment -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/FpEnvironment.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace fusedml::runtime {

#if defined(__SSE__)

uint64_t readFpEnvironment() { return _mm_getcsr(); }

void writeFpEnvironment(uint64_t word) {
  _mm_setcsr(static_cast<unsigned>(word));
}

#elif defined(__aarch64__)

uint64_t readFpEnvironment() {
  uint64_t control, status;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("mrs %0, fpsr" : "=r"(status));
  return (control & 0xffffffff) | status << 32;
}

void writeFpEnvironment(uint64_t word) {
  uint64_t control = word & 0xffffffff, status = word >> 32;
  asm volatile("msr fpcr, %0" : : "r"(control) : "memory");
  asm volatile("msr fpsr, %0" : : "r"(status) : "memory");
}

#else

uint64_t readFpEnvironment() { return 0; }
void writeFpEnvironment(uint64_t) {}

#endif

} // namespace fusedml::runtime
