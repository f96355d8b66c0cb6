//===- Bindings.cpp - what a dispatch binds -------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "Values.h"

#include "front/rules/OperatorRow.h"
#include "runtime/Sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>

namespace fusedml::tool {

using json::Value;
using runtime::BoundMemory;

std::vector<PortView> inputPorts(const graph::GraphData &graph) {
  std::vector<PortView> ports;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    int value = graph.inputs[i];
    PortView &port = ports.emplace_back();
    if (i < graph.inputNames.size())
      port.name = graph.inputNames[i];
    if (value >= 0)
      port.desc = &graph.values[static_cast<size_t>(value)].desc;
  }
  return ports;
}

std::vector<PortView> outputPorts(const graph::GraphData &graph) {
  std::vector<PortView> ports;
  ports.reserve(graph.outputs.size());
  for (const graph::GraphOutput &output : graph.outputs)
    ports.push_back({output.name, &output.desc});
  return ports;
}

namespace {

class BindingReader {
public:
  BindingReader(const Value &object, const Dispatchable &target, bool isInit,
                const std::vector<Resource> &resources,
                const NameIndex &resourceIndex, json::Reporter &reporter)
      : object(object), target(target), isInit(isInit), resources(resources),
        resourceIndex(resourceIndex), reporter(reporter) {}

  Bindings read() {
    Bindings result;
    if (!object.isObject()) {
      reporter.fieldError(
          object, "bindings",
          fmt::format("expected an object, not {}", object.str()));
      return result;
    }
    size_t errors = reporter.errorCount();
    if (target.graph) {
      inputs = inputPorts(*target.graph);
      outputs = outputPorts(*target.graph);
    }
    result.inputs.resize(inputs.size());
    result.outputs.resize(outputs.size());
    for (const json::Member &member : object.members)
      readMember(member, result);
    if (!target.graph || errors != reporter.errorCount())
      return result;
    checkComplete(result);
    if (!isInit && errors == reporter.errorCount())
      checkOverlaps(result);
    return result;
  }

private:
  //===--- Reading --------------------------------------------------------===//

  void readMember(const json::Member &member, Bindings &result) {
    if (!target.graph) {
      readSources(member, nullptr);
      return;
    }
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == member.name) {
        if (checkOwner(member, inputs[i]))
          result.inputs[i] = readSources(member, &inputs[i]);
        return;
      }
    if (readArray(member, result))
      return;
    for (size_t i = 0; i < outputs.size(); ++i)
      if (outputs[i].name == member.name) {
        if (isInit) {
          reporter.errorAt(
              member.offset,
              fmt::format("Bind point '{}' is an output", member.name),
              "bind it in the dispatch command");
          return;
        }
        result.outputs[i] = readSources(member, &outputs[i]);
        return;
      }
    std::vector<std::string_view> names;
    names.reserve(inputs.size() + outputs.size());
    for (const auto *ports : {&inputs, &outputs})
      for (const PortView &port : *ports)
        names.push_back(port.name);
    reporter.warningAt(member.offset,
                       fmt::format("'{}' has no bind point '{}'; it is ignored",
                                   target.name, member.name),
                       json::didYouMean(member.name, names));
    readSources(member, nullptr);
  }

  /// Inputs that DirectML owns are bound with the dispatchable, others with the
  /// dispatch.
  bool checkOwner(const json::Member &member, const PortView &port) {
    bool isOwned = port.desc && port.desc->ownedByDml;
    if (isOwned == isInit)
      return true;
    reporter.errorAt(
        member.offset,
        isInit ? fmt::format("Bind point '{}' is not OWNED_BY_DML", member.name)
               : fmt::format("Bind point '{}' is OWNED_BY_DML", member.name),
        isInit ? "bind it in the dispatch command"
               : "bind it in the 'bindings' of the dispatchable");
    return false;
  }

