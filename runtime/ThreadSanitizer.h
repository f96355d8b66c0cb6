//===- ThreadSanitizer.h - order that oneTBB makes --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_THREADSANITIZER_H
#define FUSEDML_RUNTIME_THREADSANITIZER_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FUSEDML_THREAD_SANITIZER
#endif
#elif defined(__SANITIZE_THREAD__)
#define FUSEDML_THREAD_SANITIZER
#endif

#ifdef FUSEDML_THREAD_SANITIZER
extern "C" void __tsan_acquire(void *address);
extern "C" void __tsan_release(void *address);
#endif

namespace fusedml::runtime {

// The installed oneTBB is not built with ThreadSanitizer, which therefore does
// not see that tasks start after the loop and end before it, and reports every
// access of a task. What precedes handOver(x) happens before what follows
// takeOver(x). Without the sanitizer both are nothing.

inline void handOver([[maybe_unused]] const void *token) {
#ifdef FUSEDML_THREAD_SANITIZER
  __tsan_release(const_cast<void *>(token));
#endif
}

inline void takeOver([[maybe_unused]] const void *token) {
#ifdef FUSEDML_THREAD_SANITIZER
  __tsan_acquire(const_cast<void *>(token));
#endif
}

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_THREADSANITIZER_H
