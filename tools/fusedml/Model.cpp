//===- Model.cpp - a DxDispatch model -------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "Files.h"
#include "Values.h"

#include "front/json/JsonGraph.h"
#include "front/json/JsonOperator.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fusedml::tool {

using json::Reporter;
using json::Value;

const Dispatchable *Model::findDispatchable(std::string_view name) const {
  for (const Dispatchable &dispatchable : dispatchables)
    if (dispatchable.name == name)
      return &dispatchable;
  return nullptr;
}

namespace {

class ModelReader {
public:
  ModelReader(Model &model, const ModelOptions &options)
      : model(model), options(options) {}

  void read() {
    const Value &root = model.document->root();
    Reporter reporter(*model.document, model.problems, "");
    if (!root.isObject()) {
      reporter.errorAt(root.offset,
                       fmt::format("a model is an object, not {}", root.str()));
      return;
    }
    const Value *resources = part(root, "resources", true, reporter);
    const Value *dispatchables = part(root, "dispatchables", true, reporter);
    const Value *commands = part(root, "commands", false, reporter);
    if (resources)
      for (const json::Member &member : resources->members)
        readResourceMember(member);
    if (dispatchables)
      for (const json::Member &member : dispatchables->members)
        readDispatchable(member);
    if (commands)
      for (const Value &command : commands->elements)
        readCommand(command);
  }

private:
  Reporter reporterFor(std::string context) {
    return Reporter(*model.document, model.problems, std::move(context));
  }

  static const Value *part(const Value &root, std::string_view name,
                           bool isObject, Reporter &reporter) {
    const Value *value = reporter.required(root, name);
    if (!value || (isObject ? value->isObject() : value->isArray()))
      return value;
    reporter.fieldError(*value, name,
                        fmt::format("expected {}, not {}",
                                    isObject ? "an object" : "a list",
                                    value->str()));
    return nullptr;
  }

  void readResourceMember(const json::Member &member) {
    Reporter reporter =
        reporterFor(fmt::format("Failed to parse resource '{}'", member.name));
    resourceIndex.emplace(member.name, model.resources.size());
    model.resources.push_back(readResource(member, model, options, reporter));
  }

  //===--- Dispatchables --------------------------------------------------===//

  void readDispatchable(const json::Member &member) {
    Reporter reporter = reporterFor(
        fmt::format("Failed to parse dispatchable '{}'", member.name));
    dispatchableIndex.emplace(member.name, model.dispatchables.size());
    Dispatchable &dispatchable = model.dispatchables.emplace_back();
    dispatchable.name = member.name;
    dispatchable.at = member.value.offset;
    const Value &object = member.value;
    if (!object.isObject()) {
      reporter.errorAt(object.offset,
                       fmt::format("expected an object, not {}", object.str()));
      return;
    }
    const Value *type = reporter.required(object, "type");
    auto text = type ? reporter.string(*type, "type") : std::nullopt;
    if (!text)
      return;
    for (std::string_view other : {"hlsl", "onnx", "dmlSerializedGraph"})
      if (json::equalsIgnoreCase(*text, other)) {
        reporter
            .fieldError(
                *type, "type",
                fmt::format("'{}' dispatchables are not supported", other),
                "use an operator type or 'dmlGraph'")
            .code = ErrorCode::Unsupported;
        return;
      }
    readOptions(object, reporter);
    readGraph(object, *type, dispatchable, reporter);
    if (!dispatchable.graph)
      return;
    bool isOwner = false;
    for (const PortView &port : inputPorts(*dispatchable.graph))
      isOwner |= port.desc && port.desc->ownedByDml;
    if (const Value *bindings = object.find("bindings"))
      dispatchable.owned =
          readBindings(*bindings, dispatchable, /*isInit=*/true,
                       model.resources, resourceIndex, reporter);
    else if (isOwner)
      reporter
          .errorAt(object.offset,
                   "an input is OWNED_BY_DML, but the dispatchable "
                   "has no 'bindings'",
                   "bind the input in 'bindings' of the dispatchable")
          .rule = "bind-missing";
  }

