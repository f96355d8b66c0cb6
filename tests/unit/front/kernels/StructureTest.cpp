//===- CacheStructureTest.cpp - what graphs that share code have in common ===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelCache.h"

#include "front/graph/GraphBuilder.h"
#include "front/rules/Layout.h"

#include <gmock/gmock.h>

#include <atomic>
#include <limits>
#include <set>
#include <thread>

using namespace fusedml;
using cache::KernelCache;
using cache::PlanTemplate;
using cache::Product;
using cache::Structure;

namespace {

using Sizes = std::vector<int64_t>;
constexpr auto F32 = DataType::Float32;

struct Layout {
  Sizes sizes, strides = {};
};

Graph shrunkProduct(const Layout &a, const Layout &b, float bias = 0.1f,
                    float threshold = 0.5f, DataType type = F32) {
  Graph graph("g");
  Tensor product = multiply(graph.input("a", type, a.sizes, a.strides),
                            graph.input("b", type, b.sizes, b.strides));
  graph.output("y", activationShrink(product, {bias, threshold}));
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
  return graph;
}

std::string keyOf(const Graph &graph, const CompileOptions &options = {}) {
  return Structure(*graph.data(), options).key();
}

TEST(CacheStructure, SizesStridesScalarsAndNamesAreFree) {
  std::string key = keyOf(shrunkProduct({{4, 6}}, {{4, 6}}));
  EXPECT_EQ(keyOf(shrunkProduct({{40, 7}}, {{40, 7}})), key);
  EXPECT_EQ(keyOf(shrunkProduct({{4, 6}}, {{4, 6}}, 3.0f, 0.25f)), key);
  // Packed strides, spelled out, and those of a dimension that is not used.
  EXPECT_EQ(keyOf(shrunkProduct({{4, 6}, {6, 1}}, {{4, 6}})), key);

  Graph other("another name");
  Tensor product =
      other.input("left", F32, {4, 6}) * other.input("right", F32, {4, 6});
  other.output("out", activationShrink(product, {.bias = 0.2f}));
  EXPECT_EQ(keyOf(other), key);

  EXPECT_EQ(keyOf(shrunkProduct({{4, 6}, {8, 1}}, {{4, 6}})),
            keyOf(shrunkProduct({{5, 3}, {70, 1}}, {{5, 3}})));
}

TEST(CacheStructure, WhatChangesCodeIsInTheKey) {
  std::vector<std::string> keys = {
      keyOf(shrunkProduct({{4, 6}}, {{4, 6}})),
      keyOf(shrunkProduct({{6, 6}}, {{6, 6}})), // Equal sizes.
      keyOf(shrunkProduct({{1, 6}}, {{1, 6}})),
      keyOf(shrunkProduct({{0, 6}}, {{0, 6}})),
      keyOf(shrunkProduct({{4, 6}}, {{4, 1}})), // Repeated.
      keyOf(shrunkProduct({{4, 6}}, {{1, 6}})),
      keyOf(shrunkProduct({{24}}, {{24}})),
      keyOf(shrunkProduct({{4, 6}, {1, 4}}, {{4, 6}})),         // Transposed.
      keyOf(shrunkProduct({{4, 6}, {8, 1}}, {{4, 6}})),         // Padded rows,
      keyOf(shrunkProduct({{4, 6}, {8, 1}}, {{4, 6}, {8, 1}})), // in both,
      keyOf(shrunkProduct({{4, 6}, {8, 1}}, {{4, 6}, {9, 1}})), // not alike.
      keyOf(shrunkProduct({{4, 6}, {12, 2}}, {{4, 6}})),
      keyOf(shrunkProduct({{4, 6}}, {{4, 6}}, -0.1f)), // Signs,
      keyOf(shrunkProduct({{4, 6}}, {{4, 6}}, 0.0f)),  // and what shortens.
      keyOf(shrunkProduct({{4, 6}}, {{4, 6}}, 0.1f, 0.5f, DataType::Float16)),
  };
  CompileOptions options;
  options.fuse = false;
  keys.push_back(keyOf(shrunkProduct({{4, 6}}, {{4, 6}}), options));
  options = {};
  options.target.cpu = "x86-64-v3";
  keys.push_back(keyOf(shrunkProduct({{4, 6}}, {{4, 6}}), options));
  EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), keys.size());
}

