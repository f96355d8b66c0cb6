//===- Provide.cpp - a plan with its code ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Provide.h"

#include "front/kernels/CompilerInterface.h"
#include "front/kernels/DiskCache.h"
#include "front/kernels/KernelStore.h"
#include "front/kernels/Shipped.h"
#include "front/kernels/Worker.h"
#include "front/plan/Unfused.h"
#include "runtime/Split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_map>

namespace fusedml::kernels {

using PlanPointer = std::shared_ptr<const runtime::Plan>;
using Wanted = KernelStore::Wanted;

namespace {

/// One graph on its way to a plan with code.
class Request {
public:
  Request(const graph::GraphData &graph, const CompileOptions &options)
      : graph(graph), options(options) {}

  Status plan();
  /// Whether all code is there, in memory or on disk.
  bool find(CompileReport &report);
  /// Compiles what is not there, unless somebody else does so already.
  Status make(CompileReport &report);
  /// Gives the steps their functions.
  void finish();

  std::shared_ptr<runtime::Plan> result;

private:
  Status compile(std::span<Wanted *const> missing, CompileReport &report);

  const graph::GraphData &graph;
  const CompileOptions &options;
  std::vector<Wanted> wanted;   ///< Distinct.
  std::vector<size_t> firstOf;  ///< The first step of each of them.
  std::vector<size_t> wantedOf; ///< Of each step.
};

} // namespace

/// What code depends on beside its loop nest.
static std::string keyPrefix(const CompileOptions &options) {
  return fmt::format("{}\n{}\n{}\n{}\n", options.target.triple,
                     options.target.cpu, options.target.features,
                     static_cast<int>(options.fp));
}

Status Request::plan() {
  plan::ElementGraph elements = plan::elementsOf(graph);
  plan::simplify(elements);
  auto planned = plan::planGraph(graph, elements, options.fuse,
                                 graph::ScalarForm::Arguments);
  if (!planned)
    return planned.takeStatus();
  result = std::move(planned->plan);
  std::string prefix = keyPrefix(options);
  std::unordered_map<std::string, size_t> known;
  for (size_t step = 0; step < planned->keys.size(); ++step) {
    auto [it, isNew] =
        known.try_emplace(prefix + planned->keys[step], wanted.size());
    if (isNew) {
      wanted.push_back({it->first, {}});
      firstOf.push_back(step);
    }
    wantedOf.push_back(it->second);
  }
  return Status::success();
}

bool Request::find(CompileReport &report) {
  report.source = CodeSource::Memory;
  KernelStore &memory = KernelStore::ofProcess();
  if (memory.find(wanted))
    return true;
  report.source = CodeSource::Disk;
  DiskCache disk = DiskCache::ofUser();
  bool all = true;
  for (Wanted &each : wanted) {
    if (each.code)
      continue;
    each.code = disk.find(each.key);
    if (each.code)
      memory.keep(each.key, each.code);
    else
      all = false;
  }
  return all;
}

Status Request::compile(std::span<Wanted *const> missing,
                        CompileReport &report) {
  CompilationGuard guard;
  auto compiler = loadCompiler(&report.libraryMilliseconds);
  if (!compiler)
    return compiler.takeStatus();
  report.source = CodeSource::Compiler;
  std::vector<size_t> steps;
  for (const Wanted *each : missing)
    steps.push_back(firstOf[static_cast<size_t>(each - wanted.data())]);
  auto images = (*compiler)->compile(graph, options, steps, &report);
  if (!images)
    return images.takeStatus();
  DiskCache disk = options.cache ? DiskCache::ofUser() : DiskCache("");
  for (size_t i = 0; i < missing.size(); ++i) {
    const runtime::LinkedImage &image = (*images)[i];
    auto code = Code::load(image.bytes, image.entry);
    if (!code)
      return code.takeStatus();
    missing[i]->code = std::move(*code);
    disk.store(missing[i]->key, image);
  }
  return Status::success();
}

Status Request::make(CompileReport &report) {
  auto compileMissing = [&](std::span<Wanted *const> missing) {
    return compile(missing, report);
  };
  if (options.cache)
    return KernelStore::ofProcess().get(wanted, compileMissing);
  std::vector<Wanted *> all;
  for (Wanted &each : wanted)
    all.push_back(&each);
  return all.empty() ? Status::success() : compileMissing(all);
}

void Request::finish() {
  for (size_t step = 0; step < wantedOf.size(); ++step)
    result->steps[step].function = wanted[wantedOf[step]].code.function;
  for (const Wanted &each : wanted)
    result->code.push_back(each.code.image);
}

//===----------------------------------------------------------------------===//
// Before the code is there
//===----------------------------------------------------------------------===//

/// Nanoseconds. A graph whose operators take longer one by one has its first
/// result sooner if it is compiled first, which takes about as long.
static constexpr double kMostUnfusedWork = 1e7;

/// The plan with which a graph may run until its code is there, or null and the
/// reason. Shipped kernels are made for this processor and keep every rule.
static std::shared_ptr<runtime::Plan>
planBeginning(const graph::GraphData &graph, const CompileOptions &options,
              std::string &obstacle) {
  const char *variable = std::getenv("FUSEDML_START_UNFUSED");
  if (!options.startUnfused || !options.cache ||
      (variable && std::string_view(variable) == "0")) {
    obstacle = "starting unfused is turned off";
    return nullptr;
  }
  if (!options.fuse || options.fp != FloatMode::Strict ||
      !options.target.triple.empty() || !options.target.cpu.empty() ||
      !options.target.features.empty()) {
    obstacle = "shipped kernels are for fused graphs in strict mode on this "
               "processor";
    return nullptr;
  }
  const Shipped &shipped = Shipped::ofProcess();
  if (!shipped.refusal().empty()) {
    obstacle = shipped.refusal();
    return nullptr;
  }
  std::shared_ptr<runtime::Plan> plan = plan::planUnfused(
      graph, [&](std::string_view key) { return shipped.find(key); }, obstacle);
  if (!plan)
    return nullptr;
  double work = 0;
  for (const runtime::Step &step : plan->steps)
    work += runtime::estimateWork(step);
  if (work <= kMostUnfusedWork)
    return plan;
  obstacle = "operator by operator it would take longer";
  return nullptr;
}

std::string explainBeginning(const graph::GraphData &graph,
                             const CompileOptions &options) {
  std::string obstacle;
  if (planBeginning(graph, options, obstacle))
    return fmt::format(
        "first result: by shipped kernels for {} unless there is "
        "code already; then fused\n",
        Shipped::ofProcess().level());
  return fmt::format(
      "first result: fused, compiled before unless there is code "
      "already ({})\n",
      obstacle);
}

/// Lets a plan begin with another one and get its code later. False if that
/// cannot be, or does not pay.
static bool startUnfused(const std::shared_ptr<runtime::Plan> &plan,
                         const graph::GraphData &graph,
                         const CompileOptions &options) {
  std::string obstacle;
  std::shared_ptr<runtime::Plan> beginning =
      planBeginning(graph, options, obstacle);
  if (!beginning)
    return false;
  // The caller may change the graph when compile() has returned. The plan lives
  // as long as its code is pending, since whoever works on that holds it.
  auto make = [copy = std::make_shared<graph::GraphData>(graph), options,
               target = plan.get()]() -> Status {
    Request request(*copy, options);
    CompileReport unread;
    Status status = request.plan();
    if (status)
      status = request.make(unread);
    if (!status)
      return status;
    request.finish();
    CompilationGuard guard; // No fork sees half of it.
    for (size_t i = 0; i < target->steps.size(); ++i)
      target->steps[i].function = request.result->steps[i].function;
    target->code = std::move(request.result->code);
    return Status::success();
  };
  plan->pending = std::make_shared<runtime::PendingCode>(std::move(make),
                                                         std::move(beginning));
  Worker::ofProcess().add(plan);
  return true;
}

Expected<PlanPointer> provide(const graph::GraphData &graph,
                              const CompileOptions &options,
                              CompileReport &report) {
  Request request(graph, options);
  if (Status status = request.plan(); !status)
    return status;
  if (!options.cache || !request.find(report)) {
    if (startUnfused(request.result, graph, options)) {
      report.source = CodeSource::Shipped;
      return PlanPointer(std::move(request.result));
    }
    if (Status status = request.make(report); !status)
      return status;
  }
  request.finish();
  return PlanPointer(std::move(request.result));
}

} // namespace fusedml::kernels
