//===- Pipeline.cpp - from a graph to code, stage by stage ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Read this file first. A graph becomes a module of the dml dialect, operators
// fuse as the planner in front says, the fused operators become loops over
// vectors, and LLVM turns those into code that is linked in memory or written
// to an object file:
//
//   import -> fuse -> collapse | -> vector loops -> LLVM dialect -> LLVM IR
//          -> optimize -> object -> JIT or file
//
// For this process what is right of the bar is done for each kernel that is
// missing, in a module of its own; ahead of time for all of them at once.
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"

#include "compiler/Registration.h"
#include "compiler/codegen/CHeader.h"
#include "compiler/codegen/CodeGen.h"
#include "compiler/codegen/Jit.h"
#include "compiler/import/Import.h"
#include "compiler/lowering/ToLlvm.h"
#include "compiler/target/Symbols.h"
#include "compiler/transforms/FusedNest.h"
#include "compiler/transforms/Passes.h"
#include "front/kernels/BuildStamp.h"
#include "front/plan/Steps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>
#include <chrono>

using namespace mlir;
using namespace fusedml;

/// The function around a kernel that is compiled alone.
static constexpr char kKernelName[] = "kernel";

namespace {

/// Notes the time of one stage after the other.
class StageClock {
public:
  /// What has passed since the last call belongs to `stage`.
  void finish(const char *stage) {
    auto now = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> elapsed = now - start;
    auto same = std::ranges::find(times, stage, &StageTime::stage);
    if (same == times.end())
      times.push_back({stage, elapsed.count()});
    else
      same->milliseconds += elapsed.count();
    start = now;
  }

  std::vector<StageTime> times;

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// A module on its way through the stages: that of a graph, or that of one
/// kernel.
class Compilation {
public:
  Compilation(MLIRContext &context, const TargetDescription &target,
              const CompileOptions &options, StageClock &clock)
      : clock(clock), target(target), options(options), context(context) {}

  // The stages, in order.
  Status fuse();
  Status collapse();
  Status lowerToVectors();
  Status convertToLlvmDialect();
  Status generateLlvmIr();
  Status optimizeLlvmIr();

  using StageFn = Status (Compilation::*)();
  /// Runs the stages that have not run yet, up to and including `last`.
  Status runTo(StageFn last);
  /// A module that has gone that far already.
  void startBehind(StageFn last, OwningOpRef<ModuleOp> newModule);
  /// The object file, after the stages that have not run yet.
  Expected<std::unique_ptr<llvm::MemoryBuffer>> objectCode();

  func::FuncOp function() { return *module->getOps<func::FuncOp>().begin(); }
  std::string text();
  std::string llvmText();

  OwningOpRef<ModuleOp> module;
  bool isShort = false; ///< Code is short rather than fast.
  LlvmCode llvmCode;
  StageClock &clock;

private:
  Status run(function_ref<void(PassManager &)> addPasses);
  Status fail(const std::string &problem);

  const TargetDescription &target;
  const CompileOptions &options;
  MLIRContext &context;

  struct NamedStage {
    const char *name;
    StageFn run;
  };
  static const NamedStage path[];
  static const NamedStage *behind(StageFn stage);
  const NamedStage *next = path; ///< The stage that runs or is to run next.
};

/// A graph from the first stage on. Contexts never forget an attribute, so each
/// has one of its own.
class GraphCompilation {
public:
  GraphCompilation(const graph::GraphData &graph, const CompileOptions &options)
      : graph(graph), options(options),
        context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    clock.finish("context");
  }

  /// Plans, imports, and runs the stages up to collapse. The kernels of the
  /// module are those of the plan, in the same order. `explain`, unless it is
  /// null, gets what fusion did.
  Status start(TargetUse use, graph::ScalarForm scalars,
               Explanation *explain = nullptr);
  /// One kernel, in a module of its own behind collapse.
  Compilation kernel(size_t number);
  const graph::GraphData &graph;
  CompileOptions options;
  StageClock clock;
  MLIRContext context; ///< Outlives the modules.
  TargetDescription target;
  plan::ElementGraph elements;
  plan::Planned planned;
  std::optional<Compilation> whole;

private:
  static const DialectRegistry &registry();
  Status checkPlan(graph::ScalarForm scalars);
};

} // namespace

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// A stage that fails is a fault of ours.
Status Compilation::fail(const std::string &problem) {
  fusedml::Diagnostic error;
  error.code = ErrorCode::Internal;
  error.context = "graph '" + function().getName().str() + "'";
  error.message = std::string("stage '") + next->name + "' failed: " + problem +
                  "this is a bug in FuseDML";
  error.mend = "write the graph with `fusedml compile --emit mlir` and replay "
               "it with `fusedml-opt -dml-fuse-elementwise "
               "-fusedml-lower-to-llvm`";
  return error;
}

