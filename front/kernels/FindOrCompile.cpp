//===- FindOrCompile.cpp - the shortest way to a plan ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/FindOrCompile.h"

#include "front/kernels/BackgroundCompiler.h"
#include "front/kernels/DiskCache.h"
#include "front/kernels/KernelCache.h"
#include "front/kernels/UnfusedPlan.h"
#include "front/kernels/CompilerInterface.h"
#include "runtime/Split.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace fusedml::cache {

using PlanPointer = std::shared_ptr<const runtime::Plan>;

static Expected<std::shared_ptr<runtime::Plan>>
runCompiler(const graph::GraphData &graph, const CompileOptions &options,
            runtime::LinkedImage *image, CompileReport &report) {
  auto compiler = graph::loadCompiler(&report.libraryMilliseconds);
  if (!compiler)
    return compiler.takeStatus();
  report.source = CodeSource::Compiler;
  return (*compiler)->compile(graph, options, image, &report);
}

namespace {

/// One graph on its way to a plan.
class Request {
public:
  Request(const graph::GraphData &graph, const CompileOptions &options,
          CompileReport &report)
      : graph(graph), options(options), report(report),
        structure(graph, options) {}

  /// From code that is there. Null if there is none.
  Expected<PlanPointer> find();
  /// Compiles unless somebody else does so already.
  Expected<PlanPointer> make();

private:
  KernelCache::Template findTemplate();
  Expected<KernelCache::Template> compileTemplate();
  Expected<PlanPointer> planFrom(const PlanTemplate &code);

  const graph::GraphData &graph;
  const CompileOptions &options;
  CompileReport &report;
  Structure structure;
};

} // namespace

Expected<PlanPointer> Request::planFrom(const PlanTemplate &code) {
  auto plan = instantiate(code, structure, graph);
  if (!plan)
    return plan.takeStatus();
  return PlanPointer(std::move(*plan));
}

KernelCache::Template Request::findTemplate() {
  KernelCache &memory = KernelCache::ofProcess();
  report.source = CodeSource::Memory;
  if (auto found = memory.find(structure.key()))
    return found;
  report.source = CodeSource::Disk;
  auto found = DiskCache::ofUser().find(structure.key());
  // Another thread may have been faster; then its code is used.
  return found ? *memory.get(
                     structure.key(),
                     [&] { return Expected<KernelCache::Template>(found); })
               : nullptr;
}

Expected<PlanPointer> Request::find() {
  for (;; structure.specialize()) {
    KernelCache::Template found = findTemplate();
    if (!found)
      return PlanPointer();
    if (found->fitsAll)
      return planFrom(*found);
  }
}

Expected<KernelCache::Template> Request::compileTemplate() {
  runtime::LinkedImage image;
  auto plan = runCompiler(structure.standIn(), options, &image, report);
  if (!plan)
    return plan.takeStatus();
  std::shared_ptr<PlanTemplate> result = makeTemplate(**plan, structure);
  result->codeBytes = image.bytes.size();
  if (!result->fitsAll) {
    *result = {}; // Its code is of no use.
    result->fitsAll = false;
    image = {};
  }
  DiskCache::ofUser().store(structure.key(), *result, image);
  return KernelCache::Template(std::move(result));
}

Expected<PlanPointer> Request::make() {
  for (;; structure.specialize()) {
    auto made = KernelCache::ofProcess().get(structure.key(),
                                             [&] { return compileTemplate(); });
    if (!made)
      return made.takeStatus();
    if ((*made)->fitsAll)
      return planFrom(**made);
  }
}

/// Nanoseconds. A graph whose operators take longer one by one has its first
/// result sooner if it is compiled first, which takes about as long.
static constexpr double kMostUnfusedWork = 1e7;

/// The plan with which a graph may run until its code is there, or null and the
/// reason. Prebuilt kernels are made for this processor and keep every rule.
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
    obstacle = "prebuilt kernels are for fused graphs in strict mode on this "
               "processor";
    return nullptr;
  }
  std::shared_ptr<runtime::Plan> plan =
      planUnfused(graph, Prebuilt::ofProcess(), &obstacle);
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
    return "first result: by prebuilt kernels for " +
           std::string(Prebuilt::ofProcess().level()) +
           " unless there is code already; then fused\n";
  return "first result: fused, compiled before unless there is code already (" +
         obstacle + ")\n";
}

/// A plan that runs `graph` unfused, with a successor that is compiled
/// meanwhile. Null if that cannot be, or does not pay.
static std::shared_ptr<runtime::Plan>
startUnfused(const graph::GraphData &graph, const CompileOptions &options) {
  std::string obstacle;
  std::shared_ptr<runtime::Plan> plan = planBeginning(graph, options, obstacle);
  if (!plan)
    return nullptr;
  plan->successor = std::make_shared<runtime::Successor>();
  // The caller may change the graph when compile() has returned.
  auto make = [copy = std::make_shared<graph::GraphData>(graph),
               options]() -> Expected<PlanPointer> {
    if (auto compiler = graph::loadCompiler(); !compiler)
      return compiler.takeStatus();
    // LLVM's own objects, which now are there, must outlive the jobs that use
    // them.
    [[maybe_unused]] static const bool once =
        (BackgroundCompiler::stopAtExit(), true);
    if (BackgroundCompiler::ofProcess().isStopping())
      return BackgroundCompiler::processEnds();
    CompileReport unread;
    return Request(*copy, options, unread).make();
  };
  bool added = BackgroundCompiler::ofProcess().add({make, plan->successor});
  return added ? plan : nullptr;
}

Expected<PlanPointer> findOrCompile(const graph::GraphData &graph,
                                    const CompileOptions &options,
                                    CompileReport &report) {
  Request request(graph, options, report);
  auto found = request.find();
  if (!found || *found)
    return found;
  if (std::shared_ptr<runtime::Plan> plan = startUnfused(graph, options)) {
    report.source = CodeSource::Prebuilt;
    return PlanPointer(std::move(plan));
  }
  return request.make();
}

Expected<PlanPointer> compileAlone(const graph::GraphData &graph,
                                   const CompileOptions &options,
                                   CompileReport &report) {
  auto plan = runCompiler(graph, options, nullptr, report);
  if (!plan)
    return plan.takeStatus();
  return PlanPointer(std::move(*plan));
}

} // namespace fusedml::cache
