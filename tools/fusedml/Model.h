//===- Model.h - a DxDispatch model -----------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_MODEL_H
#define FUSEDML_TOOLS_FUSEDML_MODEL_H

#include "front/graph/GraphData.h"
#include "front/json/JsonReport.h"
#include "fusedml/Descriptor.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fusedml::tool {

/// A buffer and how its first bytes are made.
struct Resource {
  enum class Form { Bytes, Constant, Sequence, Npy, RawFile };

  std::string name;
  size_t at = 0; ///< Offset of its value in the file.
  DataType type = DataType::Unknown;
  uint64_t valueCount = 0;
  uint64_t valueBytes = 0;
  uint64_t sizeInBytes = 0;
  Form form = Form::Bytes;
  std::vector<std::byte> bytes;  ///< Bytes.
  uint64_t start = 0, delta = 0; ///< Constant (start), Sequence.
  std::filesystem::path path;    ///< Npy, RawFile.
};

/// Part of a resource: from `offset` to its end.
struct BoundRange {
  size_t resource = 0;
  uint64_t offset = 0;
  size_t at = 0; ///< Offset of the binding in the file.
};

/// Resources for the inputs and outputs of a graph.
struct Bindings {
  std::vector<std::optional<BoundRange>> inputs, outputs;
};

struct Dispatchable {
  std::string name;
  size_t at = 0;
  std::shared_ptr<graph::GraphData> graph; ///< Null after an error.
  /// The operator, if this is not a dmlGraph.
  const graph::OperatorRow *row = nullptr;
  /// What is bound at initialisation: inputs OWNED_BY_DML.
  Bindings owned;
};

struct Command {
  enum class Kind { Dispatch, Print, WriteFile };

  Kind kind = Kind::Dispatch;
  size_t at = 0;
  size_t index = 0;
  size_t target = 0; ///< Dispatchable, or resource to print or write.
  Bindings bindings; ///< Dispatch.
  bool verbose = false;
  std::string path; ///< WriteFile.
  std::vector<int64_t> dimensions;
};

struct ModelOptions {
  std::filesystem::path inputPath; ///< Empty: the model's folder.
  FeatureLevel level = FeatureLevel::Level_6_4;
};

/// A model file, checked as far as that is possible without running it.
/// `problems` says what is wrong; the parts are complete only if it holds no
/// error.
struct Model {
  std::filesystem::path path;
  std::unique_ptr<json::Document> document;
  std::vector<Resource> resources;
  std::vector<Dispatchable> dispatchables;
  std::vector<Command> commands;
  json::Problems problems;

  SourceLocation locate(size_t offset) const {
    return document->locate(offset);
  }
  const Dispatchable *findDispatchable(std::string_view name) const;
};

Model loadModel(const std::filesystem::path &path, const ModelOptions &options);

/// Name and layout of one input or output of a dispatchable's graph.
struct PortView {
  std::string_view name;
  const TensorDesc *desc = nullptr; ///< Null for an input nothing reads.
};
std::vector<PortView> inputPorts(const graph::GraphData &graph);
std::vector<PortView> outputPorts(const graph::GraphData &graph);

//===----------------------------------------------------------------------===//
// The parts of a model, each in a file of its own
//===----------------------------------------------------------------------===//

/// Finds a name of the model in constant time.
using NameIndex = std::unordered_map<std::string_view, size_t>;

/// Reads one entry of `resources`; the result is empty after an error.
Resource readResource(const json::Member &member, const Model &model,
                      const ModelOptions &options, json::Reporter &reporter);

/// Reads the `bindings` of a dispatch (or, with `isInit`, of a dispatchable)
/// and checks them against the graph's ports. Without a graph only the names
/// of resources are checked.
Bindings readBindings(const json::Value &value, const Dispatchable &target,
                      bool isInit, const std::vector<Resource> &resources,
                      const NameIndex &resourceIndex, json::Reporter &reporter);

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_MODEL_H
