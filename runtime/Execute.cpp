//===- Execute.cpp - runs the steps of a plan -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Execute.h"

#include "runtime/Arena.h"
#include "runtime/Bindings.h"
#include "runtime/CacheSize.h"
#include "runtime/FpEnvironment.h"
#include "runtime/Split.h"
#include "runtime/Team.h"
#include "runtime/ThreadSanitizer.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <thread>

namespace fusedml::runtime {

namespace {

/// An arena reserves memory for each of its threads.
constexpr unsigned mostThreads = 1024;

/// `size` values without initialization, on the stack if there are few.
template <typename T, size_t inlineSize> class SmallBuffer {
public:
  explicit SmallBuffer(size_t size)
      : heap(size > inlineSize ? new T[size] : nullptr),
        first(heap ? heap.get() : local) {}
  SmallBuffer(const SmallBuffer &) = delete;
  SmallBuffer &operator=(const SmallBuffer &) = delete;

  T *data() { return first; }
  T &operator[](size_t i) { return first[i]; }

private:
  T local[inlineSize];
  std::unique_ptr<T[]> heap;
  T *first;
};

constexpr size_t kFewOperands = 32, kFewDimensions = 8;

using Bases = SmallBuffer<void *, kFewOperands>;
using Extents = SmallBuffer<int64_t, kFewDimensions>;

/// The memory the steps work on.
struct Memory {
  const Plan &plan;
  std::span<const Binding> inputs;
  std::span<const OutputBinding> outputs;
  std::byte *arena;

  void *baseOf(const Step &step, const Operand &operand) const {
    auto index = static_cast<size_t>(operand.index);
    switch (operand.kind) {
    case Operand::Kind::Input:
      return const_cast<void *>(inputs[index].data);
    case Operand::Kind::Output:
      return outputs[index].data;
    case Operand::Kind::Temporary:
      // Without an arena, which a PreparedRun gets later, the offset.
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      return reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(arena) +
                                      operand.offset);
    case Operand::Kind::Constant:
      return const_cast<std::byte *>(plan.constants[index].data());
    case Operand::Kind::Index:
      return nullptr;
    case Operand::Kind::Arguments:
      return const_cast<float *>(step.arguments.data());
    }
    return nullptr;
  }
};

} // namespace

inline void StepCall::runAll() const {
  step->function(bases, extents, strides, 0, extents[0], flags);
}

void StepCall::runPart(int64_t index) const {
  auto dimension = static_cast<size_t>(split.dimension);
  Range range = rangeOf(split, step->extents[dimension], index);
  if (dimension == 0) {
    step->function(bases, extents, strides, range.begin, range.end, flags);
    return;
  }
  size_t rank = step->extents.size();
  Extents part(rank);
  std::copy_n(extents, rank, part.data());
  part[dimension] = range.end - range.begin;

  Bases moved(step->operands.size());
  for (size_t i = 0; i < step->operands.size(); ++i) {
    const Operand &operand = step->operands[i];
    int64_t elements = range.begin * operand.strides[dimension];
    // An index operand's pointer is a number; it moves by whole elements.
    // chooseSplit() cuts no byte of 4-bit elements in two.
    int64_t distance =
        operand.kind == Operand::Kind::Index
            ? elements
            : elements * static_cast<int64_t>(operand.elementBits) / 8;
    moved[i] =
        // NOLINTNEXTLINE(performance-no-int-to-ptr): numbers among pointers.
        reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(bases[i]) +
                                 static_cast<uintptr_t>(distance));
  }
  step->function(moved.data(), part.data(), strides, 0, part[0], flags);
}

bool StepCall::partsAllocate() const {
  return split.dimension != 0 && (step->operands.size() > kFewOperands ||
                                  step->extents.size() > kFewDimensions);
}

namespace {

/// Rows shorter than this are mostly their unaligned ends, which go through the
/// caches and would meet lines that are being written past them.
constexpr uint64_t kShortestRowPastCaches = 4096;

uint64_t chooseFlags(const StepCall &call) {
  if (!shouldBypassCaches(call.step->bytes, call.split.count > 1))
    return 0;
  const std::vector<Operand> &operands = call.step->operands;
  bool writesUnread = false;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].written)
      continue;
    if (static_cast<uint64_t>(call.step->extents.back()) *
            operands[i].elementBits / 8 <
        kShortestRowPastCaches)
      return 0;
    // In place, reading has brought the line into the cache already, so a
    // store past it saves nothing.
    bool alsoRead = false;
    for (size_t j = 0; j < operands.size(); ++j)
      alsoRead |= !operands[j].written && call.bases[j] == call.bases[i] &&
                  operands[j].kind != Operand::Kind::Index;
    writesUnread |= !alsoRead;
  }
  return writesUnread ? uint64_t{NonTemporalStores} : 0;
}

/// How many threads a step may be divided for. Fewer may take part; oneTBB,
/// which takes long to start, is not asked before there is work enough for it.
unsigned threadsFor(unsigned most) {
  static const unsigned cores = std::thread::hardware_concurrency();
  return most == 0 ? cores : most;
}

void runParts(const StepCall &call) {
  // A context of its own: a caller's task group may be cancelled, and parts
  // left out would go unnoticed.
  tbb::task_group_context context(tbb::task_group_context::isolated);
  handOver(&call);
  tbb::parallel_for(
      tbb::blocked_range<int64_t>(0, call.split.count),
      [&](const tbb::blocked_range<int64_t> &parts) {
        takeOver(&call);
        DefaultFpEnvironment environment;
        for (int64_t i = parts.begin(); i < parts.end(); ++i)
          call.runPart(i);
        handOver(&context);
      },
      tbb::simple_partitioner(), context);
  takeOver(&context);
}

