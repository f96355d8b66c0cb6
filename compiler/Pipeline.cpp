//===- Pipeline.cpp - from a graph to code, stage by stage ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Read this file first. A graph becomes a module of the dml dialect, chains of
// operators fuse, the fused operators become loops over vectors, and LLVM turns
// those into code that is loaded here or written to an object file:
//
//   import -> canonicalize -> fuse -> simplify, collapse -> vector loops
//          -> plan -> LLVM dialect -> LLVM IR -> optimize -> object
//          -> JIT or file
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"

#include "compiler/Registration.h"
#include "compiler/codegen/CHeader.h"
#include "compiler/codegen/CodeGen.h"
#include "compiler/codegen/Jit.h"
#include "front/graph/Ports.h"
#include "compiler/import/Import.h"
#include "compiler/lowering/BuildPlan.h"
#include "compiler/lowering/ToLlvm.h"
#include "compiler/transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>
#include <chrono>

using namespace mlir;
using namespace fusedml;

namespace {

/// Notes the time of one stage after the other.
class StageClock {
public:
  /// What has passed since the last call belongs to `stage`.
  void finish(const char *stage) {
    auto now = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> elapsed = now - start;
    times.push_back({stage, elapsed.count()});
    start = now;
  }

  std::vector<StageTime> times;

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// One graph on its way through the stages, in a context of its own: contexts
/// never forget an attribute, so a shared one would grow with every graph.
class Compilation {
public:
  Compilation(const graph::GraphData &graph, TargetDescription target,
              const CompileOptions &options, bool scalarsAsArguments,
              StageClock clock)
      : clock(std::move(clock)), graph(graph), target(std::move(target)),
        options(options), scalarsAsArguments(scalarsAsArguments),
        context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    this->clock.finish("context");
  }

  // The stages, in order.
  Status import();
  Status canonicalize();
  Status fuseOperators();
  Status collapseAndLowerToVectors();
  Status planCalls();
  Status convertToLlvmDialect();
  Status generateLlvmIr();
  Status optimizeLlvmIr();

  using StageFn = Status (Compilation::*)();
  /// Runs the stages that have not run yet, up to and including `last`.
  Status runTo(StageFn last);

  /// For AOT only, after planCalls: the entry that calls the kernels.
  void addAotEntry() { addEntry(*module, *plan, target); }

  std::string text();
  std::string llvmText();
  /// The object file, after the stages that have not run yet.
  Expected<std::unique_ptr<llvm::MemoryBuffer>> objectCode();

  StageClock clock;
  bool isShort = false; ///< Code is short rather than fast.
  std::string name;     ///< Of the graph's function.
  std::shared_ptr<runtime::Plan> plan;
  FusionReport report;
  LlvmCode llvmCode;

private:
  static const DialectRegistry &registry();
  func::FuncOp function() { return *module->getOps<func::FuncOp>().begin(); }
  Status run(function_ref<void(PassManager &)> addPasses);

  const graph::GraphData &graph;
  TargetDescription target;
  const CompileOptions &options;
  bool scalarsAsArguments;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  InPlaceRules inPlace;

  struct NamedStage {
    const char *name;
    StageFn run;
  };
  static const NamedStage path[];
  const NamedStage *next = path; ///< The stage that runs or is to run next.
};

} // namespace

const DialectRegistry &Compilation::registry() {
  static const DialectRegistry *registry = [] {
    auto *result = new DialectRegistry;
    registerDialects(*result);
    return result;
  }();
  return *registry;
}

/// Runs passes over the module. A failure here is a fault of ours.
Status Compilation::run(function_ref<void(PassManager &)> addPasses) {
  std::string problem;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      problem += diagnostic.str() + "; ";
    return success();
  });
  PassManager passes(&context);
  addPasses(passes);
  if (succeeded(passes.run(*module)))
    return Status::success();
  fusedml::Diagnostic error;
  error.code = ErrorCode::Internal;
  error.context = "graph '" + name + "'";
  error.message = std::string("stage '") + next->name + "' failed: " + problem +
                  "this is a bug in FuseDML";
  error.mend = "write the graph with `fusedml compile --emit mlir` and replay "
               "it with fusedml-opt";
  return error;
}

Status Compilation::import() {
  if (graph.mlirText.empty()) {
    module = importGraph(graph, &context, scalarsAsArguments);
  } else {
    Expected<OwningOpRef<ModuleOp>> parsed =
        parseModule(graph.mlirText, graph.mlirFile, &context, graph.level);
    if (!parsed)
      return parsed.takeStatus();
    module = std::move(*parsed);
  }
  name = function().getName().str();
  inPlace = collectInPlaceRules(function());
  return run([](PassManager &) {});
}

