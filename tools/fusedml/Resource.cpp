//===- Resource.cpp - the resources of a model ----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Model.h"
#include "Npy.h"
#include "Values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fusedml::tool {

using json::Value;

namespace {

constexpr uint64_t kMaxSize = std::numeric_limits<int64_t>::max();

class ResourceReader {
public:
  ResourceReader(const json::Member &member, const Model &model,
                 const ModelOptions &options, json::Reporter &reporter)
      : object(member.value), model(model), options(options),
        reporter(reporter) {
    resource.name = member.name;
    resource.at = member.value.offset;
  }

  Resource read() {
    size_t errors = reporter.errorCount();
    if (!object.isObject()) {
      reporter.errorAt(object.offset,
                       fmt::format("expected an object, not {}", object.str()));
      return std::move(resource);
    }
    for (std::string_view image : {"resampleSize", "resampleMode"})
      if (const Value *value = object.find(image))
        reporter.fieldError(*value, image, "images are not supported").code =
            ErrorCode::Unsupported;
    if (const Value *type = object.find("type"))
      if (auto text = reporter.string(*type, "type");
          text && !json::equalsIgnoreCase(*text, "buffer"))
        reporter.fieldError(
            *type, "type", fmt::format("'{}' is not a kind of resource", *text),
            "use \"buffer\"");
    reporter.warnUnknown(object,
                         {"type", "initialValues", "initialValuesDataType",
                          "initialValuesOffsetInBytes", "sizeInBytes",
                          "resampleSize", "resampleMode"},
                         "a resource");
    readValues();
    if (errors == reporter.errorCount())
      readSize();
    return std::move(resource);
  }

private:
  void readValues() {
    const Value *values = reporter.required(object, "initialValues");
    typeValue = object.find("initialValuesDataType");
    if (typeValue) {
      auto type = reporter.dataType(*typeValue, "initialValuesDataType");
      if (!type)
        return;
      if (*type != DataType::Unknown && bitWidth(*type) < 8) {
        reporter.fieldError(
            *typeValue, "initialValuesDataType",
            fmt::format("a resource cannot have the type {}", name(*type)),
            "give UINT8 values of two elements each, the first in the low "
            "half");
        return;
      }
      resource.type = *type;
    }
    if (!values)
      return;
    if (values->isString()) {
      reporter
          .fieldError(*values, "initialValues",
                      values->text == "deferred"
                          ? "\"deferred\" resources, which ONNX outputs fill, "
                            "are not supported"
                          : fmt::format("expected a list or an object, not {}",
                                        values->str()))
          .code = ErrorCode::Unsupported;
      return;
    }
    if (values->isArray())
      readList(*values);
    else if (values->isObject())
      readObject(*values);
    else
      reporter.fieldError(
          *values, "initialValues",
          fmt::format("expected a list or an object, not {}", values->str()));
  }

  bool requireType() {
    if (resource.type != DataType::Unknown)
      return true;
    if (!typeValue)
      reporter.required(object, "initialValuesDataType");
    else
      reporter.fieldError(
          *typeValue, "initialValuesDataType",
          "UNKNOWN is only for lists of { \"type\", \"value\" } objects");
    return false;
  }

  bool requireValues(const Value &at, uint64_t count) {
    if (count != 0)
      return true;
    reporter.fieldError(at, "initialValues", "it holds no values",
                        "give at least one value");
    return false;
  }

  void append(DataType type, uint64_t bits) {
    std::byte element[8];
    storeElement(type, bits, element);
    resource.bytes.insert(resource.bytes.end(), element,
                          element + elementBytes(type));
  }

  //===--- Lists ----------------------------------------------------------===//

  void readList(const Value &list) {
    if (!requireValues(list, list.elements.size()))
      return;
    bool isMixed =
        resource.type == DataType::Unknown && list.elements[0].isObject();
    if (!isMixed && !requireType())
      return;
    for (size_t i = 0; i < list.elements.size(); ++i) {
      const Value &element = list.elements[i];
      std::string path = fmt::format("initialValues[{}]", i);
      if (isMixed) {
        if (!readMixedElement(element, path))
          return;
        continue;
      }
      if (!readElement(element, path, resource.type))
        return;
    }
    setCount(list.elements.size(), resource.bytes.size());
  }