  void readGraph(const Value &object, const Value &type,
                 Dispatchable &dispatchable, Reporter &reporter) {
    static constexpr std::string_view kOwn[] = {"type", "dmlCompileType",
                                                "executionFlags", "bindings"};
    ImportOptions import;
    import.featureLevel = options.level;
    import.name = dispatchable.name;
    const Value &desc = json::descOf(object);
    bool isInline = &desc == &object;
    if (!isInline)
      reporter.warnUnknown(object,
                           {"type", "desc", "Desc", "dmlCompileType",
                            "executionFlags", "bindings"},
                           "a dispatchable");
    if (json::equalsIgnoreCase(type.text, "dmlGraph")) {
      if (isInline)
        reporter.required(object, "desc");
      else
        dispatchable.graph = json::readGraph(desc, import, reporter);
      return;
    }
    dispatchable.graph = json::readOperatorGraph(
        type, desc, import, reporter,
        isInline ? std::span<const std::string_view>(kOwn)
                 : std::span<const std::string_view>());
    if (dispatchable.graph && !dispatchable.graph->nodes.empty())
      dispatchable.row = dispatchable.graph->nodes.front().op.row;
  }

  /// Both are checked, but neither changes a result.
  void readOptions(const Value &object, Reporter &reporter) {
    constexpr uint32_t kAllowHalf = 1;
    static constexpr graph::EnumMember kFlags[] = {
        {"NONE", 0},
        {"ALLOW_HALF_PRECISION_COMPUTATION", kAllowHalf},
        {"DISABLE_META_COMMANDS", 2},
        {"DESCRIPTORS_VOLATILE", 4}};
    if (const Value *value = object.find("executionFlags")) {
      uint32_t flags =
          json::readFlags(*value, "executionFlags", "DML_EXECUTION_FLAGS",
                          "DML_EXECUTION_FLAG_", kFlags, reporter)
              .value_or(0);
      // It allows less accurate results and asks for none, so once is enough.
      if ((flags & kAllowHalf) && !warnedOfHalf) {
        reporter.warningAt(value->offset,
                           "ALLOW_HALF_PRECISION_COMPUTATION has no effect "
                           "yet; FLOAT16 operators compute in FLOAT32");
        warnedOfHalf = true;
      }
    }
    if (const Value *value = object.find("dmlCompileType"))
      if (auto text = reporter.string(*value, "dmlCompileType");
          text && *text != "DmlCompileOp" && *text != "DmlCompileGraph")
        reporter.fieldError(*value, "dmlCompileType",
                            fmt::format("'{}' is not a compile type", *text),
                            "use DmlCompileOp or DmlCompileGraph");
  }

  //===--- Commands -------------------------------------------------------===//

  void readCommand(const Value &object) {
    Command command;
    command.index = model.commands.size();
    command.at = object.offset;
    Reporter reporter = reporterFor(
        fmt::format("Failed to parse command at index {}", command.index));
    readCommandFields(object, command, reporter);
    model.commands.push_back(std::move(command));
  }

  void readCommandFields(const Value &object, Command &command,
                         Reporter &reporter) {
    if (!object.isObject()) {
      reporter.errorAt(object.offset,
                       fmt::format("expected an object, not {}", object.str()));
      return;
    }
    const Value *type = reporter.required(object, "type");
    auto text = type ? reporter.string(*type, "type") : std::nullopt;
    if (!text)
      return;
    if (json::equalsIgnoreCase(*text, "dispatch"))
      readDispatch(object, command, reporter);
    else if (json::equalsIgnoreCase(*text, "print"))
      readPrint(object, command, reporter);
    else if (json::equalsIgnoreCase(*text, "writeFile"))
      readWriteFile(object, command, reporter);
    else
      reporter.fieldError(*type, "type",
                          fmt::format("'{}' is not a command", *text),
                          "use dispatch, print or writeFile");
  }

  /// A name that must be in `index`.
  template <typename List>
  static std::optional<size_t>
  reference(const Value &object, std::string_view field, const NameIndex &index,
            const List &list, std::string_view what, Reporter &reporter) {
    const Value *value = reporter.required(object, field);
    auto text = value ? reporter.string(*value, field) : std::nullopt;
    if (!text)
      return std::nullopt;
    auto found = index.find(*text);
    if (found != index.end())
      return found->second;
    std::vector<std::string_view> names;
    names.reserve(list.size());
    for (const auto &entry : list)
      names.push_back(entry.name);
    reporter.fieldError(*value, field,
                        fmt::format("there is no {} '{}'", what, *text),
                        json::didYouMean(*text, names));
    return std::nullopt;
  }

  void readDispatch(const Value &object, Command &command, Reporter &reporter) {
    command.kind = Command::Kind::Dispatch;
    reporter.warnUnknown(
        object, {"type", "dispatchable", "bindings", "threadGroupCount"},
        "a dispatch");
    auto target = reference(object, "dispatchable", dispatchableIndex,
                            model.dispatchables, "dispatchable", reporter);
    const Value *bindings = reporter.required(object, "bindings");
    if (!target || !bindings)
      return;
    command.target = *target;
    command.bindings = readBindings(*bindings, model.dispatchables[*target],
                                    /*isInit=*/false, model.resources,
                                    resourceIndex, reporter);
  }

