//===- SharingTest.cpp - which bindings may share memory ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What only some users of findConflicts() ask for. BindingsTest.cpp compares
// its answers with those found byte by byte.
//
//===----------------------------------------------------------------------===//

#include "runtime/Sharing.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace fusedml::runtime;
using testing::ElementsAre;

namespace {

BoundMemory in(size_t number, uint64_t begin, uint64_t bytes) {
  return {begin, bytes, number, false};
}
BoundMemory out(size_t number, uint64_t begin, uint64_t bytes) {
  return {begin, bytes, number, true};
}

/// `out 1 in 0`, for two inputs `out 1 in 0 in 2`. Inputs may be the memory of
/// outputs of the same size.
std::vector<std::string> conflicts(std::vector<BoundMemory> ranges,
                                   std::vector<Plan::ExclusivePair> exclusive,
                                   size_t most = 99) {
  std::vector<std::string> found;
  findConflicts(
      ranges,
      {[](const BoundMemory &output, const BoundMemory &input) {
         return output.bytes == input.bytes;
       },
       exclusive},
      [&](const Conflict &conflict) {
        found.push_back(fmt::format(
            "out {} {} {}{}", conflict.output.number,
            conflict.other.isOutput ? "out" : "in", conflict.other.number,
            conflict.second ? fmt::format(" in {}", conflict.second->number)
                            : ""));
        return found.size() < most;
      });
  return found;
}

} // namespace

TEST(Sharing, AllConflictsInOrder) {
  std::vector<BoundMemory> ranges = {in(1, 0, 16),  out(2, 8, 16), in(3, 20, 2),
                                     out(0, 0, 16), in(0, 40, 4),  in(2, 20, 4),
                                     out(1, 20, 4)};
  EXPECT_THAT(conflicts(ranges, {}),
              ElementsAre("out 1 in 3", "out 2 out 0", "out 2 out 1",
                          "out 2 in 1", "out 2 in 2", "out 2 in 3"));
  EXPECT_THAT(conflicts(ranges, {}, 2),
              ElementsAre("out 1 in 3", "out 2 out 0"));
}

TEST(Sharing, OneExclusivePairForEachOutput) {
  std::vector<BoundMemory> ranges = {in(0, 0, 8), in(1, 0, 8), in(2, 0, 8),
                                     in(3, 8, 8), in(4, 8, 8), out(0, 0, 8),
                                     out(1, 8, 8)};
  EXPECT_THAT(conflicts(ranges, {}), ElementsAre());
  EXPECT_THAT(conflicts(ranges, {{0, 3}, {2, 1}, {0, 1}, {3, 4}}),
              ElementsAre("out 0 in 2 in 1", "out 1 in 3 in 4"));
}