TEST(CacheStructure, TheStandInHasTheSameLayouts) {
  Graph graph = shrunkProduct({{4, 1, 6}, {64, 7, 2}}, {{6}});
  Structure structure(*graph.data(), {});
  ASSERT_TRUE(structure.isGeneral());
  graph::GraphData standIn = structure.standIn();
  // The structure of a stand-in is the structure.
  EXPECT_EQ(Structure(standIn, {}).key(), structure.key());
  for (size_t i = 0; i < standIn.values.size(); ++i) {
    const TensorDesc &desc = standIn.values[i].desc;
    EXPECT_EQ(graph::findOverlap(desc), graph::Overlap::No) << desc.str();
    std::vector<int64_t> back;
    for (int64_t size : desc.sizes)
      back.push_back(structure.evaluate(*structure.explain(size)));
    EXPECT_EQ(back, graph.data()->values[i].desc.sizes);
    back.clear();
    for (int64_t stride : desc.strides)
      back.push_back(structure.evaluate(*structure.explain(stride)));
    std::vector<int64_t> strides =
        graph.data()->values[i].desc.effectiveStrides();
    for (size_t dim = 0; dim < strides.size(); ++dim)
      if (desc.sizes[dim] != 1) {
        EXPECT_EQ(back[dim], strides[dim]) << i << " " << dim;
      }
  }
}

TEST(CacheStructure, ExplainsProductsOnly) {
  // Sizes 4, 6 and a stride 64 stand for primes and a multiple of some.
  Graph graph = shrunkProduct({{4, 6}, {64, 1}}, {{4, 6}});
  Structure structure(*graph.data(), {});
  const TensorDesc a = structure.standIn().values[0].desc;
  auto evaluated = [&](int64_t number) {
    std::optional<Product> product = structure.explain(number);
    return product ? structure.evaluate(*product) : -1;
  };
  EXPECT_EQ(evaluated(1), 1);
  EXPECT_EQ(evaluated(0), 0);
  EXPECT_EQ(evaluated(a.sizes[0] * a.sizes[1]), 24);
  EXPECT_EQ(evaluated(a.sizes[0] * a.strides[0]), 256);
  EXPECT_EQ(evaluated(a.sizes[0] * a.sizes[1] + 1), -1);
  EXPECT_EQ(evaluated(1009), -1);
}

TEST(CacheStructure, RelationsBetweenSizesMakeItSpecial) {
  auto isGeneral = [](const Graph &graph) {
    EXPECT_TRUE(graph.status().ok()) << graph.status().str();
    return Structure(*graph.data(), {}).isGeneral();
  };
  Graph repeated("repeated");
  Tensor row = exp(repeated.input("row", F32, {6}));
  repeated.output("y", repeated.input("x", F32, {4, 6}) * row);
  EXPECT_TRUE(isGeneral(repeated));

  EXPECT_FALSE(isGeneral(shrunkProduct({{4, 0}}, {{4, 0}})));

  // An edge whose ends have other sizes.
  Graph reshaped = shrunkProduct({{4, 6}}, {{4, 6}});
  for (auto &field : reshaped.data()->nodes[1].op.fields)
    if (auto *desc = std::get_if<TensorDesc>(&field))
      desc->sizes = {3, 8};
  EXPECT_FALSE(isGeneral(reshaped));

  Graph huge("huge");
  Sizes large(8, 60);
  for (int64_t &size : large)
    size += &size - large.data();
  Tensor x = huge.input("x", DataType::Int8, large, Sizes(8, 0));
  huge.output("y", abs(x));
  for (int i = 0; i < 60; ++i)
    huge.output("", abs(huge.input("", F32, {1000 + i})));
  Graph many("many");
  for (int i = 0; i < 5000; ++i)
    many.output("", abs(many.input("", F32, {2 + i})));
  EXPECT_FALSE(isGeneral(many));

  // Without their strides the primes of eight sizes would be too large; these
  // are the first ones, so they are not.
  EXPECT_TRUE(isGeneral(huge));
}

