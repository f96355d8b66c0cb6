//===- LimitPool.h - two threads at the least cost --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FUSEDML_BENCH_PEERS_LIMITPOOL_H
#define FUSEDML_BENCH_PEERS_LIMITPOOL_H

#include <sched.h>

namespace fusedml::peers {

/// Binds the calling thread to one processor while it lives. Does nothing where
/// the system refuses.
class Pinned {
public:
  explicit Pinned(int processor);
  ~Pinned();
  Pinned(const Pinned &) = delete;
  Pinned &operator=(const Pinned &) = delete;

private:
  cpu_set_t before;
};

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_LIMITPOOL_H