/// Runs passes over the module, and verifies what comes out.
Status Compilation::run(function_ref<void(PassManager &)> addPasses) {
  std::string problem;
  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      problem += diagnostic.str() + "; ";
    return success();
  });
  PassManager passes(&context);
  passes.enableVerifier(false);
  addPasses(passes);
  if (succeeded(passes.run(*module)) && succeeded(mlir::verify(*module)))
    return Status::success();
  return fail(problem);
}

Status Compilation::fuse() {
  fuseElementwise(function(), options.fuse);
  return run([](PassManager &) {});
}

Status Compilation::collapse() {
  return run([](PassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createCollapseDims());
  });
}

Status Compilation::lowerToVectors() {
  return run([&](PassManager &passes) {
    ConvertDmlToVectorOptions lowering;
    lowering.triple = target.triple;
    lowering.cpu = target.cpu;
    lowering.features = target.features;
    lowering.fp = options.fp;
    lowering.isShort = isShort;
    addVectorLowering(passes, createConvertDmlToVector(lowering));
  });
}

Status Compilation::convertToLlvmDialect() {
  // What is left of the function says only who calls the kernels.
  function().erase();
  return run(addLlvmConversion);
}

Status Compilation::generateLlvmIr() {
  Expected<LlvmCode> code = generateLlvm(*module, target);
  if (!code)
    return code.takeStatus();
  llvmCode = std::move(*code);
  return Status::success();
}

Status Compilation::optimizeLlvmIr() { return optimizeLlvm(llvmCode); }

Expected<std::unique_ptr<llvm::MemoryBuffer>> Compilation::objectCode() {
  if (Status status = runTo(&Compilation::optimizeLlvmIr); !status.ok())
    return status;
  auto object = generateObject(llvmCode);
  clock.finish("object code");
  return object;
}

const Compilation::NamedStage Compilation::path[] = {
    {"fuse", &Compilation::fuse},
    {"collapse", &Compilation::collapse},
    {"lower to vectors", &Compilation::lowerToVectors},
    {"convert to LLVM", &Compilation::convertToLlvmDialect},
    {"LLVM IR", &Compilation::generateLlvmIr},
    {"optimize", &Compilation::optimizeLlvmIr},
};

const Compilation::NamedStage *Compilation::behind(StageFn stage) {
  return std::ranges::find(path, stage, &NamedStage::run) + 1;
}

Status Compilation::runTo(StageFn last) {
  for (const NamedStage *end = behind(last); next < end; ++next) {
    if (Status status = (this->*next->run)(); !status.ok())
      return status;
    clock.finish(next->name);
  }
  return Status::success();
}

void Compilation::startBehind(StageFn last, OwningOpRef<ModuleOp> newModule) {
  module = std::move(newModule);
  next = behind(last);
}

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

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

const DialectRegistry &GraphCompilation::registry() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    registerDialects(result);
    return result;
  }();
  return registry;
}

Status GraphCompilation::start(TargetUse use, graph::ScalarForm scalars,
                               Explanation *explain) {
  Expected<TargetDescription> described = describeTarget(options.target, use);
  if (!described)
    return described.takeStatus();
  target = std::move(*described);
  clock.finish("target");
  whole.emplace(context, target, options, clock);
  // Planning goes on with these elements, so the module is made of them before.
  elements = plan::elementsOf(graph);
  plan::simplify(elements);
  whole->module = importElements(graph, elements, scalars, &context);
  auto steps = plan::planGraph(graph, elements, options.fuse, scalars);
  if (!steps)
    return steps.takeStatus();
  planned = std::move(*steps);
  clock.finish("import");
  if (Status status = whole->runTo(&Compilation::fuse); !status.ok())
    return status;
  if (explain)
    explain->after = whole->text();
  if (Status status = whole->runTo(&Compilation::collapse); !status.ok())
    return status;
  return checkPlan(scalars);
}

