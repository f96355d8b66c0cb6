//===- Bindings.cpp - checks what is bound to a kernel --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Bindings.h"

#include "runtime/Checked.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace fusedml::runtime {

namespace {

/// A port and what is bound to it.
struct BoundPort {
  const Port &port;
  Binding binding;
  PortUse use;
  size_t number;
  bool isOutput;

  uintptr_t address() const {
    return reinterpret_cast<uintptr_t>(binding.data);
  }
  /// Only for ports that passed checkPort.
  uint64_t bytes() const {
    return std::max(port.desc.spanInBytes().value_or(0), use.bytes);
  }

  /// `input 'x' (0)`
  std::string str() const {
    return fmt::format("{} {}", isOutput ? "output" : "input", shortName());
  }
  /// `'x' (0)`
  std::string shortName() const {
    return fmt::format("'{}' ({})", port.name, number);
  }
  std::string range() const {
    return fmt::format("[{:#x}, {:#x})", address(), address() + bytes());
  }
};

PortUse useOf(const std::vector<PortUse> &uses, size_t number) {
  return number < uses.size() ? uses[number] : PortUse();
}

/// All ports of a plan. There is one binding for each.
struct BoundPorts {
  const Plan &plan;
  std::span<const Binding> inputs;
  std::span<const OutputBinding> outputs;

