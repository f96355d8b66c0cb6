//===- Session.cpp - a model in memory, ready to run ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "Files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace fusedml::tool {

/// Adds the place in the model where it has none of its own.
Diagnostic Session::inModel(Diagnostic error, size_t at,
                            std::string context) const {
  // The command line is wrong, not the model.
  if (error.rule == "target")
    return error;
  if (error.where.line == 0)
    error.where = model.locate(at);
  error.context = error.context.empty() ? std::move(context)
                                        : context + ": " + error.context;
  return error;
}

Status Session::prepare() {
  prepared.resize(model.dispatchables.size());
  // Compile first: nothing is read or allocated for a graph that cannot run.
  for (const Command &step : model.commands) {
    if (step.kind != Command::Kind::Dispatch || isDispatched(step.target))
      continue;
    const Dispatchable &dispatchable = model.dispatchables[step.target];
    Clock::time_point start = Clock::now();
    Expected<Kernel> kernel = fusedml::compile(Graph(dispatchable.graph),
                                               command.common.compileOptions(),
                                               &prepared[step.target].report);
    if (!kernel)
      return inModel(std::move(kernel.error()), dispatchable.at,
                     fmt::format("Failed to compile dispatchable '{}'",
                                 dispatchable.name));
    const graph::GraphData &graph = *dispatchable.graph;
    if (kernel->inputs().size() != graph.inputs.size() ||
        kernel->outputs().size() != graph.outputs.size())
      return makeError(ErrorCode::Internal,
                       fmt::format("the kernel of '{}' has {} inputs and {} "
                                   "outputs, its graph {} and {}",
                                   dispatchable.name, kernel->inputs().size(),
                                   kernel->outputs().size(),
                                   graph.inputs.size(), graph.outputs.size()));
    prepared[step.target].kernel = std::move(*kernel);
    prepared[step.target].milliseconds = milliseconds(Clock::now() - start);
  }
  if (Status status = makeBuffers(); !status)
    return status;
  for (size_t i = 0; i < prepared.size(); ++i)
    if (isDispatched(i)) {
      Clock::time_point start = Clock::now();
      if (Status status = initialize(model.dispatchables[i], prepared[i]);
          !status)
        return status;
      prepared[i].milliseconds += milliseconds(Clock::now() - start);
    }
  return {};
}

Status Session::makeBuffers() {
  uint64_t total = 0, available = physicalMemory();
  for (const Resource &resource : model.resources)
    if (__builtin_add_overflow(total, resource.sizeInBytes, &total) ||
        total > available)
      return inModel(
          makeError(ErrorCode::OutOfMemory,
                    fmt::format("with its {} bytes the resources need more "
                                "memory than this machine has",
                                resource.sizeInBytes)),
          resource.at,
          fmt::format("Failed to make resource '{}'", resource.name));
  for (const Resource &resource : model.resources) {
    Expected<Buffer> buffer = makeBuffer(resource);
    if (!buffer)
      return inModel(
          std::move(buffer.error()), resource.at,
          fmt::format("Failed to make resource '{}'", resource.name));
    buffers.push_back(std::move(*buffer));
  }
  return {};
}

/// Inputs OWNED_BY_DML are copied before the first command, so that later
/// writes to their resources do not reach them.
Status Session::initialize(const Dispatchable &dispatchable, Prepared &target) {
  target.owned.resize(dispatchable.owned.inputs.size());
  for (size_t i = 0; i < target.owned.size(); ++i) {
    const std::optional<BoundRange> &range = dispatchable.owned.inputs[i];
    if (!range)
      continue;
    OutputBinding source = bindingOf(*range);
    Expected<Buffer> copy = Buffer::allocate(source.sizeInBytes);
    if (!copy)
      return inModel(std::move(copy.error()), range->at,
                     fmt::format("Failed to initialize dispatchable '{}'",
                                 dispatchable.name));
    std::memcpy(copy->data(), source.data, source.sizeInBytes);
    target.owned[i] = std::move(*copy);
  }
  return {};
}

OutputBinding Session::bindingOf(const BoundRange &range) const {
  const Buffer &buffer = buffers[range.resource];
  return {buffer.data() + range.offset,
          static_cast<size_t>(buffer.size() - range.offset)};
}

Expected<Samples> Session::dispatch(const Command &dispatch) {
  const Prepared &target = prepared[dispatch.target];
  // The bound range of DirectML ends with the resource; the kernel is given
  // only the tensor's bytes, so that what follows may be bound elsewhere.
  auto bind = [](OutputBinding binding, const Port &port) {
    binding.sizeInBytes =
        std::min<size_t>(binding.sizeInBytes, port.desc.bufferBytes());
    return binding;
  };
  std::vector<Binding> inputs;
  std::vector<OutputBinding> outputs;
  for (size_t i = 0; i < dispatch.bindings.inputs.size(); ++i) {
    const Port &port = target.kernel.inputs()[i];
    if (i < target.owned.size() && target.owned[i].data())
      inputs.push_back(
          bind({target.owned[i].data(), target.owned[i].size()}, port));
    else if (dispatch.bindings.inputs[i])
      inputs.push_back(bind(bindingOf(*dispatch.bindings.inputs[i]), port));
    else
      inputs.emplace_back();
  }
  outputs.reserve(dispatch.bindings.outputs.size());
  for (size_t i = 0; i < dispatch.bindings.outputs.size(); ++i)
    outputs.push_back(bind(bindingOf(*dispatch.bindings.outputs[i]),
                           target.kernel.outputs()[i]));
  RunOptions options;
  options.threads = command.threads;
  Expected<Samples> samples = measure(
      command, [&] { return target.kernel.run(inputs, outputs, options); });
  if (!samples)
    return inModel(
        std::move(samples.error()), dispatch.at,
        fmt::format("Failed to run command at index {}", dispatch.index));
  return samples;
}

} // namespace fusedml::tool