  void readPrint(const Value &object, Command &command, Reporter &reporter) {
    command.kind = Command::Kind::Print;
    reporter.warnUnknown(object, {"type", "resource", "verbose"}, "a print");
    if (const Value *verbose = object.find("verbose"))
      command.verbose = reporter.boolean(*verbose, "verbose").value_or(false);
    auto target = reference(object, "resource", resourceIndex, model.resources,
                            "resource", reporter);
    if (!target)
      return;
    command.target = *target;
    requireType(object, command, "printed", reporter);
  }

  /// A mixed list has no type. (Nor has a resource with an error.)
  void requireType(const Value &object, const Command &command,
                   std::string_view done, Reporter &reporter) {
    const Resource &resource = model.resources[command.target];
    if (resource.type != DataType::Unknown || resource.valueCount == 0)
      return;
    reporter.fieldError(*object.find("resource"), "resource",
                        fmt::format("'{}' has no data type, so it cannot be {}",
                                    resource.name, done));
  }

  void readWriteFile(const Value &object, Command &command,
                     Reporter &reporter) {
    command.kind = Command::Kind::WriteFile;
    reporter.warnUnknown(object,
                         {"type", "resource", "targetPath", "dimensions"},
                         "a writeFile");
    auto target = reference(object, "resource", resourceIndex, model.resources,
                            "resource", reporter);
    const Value *path = reporter.required(object, "targetPath");
    auto text = path ? reporter.string(*path, "targetPath") : std::nullopt;
    if (!target || !text)
      return;
    command.target = *target;
    command.path = *text;
    std::string extension = extensionOf(command.path);
    for (std::string_view image : {".png", ".jpg", ".jpeg"})
      if (extension == image)
        reporter
            .fieldError(
                *path, "targetPath",
                fmt::format("'{}' is an image, which is not supported", *text),
                "write a .npy file")
            .code = ErrorCode::Unsupported;
    if (text->empty() || text->find('\0') != std::string_view::npos)
      reporter.fieldError(*path, "targetPath", "this is no file name");
    if (extension != ".npy")
      return;
    requireType(object, command, "written as .npy", reporter);
    const Value *dimensions = object.find("dimensions");
    if (dimensions && !dimensions->isNull())
      readDimensions(*dimensions, command, reporter);
  }

  void readDimensions(const Value &value, Command &command,
                      Reporter &reporter) {
    // NumPy reads no more.
    constexpr size_t kMaxDimensions = 32;
    if (!value.isArray() || value.elements.empty() ||
        value.elements.size() > kMaxDimensions) {
      reporter.fieldError(
          value, "dimensions",
          fmt::format(
              "expected a list of 1 to {} integers, not {}", kMaxDimensions,
              value.isArray() ? fmt::format("{} of them", value.elements.size())
                              : value.str()));
      return;
    }
    uint64_t count = 1;
    bool fits = true;
    for (const Value &element : value.elements) {
      auto number = reporter.unsignedInteger(
          element, "dimensions", std::numeric_limits<uint32_t>::max());
      if (!number)
        return;
      command.dimensions.push_back(static_cast<int64_t>(*number));
      fits = fits && !__builtin_mul_overflow(count, *number, &count);
    }
    const Resource &resource = model.resources[command.target];
    size_t bytes = elementBytes(resource.type);
    if (bytes == 0)
      return;
    if (!fits || count == 0 || count > resource.sizeInBytes / bytes)
      reporter.fieldError(
          value, "dimensions",
          fmt::format("{} is not a shape of 1 to {} elements, which '{}' holds",
                      formatList(command.dimensions),
                      resource.sizeInBytes / bytes, resource.name));
  }

  Model &model;
  const ModelOptions &options;
  NameIndex resourceIndex, dispatchableIndex;
  bool warnedOfHalf = false;
};

} // namespace

Model loadModel(const std::filesystem::path &path,
                const ModelOptions &options) {
  Model model;
  model.path = path;
  Expected<std::string> text = readFile(path);
  if (!text) {
    model.problems.errors.push_back(std::move(text.error()));
    return model;
  }
  auto document = json::Document::parse(std::move(*text), path.string());
  if (!document) {
    model.problems.errors.push_back(std::move(document.error()));
    return model;
  }
  model.document = std::move(*document);
  ModelReader(model, options).read();
  return model;
}

} // namespace fusedml::tool