  BoundPort input(size_t i) const {
    return {plan.inputs[i], inputs[i], useOf(plan.inputUses, i), i, false};
  }
  BoundPort output(size_t i) const {
    return {plan.outputs[i], outputs[i], useOf(plan.outputUses, i), i, true};
  }
};

Status refuse(const Plan &plan, std::string field, std::string rule,
              std::string message, std::string mend) {
  Diagnostic diagnostic;
  diagnostic.field = std::move(field);
  diagnostic.rule = std::move(rule);
  diagnostic.message = std::move(message);
  diagnostic.mend = std::move(mend);
  if (!plan.name.empty())
    diagnostic.context = fmt::format("graph '{}'", plan.name);
  return diagnostic;
}

Status refuse(const Plan &plan, const BoundPort &bound, std::string rule,
              const std::string &message, std::string mend) {
  return refuse(plan,
                fmt::format("{}[{}]", bound.isOutput ? "outputs" : "inputs",
                            bound.number),
                std::move(rule), bound.str() + ": " + message, std::move(mend));
}

Status checkCount(const Plan &plan, const char *noun, size_t expected,
                  size_t found) {
  if (expected == found)
    return Status::success();
  return refuse(plan, fmt::format("{}s", noun), "binding-count",
                fmt::format("expected {} {}{}, found {}", expected, noun,
                            expected == 1 ? "" : "s", found),
                fmt::format("bind one buffer for each {}, in the order of "
                            "Kernel::{}s()",
                            noun, noun));
}

/// C++ has no type of 4 bits; two such elements travel in a byte.
bool holds(DataType bound, DataType tensor) {
  if (tensor == DataType::UInt4 || tensor == DataType::Int4)
    return bound == DataType::UInt8 || bound == DataType::Int8 ||
           bound == tensor;
  return bound == tensor;
}

Status checkPort(const Plan &plan, const BoundPort &bound) {
  const TensorDesc &desc = bound.port.desc;
  const Binding &binding = bound.binding;

  if (binding.type != DataType::Unknown && !holds(binding.type, desc.type))
    return refuse(plan, bound, "binding-type",
                  fmt::format("the bound elements are {}, the tensor is {}",
                              name(binding.type), desc.str()),
                  fmt::format("bind {} elements, or an address and a size to "
                              "bind raw memory",
                              name(desc.type)));

  std::optional<uint64_t> span = desc.spanInBytes();
  if (!span)
    return refuse(plan, bound, "binding-size",
                  fmt::format("the bytes of {} do not fit 64 bits", desc.str()),
                  "use smaller sizes or strides");
  const PortUse &use = bound.use;
  if (*span == 0 && use.bytes == 0)
    return Status::success();

  // minimumBytes() is not asked for: its rounding up to 4 would refuse five
  // bytes for UINT8 [5]. A descriptor that wants it says so in totalBytes.
  uint64_t described = std::max(*span, desc.totalBytes);
  bool usesMore = use.bytes > described;
  uint64_t needed = std::max(described, use.bytes);
  auto what = [&] {
    return usesMore ? "the graph's largest view of " + desc.str() : desc.str();
  };
  if (!binding.data)
    return refuse(
        plan, bound, "binding-null",
        fmt::format("nothing is bound, {} needs {} bytes", what(), needed),
        usesMore ? fmt::format("bind {} bytes", needed)
                 : "bind memory; only a tensor with a size of 0 needs none");
  if (binding.sizeInBytes < needed)
    return refuse(
        plan, bound, "binding-size",
        fmt::format("{} bytes are bound, {} needs {}", binding.sizeInBytes,
                    what(), needed),
        fmt::format("bind {} more bytes", needed - binding.sizeInBytes));

  unsigned elementBytes = std::max(bitWidth(desc.type) / 8, 1u);
  if (bound.address() % elementBytes != 0)
    return refuse(plan, bound, "binding-alignment",
                  fmt::format("the address {:#x} is not a multiple of {}, the "
                              "size of a {}",
                              bound.address(), elementBytes, name(desc.type)),
                  "bind memory that is aligned for its element type");
  if (bound.address() % use.alignment != 0)
    return refuse(
        plan, bound, "binding-alignment",
        fmt::format("the address {:#x} is not a multiple of {}, the "
                    "size of the largest element in the graph's "
                    "views of {}",
                    bound.address(), use.alignment, desc.str()),
        fmt::format("bind memory that is aligned to {} bytes", use.alignment));
  return Status::success();
}

bool overlap(const BoundPort &a, const BoundPort &b) {
  uint64_t aBytes = a.bytes(), bBytes = b.bytes();
  if (aBytes == 0 || bBytes == 0)
    return false;
  // Distances, since the end of a range may be the end of the address space.
  return a.address() <= b.address() ? b.address() - a.address() < aBytes
                                    : a.address() - b.address() < bBytes;
}

Status checkOutputs(const Plan &plan, const BoundPort &a, const BoundPort &b) {
  if (!overlap(a, b))
    return Status::success();
  return refuse(plan, fmt::format("outputs[{}]", b.number), "output-overlap",
                fmt::format("outputs {} and {} overlap: bytes {} and {}",
                            a.shortName(), b.shortName(), a.range(), b.range()),
                "give each output memory of its own");
}

/// Sets `inPlace` if the output is the very view of the input.
Status checkOutputWithInput(const Plan &plan, const BoundPort &output,
                            const BoundPort &input, bool &inPlace) {
  inPlace = false;
  if (!overlap(output, input))
    return Status::success();

  std::string rule = "output-overlap";
  std::string why;
  if (output.address() != input.address()) {
    why = "only the same view may be shared, not a part of it";
  } else if (!output.port.desc.sameLayout(input.port.desc)) {
    why = fmt::format("the layouts {} and {} differ, only the same view may be "
                      "shared",
                      output.port.desc.str(), input.port.desc.str());
  } else if (!allowsInPlace(plan, output.number, input.number)) {
    rule = "in-place";
    why = "the operators between them cannot run in place";
  } else {
    inPlace = true;
    return Status::success();
  }
  return refuse(plan, fmt::format("outputs[{}]", output.number), rule,
                fmt::format("{} overlaps {}: bytes {} and {}; {}", output.str(),
                            input.str(), output.range(), input.range(), why),
                "give the output memory of its own");
}

/// The bytes of a port. Both ends are inside, so that they may be the last of
/// the address space.
struct Interval {
  uintptr_t first, last;
  size_t number;
  bool isOutput;
};

/// Writes the ports that have bytes to `intervals` and returns how many.
size_t collect(const BoundPorts &ports, Interval *intervals) {
  size_t count = 0;
  auto add = [&](const BoundPort &bound) {
    uint64_t bytes = bound.bytes();
    if (bytes == 0)
      return;
    uintptr_t first = bound.address();
    uint64_t most = std::numeric_limits<uintptr_t>::max() - first;
    auto last = static_cast<uintptr_t>(first + std::min(bytes - 1, most));
    intervals[count++] = {first, last, bound.number, bound.isOutput};
  };
  for (size_t i = 0; i < ports.inputs.size(); ++i)
    add(ports.input(i));
  for (size_t i = 0; i < ports.outputs.size(); ++i)
    add(ports.output(i));
  return count;
}

/// By address, an output before the inputs at its address.
bool isBefore(const Interval &a, const Interval &b) {
  return a.first != b.first ? a.first < b.first : a.isOutput && !b.isOutput;
}

/// Whether checkOverlapsPairwise() has nothing to report. Sorts `intervals`.
///
/// What may share bytes with an output starts where it starts. So a walk up the
/// addresses need only know how far the ports that started before reach.
bool mayShareMemory(const BoundPorts &ports, std::span<Interval> intervals) {
  const Plan &plan = ports.plan;
  std::ranges::sort(intervals, isBefore);

  bool anyInPlace = false;
  // No port with bytes is at address 0.
  uintptr_t reachOfInputs = 0, reachOfOutputs = 0;
  for (size_t i = 0; i < intervals.size();) {
    uintptr_t first = intervals[i].first;
    const Interval *output = intervals[i].isOutput ? &intervals[i] : nullptr;
    if (reachOfOutputs >= first || (output && reachOfInputs >= first))
      return false;
    if (output) {
      reachOfOutputs = output->last;
      ++i;
    }
    for (; i < intervals.size() && intervals[i].first == first; ++i) {
      const Interval &here = intervals[i];
      if (output) {
        if (here.isOutput || !allowsInPlace(plan, output->number, here.number))
          return false;
        anyInPlace = true;
      }
      reachOfInputs = std::max(reachOfInputs, here.last);
    }
  }
  if (!anyInPlace)
    return true;

  // From here on, an output and an input overlap only at one address.
  return std::ranges::none_of(
      plan.exclusive, [&](const Plan::ExclusivePair &pair) {
        BoundPort a = ports.input(static_cast<size_t>(pair.inputA));
        BoundPort b = ports.input(static_cast<size_t>(pair.inputB));
        if (a.address() != b.address() || a.bytes() == 0 || b.bytes() == 0)
          return false;
        Interval wanted = {a.address(), 0, 0, true};
        auto found = std::ranges::lower_bound(intervals, wanted, isBefore);
        return found != intervals.end() && found->first == wanted.first &&
               found->isOutput;
      });
}

/// Up to this many ports are sorted on the stack.
constexpr size_t kFewPorts = 16;

Status checkOverlaps(const BoundPorts &ports) {
  size_t count = ports.inputs.size() + ports.outputs.size();
  std::array<Interval, kFewPorts> local;
  std::unique_ptr<Interval[]> heap;
  Interval *intervals = local.data();
  if (count > kFewPorts) {
    heap.reset(new (std::nothrow) Interval[count]);
    intervals = heap.get();
  }
  if (intervals &&
      mayShareMemory(ports, std::span(intervals, collect(ports, intervals))))
    return Status::success();
  // Which pair comes first, and why it is refused, matters only now.
  return checkOverlapsPairwise(ports.plan, ports.inputs, ports.outputs);
}

} // namespace