  bool readElement(const Value &value, std::string_view path, DataType type) {
    std::string why;
    auto bits = json::scalarBits(value, type, /*allowNames=*/true, why);
    if (!bits) {
      reporter.fieldError(value, path, why).rule = "value-range";
      return false;
    }
    append(type, *bits);
    return true;
  }

  bool readMixedElement(const Value &value, const std::string &path) {
    if (!value.isObject()) {
      reporter.fieldError(value, path,
                          fmt::format("expected an object with type and "
                                      "value, not {}",
                                      value.str()));
      return false;
    }
    const Value *typeText = reporter.required(value, "type", path + ".type");
    const Value *number = reporter.required(value, "value", path + ".value");
    if (!typeText || !number)
      return false;
    auto type = reporter.dataType(*typeText, path + ".type");
    if (!type)
      return false;
    // DxDispatch has no half here.
    if (*type == DataType::Float16 || bitWidth(*type) < 8) {
      reporter.fieldError(
          *typeText, path + ".type",
          fmt::format("{} is not accepted in a mixed list", name(*type)));
      return false;
    }
    return readElement(*number, path + ".value", *type);
  }

  //===--- Constants, sequences and files ---------------------------------===//

  void readObject(const Value &values) {
    const Value *constant = values.find("value");
    const Value *sequence = values.find("valueStart");
    const Value *file = values.find("sourcePath");
    if (!!constant + !!sequence + !!file > 1) {
      reporter.fieldError(values, "initialValues",
                          "only one of value, valueStart and sourcePath can be "
                          "given");
      return;
    }
    if (file)
      return readFile(values, *file);
    if (constant) {
      reporter.warnUnknown(values, {"valueCount", "value"}, "initialValues");
      readCounted(values, Resource::Form::Constant, {"value"});
    } else if (sequence || values.find("valueDelta")) {
      reporter.warnUnknown(values, {"valueCount", "valueStart", "valueDelta"},
                           "initialValues");
      readCounted(values, Resource::Form::Sequence,
                  {"valueStart", "valueDelta"});
    } else {
      reporter.fieldError(
          values, "initialValues",
          "it has none of the members value, valueStart and sourcePath",
          "write a list, or one of these members");
    }
  }

  void readCounted(const Value &values, Resource::Form form,
                   std::initializer_list<std::string_view> fields) {
    resource.form = form;
    const Value *count =
        reporter.required(values, "valueCount", "initialValues.valueCount");
    std::optional<uint64_t> number =
        count ? reporter.unsignedInteger(*count, "initialValues.valueCount",
                                         std::numeric_limits<uint32_t>::max())
              : std::nullopt;
    if (!requireType())
      return;
    uint64_t *targets[] = {&resource.start, &resource.delta};
    size_t next = 0;
    for (std::string_view field : fields) {
      std::string path = fmt::format("initialValues.{}", field);
      const Value *value = reporter.required(values, field, path);
      uint64_t *target = targets[next++];
      if (!value)
        continue;
      std::string why;
      auto bits =
          json::scalarBits(*value, resource.type, /*allowNames=*/true, why);
      if (!bits)
        reporter.fieldError(*value, path, why).rule = "value-range";
      *target = bits.value_or(0);
    }
    if (number && requireValues(*count, *number))
      setCount(*number, *number * elementBytes(resource.type));
  }

  void readFile(const Value &values, const Value &file) {
    reporter.warnUnknown(values, {"sourcePath"}, "initialValues");
    auto text = reporter.string(file, "initialValues.sourcePath");
    if (!text)
      return;
    std::string extension = extensionOf(std::filesystem::path(*text));
    for (std::string_view image : {".png", ".jpg", ".jpeg"})
      if (extension == image) {
        reporter
            .fieldError(
                file, "initialValues.sourcePath",
                fmt::format("'{}' is an image, which is not supported", *text),
                "convert it to a .npy file")
            .code = ErrorCode::Unsupported;
        return;
      }
    resource.path = findFile(*text);
    if (extension == ".npy")
      readNpyFile(file);
    else
      readRawFile(file);
  }