Status Compilation::canonicalize() {
  return run([](PassManager &passes) {
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
  });
}

Status Compilation::fuseOperators() {
  report = fuseElementwise(function(), options.fuse);
  return run([](PassManager &) {});
}

Status Compilation::collapseAndLowerToVectors() {
  return run([&](PassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createSimplifyByRange());
    passes.addNestedPass<func::FuncOp>(createCollapseDims());
    ConvertDmlToVectorOptions lowering;
    lowering.triple = target.triple;
    lowering.cpu = target.cpu;
    lowering.features = target.features;
    lowering.fp = options.fp;
    lowering.isShort = isShort;
    passes.addPass(createConvertDmlToVector(lowering));
  });
}

Status Compilation::planCalls() {
  Expected<std::shared_ptr<runtime::Plan>> built =
      buildPlan(function(), inPlace);
  if (!built)
    return built.takeStatus();
  plan = std::move(*built);
  // What types do not say, DML descriptors do.
  if (graph.mlirText.empty()) {
    plan->inputs.clear();
    plan->outputs.clear();
    graph::describePorts(graph, plan->inputs, plan->outputs);
  }
  if (Status status = runtime::completePlan(*plan); !status.ok())
    return status;
  function().erase();
  return Status::success();
}

Status Compilation::convertToLlvmDialect() { return run(addLlvmConversion); }

Status Compilation::generateLlvmIr() {
  Expected<LlvmCode> code = generateLlvm(*module, target);
  if (!code)
    return code.takeStatus();
  llvmCode = std::move(*code);
  return Status::success();
}

Status Compilation::optimizeLlvmIr() { return optimizeLlvm(llvmCode); }

std::string Compilation::text() {
  std::string result;
  llvm::raw_string_ostream out(result);
  module->print(out);
  out << "\n";
  return result;
}

std::string Compilation::llvmText() {
  std::string result;
  llvm::raw_string_ostream out(result);
  llvmCode.module->print(out, nullptr);
  return result;
}

Expected<std::unique_ptr<llvm::MemoryBuffer>> Compilation::objectCode() {
  if (Status status = runTo(&Compilation::optimizeLlvmIr); !status.ok())
    return status;
  auto object = generateObject(llvmCode);
  clock.finish("object code");
  return object;
}

const Compilation::NamedStage Compilation::path[] = {
    {"import", &Compilation::import},
    {"canonicalize", &Compilation::canonicalize},
    {"fuse", &Compilation::fuseOperators},
    {"lower to vectors", &Compilation::collapseAndLowerToVectors},
    {"plan", &Compilation::planCalls},
    {"convert to LLVM", &Compilation::convertToLlvmDialect},
    {"LLVM IR", &Compilation::generateLlvmIr},
    {"optimize", &Compilation::optimizeLlvmIr},
};