Status checkOverlapsPairwise(const Plan &plan, std::span<const Binding> inputs,
                             std::span<const OutputBinding> outputs) {
  BoundPorts ports{plan, inputs, outputs};
  bool anyInPlace = false;
  for (size_t o = 0; o < outputs.size(); ++o) {
    BoundPort output = ports.output(o);
    for (size_t other = 0; other < o; ++other)
      if (Status status = checkOutputs(plan, ports.output(other), output);
          !status)
        return status;
    for (size_t i = 0; i < inputs.size(); ++i) {
      bool inPlace = false;
      if (Status status =
              checkOutputWithInput(plan, output, ports.input(i), inPlace);
          !status)
        return status;
      anyInPlace |= inPlace;
    }
  }
  if (!anyInPlace)
    return Status::success();

  for (const Plan::ExclusivePair &pair : plan.exclusive) {
    BoundPort a = ports.input(static_cast<size_t>(pair.inputA));
    BoundPort b = ports.input(static_cast<size_t>(pair.inputB));
    for (size_t o = 0; o < outputs.size(); ++o) {
      BoundPort output = ports.output(o);
      if (!overlap(output, a) || !overlap(output, b))
        continue;
      return refuse(plan, fmt::format("outputs[{}]", o), "in-place",
                    fmt::format("{} and the inputs {} and {} are all bound to "
                                "bytes {}; only one of these inputs may be the "
                                "output's memory",
                                output.str(), a.shortName(), b.shortName(),
                                output.range()),
                    "bind one of the inputs, or the output, to other memory");
    }
  }
  return Status::success();
}

Status checkBindings(const Plan &plan, std::span<const Binding> inputs,
                     std::span<const OutputBinding> outputs) {
  if (Status status =
          checkCount(plan, "input", plan.inputs.size(), inputs.size());
      !status)
    return status;
  if (Status status =
          checkCount(plan, "output", plan.outputs.size(), outputs.size());
      !status)
    return status;

  BoundPorts ports{plan, inputs, outputs};
  for (size_t i = 0; i < inputs.size(); ++i)
    if (Status status = checkPort(plan, ports.input(i)); !status)
      return status;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (Status status = checkPort(plan, ports.output(i)); !status)
      return status;
  return checkOverlaps(ports);
}

} // namespace fusedml::runtime
