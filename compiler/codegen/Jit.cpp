//===- Jit.cpp - objects linked in memory ---------------------------------===//
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

/// Copies what the linker has laid out and fixed up. Fails if the code depends
/// on its address, writes to itself or refers to something outside.
static llvm::Expected<runtime::LinkedImage> copyImage(jitlink::LinkGraph &graph,
                                                      StringRef entry) {
  ExecutorAddr begin(~uint64_t{0}), end;
  SmallVector<jitlink::Block *> blocks;
  for (jitlink::Section &section : graph.sections()) {
    if (section.getMemLifetime() == MemLifetime::NoAlloc)
      continue;
    auto refuse = [&](const Twine &why) {
      return createStringError("section " + section.getName() + " " + why);
    };
    for (jitlink::Block *block : section.blocks()) {
      if ((section.getMemProt() & MemProt::Write) != MemProt::None)
        return refuse("is written to");
      if (block->getAlignment() > runtime::kCodeAlignment)
        return refuse("is aligned to more than a page");
      for (const jitlink::Edge &edge : block->edges()) {
        if (!edge.isRelocation())
          continue;
        if (!edge.getTarget().isDefined())
          return refuse("refers to something outside");
        if (!isDistance(graph.getTargetTriple(), edge.getKind()))
          return refuse(Twine("has a relocation of the kind ") +
                        graph.getEdgeKindName(edge.getKind()));
      }
      begin = std::min(begin, block->getAddress());
      end = std::max(end, block->getAddress() + block->getSize());
      blocks.push_back(block);
    }
  }
  begin = ExecutorAddr(alignDown(begin.getValue(), runtime::kCodeAlignment));
  runtime::LinkedImage image;
  bool hasEntry = false;
  for (jitlink::Symbol *symbol : graph.defined_symbols())
    if (symbol->hasName() && *symbol->getName() == entry) {
      image.entry = symbol->getAddress() - begin;
      hasEntry = true;
    }
  if (!hasEntry)
    return createStringError("there is no function " + entry);
  image.bytes.assign(end - begin, std::byte{0});
  for (jitlink::Block *block : blocks)
    if (!block->isZeroFill())
      std::memcpy(image.bytes.data() + (block->getAddress() - begin),
                  block->getContent().data(), block->getSize());
  return image;
}

namespace {

/// Makes images of what is linked into the JITDylibs that are asked for.
class ImageCopier : public ObjectLinkingLayer::Plugin {
public:
  struct Request {
    StringRef entry;
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
        [request = found->second](jitlink::LinkGraph &graph) -> llvm::Error {
          auto image = copyImage(graph, request.entry);
          if (!image)
            return image.takeError();
          *request.image = std::move(*image);
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

/// One linker for the process.
static llvm::Expected<Linker &> linker() {
  static Linker linker;
  static const std::string failure = [] {
    auto makeLayer = [](ExecutionSession &session) {
      auto layer = std::make_unique<ObjectLinkingLayer>(session);
      layer->addPlugin(linker.copier);
      return llvm::Expected<std::unique_ptr<ObjectLayer>>(std::move(layer));
    };
    auto jit = LLJITBuilder()
                   .setObjectLinkingLayerCreator(makeLayer)
                   // Nothing in a kernel needs the platform's services.
                   .setPlatformSetUp(setUpInactivePlatform)
                   .create();
    if (!jit)
      return toString(jit.takeError());
    linker.jit = std::move(*jit);
    return std::string();
  }();
  if (!linker.jit)
    return createStringError(failure);
  return linker;
}

fusedml::Expected<runtime::LinkedImage>
fusedml::linkKernel(std::unique_ptr<MemoryBuffer> object, StringRef entry) {
  llvm::Expected<Linker &> linked = linker();
  if (!linked)
    return jitError(linked.takeError());
  LLJIT &jit = *linked->jit;
  static std::atomic<uint64_t> counter;
  ExecutionSession &session = jit.getExecutionSession();
  // A bare JITDylib for each object: kernels refer to nothing outside, and
  // equal names do not meet.
  llvm::Expected<JITDylib &> dylib =
      session.createJITDylib("kernel" + std::to_string(counter++));
  if (!dylib)
    return jitError(dylib.takeError());
  runtime::LinkedImage image;
  linked->copier->ask(*dylib, {entry, &image});
  // The image is all that stays.
  llvm::scope_exit remove([&] {
    linked->copier->forget(*dylib);
    // Fails only if the session has ended, and this one never does.
    consumeError(session.removeJITDylib(*dylib));
  });
  if (llvm::Error error = jit.addObjectFile(*dylib, std::move(object)))
    return jitError(std::move(error));
  // The linker is done with the image when the function's address is known.
  if (auto address = jit.lookup(*dylib, entry); !address)
    return jitError(address.takeError());
  return image;
}