TEST(CacheStructure, SpecializedItStandsForItself) {
  Graph graph = shrunkProduct({{4, 6}}, {{4, 1}});
  Structure structure(*graph.data(), {});
  std::string before = structure.key();
  structure.specialize();
  EXPECT_NE(structure.key(), before);
  EXPECT_FALSE(structure.isGeneral());
  graph::GraphData standIn = structure.standIn();
  EXPECT_EQ(standIn.values[0].desc.sizes, (Sizes{4, 6}));
  EXPECT_EQ(structure.explain(15), (Product{15, {}}));
  EXPECT_EQ(structure.evaluate({15, {}}), 15);
  Graph other = shrunkProduct({{5, 6}}, {{5, 1}});
  Structure otherStructure(*other.data(), {});
  otherStructure.specialize();
  EXPECT_NE(otherStructure.key(), structure.key());
}

/// Whether ports are alike is decided by the graph's own, not by a stand-in's.
TEST(PlanTemplate, InPlaceNeedsPortsOfOneLayout) {
  runtime::Plan plan;
  TensorDesc desc;
  desc.type = F32;
  desc.sizes = {6, 4};
  plan.inputs = {{"x", desc}, {"flat", desc}};
  plan.inputs[1].desc.sizes = {24};
  plan.outputs = {{"y", desc}};
  plan.mayAlias = {true, true};
  EXPECT_TRUE(runtime::allowsInPlace(plan, 0, 0));
  EXPECT_FALSE(runtime::allowsInPlace(plan, 0, 1));
}

//===----------------------------------------------------------------------===//
// KernelCache
//===----------------------------------------------------------------------===//

Expected<KernelCache::Template> templateOf(size_t codeBytes) {
  auto made = std::make_shared<PlanTemplate>();
  made->codeBytes = codeBytes;
  return KernelCache::Template(std::move(made));
}

TEST(KernelCache, MakesEachKeyOnce) {
  KernelCache cache(1 << 20);
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  std::vector<KernelCache::Template> found(8);
  for (size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] {
      found[i] = *cache.get("key", [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ++made;
        return templateOf(1);
      });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_THAT(found, testing::Each(found[0]));
}

TEST(KernelCache, DoesNotKeepFailures) {
  KernelCache cache(1 << 20);
  auto fail = []() -> Expected<KernelCache::Template> {
    Diagnostic error;
    error.message = "no";
    return error;
  };
  EXPECT_FALSE(cache.get("key", fail).ok());
  EXPECT_THROW((void)cache.get("key",
                               []() -> Expected<KernelCache::Template> {
                                 throw std::bad_alloc();
                               }),
               std::bad_alloc);
  EXPECT_TRUE(cache.get("key", [] { return templateOf(1); }).ok());
  EXPECT_TRUE(cache.get("key", fail).ok());
}

TEST(KernelCache, ForgetsWhatWasNotUsedForLongest) {
  KernelCache cache(2500);
  int made = 0;
  auto get = [&](const char *key) {
    auto result = cache.get(key, [&] {
      ++made;
      return templateOf(1000);
    });
    EXPECT_TRUE(result.ok());
  };
  get("a");
  get("b");
  get("a");
  get("c"); // b goes.
  EXPECT_EQ(made, 3);
  get("a");
  get("c");
  EXPECT_EQ(made, 3);
  get("b");
  EXPECT_EQ(made, 4);
  cache.clear();
  get("b");
  EXPECT_EQ(made, 5);
}

} // namespace