/// Whether a kernel of the module is the one that was planned: its body, its
/// loops and what its code depends on.
static bool isPlanned(dml::FusedOp fused, const plan::LoopNest &planned,
                      const std::string &key, graph::ScalarForm scalars) {
  FusedNest found = nestOf(fused);
  const plan::LoopNest &nest = found.nest;
  if (plan::keyOf(nest, scalars) != key || nest.sizes != planned.sizes)
    return false;
  for (size_t i = 0; i < nest.operands.size(); ++i)
    for (size_t dim = 0; dim < nest.sizes.size(); ++dim)
      // A stride that is never used has one value in types.
      if (nest.sizes[dim] != 1 &&
          nest.operands[i].strides[dim] != planned.operands[i].strides[dim])
        return false;
  return true;
}

/// The dialect and the planner in front agree on every kernel, or code would be
/// kept under the key of another.
Status GraphCompilation::checkPlan(graph::ScalarForm scalars) {
  size_t number = 0;
  bool same = true;
  for (dml::FusedOp fused : whole->function().getOps<dml::FusedOp>()) {
    same =
        number < planned.keys.size() &&
        isPlanned(fused, planned.nests[number], planned.keys[number], scalars);
    if (!same)
      break;
    ++number;
  }
  if (same && number == planned.keys.size())
    return Status::success();
  fusedml::Diagnostic error;
  error.code = ErrorCode::Internal;
  error.context = "graph '" + graph.name + "'";
  error.message = "kernel " + std::to_string(number) +
                  " is not what was planned; this is a bug in FuseDML";
  return error;
}

Compilation GraphCompilation::kernel(size_t number) {
  auto all = whole->function().getOps<dml::FusedOp>();
  dml::FusedOp fused = *std::next(all.begin(), number);
  Location loc = fused.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto function =
      func::FuncOp::create(builder, loc, kKernelName,
                           builder.getFunctionType(fused.getInputs().getTypes(),
                                                   fused.getResultTypes()));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  IRMapping mapping;
  for (auto [input, argument] :
       llvm::zip_equal(fused.getInputs(), block->getArguments()))
    mapping.map(input, argument);
  // Indices are no memory that could be handed over.
  for (Value input : fused.getInputs())
    if (Value memory = dml::viewedMemory(input);
        memory.getDefiningOp<dml::LinearIndexOp>()) {
      memory = builder.clone(*memory.getDefiningOp())->getResult(0);
      mapping.map(input, builder.createOrFold<dml::ReinterpretOp>(
                             loc, input.getType(), memory));
    }
  Operation *copy = builder.clone(*fused, mapping);
  func::ReturnOp::create(builder, loc, copy->getResults());
  Compilation result(context, target, options, clock);
  result.startBehind(&Compilation::collapse, std::move(module));
  return result;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Expected<std::vector<runtime::LinkedImage>>
fusedml::compileKernels(const graph::GraphData &graph,
                        const CompileOptions &options,
                        std::span<const size_t> steps, CompileReport *report) {
  GraphCompilation compilation(graph, options);
  if (Status status = compilation.start(TargetUse::ThisMachine,
                                        graph::ScalarForm::Arguments);
      !status.ok())
    return status;
  std::vector<runtime::LinkedImage> images;
  for (size_t step : steps) {
    Compilation kernel = compilation.kernel(step);
    auto object = kernel.objectCode();
    if (!object)
      return object.takeStatus();
    auto image = linkKernel(std::move(*object), kernelSymbol(kKernelName, 0));
    if (!image)
      return image.takeStatus();
    images.push_back(std::move(*image));
    compilation.clock.finish("link");
  }
  if (report)
    llvm::append_range(report->times, compilation.clock.times);
  return images;
}

/// The graph as it came, before anything is removed.
static std::string importedText(const graph::GraphData &graph,
                                graph::ScalarForm scalars) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string text;
  llvm::raw_string_ostream out(text);
  importElements(graph, plan::elementsOf(graph), scalars, &context)->print(out);
  out << "\n";
  return text;
}

