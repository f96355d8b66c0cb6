//===- FpEnvironment.h - the floating-point environment ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_FPENVIRONMENT_H
#define FUSEDML_RUNTIME_FPENVIRONMENT_H

#include <cstdint>

namespace fusedml::runtime {

/// The control and status word of the vector unit: MXCSR on x86, FPCR and
/// FPSR (upper half) on AArch64, 0 elsewhere.
uint64_t readFpEnvironment();
void writeFpEnvironment(uint64_t word);

/// Gives kernels the environment they are compiled for (round to nearest, no
/// flush to zero, all traps masked) while it lives, and then puts back exactly
/// what it found, sticky exception flags included. A thread's setting is its
/// own, so every worker needs one too.
///
/// The compiler may move floating-point arithmetic over these calls within one
/// function. Whatever computes must be called, not inlined, in its scope.
class DefaultFpEnvironment {
public:
#if defined(__SSE__)
  // The word goes to memory and comes from there, and is not looked at: that
  // would wait for all arithmetic before it, for longer than the loop over a
  // small tensor takes.
  DefaultFpEnvironment() {
    asm volatile("stmxcsr %0\n\tldmxcsr %1"
                 : "=m"(found)
                 : "m"(defaultWord)
                 : "memory");
  }
  ~DefaultFpEnvironment() {
    asm volatile("ldmxcsr %0" : : "m"(found) : "memory");
  }
#else
  DefaultFpEnvironment() : found(readFpEnvironment()) { writeFpEnvironment(0); }
  ~DefaultFpEnvironment() { writeFpEnvironment(found); }
#endif
  DefaultFpEnvironment(const DefaultFpEnvironment &) = delete;
  DefaultFpEnvironment &operator=(const DefaultFpEnvironment &) = delete;

private:
#if defined(__SSE__)
  static constexpr uint32_t defaultWord = 0x1f80;
  uint32_t found;
#else
  uint64_t found;
#endif
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_FPENVIRONMENT_H
