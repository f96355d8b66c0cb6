//===- Bindings.cpp - checks what is bound to a kernel --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Bindings.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml::runtime {

namespace {

/// A port and what is bound to it.
struct BoundPort {
  const Port &port;
  const Binding &binding;
  size_t number;
  bool isOutput;

  uintptr_t address() const {
    return reinterpret_cast<uintptr_t>(binding.data);
  }
  /// Only for ports that passed checkPort.
  uint64_t bytes() const { return port.desc.spanInBytes().value_or(0); }

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
  if (*span == 0)
    return Status::success();

  // minimumBytes() is not asked for: its rounding up to 4 would refuse five
  // bytes for UINT8 [5]. A descriptor that wants it says so in totalBytes.
  uint64_t needed = std::max(*span, desc.totalBytes);
  if (!binding.data)
    return refuse(
        plan, bound, "binding-null",
        fmt::format("nothing is bound, {} needs {} bytes", desc.str(), needed),
        "bind memory; only a tensor with a size of 0 needs none");
  if (binding.sizeInBytes < needed)
    return refuse(
        plan, bound, "binding-size",
        fmt::format("{} bytes are bound, {} needs {}", binding.sizeInBytes,
                    desc.str(), needed),
        fmt::format("bind {} more bytes", needed - binding.sizeInBytes));
  uintptr_t alignment = std::max(bitWidth(desc.type) / 8, 1u);
  if (bound.address() % alignment != 0)
    return refuse(plan, bound, "binding-alignment",
                  fmt::format("the address {:#x} is not a multiple of {}, the "
                              "size of a {}",
                              bound.address(), alignment, name(desc.type)),
                  "bind memory that is aligned for its element type");
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

} // namespace

Status checkBindings(const Plan &plan, std::span<const Binding> inputs,
                     std::span<const Binding> outputs) {
  if (Status status =
          checkCount(plan, "input", plan.inputs.size(), inputs.size());
      !status)
    return status;
  if (Status status =
          checkCount(plan, "output", plan.outputs.size(), outputs.size());
      !status)
    return status;

  auto input = [&](size_t i) {
    return BoundPort{plan.inputs[i], inputs[i], i, false};
  };
  auto output = [&](size_t i) {
    return BoundPort{plan.outputs[i], outputs[i], i, true};
  };

  for (size_t i = 0; i < inputs.size(); ++i)
    if (Status status = checkPort(plan, input(i)); !status)
      return status;
  for (size_t i = 0; i < outputs.size(); ++i)
    if (Status status = checkPort(plan, output(i)); !status)
      return status;

  bool anyInPlace = false;
  for (size_t o = 0; o < outputs.size(); ++o) {
    for (size_t other = 0; other < o; ++other)
      if (Status status = checkOutputs(plan, output(other), output(o)); !status)
        return status;
    for (size_t i = 0; i < inputs.size(); ++i) {
      bool inPlace = false;
      if (Status status =
              checkOutputWithInput(plan, output(o), input(i), inPlace);
          !status)
        return status;
      anyInPlace |= inPlace;
    }
  }
  if (!anyInPlace)
    return Status::success();

  for (const Plan::ExclusivePair &pair : plan.exclusive) {
    BoundPort out = output(static_cast<size_t>(pair.output));
    BoundPort a = input(static_cast<size_t>(pair.inputA));
    BoundPort b = input(static_cast<size_t>(pair.inputB));
    if (!overlap(out, a) || !overlap(out, b))
      continue;
    return refuse(plan, fmt::format("outputs[{}]", out.number), "in-place",
                  fmt::format("{} and the inputs {} and {} are all bound to "
                              "bytes {}; only one of these inputs may be the "
                              "output's memory",
                              out.str(), a.shortName(), b.shortName(),
                              out.range()),
                  "bind one of the inputs, or the output, to other memory");
  }
  return Status::success();
}

} // namespace fusedml::runtime