void runAsTasks(const StepCall &call, unsigned most) {
  auto available =
      static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
  if (most == 0 || most >= available) {
    // While this thread waits it must not pick up a task of its caller's:
    // that task could call run() too and take this thread's arena.
    tbb::this_task_arena::isolate([&] { runParts(call); });
    return;
  }
  tbb::task_arena limited(static_cast<int>(most));
  limited.execute([&] { runParts(call); });
}

[[gnu::noinline]] void runDivided(const StepCall &call, unsigned most) {
  TeamCall team;
  if (team.isOnly() && !call.partsAllocate()) {
    auto runPart = [](const void *step, int64_t part) {
      static_cast<const StepCall *>(step)->runPart(part);
    };
    if (team.run({runPart, &call, call.split.count}, threadsFor(most),
                 call.step->work))
      return;
  } else if (call.step->work >= leastWakingWork) {
    return runAsTasks(call, most);
  }
  call.runAll();
}

[[gnu::always_inline]] inline void runCall(const StepCall &call,
                                           unsigned most) {
  if (call.split.count <= 1)
    call.runAll();
  else
    runDivided(call, most);
}

StepCall prepare(const Step &step, void *const *bases, unsigned most) {
  StepCall call;
  call.step = &step;
  call.extents = step.extents.data();
  call.strides = step.strides.data();
  call.bases = bases;
  if (step.work >= leastParallelWork)
    call.split = chooseSplit(step, step.work, threadsFor(most));
  call.flags = chooseFlags(call);
  return call;
}

void runStep(const Step &step, const Memory &memory, unsigned threads) {
  if (step.isEmpty)
    return;
  assert(step.strides.size() == step.operands.size() * step.extents.size() &&
         "prepareSteps() was called");
  Bases bases(step.operands.size());
  for (size_t i = 0; i < step.operands.size(); ++i)
    bases[i] = memory.baseOf(step, step.operands[i]);
  runCall(prepare(step, bases.data(), threads), threads);
}

Status outOfMemory(const Plan &plan) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::OutOfMemory;
  diagnostic.rule = "temporary-size";
  diagnostic.message = fmt::format(
      "{} bytes of temporary memory are not available", plan.temporaryBytes);
  diagnostic.mend = "use smaller tensors or split the graph";
  if (!plan.name.empty())
    diagnostic.context = fmt::format("graph '{}'", plan.name);
  return diagnostic;
}

} // namespace

PreparedRun::PreparedRun(std::shared_ptr<const Plan> newPlan,
                         std::span<const Binding> inputs,
                         std::span<const OutputBinding> outputs,
                         const RunOptions &options)
    : plan(std::move(newPlan)), pending(plan->pending.get()),
      threads(std::min(options.threads, mostThreads)) {
  Memory memory{*plan, inputs, outputs, nullptr};
  for (const Step &step : plan->steps) {
    if (step.isEmpty)
      continue;
    PreparedStep &prepared = steps.emplace_back();
    for (size_t i = 0; i < step.operands.size(); ++i) {
      const Operand &operand = step.operands[i];
      prepared.bases.push_back(memory.baseOf(step, operand));
      if (operand.kind == Operand::Kind::Temporary)
        prepared.temporaries.push_back(i);
    }
    prepared.call = prepare(step, prepared.bases.data(), threads);
  }
  if (!pending || pending->isThere())
    return;
  std::shared_ptr<const Plan> other(plan, &pending->meanwhile());
  if (checkBindings(*other, inputs, outputs))
    meanwhile = std::make_unique<const PreparedRun>(std::move(other), inputs,
                                                    outputs, options);
}

Status PreparedRun::run() const {
  if (pending && !pending->isThere()) {
    if (meanwhile)
      return meanwhile->run();
    if (Status status = pending->wait(); !status)
      return status;
  }
  return runSteps();
}

Status PreparedRun::runSteps() const {
  if (plan->temporaryBytes != 0)
    return runWithArena();
  try {
    for (const PreparedStep &prepared : steps)
      runCall(prepared.call, threads);
  } catch (const std::bad_alloc &) {
    return outOfMemory(*plan);
  }
  return Status::success();
}

Status PreparedRun::runWithArena() const {
  std::byte *arena = threadArena(plan->temporaryBytes);
  if (!arena)
    return outOfMemory(*plan);
  try {
    for (const PreparedStep &prepared : steps) {
      Bases bases(prepared.bases.size());
      std::ranges::copy(prepared.bases, bases.data());
      for (size_t i : prepared.temporaries)
        bases[i] = arena + prepared.call.step->operands[i].offset;
      StepCall call = prepared.call;
      call.bases = bases.data();
      runCall(call, threads);
    }
  } catch (const std::bad_alloc &) {
    return outOfMemory(*plan);
  }
  return Status::success();
}

Status execute(const Plan &plan, std::span<const Binding> inputs,
               std::span<const OutputBinding> outputs,
               const RunOptions &options) {
  Memory memory{plan, inputs, outputs, nullptr};
  if (plan.temporaryBytes != 0) {
    memory.arena = threadArena(plan.temporaryBytes);
    if (!memory.arena)
      return outOfMemory(plan);
  }
  try {
    unsigned threads = std::min(options.threads, mostThreads);
    for (const Step &step : plan.steps)
      runStep(step, memory, threads);
  } catch (const std::bad_alloc &) {
    return outOfMemory(plan);
  }
  return Status::success();
}

} // namespace fusedml::runtime
