//===- Program.cpp - a compiled graph behind its bindings -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Program.h"

#include "front/graph/GraphSpec.h"
#include "front/rules/Refusal.h"
#include "fusedml/Compile.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml::directml {
namespace {

/// Copies of owned inputs begin at multiples of it, which serves every vector.
constexpr uint64_t kOwnedAlignment = 64;

/// More than an address space has.
constexpr uint64_t kMostOwnedBytes = uint64_t{1} << 47;

uint64_t roundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

Place makePlace(std::string name, Slot::Kind kind, bool written) {
  Place place;
  place.name = name;
  Slot &slot = place.slots.emplace_back();
  slot.kind = kind;
  slot.name = std::move(name);
  slot.written = written;
  return place;
}

/// The place of a kernel's port. A graph may take wider views of an input than
/// the tensor the port is named after.
Place portPlace(const Port &port, bool written) {
  Place place = makePlace(
      port.name, port.desc.ownedByDml ? Slot::Kind::Owned : Slot::Kind::Needed,
      written);
  Slot &slot = place.slots.front();
  slot.bytes =
      std::max(port.desc.totalBytes, port.desc.minimumBytes().value_or(0));
  slot.alignment = std::max(port.desc.baseOffsetAlignment,
                            uint32_t{DML_MINIMUM_BUFFER_TENSOR_ALIGNMENT});
  return place;
}

/// Places of the tensor fields of one kind, and the ports they feed. Absent
/// elements of an array have no place.
void placeFields(const graph::Operator &op, graph::FieldKind kind,
                 std::span<const Port> ports, std::vector<Place> &places,
                 std::vector<int> &numbers) {
  int port = 0;
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const graph::FieldRow &field = op.row->fields[i];
    if (field.kind != kind)
      continue;
    bool written = kind == graph::FieldKind::Output;
    if (op.tensor(i)) {
      places.push_back(portPlace(ports[static_cast<size_t>(port)], written));
      numbers.push_back(port++);
    } else if (field.array.empty()) {
      places.push_back(
          makePlace(std::string(field.name), Slot::Kind::Absent, written));
      numbers.push_back(-1);
    }
  }
}

} // namespace

Program::Program(std::string newName, Kernel newKernel, Places newPlaces,
                 bool bindsLate)
    : name(std::move(newName)), kernel(std::move(newKernel)),
      places(std::move(newPlaces)), late(bindsLate) {}

Expected<std::shared_ptr<Program>>
Program::make(std::string name, Kernel kernel, Places places, bool bindsLate) {
  std::shared_ptr<Program> made(new Program(std::move(name), std::move(kernel),
                                            std::move(places), bindsLate));
  for (size_t i = 0; i < made->places.inputs.size(); ++i) {
    const Slot &slot = made->places.inputs[i].slots.front();
    if (slot.kind != Slot::Kind::Owned)
      continue;
    made->owned.push_back({i, made->ownedBytes, slot.bytes});
    if (slot.bytes > kMostOwnedBytes ||
        made->ownedBytes > kMostOwnedBytes - slot.bytes)
      return graph::refusal(
          slot.name, "owned-size",
          fmt::format("{}: tensors with DML_TENSOR_FLAG_OWNED_BY_DML of {} "
                      "bytes and more do not fit a persistent resource",
                      slot.name, slot.bytes),
          "clear the flag");
    made->ownedBytes += roundUp(slot.bytes, kOwnedAlignment);
  }
  return made;
}

Expected<std::shared_ptr<Program>>
Program::compileOperator(const graph::Operator &op, bool bindsLate) {
  ImportOptions options;
  options.featureLevel = Device::kLevel;
  options.name = op.row->mnemonic;
  Expected<std::shared_ptr<graph::GraphData>> data =
      graph::buildOperatorGraph(op, options);
  if (!data)
    return data.takeStatus();
  Expected<Kernel> kernel = compile(Graph(std::move(*data)));
  if (!kernel)
    return kernel.takeStatus();
  Places places;
  placeFields(op, graph::FieldKind::Input, kernel->inputs(), places.inputs,
              places.inputPorts);
  placeFields(op, graph::FieldKind::Output, kernel->outputs(), places.outputs,
              places.outputPorts);
  return make(std::string(op.row->dmlName), std::move(*kernel),
              std::move(places), bindsLate);
}

Expected<std::shared_ptr<Program>>
Program::compileGraph(const std::shared_ptr<graph::GraphData> &data,
                      bool bindsLate) {
  Expected<Kernel> kernel = compile(Graph(data));
  if (!kernel)
    return kernel.takeStatus();
  Places places;
  for (size_t i = 0; i < data->inputs.size(); ++i) {
    bool read = data->inputs[i] >= 0;
    places.inputs.push_back(
        read ? portPlace(kernel->inputs()[i], false)
             : makePlace(data->inputNames[i], Slot::Kind::Ignored, false));
    places.inputPorts.push_back(static_cast<int>(i));
  }
  for (const Port &port : kernel->outputs()) {
    places.outputPorts.push_back(static_cast<int>(places.outputs.size()));
    places.outputs.push_back(portPlace(port, true));
  }
  return make("a graph", std::move(*kernel), std::move(places), bindsLate);
}

