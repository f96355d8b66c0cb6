//===- Bindings.cpp - checks what is bound to a kernel --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Bindings.h"

#include "runtime/Sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

/// Also says what memory the port has.
Status checkPort(const Plan &plan, const BoundPort &bound,
                 BoundMemory &memory) {
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
  memory = {bound.address(), std::max(*span, use.bytes), bound.number,
            bound.isOutput};
  if (memory.bytes == 0)
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

/// Why an output may not have the memory of another port, or of two inputs.
Status refuseConflict(const BoundPorts &ports, const Conflict &conflict) {
  BoundPort output = ports.output(conflict.output.number);
  size_t number = conflict.other.number;
  auto fail = [&](const char *rule, std::string message, const char *mend) {
    return refuse(ports.plan, fmt::format("outputs[{}]", output.number), rule,
                  std::move(message), mend);
  };
  if (conflict.second)
    return fail("in-place",
                fmt::format("{} and the inputs {} and {} are all bound to "
                            "bytes {}; only one of these inputs may be the "
                            "output's memory",
                            output.str(), ports.input(number).shortName(),
                            ports.input(conflict.second->number).shortName(),
                            output.range()),
                "bind one of the inputs, or the output, to other memory");
  if (conflict.other.isOutput) {
    BoundPort first = ports.output(number);
    return fail("output-overlap",
                fmt::format("outputs {} and {} overlap: bytes {} and {}",
                            first.shortName(), output.shortName(),
                            first.range(), output.range()),
                "give each output memory of its own");
  }
  BoundPort input = ports.input(number);
  bool same = output.address() == input.address() &&
              output.port.desc.sameLayout(input.port.desc);
  std::string why =
      same ? "the operators between them cannot run in place"
      : output.address() != input.address()
          ? "only the same view may be shared, not a part of it"
          : fmt::format("the layouts {} and {} differ, only the same view may "
                        "be shared",
                        output.port.desc.str(), input.port.desc.str());
  return fail(same ? "in-place" : "output-overlap",
              fmt::format("{} overlaps {}: bytes {} and {}; {}", output.str(),
                          input.str(), output.range(), input.range(), why),
              "give the output memory of its own");
}

Status checkOverlaps(const BoundPorts &ports, std::span<BoundMemory> memory) {
  Status status;
  findConflicts(memory,
                {[&plan = ports.plan](const auto &output, const auto &input) {
                   return allowsInPlace(plan, output.number, input.number);
                 },
                 ports.plan.exclusive},
                [&](const Conflict &conflict) {
                  status = refuseConflict(ports, conflict);
                  return false;
                });
  return status;
}

/// Up to this many ports are compared on the stack.
constexpr size_t kFewPorts = 16;

/// Compared one with another, which takes least time for few.
constexpr size_t kFewestPorts = 8;

/// Whether bindings that are there in the right number are surely right: each
/// suffices, and outputs are apart from all others.
bool areEvidentlyRight(const BoundPorts &ports) {
  const Plan &plan = ports.plan;
  size_t inputs = ports.inputs.size();
  size_t count = inputs + ports.outputs.size();
  if (plan.needs.size() != count || count > kFewestPorts)
    return false;
  std::array<uintptr_t, kFewestPorts> begins;
  auto suffices = [&](const auto &binding, const Port &port, size_t number) {
    const PortNeed &need = plan.needs[number];
    begins[number] = reinterpret_cast<uintptr_t>(binding.data);
    return (binding.type == DataType::Unknown ||
            binding.type == port.desc.type) &&
           binding.data && binding.sizeInBytes >= need.bytes &&
           (begins[number] & need.alignmentMask) == 0;
  };
  for (size_t i = 0; i < inputs; ++i)
    if (!suffices(ports.inputs[i], plan.inputs[i], i))
      return false;
  for (size_t o = inputs; o < count; ++o) {
    if (!suffices(ports.outputs[o - inputs], plan.outputs[o - inputs], o))
      return false;
    // Distances, since the end of a range may be the end of the address space.
    for (size_t i = 0; i < o; ++i)
      if (begins[i] <= begins[o]
              ? begins[o] - begins[i] < plan.needs[i].occupied
              : begins[i] - begins[o] < plan.needs[o].occupied)
        return false;
  }
  return true;
}

} // namespace

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
  if (areEvidentlyRight(ports))
    return Status::success();
  size_t count = inputs.size() + outputs.size();
  std::array<BoundMemory, kFewPorts> few;
  std::unique_ptr<BoundMemory[]> many;
  if (count > kFewPorts) {
    many.reset(new (std::nothrow) BoundMemory[count]);
    if (!many) {
      Status status = refuse(plan, "", "binding-count",
                             "no memory is left to compare the bindings", "");
      status.error().code = ErrorCode::OutOfMemory;
      return status;
    }
  }
  std::span<BoundMemory> memory(many ? many.get() : few.data(), count);
  for (size_t i = 0; i < count; ++i) {
    BoundPort bound =
        i < inputs.size() ? ports.input(i) : ports.output(i - inputs.size());
    if (Status status = checkPort(plan, bound, memory[i]); !status)
      return status;
  }
  return checkOverlaps(ports, memory);
}

} // namespace fusedml::runtime
