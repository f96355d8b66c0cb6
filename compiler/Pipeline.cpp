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
//   import -> canonicalize -> fuse -> collapse -> vector loops -> plan
//          -> LLVM dialect -> LLVM IR -> object -> JIT or file
//
//===----------------------------------------------------------------------===//

#include "compiler/Pipeline.h"

#include "compiler/Registration.h"
#include "compiler/codegen/CHeader.h"
#include "compiler/codegen/CodeGen.h"
#include "compiler/codegen/Jit.h"
#include "compiler/import/Import.h"
#include "compiler/lowering/BuildPlan.h"
#include "compiler/lowering/ToLlvm.h"
#include "compiler/transforms/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <algorithm>

using namespace mlir;
using namespace fusedml;

namespace {

/// One graph on its way through the stages, in a context of its own: contexts
/// never forget an attribute, so a shared one would grow with every graph.
class Compilation {
public:
  Compilation(const graph::GraphData &graph, TargetDescription target,
              bool fuse)
      : graph(graph), target(std::move(target)), fuse(fuse),
        context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }

  // The stages, in order.
  Status import();
  Status canonicalize();
  Status fuseOperators();
  Status collapseAndLowerToVectors();
  Status planCalls();
  Status convertToLlvmDialect();
  Status generateLlvmIr();

  using StageFn = Status (Compilation::*)();
  /// Runs the stages that have not run yet, up to and including `last`.
  Status runTo(StageFn last);

  /// For AOT only, after planCalls: the entry that calls the kernels.
  void addAotEntry() { addEntry(*module, *plan, target); }

  std::string text();
  std::string llvmText();

  std::string name; ///< Of the graph's function.
  std::shared_ptr<runtime::Plan> plan;
  FusionReport report;
  LlvmCode llvmCode;

private:
  static const DialectRegistry &registry();
  func::FuncOp function() { return *module->getOps<func::FuncOp>().begin(); }
  Status run(StringRef stage, function_ref<void(PassManager &)> addPasses);

  const graph::GraphData &graph;
  TargetDescription target;
  bool fuse;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  InPlaceRules inPlace;
  size_t stagesDone = 0;
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
Status Compilation::run(StringRef stage,
                        function_ref<void(PassManager &)> addPasses) {
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
  error.message = "stage '" + stage.str() + "' failed: " + problem +
                  "this is a bug in FuseDML";
  error.mend = "write the graph with `fusedml compile --emit mlir` and replay "
               "it with fusedml-opt";
  return error;
}

Status Compilation::import() {
  if (graph.mlirText.empty()) {
    module = importGraph(graph, &context);
  } else {
    Expected<OwningOpRef<ModuleOp>> parsed =
        parseModule(graph.mlirText, graph.mlirFile, &context, graph.level);
    if (!parsed)
      return parsed.takeStatus();
    module = std::move(*parsed);
  }
  name = function().getName().str();
  inPlace = collectInPlaceRules(function());
  return run("import", [](PassManager &) {});
}

Status Compilation::canonicalize() {
  return run("canonicalize", [](PassManager &passes) {
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
  });
}

Status Compilation::fuseOperators() {
  report = fuseElementwise(function(), fuse);
  return run("fuse", [](PassManager &) {});
}

Status Compilation::collapseAndLowerToVectors() {
  return run("lower to vectors", [&](PassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createCollapseDims());
    ConvertDmlToVectorOptions options;
    options.triple = target.triple;
    options.cpu = target.cpu;
    options.features = target.features;
    passes.addPass(createConvertDmlToVector(options));
  });
}

Status Compilation::planCalls() {
  Expected<std::shared_ptr<runtime::Plan>> built =
      buildPlan(function(), inPlace);
  if (!built)
    return built.takeStatus();
  plan = std::move(*built);
  // What types do not say, DML descriptors do.
  auto addBufferRules = [](Port &port, const TensorDesc &desc) {
    port.desc.totalBytes = std::max(port.desc.totalBytes, desc.totalBytes);
    port.desc.ownedByDml = desc.ownedByDml;
    port.desc.baseOffsetAlignment = desc.baseOffsetAlignment;
  };
  for (auto [port, value] : llvm::zip(plan->inputs, graph.inputs))
    if (value >= 0)
      addBufferRules(port, graph.values[value].desc);
  for (auto [port, output] : llvm::zip(plan->outputs, graph.outputs))
    addBufferRules(port, output.desc);
  function().erase();
  return Status::success();
}

Status Compilation::convertToLlvmDialect() {
  return run("convert to LLVM", addLlvmConversion);
}

Status Compilation::generateLlvmIr() {
  Expected<LlvmCode> code = generateLlvm(*module, target);
  if (!code)
    return code.takeStatus();
  llvmCode = std::move(*code);
  return Status::success();
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

Status Compilation::runTo(StageFn last) {
  static constexpr StageFn path[] = {
      &Compilation::import,         &Compilation::canonicalize,
      &Compilation::fuseOperators,  &Compilation::collapseAndLowerToVectors,
      &Compilation::planCalls,      &Compilation::convertToLlvmDialect,
      &Compilation::generateLlvmIr,
  };
  size_t end = std::ranges::find(path, last) - path + 1;
  while (stagesDone < end)
    if (Status status = (this->*path[stagesDone++])(); !status.ok())
      return status;
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// A graph that has been imported.
static Expected<std::unique_ptr<Compilation>>
start(const graph::GraphData &graph, const CompileOptions &options,
      TargetUse use) {
  Expected<TargetDescription> target = describeTarget(options.target, use);
  if (!target)
    return target.takeStatus();
  auto compilation =
      std::make_unique<Compilation>(graph, *target, options.fuse);
  if (Status status = compilation->runTo(&Compilation::import); !status.ok())
    return status;
  return compilation;
}

Expected<Kernel> fusedml::compileGraph(const graph::GraphData &graph,
                                       const CompileOptions &options) {
  auto compilation = start(graph, options, TargetUse::ThisMachine);
  if (!compilation)
    return compilation.takeStatus();
  Compilation &c = **compilation;
  if (Status status = c.runTo(&Compilation::generateLlvmIr); !status.ok())
    return status;
  Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      generateObject(c.llvmCode);
  if (!object)
    return object.takeStatus();
  if (Status status = loadKernels(std::move(*object), *c.plan); !status.ok())
    return status;
  return Kernel(c.plan);
}

Expected<EmittedCode> fusedml::emitGraph(const graph::GraphData &graph,
                                         EmitKind kind,
                                         const CompileOptions &options) {
  auto compilation = start(graph, options, TargetUse::AnotherMachine);
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
  if (Status status = c.runTo(&Compilation::generateLlvmIr); !status.ok())
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
  Expected<std::unique_ptr<llvm::MemoryBuffer>> object =
      generateObject(c.llvmCode);
  if (!object)
    return object.takeStatus();
  result.code = (*object)->getBuffer().str();
  return result;
}

Expected<Explanation> fusedml::explainGraph(const graph::GraphData &graph,
                                            Stage stage,
                                            const CompileOptions &options) {
  auto compilation = start(graph, options, TargetUse::ThisMachine);
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
    status = c.runTo(&Compilation::generateLlvmIr);
    if (status.ok())
      result.stage = c.llvmText();
    break;
  case Stage::Assembly: {
    status = c.runTo(&Compilation::generateLlvmIr);
    if (!status.ok())
      break;
    Expected<std::string> text = generateAssembly(c.llvmCode);
    if (!text)
      return text.takeStatus();
    result.stage = std::move(*text);
    break;
  }
  }
  if (!status.ok())
    return status;
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