/// DirectML's rules for bindings that share a resource at execution. It
/// compares whole ranges; what may be in place is the kernel's to say.
Status Program::checkOverlaps(const BoundBuffers &buffers) const {
  std::vector<runtime::BoundMemory> ranges;
  for (size_t i = 0; i < places.inputs.size(); ++i)
    ranges.push_back(buffers.inputs[i].front().memory(
        places.inputs[i].slots.front().bytes, i));
  for (size_t i = 0; i < places.outputs.size(); ++i) {
    ranges.push_back(buffers.outputs[i].front().memory(
        places.outputs[i].slots.front().bytes, i));
    ranges.back().isOutput = true;
  }
  const size_t persistent = places.inputs.size();
  ranges.push_back(buffers.persistent.memory(ownedBytes, persistent));

  bool inPlace = false;
  Status status;
  runtime::findConflicts(
      ranges,
      {[&](const auto &output, const auto &input) {
         inPlace = true;
         return input.number != persistent && input.bytes == output.bytes;
       },
       {}},
      [&](const runtime::Conflict &conflict) {
        size_t other = conflict.other.number;
        std::string text =
            conflict.other.isOutput
                ? fmt::format("output {}, which is written, too",
                              places.outputs[other].name)
            : other == persistent
                ? "the persistent resource, which must stay as the initializer "
                  "left it"
                : fmt::format("input {}, but not exactly the same",
                              places.inputs[other].name);
        const std::string &name = places.outputs[conflict.output.number].name;
        status = graph::refusal(
            name, "binding-overlap",
            fmt::format("output {} shares memory with {}", name, text),
            "bind memory of its own");
        return false;
      });
  if (!status || !inPlace)
    return status;
  KernelBindings bindings = bind(buffers);
  return kernel.check(bindings.inputs, bindings.outputs);
}

Program::KernelBindings Program::bind(const BoundBuffers &buffers) const {
  KernelBindings bindings;
  bindings.inputs.resize(kernel.inputs().size());
  bindings.outputs.resize(kernel.outputs().size());
  for (size_t i = 0; i < places.inputPorts.size(); ++i)
    if (const BufferRange &buffer = buffers.inputs[i].front(); buffer)
      bindings.inputs[static_cast<size_t>(places.inputPorts[i])] =
          Binding(buffer.data(), buffer.bytes);
  for (const OwnedInput &input : owned)
    bindings.inputs[static_cast<size_t>(places.inputPorts[input.place])] =
        Binding(buffers.persistent.data() + input.offset, input.bytes);
  for (size_t i = 0; i < places.outputPorts.size(); ++i)
    if (const BufferRange &buffer = buffers.outputs[i].front(); buffer)
      bindings.outputs[static_cast<size_t>(places.outputPorts[i])] =
          OutputBinding(buffer.data(), buffer.bytes);
  return bindings;
}

Status Program::run(const BoundBuffers &buffers) const {
  if (!initialized)
    return graph::refusal(
        "dispatchable", "initialized",
        "the compiled operator was executed before it was initialized",
        "record an IDMLOperatorInitializer for it and execute that first");
  KernelBindings bindings = bind(buffers);
  return kernel.run(bindings.inputs, bindings.outputs);
}

Status Program::run(std::span<const FUSEDML_HOST_BUFFER> inputs,
                    std::span<const FUSEDML_HOST_BUFFER> outputs) const {
  KernelBindings bindings;
  bindings.inputs.resize(kernel.inputs().size());
  bindings.outputs.resize(kernel.outputs().size());
  auto bindAll = [](const char *list, std::span<const Place> places,
                    std::span<const int> ports,
                    std::span<const FUSEDML_HOST_BUFFER> buffers,
                    auto &bound) -> Status {
    for (size_t i = 0; i < places.size(); ++i) {
      const FUSEDML_HOST_BUFFER &buffer = buffers[i];
      if (ports[i] >= 0)
        bound[static_cast<size_t>(ports[i])] = {buffer.Data,
                                                buffer.SizeInBytes};
      else if (buffer.Data)
        return graph::refusal(
            list, "binding-absent",
            fmt::format("{}[{}] ({}): memory was given for an optional tensor "
                        "that the operator was created without",
                        list, i, places[i].name),
            "set Data to null");
    }
    return Status::success();
  };
  Status status = bindAll("inputs", places.inputs, places.inputPorts, inputs,
                          bindings.inputs);
  if (status)
    status = bindAll("outputs", places.outputs, places.outputPorts, outputs,
                     bindings.outputs);
  return status ? kernel.run(bindings.inputs, bindings.outputs)
                : std::move(status);
}

} // namespace fusedml::directml
