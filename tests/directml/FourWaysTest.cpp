//===- FourWaysTest.cpp - one graph, four ways in, equal bits -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random graphs come in as DML_GRAPH_DESC through COM, by the graph API, as
// JSON and as .mlir. Whichever way, their outputs have the same bits.
//
//===----------------------------------------------------------------------===//

#include "front/json/JsonGraph.h"
#include "front/kernels/Shipped.h"
#include "front/plan/Unfused.h"
#include "tests/directml/Flow.h"
#include "tests/directml/GraphForms.h"
#include "tests/support/RandomGraph.h"

#include <cstdlib>
#include <map>

using namespace support;
using fusedml::Expected;
using fusedml::Status;
using fusedml::graph::GraphSpec;
using fusedml::test::ComPtr;
using fusedml::test::Flow;

namespace {

uint64_t numberIn(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

bool isLong() { return std::getenv("FUSEDML_LONG_TESTS"); }

/// How many graphs, and the seed of the first.
uint64_t graphCount() {
  return numberIn("FUSEDML_DAGS", isLong() ? 5000 : 1000);
}
uint64_t firstSeed() { return numberIn("FUSEDML_SEED", 0); }
/// Graphs of one test.
constexpr uint64_t kGroup = 50;
/// The first of a group whose edges reinterpret, and how many seeds further the
/// next one is.
constexpr uint64_t kReinterpreting = 7, kPeriod = 20;

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// A random graph in its forms.
struct Sample {
  explicit Sample(uint64_t seed);

  /// The graph API may write such an output by an operator of its own.
  bool hasStridedOutputs() const {
    for (size_t i = 0; i < graph->outputCount(); ++i)
      if (!graph->outputDesc(i).strides.empty())
        return true;
    return false;
  }

  std::unique_ptr<TestGraph> graph;
  /// By the graph API, which takes constants as inputs; none if the graph has
  /// edges that reinterpret.
  std::optional<fusedml::Graph> native;
  /// In DirectML's form; `constants` are inputs of `graph` that are no longer
  /// inputs here.
  GraphSpec form;
  std::set<size_t> constants;
  /// Whether outputs may be compared with the reference: where it has no very
  /// bits, the operands have to be outputs, too.
  bool isJudged = false;
  std::string description;
};

/// Each operator begins a graph as often as any other, with its types by turns.
/// Compiling takes the time, so graphs are small unless there is plenty.
GraphShape shapeOf(uint64_t number) {
  GraphShape shape;
  if (!isLong()) {
    shape.usualNodes = 3;
    shape.mostNodes = 9;
    shape.mostInner = 40;
  }
  auto rows = fusedml::graph::operatorRows();
  shape.first = &rows[number % rows.size()];
  std::vector<Type> types =
      newestTypes(*shape.first, shape.first->fields.front().name);
  shape.firstType = types[number / rows.size() % types.size()];
  return shape;
}

/// The tensor that an edge leads to.
auto &targetOf(auto &form, const fusedml::graph::SpecInputEdge &edge) {
  auto &op = *form.nodes[edge.toNode].op;
  std::string_view name = inputFields(*op.row)[edge.toInput]->name;
  return std::get<TensorDesc>(
      op.fields[static_cast<size_t>(op.row->field(name))]);
}

/// Makes the operator take a graph input once, when it is initialized.
void setOwned(GraphSpec &form, uint32_t input) {
  for (const auto &edge : form.inputEdges)
    if (edge.graphInput == input)
      targetOf(form, edge).ownedByDml = true;
}

Sample::Sample(uint64_t seed) {
  Random random(~seed);
  if (seed % kPeriod == kReinterpreting) {
    auto made = std::make_unique<Dag>(randomEdges(seed, description));
    form = made->form();
    graph = std::move(made);
    isJudged = true;
    return;
  }
  isJudged = random.chance(25);
  // Those that reinterpret do not count, lest they always skip some operator.
  uint64_t number = seed - (seed + kPeriod - kReinterpreting) / kPeriod;
  auto made = std::make_unique<NativeDag>(
      RandomGraph(seed,
                  isJudged ? RandomGraph::Outputs::All
                           : RandomGraph::Outputs::Some,
                  shapeOf(number))
          .dag);
  for (size_t i = 0; i < made->inputCount(); ++i)
    if (random.chance(15))
      constants.insert(i);
  form = made->form(constants);
  if (random.chance(25))
    for (uint32_t i = 0; i < form.inputCount; ++i)
      if (random.chance(40))
        setOwned(form, i);
  native = made->get();
  for (size_t i = 0; i < made->outputCount(); ++i)
    description += made->describe(made->valueOf(i));
  graph = std::move(made);
}

//===----------------------------------------------------------------------===//
// Ways to run it
//===----------------------------------------------------------------------===//

using Bindings = TestGraph::Bindings;
using OutputBindings = TestGraph::OutputBindings;

/// What a graph takes whose constants are no inputs.
std::vector<fusedml::Binding> withoutConstants(const Sample &sample,
                                               Bindings in) {
  std::vector<fusedml::Binding> rest;
  for (size_t i = 0; i < in.size(); ++i)
    if (!sample.constants.contains(i))
      rest.push_back(in[i]);
  return rest;
}

/// A graph with everything it came from.
class Descriptors {
public:
  /// Creates the operators in a device.
  Descriptors(const GraphSpec &form, IDMLDevice *device)
      : graph(fusedml::test::graphDescriptor(
            form, [&](const fusedml::graph::Operator &op) {
              auto &made = owned.emplace_back(op);
              auto &object = objects.emplace_back();
              EXPECT_EQ(
                  device->CreateOperator(&made.get(), IID_PPV_ARGS(&object)),
                  S_OK);
              found[object.Get()] = &made.get();
              return object.Get();
            })) {}

  DML_GRAPH_DESC get() const { return graph.desc(); }
  IDMLOperator *firstOperator() const { return objects.front().Get(); }

  Expected<fusedml::Graph> import() const {
    return fusedml::importGraph(get(), [&](IDMLOperator *op) {
      auto it = found.find(op);
      return it == found.end() ? nullptr : it->second;
    });
  }

private:
  std::deque<fusedml::test::OperatorDescriptor> owned;
  std::deque<ComPtr<IDMLOperator>> objects;
  std::map<IDMLOperator *, const DML_OPERATOR_DESC *> found;
  fusedml::test::DmlGraph graph;
};

Status failure(HRESULT result, const char *what) {
  std::ostringstream text;
  text << what << " gave 0x" << std::hex << static_cast<uint32_t>(result);
  fusedml::Diagnostic diagnostic;
  diagnostic.code = fusedml::ErrorCode::Internal;
  diagnostic.message = text.str();
  return diagnostic;
}

/// Runs on plain memory.
Status runOnHost(IDMLCompiledOperator *op,
                 const std::vector<fusedml::Binding> &in, OutputBindings out) {
  std::vector<FUSEDML_HOST_BUFFER> inputs, outputs;
  inputs.reserve(in.size());
  for (const fusedml::Binding &binding : in)
    inputs.push_back({const_cast<void *>(binding.data), binding.sizeInBytes});
  for (const fusedml::OutputBinding &binding : out)
    outputs.push_back({binding.data, binding.sizeInBytes});
  ComPtr<IFuseDMLHostDispatch> host;
  if (HRESULT result = op->QueryInterface(IID_PPV_ARGS(&host)); FAILED(result))
    return failure(result, "QueryInterface");
  HRESULT result =
      host->Dispatch(static_cast<UINT>(inputs.size()), inputs.data(),
                     static_cast<UINT>(outputs.size()), outputs.data());
  return FAILED(result) ? failure(result, "Dispatch") : Status::success();
}

std::vector<std::byte> bytesOf(const fusedml::Binding &binding) {
  const auto *data = static_cast<const std::byte *>(binding.data);
  return {data, data + binding.sizeInBytes};
}

/// The graph inputs that the operator takes when it is initialized.
std::set<size_t> ownedInputs(const GraphSpec &form) {
  std::set<size_t> owned;
  for (const auto &edge : form.inputEdges)
    if (targetOf(form, edge).ownedByDml)
      owned.insert(edge.graphInput);
  return owned;
}

/// Runs in resources, by a command list.
Status runOnQueue(Flow &flow, IDMLCompiledOperator *op,
                  const std::set<size_t> &owned,
                  const std::vector<fusedml::Binding> &in, OutputBindings out) {
  fusedml::test::Bindings atStart, inputs, outputs, persistent;
  std::vector<ComPtr<ID3D12Resource>> resources, results;
  std::vector<DML_BUFFER_BINDING> copied;
  for (size_t i = 0; i < in.size(); ++i) {
    auto &resource = resources.emplace_back(flow.upload(bytesOf(in[i])));
    if (owned.contains(i)) {
      inputs.none();
      copied.push_back({resource.Get(), 0, in[i].sizeInBytes});
    } else {
      inputs.add(resource, in[i].sizeInBytes);
      copied.push_back({});
    }
  }
  for (const fusedml::OutputBinding &binding : out)
    outputs.add(results.emplace_back(flow.upload(bytesOf(binding))),
                binding.sizeInBytes);
  UINT64 bytes = op->GetBindingProperties().PersistentResourceSize;
  if (bytes != 0)
    persistent.add(resources.emplace_back(flow.buffer(bytes)), bytes);
  else
    persistent.none();
  if (owned.empty())
    atStart.none();
  else
    atStart.array(copied);

  ComPtr<IDMLOperatorInitializer> initializer;
  if (HRESULT result = flow.dml->CreateOperatorInitializer(
          1, &op, IID_PPV_ARGS(&initializer));
      FAILED(result))
    return failure(result, "CreateOperatorInitializer");
  auto table = flow.table(initializer.Get());
  if (!table)
    return failure(E_FAIL, "CreateBindingTable of the initializer");
  table->BindInputs(atStart.count(), atStart.data());
  table->BindOutputs(persistent.count(), persistent.data());
  flow.record(initializer.Get(), table.Get());
  flow.execute();
  table = flow.table(op);
  if (!table)
    return failure(E_FAIL, "CreateBindingTable");
  table->BindInputs(inputs.count(), inputs.data());
  table->BindOutputs(outputs.count(), outputs.data());
  table->BindPersistentResource(persistent.data());
  flow.record(op, table.Get());
  flow.execute();
  if (HRESULT result = flow.dml->GetDeviceRemovedReason(); FAILED(result))
    return failure(result, "GetDeviceRemovedReason");
  for (size_t i = 0; i < out.size(); ++i) {
    auto data = flow.readBack<std::byte>(results[i].Get(), out[i].sizeInBytes);
    std::memcpy(out[i].data, data.data(), data.size());
  }
  return Status::success();
}

/// What the only operator of a graph takes, compiled by itself: its tensors in
/// the order of the struct, those left out included, constants as well.
std::vector<fusedml::Binding>
bindingsOfOperator(const GraphSpec &form,
                   const std::vector<fusedml::Binding> &in) {
  auto node = std::ranges::find_if(
      form.nodes, [](const auto &each) { return each.op.has_value(); });
  std::vector<fusedml::Binding> result;
  uint32_t input = 0;
  for (size_t i = 0; i < node->op->fields.size(); ++i) {
    const auto &field = node->op->row->fields[i];
    if (field.kind != fusedml::graph::FieldKind::Input)
      continue;
    fusedml::Binding binding;
    for (const auto &edge : form.inputEdges)
      if (edge.toInput == input)
        binding = in[edge.graphInput];
    for (const auto &edge : form.intermediateEdges)
      if (edge.toInput == input)
        binding = fusedml::Binding(form.nodes[edge.fromNode].constant);
    // Arrays have as many places as elements.
    if (binding.data || field.array.empty())
      result.push_back(binding);
    ++input;
  }
  return result;
}

/// As the tool reads a dmlGraph; warnings are errors here.
Expected<fusedml::Graph> readJson(const std::string &text) {
  auto document = fusedml::json::Document::parse(text, "graph.json");
  if (!document)
    return document.takeStatus();
  fusedml::json::Problems problems;
  fusedml::json::Reporter reporter(**document, problems, "");
  auto data = fusedml::json::readGraph((*document)->root(), {}, reporter);
  for (const auto &list : {problems.errors, problems.warnings})
    if (!list.empty())
      return Status(list.front());
  return fusedml::Graph(data);
}

//===----------------------------------------------------------------------===//
// The test
//===----------------------------------------------------------------------===//

class FourWays : public testing::TestWithParam<uint64_t> {
protected:
  void SetUp() override {
    ASSERT_EQ(FuseDMLCreateHostDevice(DML_CREATE_DEVICE_FLAG_NONE,
                                      DML_FEATURE_LEVEL_6_4,
                                      IID_PPV_ARGS(&hostDevice)),
              S_OK);
  }
  static void TearDownTestSuite() {
    std::cout << "Of " << counts.graphs << " graphs, " << counts.allWays
              << " came in all ways. " << counts.reinterpreting
              << " have edges that the graph API lacks, " << counts.notInJson
              << " a number that JSON lacks. " << counts.alone
              << " were compiled as an operator, too, and " << counts.queued
              << " executed on a queue.\n";
    // Large graphs have more numbers that JSON lacks.
    if (counts.graphs >= 10 * static_cast<int>(kGroup) &&
        !testing::Test::HasFailure())
      EXPECT_GE(counts.allWays * 100, counts.graphs * 85);
  }

  /// Runs a graph one way and compares its outputs with those of the first.
  void run(const std::string &way, const TestGraph::Runner &runner) {
    const TestGraph &graph = *sample->graph;
    std::vector<uint64_t> least;
    least.reserve(graph.inputCount() + graph.outputCount());
    for (size_t i = 0; i < graph.inputCount(); ++i)
      least.push_back(graph.desc(graph.inputValue(i)).minimumBytes().value());
    for (size_t i = 0; i < graph.outputCount(); ++i)
      least.push_back(graph.outputDesc(i).minimumBytes().value());
    std::vector<RefTensor> results;
    ASSERT_TRUE(graph.runInto(results, runner, {}, least)) << way;
    if (wanted.empty()) {
      if (sample->isJudged)
        EXPECT_TRUE(graph.compare(results)) << way;
      wanted = std::move(results);
      firstWay = way;
      return;
    }
    for (size_t i = 0; i < results.size(); ++i)
      EXPECT_TRUE(
          sameBits(wanted[i], results[i], graph.nansOf(graph.valueOf(i))))
          << "output " << i << ", expected of " << firstWay << ", got of "
          << way << ", in\n"
          << sample->description;
  }

  /// Compiles a graph and runs that.
  void run(const std::string &way, const Expected<fusedml::Graph> &graph,
           const std::string &cpu = "") {
    ASSERT_TRUE(graph.ok()) << way << ": " << graph.error().str();
    fusedml::CompileOptions options;
    options.target.cpu = cpu;
    auto kernel = fusedml::compile(*graph, options);
    ASSERT_TRUE(kernel.ok()) << way << ": " << kernel.error().str();
    run(way, [&](Bindings in, OutputBindings out) {
      return kernel->run(withoutConstants(*sample, in), out);
    });
  }

  /// Runs the graph of the graph API, compiled or with shipped kernels where
  /// it has them all.
  void runNative(bool isCompiled) {
    fusedml::Kernel kernel;
    if (!isCompiled) {
      auto shipped = fusedml::kernels::Shipped::ofLevel(hostTargets().back());
      std::string obstacle;
      kernel = fusedml::Kernel(fusedml::plan::planUnfused(
          *sample->native->data(),
          [&](std::string_view key) { return shipped.find(key); }, obstacle));
    }
    if (!kernel) {
      auto compiled = fusedml::compile(*sample->native);
      ASSERT_TRUE(compiled.ok()) << compiled.error().str();
      kernel = *compiled;
    }
    run("graph API",
        [&](Bindings in, OutputBindings out) { return kernel.run(in, out); });
  }

  void check(uint64_t seed);

  Flow flow;
  ComPtr<IDMLDevice1> hostDevice;
  struct Counts {
    int graphs, allWays, reinterpreting, notInJson, alone, queued;
  };
  static Counts counts;

  const Sample *sample = nullptr;
  std::vector<RefTensor> wanted;
  std::string firstWay;
};

FourWays::Counts FourWays::counts;

std::string mlirOf(const fusedml::Graph &graph) {
  auto text = fusedml::emit(graph, fusedml::EmitKind::Mlir);
  EXPECT_TRUE(text.ok()) << text.error().str();
  return text ? text->code : "";
}

/// The operators of `.mlir` with their attributes, one a line, without what
/// edges do.
std::string operatorsOf(const std::string &mlir) {
  std::istringstream lines(mlir);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    size_t at = line.find("= dml.");
    if (at == std::string::npos || line.find("dml.reinterpret") == at + 2)
      continue;
    std::string text = line.substr(at + 2, line.rfind(" : ") - at - 2);
    size_t attributes = text.find('{');
    result += text.substr(0, text.find(' ')) +
              (attributes == std::string::npos ? "" : text.substr(attributes)) +
              "\n";
  }
  return result;
}

void FourWays::check(uint64_t seed) {
  SCOPED_TRACE("FUSEDML_DAGS=1 FUSEDML_SEED=" + std::to_string(seed));
  Sample made(seed);
  sample = &made;
  wanted.clear();
  ++counts.graphs;

  bool isQueued = seed % 2 == 0;
  IDMLDevice1 *device = isQueued ? flow.dml.Get() : hostDevice.Get();
  Descriptors descriptors(made.form, device);
  DML_GRAPH_DESC desc = descriptors.get();
  ComPtr<IDMLCompiledOperator> op;
  HRESULT compiled =
      device->CompileGraph(&desc, DML_EXECUTION_FLAG_NONE, IID_PPV_ARGS(&op));
  ASSERT_EQ(compiled, S_OK) << made.description;
  run("COM", [&](Bindings in, OutputBindings out) {
    return runOnHost(op.Get(), withoutConstants(made, in), out);
  });
  if (isQueued) {
    run("command list", [&](Bindings in, OutputBindings out) {
      return runOnQueue(flow, op.Get(), ownedInputs(made.form),
                        withoutConstants(made, in), out);
    });
    EXPECT_THAT(flow.messages(), testing::IsEmpty());
    ++counts.queued;
  }
  if (seed % 3 == 0 &&
      std::ranges::count_if(made.form.nodes, [](const auto &node) {
        return node.op.has_value();
      }) == 1) {
    ASSERT_EQ(device->CompileOperator(descriptors.firstOperator(),
                                      DML_EXECUTION_FLAG_NONE,
                                      IID_PPV_ARGS(&op)),
              S_OK);
    run("COM, one operator", [&](Bindings in, OutputBindings out) {
      return runOnHost(
          op.Get(), bindingsOfOperator(made.form, withoutConstants(made, in)),
          out);
    });
    ++counts.alone;
  }

  auto imported = descriptors.import();
  ASSERT_TRUE(imported.ok()) << imported.error().str();
  std::string text = mlirOf(*imported);
  auto parsed = fusedml::parseMlir(text, "graph.mlir");
  // Code for fewer registers is there sooner.
  run("mlir", parsed, hostRuns("x86-64-v3") ? "x86-64-v3" : "");
  if (made.native)
    runNative(/*isCompiled=*/seed % 32 == 0);
  std::optional<std::string> json = fusedml::test::graphJson(made.form);
  std::optional<Expected<fusedml::Graph>> read;
  if (json)
    run("JSON", read.emplace(readJson(*json)));
  // Printing takes a tenth of compiling.
  if (seed % 4 == 1 && parsed) {
    EXPECT_EQ(mlirOf(*parsed), text);
    if (read && *read)
      EXPECT_EQ(mlirOf(**read), text);
    if (made.native && made.constants.empty() && !made.hasStridedOutputs())
      EXPECT_EQ(operatorsOf(mlirOf(*made.native)), operatorsOf(text));
  }
  counts.reinterpreting += !made.native;
  counts.notInJson += !json;
  counts.allWays += made.native && json;
}

TEST_P(FourWays, EqualBits) {
  uint64_t from = GetParam() * kGroup;
  uint64_t to = std::min(from + kGroup, graphCount());
  for (uint64_t number = from; number < to && !HasFailure(); ++number)
    check(firstSeed() + number);
}

INSTANTIATE_TEST_SUITE_P(Seeds, FourWays,
                         testing::Range(uint64_t{0},
                                        (graphCount() + kGroup - 1) / kGroup));

} // namespace