Expected<EmittedCode> fusedml::emitGraph(const graph::GraphData &graph,
                                         EmitKind kind,
                                         const CompileOptions &options) {
  constexpr auto kScalars = graph::ScalarForm::Constants;
  GraphCompilation compilation(graph, options);
  if (Status status = compilation.start(TargetUse::AnotherMachine, kScalars);
      !status.ok())
    return status;
  runtime::Plan &plan = *compilation.planned.plan;
  for (size_t step = 0; step < plan.steps.size(); ++step)
    plan.steps[step].name = kernelSymbol(graph.name, step);
  EmittedCode result;
  result.header = cHeader(plan);
  if (kind == EmitKind::Mlir) {
    result.code = importedText(graph, kScalars);
    return result;
  }
  Compilation &whole = *compilation.whole;
  if (Status status = whole.runTo(&Compilation::lowerToVectors); !status.ok())
    return status;
  addEntry(*whole.module, plan, compilation.target);
  if (Status status = whole.runTo(&Compilation::optimizeLlvmIr); !status.ok())
    return status;
  if (kind == EmitKind::LlvmIr) {
    result.code = whole.llvmText();
    return result;
  }
  if (kind == EmitKind::Assembly) {
    Expected<std::string> text = generateAssembly(whole.llvmCode);
    if (!text)
      return text.takeStatus();
    result.code = std::move(*text);
    return result;
  }
  auto object = whole.objectCode();
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
  GraphCompilation compilation(graph, options);
  if (Status status = compilation.start(TargetUse::AnotherMachine,
                                        graph::ScalarForm::Arguments);
      !status.ok())
    return status;
  Compilation &whole = *compilation.whole;
  whole.isShort = true; // There are many, and each is run a few times.
  if (Status status = whole.runTo(&Compilation::generateLlvmIr); !status.ok())
    return status;
  mergeKernels(whole.llvmCode);
  auto object = whole.objectCode();
  if (!object)
    return object.takeStatus();
  EmittedKernels result;
  for (const std::string &key : compilation.planned.keys)
    result.kernels.push_back(
        {key, kernelSymbol(graph.name, result.kernels.size())});
  result.object = (*object)->getBuffer().str();
  return result;
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
  constexpr auto kScalars = graph::ScalarForm::Arguments;
  GraphCompilation compilation(graph, options);
  Explanation result;
  if (Status status =
          compilation.start(TargetUse::ThisMachine, kScalars, &result);
      !status.ok())
    return status;
  Compilation &whole = *compilation.whole;
  result.before = importedText(graph, kScalars);
  const plan::Planned &planned = compilation.planned;
  result.report = plan::report(compilation.elements, planned.fusion) +
                  describeMemory(*planned.plan);
  result.dot = plan::dot(compilation.elements, planned.fusion, graph.name);
  switch (stage) {
  case Stage::Dml:
    result.stage = result.before;
    return result;
  case Stage::Fused:
    result.stage = result.after;
    return result;
  case Stage::Loops: {
    Status status = whole.runTo(&Compilation::lowerToVectors);
    if (!status.ok())
      return status;
    result.stage = whole.text();
    return result;
  }
  case Stage::Llvm:
  case Stage::Assembly:
    break;
  }
  if (Status status = whole.runTo(&Compilation::optimizeLlvmIr); !status.ok())
    return status;
  if (stage == Stage::Llvm) {
    result.stage = whole.llvmText();
    return result;
  }
  Expected<std::string> text = generateAssembly(whole.llvmCode);
  if (!text)
    return text.takeStatus();
  result.stage = std::move(*text);
  return result;
}

Expected<std::shared_ptr<graph::GraphData>>
fusedml::parseGraph(const std::string &text, const std::string &file,
                    FeatureLevel level) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  Expected<OwningOpRef<ModuleOp>> module =
      parseModule(text, file, &context, level);
  if (!module)
    return module.takeStatus();
  return raiseModule(**module, level);
}

// NOLINTNEXTLINE(readability-identifier-naming): a C symbol.
extern "C" const kernels::CompilerInterface *
fusedml_get_compiler(std::string_view stamp) {
  static constexpr kernels::CompilerInterface interface = {
      compileKernels, emitGraph, explainGraph, parseGraph};
  return stamp == buildStamp() ? &interface : nullptr;
}
