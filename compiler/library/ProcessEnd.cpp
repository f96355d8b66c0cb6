//===- ProcessEnd.cpp - nothing is torn down under a compilation ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process may end, and destructors of static objects may still compile, while
// a thread is compiling. Static objects of LLVM, MLIR and FuseDML that are
// linked into libfusedml_compiler therefore live until the process is gone:
// what would register their destructors is defined here, hidden, and every
// reference in the library binds to it.
//
//===----------------------------------------------------------------------===//

#include <memory>
#include <new>

#include <pthread.h>

// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier)

extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void *),
                                                          void *, void *) {
  return 0;
}

namespace {

/// An object of a thread that is to be destroyed with it.
struct ThreadObject {
  void (*destroy)(void *);
  void *object;
  ThreadObject *older;
};

void destroyAll(void *newest) {
  for (auto *next = static_cast<ThreadObject *>(newest); next;) {
    std::unique_ptr<ThreadObject> current(next);
    current->destroy(current->object);
    next = current->older;
  }
}

} // namespace

/// Objects of a thread are destroyed when it ends, as values of a pthread key
/// are: not when the process ends, whose last thread goes on to destructors of
/// static objects.
extern "C" [[gnu::visibility("hidden")]] int
__cxa_thread_atexit(void (*destroy)(void *), void *object, void *) {
  static pthread_key_t key;
  static const int failure = pthread_key_create(&key, destroyAll);
  if (failure != 0)
    return failure;
  auto *older = static_cast<ThreadObject *>(pthread_getspecific(key));
  auto *entry = new (std::nothrow) ThreadObject{destroy, object, older};
  return entry ? pthread_setspecific(key, entry) : -1;
}

// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