  std::filesystem::path findFile(std::string_view text) const {
    std::filesystem::path folder = options.inputPath.empty()
                                       ? model.path.parent_path()
                                       : options.inputPath;
    std::filesystem::path candidate = folder / std::filesystem::path(text);
    std::error_code ignored;
    return std::filesystem::exists(candidate, ignored)
               ? candidate
               : std::filesystem::path(text);
  }

  void readNpyFile(const Value &at) {
    resource.form = Resource::Form::Npy;
    Expected<NpyArray> array = readNpy(resource.path, /*headerOnly=*/true);
    if (!array) {
      fileError(at, std::move(array.error()));
      return;
    }
    if (typeValue && resource.type != array->type) {
      reporter.fieldError(*typeValue, "initialValuesDataType",
                          fmt::format("{} differs from the {} in '{}'",
                                      name(resource.type), name(array->type),
                                      resource.path.string()),
                          "leave it out: the file has its type");
      return;
    }
    resource.type = array->type;
    if (requireValues(at, array->count))
      setCount(array->count, array->count * elementBytes(array->type));
  }

  void readRawFile(const Value &at) {
    resource.form = Resource::Form::RawFile;
    if (!requireType())
      return;
    std::error_code code;
    uint64_t size = std::filesystem::file_size(resource.path, code);
    if (code) {
      fileError(at,
                makeError(ErrorCode::IoError,
                          fmt::format("cannot read '{}': {}",
                                      resource.path.string(), code.message())));
      return;
    }
    size_t bytes = elementBytes(resource.type);
    if (size % bytes != 0) {
      reporter.fieldError(at, "initialValues.sourcePath",
                          fmt::format("'{}' has {} bytes, not a multiple of "
                                      "the {} of {}",
                                      resource.path.string(), size, bytes,
                                      name(resource.type)));
      return;
    }
    if (requireValues(at, size))
      setCount(size / bytes, size);
  }

  void fileError(const Value &at, Diagnostic error) {
    reporter
        .fieldError(at, "initialValues.sourcePath", std::move(error.message),
                    std::move(error.mend))
        .code = error.code;
  }

  //===--- Size -----------------------------------------------------------===//

  void setCount(uint64_t count, uint64_t bytes) {
    resource.valueCount = count;
    resource.valueBytes = bytes;
    resource.sizeInBytes = (bytes + 3) / 4 * 4;
  }

  void readSize() {
    uint64_t offset = 0;
    if (const Value *value = object.find("initialValuesOffsetInBytes"))
      offset =
          reporter
              .unsignedInteger(*value, "initialValuesOffsetInBytes", kMaxSize)
              .value_or(0);
    const Value *size = object.find("sizeInBytes");
    if (size) {
      auto bytes = reporter.unsignedInteger(*size, "sizeInBytes", kMaxSize);
      if (!bytes)
        return;
      resource.sizeInBytes = *bytes;
    }
    if (resource.valueBytes <= resource.sizeInBytes &&
        offset <= resource.sizeInBytes - resource.valueBytes)
      return;
    reporter.fieldError(
        size ? *size : object, "sizeInBytes",
        offset == 0
            ? fmt::format("the initial values need {} bytes, but the resource "
                          "has {}",
                          resource.valueBytes, resource.sizeInBytes)
            : fmt::format("the initial values need {} bytes from byte {}, but "
                          "the resource has {}",
                          resource.valueBytes, offset, resource.sizeInBytes));
  }

  const Value &object;
  const Value *typeValue = nullptr;
  const Model &model;
  const ModelOptions &options;
  json::Reporter &reporter;
  Resource resource;
};

} // namespace

Resource readResource(const json::Member &member, const Model &model,
                      const ModelOptions &options, json::Reporter &reporter) {
  return ResourceReader(member, model, options, reporter).read();
}

} // namespace fusedml::tool