  /// The resources of an array of tensors, in its order. False if there is no
  /// array of this name.
  bool readArray(const json::Member &member, Bindings &result) {
    std::vector<size_t> ports;
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == fmt::format("{}[{}]", member.name, ports.size()))
        ports.push_back(i);
    if (ports.empty())
      return false;
    std::span<const Value> sources(&member.value, 1);
    if (member.value.isArray())
      sources = member.value.elements;
    if (sources.size() != ports.size()) {
      reporter
          .errorAt(member.value.offset,
                   fmt::format("Bind point '{}' requires {} resources, but {} "
                               "were bound.",
                               member.name, ports.size(), sources.size()))
          .rule = "bind-count";
      return true;
    }
    for (size_t k = 0; k < ports.size(); ++k) {
      const PortView &port = inputs[ports[k]];
      if (!checkOwner(member, port))
        return true;
      result.inputs[ports[k]] = readSource(sources[k], port.name, &port);
    }
    return true;
  }

  /// The one resource of a bind point, which may stand in a list.
  std::optional<BoundRange> readSources(const json::Member &member,
                                        const PortView *port) {
    const Value *source = &member.value;
    if (source->isArray()) {
      if (source->elements.size() != 1) {
        // Without a port any number may be meant.
        if (port)
          reporter
              .errorAt(source->offset,
                       fmt::format("Bind point '{}' requires 1 resources, but "
                                   "{} were bound.",
                                   member.name, source->elements.size()))
              .rule = "bind-count";
        return std::nullopt;
      }
      source = &source->elements[0];
    }
    return readSource(*source, member.name, port);
  }

  std::optional<BoundRange> readSource(const Value &source,
                                       std::string_view bindPoint,
                                       const PortView *port) {
    BoundRange range;
    range.at = source.offset;
    const Value *name = &source;
    std::string path = fmt::format("bindings.{}", bindPoint);
    if (source.isObject()) {
      reporter.warnUnknown(source,
                           {"name", "elementOffset", "elementSizeInBytes",
                            "elementStride", "elementCount", "format",
                            "counter", "counterOffsetBytes", "shape"},
                           path);
      name = reporter.required(source, "name", path + ".name");
      if (!name)
        return std::nullopt;
    }
    auto text = reporter.string(*name, path);
    if (!text)
      return std::nullopt;
    auto found = resourceIndex.find(*text);
    if (found == resourceIndex.end()) {
      std::vector<std::string_view> names;
      names.reserve(resources.size());
      for (const Resource &resource : resources)
        names.push_back(resource.name);
      reporter
          .fieldError(*name, path,
                      fmt::format("there is no resource '{}'", *text),
                      json::didYouMean(*text, names))
          .rule = "resource-known";
      return std::nullopt;
    }
    range.resource = found->second;
    const Resource &resource = resources[range.resource];
    if (source.isObject() && !readOffset(source, path, resource, range))
      return std::nullopt;
    // A resource with an error of its own has no size to check.
    if (port && resource.sizeInBytes != 0 &&
        !checkRange(source, bindPoint, port->desc, resource, range))
      return std::nullopt;
    return range;
  }

  bool readOffset(const Value &source, const std::string &path,
                  const Resource &resource, BoundRange &range) {
    uint64_t elementSize = elementBytes(resource.type), offset = 0;
    if (const Value *value = source.find("elementSizeInBytes")) {
      auto number =
          reporter.unsignedInteger(*value, path + ".elementSizeInBytes",
                                   std::numeric_limits<uint32_t>::max());
      if (!number)
        return false;
      elementSize = *number;
    }
    if (const Value *value = source.find("elementOffset")) {
      auto number =
          reporter.unsignedInteger(*value, path + ".elementOffset",
                                   std::numeric_limits<uint64_t>::max());
      if (!number)
        return false;
      offset = *number;
      if (offset != 0 && elementSize == 0)
        reporter.warningAt(
            value->offset,
            fmt::format("elementOffset {} has no effect: the elements of '{}' "
                        "have no size",
                        offset, resource.name),
            "give elementSizeInBytes");
    }
    if (__builtin_mul_overflow(offset, elementSize, &range.offset)) {
      reporter.fieldError(source, path,
                          fmt::format("elementOffset {} of {} bytes each does "
                                      "not fit 64 bits",
                                      offset, elementSize));
      return false;
    }
    return true;
  }

  /// `tensor` is null for an input nothing reads, which still needs a place
  /// within its resource.
  bool checkRange(const Value &source, std::string_view bindPoint,
                  const TensorDesc *tensor, const Resource &resource,
                  const BoundRange &range) {
    if (!tensor) {
      if (range.offset <= resource.sizeInBytes)
        return true;
      Diagnostic &error = reporter.errorAt(
          source.offset,
          fmt::format("Bind point '{}' starts at byte {}, but '{}' has {} "
                      "bytes",
                      bindPoint, range.offset, resource.name,
                      resource.sizeInBytes));
      error.field = bindPoint;
      error.rule = "bind-size";
      return false;
    }
    const TensorDesc &desc = *tensor;
    uint64_t bytes = range.offset < resource.sizeInBytes
                         ? resource.sizeInBytes - range.offset
                         : 0;
    if (bytes < desc.bufferBytes()) {
      Diagnostic &error = reporter.errorAt(
          source.offset,
          fmt::format(
              "Bind point '{}' needs {} bytes (TotalTensorSizeInBytes "
              "of {}), but '{}' has {}{}",
              bindPoint, desc.bufferBytes(), desc.str(), resource.name, bytes,
              range.offset == 0 ? std::string()
                                : fmt::format(" from byte {}", range.offset)));
      error.field = bindPoint;
      error.rule = "bind-size";
      return false;
    }
    size_t element = elementBytes(desc.type);
    if (element != 0 && range.offset % element != 0) {
      Diagnostic &error = reporter.errorAt(
          source.offset,
          fmt::format("Bind point '{}' starts at byte {}, which is not a "
                      "multiple of the {} bytes of {}",
                      bindPoint, range.offset, element, name(desc.type)));
      error.field = bindPoint;
      error.rule = "bind-alignment";
      return false;
    }
    return true;
  }

  //===--- Rules of the whole ---------------------------------------------===//

  void checkComplete(const Bindings &bindings) {
    auto missing = [&](const PortView &port) {
      Diagnostic &error = reporter.errorAt(
          object.offset,
          fmt::format("Bind point '{}' of '{}' is not bound", port.name,
                      target.name),
          fmt::format("add \"{}\": \"RESOURCE\" to the bindings", port.name));
      error.field = port.name;
      error.rule = "bind-missing";
    };
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].desc || inputs[i].desc->ownedByDml != isInit)
        continue;
      if (!bindings.inputs[i])
        missing(inputs[i]);
    }
    if (!isInit)
      for (size_t i = 0; i < outputs.size(); ++i)
        if (!bindings.outputs[i])
          missing(outputs[i]);
  }

  /// An output may share memory with another binding only if it is an input of
  /// exactly the same range and the operator runs in place. Whether a graph
  /// does is known once it is compiled.
  void checkOverlaps(const Bindings &bindings) {
    std::map<size_t, std::vector<BoundMemory>> byResource;
    auto add = [&](const std::vector<PortView> &ports, const auto &ranges,
                   bool isOutput) {
      for (size_t i = 0; i < ports.size(); ++i)
        if (ports[i].desc && ranges[i])
          byResource[ranges[i]->resource].push_back(
              {ranges[i]->offset, ports[i].desc->bufferBytes(), i, isOutput});
    };
    add(inputs, bindings.inputs, false);
    add(outputs, bindings.outputs, true);
    std::vector<runtime::Plan::ExclusivePair> exclusive;
    if (target.row && target.row->inPlace != graph::InPlaceRule::OneOrMore)
      for (int i = 0; i < static_cast<int>(inputs.size()); ++i)
        for (int j = 0; j < i; ++j)
          exclusive.push_back({j, i});
    for (auto &[resource, ranges] : byResource)
      runtime::findConflicts(
          ranges,
          {[&](const BoundMemory &output, const BoundMemory &input) {
             return whyNotShared(output, input, "").empty();
           },
           exclusive},
          [&](const runtime::Conflict &conflict) {
            size_t output = conflict.output.number;
            const std::string &name = resources[resource].name;
            auto isShared = [&](const BoundMemory &range) {
              return !range.isOutput && conflict.output.overlaps(range);
            };
            Diagnostic &error = reporter.errorAt(
                bindings.outputs[output]->at,
                conflict.second
                    ? fmt::format("'{}' may share memory with one input only, "
                                  "but {} are bound to '{}'",
                                  outputs[output].name,
                                  std::ranges::count_if(ranges, isShared), name)
                    : whyNotShared(conflict.output, conflict.other, name),
                "bind a resource of its own");
            error.rule = "bind-overlap";
            error.field = outputs[output].name;
            return true;
          });
  }

  /// Why two that overlap may not; empty if they may.
  std::string whyNotShared(const BoundMemory &output, const BoundMemory &other,
                           std::string_view resource) const {
    const PortView &to = outputs[output.number];
    const PortView &from = (other.isOutput ? outputs : inputs)[other.number];
    if (other.isOutput || output.begin != other.begin ||
        output.bytes != other.bytes)
      return fmt::format("'{}' (bytes {} to {} of '{}') overlaps '{}' (bytes "
                         "{} to {})",
                         to.name, output.begin, output.begin + output.bytes,
                         resource, from.name, other.begin,
                         other.begin + other.bytes);
    if (!target.row)
      return "";
    std::span<const std::string_view> allowed = target.row->inPlaceInputs;
    if (target.row->inPlace == graph::InPlaceRule::None ||
        std::ranges::find(allowed, from.name) == allowed.end())
      return fmt::format("{} does not run in place: '{}' and '{}' are both "
                         "bound to '{}'",
                         target.row->mnemonic, to.name, from.name, resource);
    if (!to.desc->sameLayout(*from.desc))
      return fmt::format("'{}' ({}) and '{}' ({}) are both bound to '{}', but "
                         "differ in layout",
                         to.name, to.desc->str(), from.name, from.desc->str(),
                         resource);
    return "";
  }

  const Value &object;
  const Dispatchable &target;
  bool isInit;
  const std::vector<Resource> &resources;
  const NameIndex &resourceIndex;
  json::Reporter &reporter;
  std::vector<PortView> inputs, outputs;
};

} // namespace

Bindings readBindings(const Value &value, const Dispatchable &target,
                      bool isInit, const std::vector<Resource> &resources,
                      const NameIndex &resourceIndex,
                      json::Reporter &reporter) {
  return BindingReader(value, target, isInit, resources, resourceIndex,
                       reporter)
      .read();
}

} // namespace fusedml::tool