Status Compilation::runTo(StageFn last) {
  const NamedStage *end = std::ranges::find(path, last, &NamedStage::run) + 1;
  for (; next < end; ++next) {
    if (Status status = (this->*next->run)(); !status.ok())
      return status;
    clock.finish(next->name);
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// A graph that has been imported.
static Expected<std::unique_ptr<Compilation>>
start(const graph::GraphData &graph, const CompileOptions &options,
      TargetUse use, bool scalarsAsArguments) {
  StageClock clock;
  Expected<TargetDescription> target = describeTarget(options.target, use);
  if (!target)
    return target.takeStatus();
  clock.finish("target");
  auto compilation = std::make_unique<Compilation>(
      graph, *target, options, scalarsAsArguments, std::move(clock));
  if (Status status = compilation->runTo(&Compilation::import); !status.ok())
    return status;
  return compilation;
}

Expected<std::shared_ptr<runtime::Plan>>
fusedml::compileGraph(const graph::GraphData &graph,
                      const CompileOptions &options,
                      runtime::LinkedImage *image, CompileReport *report) {
  auto compilation = start(graph, options, TargetUse::ThisMachine,
                           /*scalarsAsArguments=*/true);
  if (!compilation)
    return compilation.takeStatus();
  Compilation &c = **compilation;
  auto object = c.objectCode();
  if (!object)
    return object.takeStatus();
  if (Status status = loadKernels(std::move(*object), *c.plan, image);
      !status.ok())
    return status;
  c.clock.finish("link and load");
  if (report)
    llvm::append_range(report->times, c.clock.times);
  return c.plan;
}

Expected<EmittedCode> fusedml::emitGraph(const graph::GraphData &graph,
                                         EmitKind kind,
                                         const CompileOptions &options) {
  auto compilation = start(graph, options, TargetUse::AnotherMachine,
                           /*scalarsAsArguments=*/false);
  if (!compilation)
    return compilation.takeStatus();
  Compilation &c = **compilation;
  EmittedCode result;
  if (kind == EmitKind::Mlir)
    result.code = c.text();
  if (Status status = c.runTo(&Compilation::planCalls); !status.ok())
    return status;
  result.header = cHeader(*c.plan);
  if (kind == EmitKind::Mlir)
    return result;
  c.addAotEntry();
  if (Status status = c.runTo(&Compilation::optimizeLlvmIr); !status.ok())
    return status;
  if (kind == EmitKind::LlvmIr) {
    result.code = c.llvmText();
    return result;
  }
  if (kind == EmitKind::Assembly) {
    Expected<std::string> text = generateAssembly(c.llvmCode);
    if (!text)
      return text.takeStatus();
    result.code = std::move(*text);
    return result;
  }
  auto object = c.objectCode();
  if (!object)
    return object.takeStatus();
  result.code = (*object)->getBuffer().str();
  return result;
}

Expected<EmittedKernels> fusedml::emitKernels(const graph::GraphData &graph,
                                              const Target &target) {
  CompileOptions options;
  options.target = target;
  options.fuse = false;
  auto compilation = start(graph, options, TargetUse::AnotherMachine,
                           /*scalarsAsArguments=*/true);
  if (!compilation)
    return compilation.takeStatus();
  Compilation &c = **compilation;
  c.isShort = true; // There are many, and each is run a few times.
  if (Status status = c.runTo(&Compilation::generateLlvmIr); !status.ok())
    return status;
  mergeKernels(c.llvmCode);
  auto object = c.objectCode();
  if (!object)
    return object.takeStatus();
  return EmittedKernels{c.plan, (*object)->getBuffer().str()};
}

/// What kernels leave for each other, and the memory it takes; "" if nothing.
static std::string describeMemory(const runtime::Plan &plan) {
  uint64_t tensors = 0, bytes = 0;
  for (const runtime::Step &step : plan.steps)
    for (const runtime::Operand &operand : step.operands)
      if (operand.kind == runtime::Operand::Kind::Temporary &&
          operand.written) {
        uint64_t bits = operand.elementBits;
        for (int64_t extent : step.extents)
          bits *= extent;
        bytes += (bits + 7) / 8;
        ++tensors;
      }
  if (tensors == 0)
    return "";
  return "between kernels: " + std::to_string(tensors) + " tensor" +
         (tensors == 1 ? "" : "s") + " of " + std::to_string(bytes) +
         " bytes, in " + std::to_string(plan.temporaryBytes) +
         " bytes of memory\n";
}

Expected<Explanation> fusedml::explainGraph(const graph::GraphData &graph,
                                            Stage stage,
                                            const CompileOptions &options) {
  auto compilation = start(graph, options, TargetUse::ThisMachine,
                           /*scalarsAsArguments=*/true);
  if (!compilation)
    return compilation.takeStatus();
  Compilation &c = **compilation;
  Explanation result;
  result.before = c.text();
  if (Status status = c.runTo(&Compilation::fuseOperators); !status.ok())
    return status;
  result.after = c.text();
  result.report = c.report.str();
  result.dot = c.report.dot(c.name);
  Status status;
  switch (stage) {
  case Stage::Dml:
    result.stage = result.before;
    break;
  case Stage::Fused:
    result.stage = result.after;
    break;
  case Stage::Loops:
    status = c.runTo(&Compilation::collapseAndLowerToVectors);
    if (status.ok())
      result.stage = c.text();
    break;
  case Stage::Llvm:
    status = c.runTo(&Compilation::optimizeLlvmIr);
    if (status.ok())
      result.stage = c.llvmText();
    break;
  case Stage::Assembly: {
    status = c.runTo(&Compilation::optimizeLlvmIr);
    if (!status.ok())
      break;
    Expected<std::string> text = generateAssembly(c.llvmCode);
    if (!text)
      return text.takeStatus();
    result.stage = std::move(*text);
    break;
  }
  }
  if (status.ok())
    status = c.runTo(&Compilation::planCalls);
  if (!status.ok())
    return status;
  result.report += describeMemory(*c.plan);
  return result;
}

Status fusedml::checkMlir(const std::string &text, const std::string &file,
                          FeatureLevel level) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  Expected<OwningOpRef<ModuleOp>> module =
      parseModule(text, file, &context, level);
  return module ? Status::success() : module.takeStatus();
}

// NOLINTNEXTLINE(readability-identifier-naming): a C symbol.
extern "C" const graph::CompilerInterface *fusedml_get_compiler(int version) {
  static constexpr graph::CompilerInterface interface = {
      compileGraph, emitGraph, explainGraph, checkMlir};
  return version == graph::kCompilerInterfaceVersion ? &interface : nullptr;
}
