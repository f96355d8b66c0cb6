//===- Program.cpp - a compiled graph behind its bindings -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Program.h"

#include "compiler/graph/GraphSpec.h"
#include "compiler/graph/Refusal.h"
#include "fusedml/Compile.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml::directml {
namespace {

/// Copies of owned inputs begin at multiples of it, which serves every vector.
constexpr uint64_t kOwnedAlignment = 64;

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

Expected<std::shared_ptr<Program>> compileOperator(const graph::Operator &op,
                                                   bool bindsLate) {
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
  std::vector<Place> inputs, outputs;
  std::vector<int> inputPorts, outputPorts;
  placeFields(op, graph::FieldKind::Input, kernel->inputs(), inputs,
              inputPorts);
  placeFields(op, graph::FieldKind::Output, kernel->outputs(), outputs,
              outputPorts);
  return std::make_shared<Program>(std::move(*kernel), std::move(inputs),
                                   std::move(outputs), std::move(inputPorts),
                                   std::move(outputPorts), bindsLate);
}

Expected<std::shared_ptr<Program>>
compileGraph(const std::shared_ptr<graph::GraphData> &data, bool bindsLate) {
  std::vector<Place> inputs, outputs;
  std::vector<int> inputPorts, outputPorts;
  Expected<Kernel> kernel = compile(Graph(data));
  if (!kernel)
    return kernel.takeStatus();
  for (size_t i = 0; i < data->inputs.size(); ++i) {
    bool read = data->inputs[i] >= 0;
    inputs.push_back(
        read ? portPlace(kernel->inputs()[i], false)
             : makePlace(data->inputNames[i], Slot::Kind::Ignored, false));
    inputPorts.push_back(static_cast<int>(i));
  }
  for (const Port &port : kernel->outputs()) {
    outputPorts.push_back(static_cast<int>(outputs.size()));
    outputs.push_back(portPlace(port, true));
  }
  return std::make_shared<Program>(std::move(*kernel), std::move(inputs),
                                   std::move(outputs), std::move(inputPorts),
                                   std::move(outputPorts), bindsLate);
}

Program::Program(Kernel newKernel, std::vector<Place> newInputs,
                 std::vector<Place> newOutputs, std::vector<int> newInputPorts,
                 std::vector<int> newOutputPorts, bool bindsLate)
    : kernel(std::move(newKernel)), inputPlaces(std::move(newInputs)),
      outputPlaces(std::move(newOutputs)), inputPorts(std::move(newInputPorts)),
      outputPorts(std::move(newOutputPorts)), late(bindsLate) {
  for (size_t i = 0; i < inputPlaces.size(); ++i) {
    const Slot &slot = inputPlaces[i].slots.front();
    if (slot.kind != Slot::Kind::Owned)
      continue;
    owned.push_back({i, ownedBytes, slot.bytes});
    ownedBytes += roundUp(slot.bytes, kOwnedAlignment);
  }
}

Status Program::check(const BoundBuffers &buffers) const {
  if (Status status = checkBound("inputs", inputPlaces, buffers.inputs);
      !status)
    return status;
  if (Status status = checkBound("outputs", outputPlaces, buffers.outputs);
      !status)
    return status;
  if (ownedBytes != 0 && !buffers.persistent)
    return graph::refusal(
        "persistent", "binding-missing",
        fmt::format("no persistent resource is bound; the operator needs one "
                    "of {} bytes",
                    ownedBytes),
        "bind the one that the initializer wrote");
  return checkAliasing(buffers);
}

/// DirectML's rules for bindings that share a resource at execution. It
/// compares whole ranges; what may be in place is the kernel's to say.
Status Program::checkAliasing(const BoundBuffers &buffers) const {
  auto refuse = [](const std::string &output, const std::string &other,
                   const char *rule) {
    return graph::refusal(
        output, "binding-overlap",
        fmt::format("output {} shares memory with {}, {}", output, other, rule),
        "bind memory of its own");
  };
  bool inPlace = false;
  for (size_t i = 0; i < outputPlaces.size(); ++i) {
    const Slot &slot = outputPlaces[i].slots.front();
    const Buffer &output = buffers.outputs[i].front();
    for (size_t j = 0; j < inputPlaces.size(); ++j) {
      const Slot &other = inputPlaces[j].slots.front();
      const Buffer &input = buffers.inputs[j].front();
      if (!output.overlaps(slot.bytes, input, other.bytes))
        continue;
      if (output.data() != input.data() || slot.bytes != other.bytes)
        return refuse(slot.name, fmt::format("input {}", other.name),
                      "but not exactly the same");
      inPlace = true;
    }
    for (size_t j = 0; j < i; ++j) {
      const Slot &other = outputPlaces[j].slots.front();
      if (output.overlaps(slot.bytes, buffers.outputs[j].front(), other.bytes))
        return refuse(slot.name, fmt::format("output {}", other.name),
                      "which is written, too");
    }
    if (output.overlaps(slot.bytes, buffers.persistent, ownedBytes))
      return refuse(slot.name, "the persistent resource",
                    "which must stay as the initializer left it");
  }
  if (!inPlace)
    return Status::success();
  KernelBindings bindings = bind(buffers);
  Expected<BoundKernel> checked =
      kernel.bind(bindings.inputs, bindings.outputs);
  return checked ? Status::success() : checked.takeStatus();
}

Program::KernelBindings Program::bind(const BoundBuffers &buffers) const {
  KernelBindings bindings;
  bindings.inputs.resize(kernel.inputs().size());
  bindings.outputs.resize(kernel.outputs().size());
  for (size_t i = 0; i < inputPorts.size(); ++i)
    if (const Buffer &buffer = buffers.inputs[i].front(); buffer)
      bindings.inputs[static_cast<size_t>(inputPorts[i])] =
          Binding(buffer.data(), buffer.bytes);
  for (const OwnedInput &input : owned)
    bindings.inputs[static_cast<size_t>(inputPorts[input.place])] =
        Binding(buffers.persistent.data() + input.offset, input.bytes);
  for (size_t i = 0; i < outputPorts.size(); ++i)
    if (const Buffer &buffer = buffers.outputs[i].front(); buffer)
      bindings.outputs[static_cast<size_t>(outputPorts[i])] =
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
  std::vector<Binding> bound(kernel.inputs().size());
  std::vector<OutputBinding> boundOutputs(kernel.outputs().size());
  auto checkAbsent = [](const char *list, size_t index, const Place &place,
                        const FUSEDML_HOST_BUFFER &buffer) -> Status {
    if (place.slots.front().kind != Slot::Kind::Absent || !buffer.Data)
      return Status::success();
    return graph::refusal(
        list, "binding-absent",
        fmt::format("{}[{}] ({}): memory was given for an optional tensor that "
                    "the operator was created without",
                    list, index, place.name),
        "set Data to null");
  };
  for (size_t i = 0; i < inputPorts.size(); ++i) {
    if (Status status = checkAbsent("inputs", i, inputPlaces[i], inputs[i]);
        !status)
      return status;
    if (inputPorts[i] >= 0)
      bound[static_cast<size_t>(inputPorts[i])] =
          Binding(inputs[i].Data, inputs[i].SizeInBytes);
  }
  for (size_t i = 0; i < outputPorts.size(); ++i) {
    if (Status status = checkAbsent("outputs", i, outputPlaces[i], outputs[i]);
        !status)
      return status;
    if (outputPorts[i] >= 0)
      boundOutputs[static_cast<size_t>(outputPorts[i])] =
          OutputBinding(outputs[i].Data, outputs[i].SizeInBytes);
  }
  return kernel.run(bound, boundOutputs);
}

} // namespace fusedml::directml
