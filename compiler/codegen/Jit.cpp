//===- Jit.cpp - objects loaded into this process -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/Jit.h"

#include "front/rules/Refusal.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ExecutionEngine/JITLink/x86_64.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

#include <atomic>
#include <cstring>
#include <mutex>

using namespace llvm;
using namespace llvm::orc;
using namespace fusedml;

static Status jitError(llvm::Error error) {
  return graph::internalFault("the linker in memory failed: " +
                              toString(std::move(error)));
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// Whether a relocation of this kind holds the distance between two places, so
/// that it stays right when both move.
static bool isDistance(const Triple &triple, jitlink::Edge::Kind kind) {
  if (triple.getArch() != Triple::x86_64)
    return false;
  switch (kind) {
  case jitlink::x86_64::Delta8:
  case jitlink::x86_64::Delta16:
  case jitlink::x86_64::Delta32:
  case jitlink::x86_64::Delta64:
  case jitlink::x86_64::NegDelta32:
  case jitlink::x86_64::NegDelta64:
  case jitlink::x86_64::BranchPCRel32:
  case jitlink::x86_64::PCRel32:
    return true;
  default:
    return false;
  }
}

/// Copies what the linker has laid out and fixed up. Empty, with
/// `image.refusal` set, if the code depends on its address, writes to itself or
/// refers to something outside.
static void copyImage(jitlink::LinkGraph &graph, ArrayRef<runtime::Step> steps,
                      runtime::LinkedImage &image) {
  ExecutorAddr begin(~uint64_t{0}), end;
  SmallVector<jitlink::Block *> blocks;
  for (jitlink::Section &section : graph.sections()) {
    if (section.getMemLifetime() == MemLifetime::NoAlloc)
      continue;
    for (jitlink::Block *block : section.blocks()) {
      if ((section.getMemProt() & MemProt::Write) != MemProt::None) {
        image.refusal = "section " + section.getName().str() + " is written to";
        return;
      }
      if (block->getAlignment() > runtime::kCodeAlignment) {
        image.refusal = "section " + section.getName().str() +
                        " is aligned to more than a page";
        return;
      }
      for (const jitlink::Edge &edge : block->edges()) {
        if (!edge.isRelocation())
          continue;
        if (!edge.getTarget().isDefined()) {
          image.refusal = "section " + section.getName().str() +
                          " refers to something outside";
          return;
        }
        if (!isDistance(graph.getTargetTriple(), edge.getKind())) {
          image.refusal = std::string("a relocation is of the kind ") +
                          graph.getEdgeKindName(edge.getKind());
          return;
        }
      }
      begin = std::min(begin, block->getAddress());
      end = std::max(end, block->getAddress() + block->getSize());
      blocks.push_back(block);
    }
  }
  if (blocks.empty()) {
    image.refusal = "there is no code";
    return;
  }
  begin = ExecutorAddr(alignDown(begin.getValue(), runtime::kCodeAlignment));

  StringMap<uint64_t> offsets;
  for (jitlink::Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName())
      offsets[*symbol->getName()] = symbol->getAddress() - begin;
  std::vector<uint64_t> entries;
  for (const runtime::Step &step : steps) {
    auto found = offsets.find(step.name);
    if (found == offsets.end()) {
      image.refusal = "there is no function " + step.name;
      return;
    }
    entries.push_back(found->second);
  }

  image.entries = std::move(entries);
  image.bytes.assign(end - begin, std::byte{0});
  for (jitlink::Block *block : blocks)
    if (!block->isZeroFill())
      std::memcpy(image.bytes.data() + (block->getAddress() - begin),
                  block->getContent().data(), block->getSize());
}

namespace {

/// Makes images of the JITDylibs that are asked for.
class ImageCopier : public ObjectLinkingLayer::Plugin {
public:
  struct Request {
    ArrayRef<runtime::Step> steps;
    runtime::LinkedImage *image;
  };

  /// Until forget(), whatever is linked into `dylib` is copied.
  void ask(JITDylib &dylib, Request request) {
    std::lock_guard lock(mutex);
    requests[&dylib] = request;
  }
  void forget(JITDylib &dylib) {
    std::lock_guard lock(mutex);
    requests.erase(&dylib);
  }

  void modifyPassConfig(MaterializationResponsibility &responsibility,
                        jitlink::LinkGraph &,
                        jitlink::PassConfiguration &passes) override {
    std::lock_guard lock(mutex);
    auto found = requests.find(&responsibility.getTargetJITDylib());
    if (found == requests.end())
      return;
    passes.PostFixupPasses.push_back(
        [request = found->second](jitlink::LinkGraph &graph) {
          copyImage(graph, request.steps, *request.image);
          return llvm::Error::success();
        });
  }
  llvm::Error notifyFailed(MaterializationResponsibility &) override {
    return llvm::Error::success();
  }
  llvm::Error notifyRemovingResources(JITDylib &, ResourceKey) override {
    return llvm::Error::success();
  }
  void notifyTransferringResources(JITDylib &, ResourceKey,
                                   ResourceKey) override {}

private:
  std::mutex mutex;
  DenseMap<JITDylib *, Request> requests;
};

/// What links objects in this process.
struct Linker {
  std::unique_ptr<LLJIT> jit;
  std::shared_ptr<ImageCopier> copier = std::make_shared<ImageCopier>();
};

} // namespace

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// One linker for the process. Never destroyed: kernels may outlive every
/// static object that could own it.
static llvm::Expected<Linker &> linker() {
  static Linker *linker = nullptr;
  static std::string &failure = *new std::string;
  static bool once = [] {
    auto created = std::make_unique<Linker>();
    auto makeLayer = [&](ExecutionSession &session) {
      auto layer = std::make_unique<ObjectLinkingLayer>(session);
      layer->addPlugin(created->copier);
      return llvm::Expected<std::unique_ptr<ObjectLayer>>(std::move(layer));
    };
    auto jit = LLJITBuilder()
                   .setObjectLinkingLayerCreator(makeLayer)
                   // Nothing in a kernel needs the platform's services.
                   .setPlatformSetUp(setUpInactivePlatform)
                   .create();
    if (jit) {
      created->jit = std::move(*jit);
      linker = created.release();
    } else {
      failure = toString(jit.takeError());
    }
    return true;
  }();
  (void)once;
  if (!linker)
    return createStringError(failure);
  return *linker;
}

Status fusedml::loadKernels(std::unique_ptr<MemoryBuffer> object,
                            runtime::Plan &plan, runtime::LinkedImage *image) {
  llvm::Expected<Linker &> linked = linker();
  if (!linked)
    return jitError(linked.takeError());
  std::unique_ptr<LLJIT> &jit = linked->jit;
  static std::atomic<uint64_t> counter;
  std::string name = "fusedml_" + plan.name + "_" + std::to_string(counter++);
  ExecutionSession &session = jit->getExecutionSession();
  // A bare JITDylib: kernels refer to nothing outside.
  llvm::Expected<JITDylib &> dylib = session.createJITDylib(name);
  if (!dylib)
    return jitError(dylib.takeError());
  std::shared_ptr<void> owner(&*dylib, [&session](void *gone) {
    // Fails only if the session has ended, and this one never does.
    consumeError(session.removeJITDylib(*static_cast<JITDylib *>(gone)));
  });
  if (llvm::Error error = jit->addObjectFile(*dylib, std::move(object)))
    return jitError(std::move(error));
  if (image)
    linked->copier->ask(*dylib, {plan.steps, image});
  // The linker is done with the image when a function's address is known.
  llvm::scope_exit forget([&] {
    if (image)
      linked->copier->forget(*dylib);
  });
  for (runtime::Step &step : plan.steps) {
    llvm::Expected<ExecutorAddr> address = jit->lookup(*dylib, step.name);
    if (!address)
      return jitError(address.takeError());
    step.function = address->toPtr<runtime::KernelFn>();
  }
  plan.code = std::move(owner);
  return Status::success();
}
