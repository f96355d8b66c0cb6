//===- PeerOrt.cpp - ONNX Runtime -----------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Through its C interface. The table of functions only ever grows at its end,
// so the few that are needed are called by their number, and no header of ONNX
// Runtime is. Arguments: the library, and the folder of make_models.py.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>

using namespace fusedml::peers;

namespace {

struct ApiBase {
  void *const *(*getApi)(uint32_t version);
  const char *(*versionString)();
};

enum Slot {
  kGetErrorMessage = 2,
  kCreateEnv = 3,
  kCreateSessionFromArray = 8,
  kRun = 9,
  kCreateSessionOptions = 10,
  kSetGraphOptimizationLevel = 23,
  kSetIntraOpThreads = 24,
  kCreateTensorWithData = 49,
  kCreateCpuMemoryInfo = 69,
  kReleaseStatus = 93,
  kReleaseSession = 95,
  kReleaseValue = 96,
};

enum ElementType { kFloat = 1, kInt8 = 3, kInt32 = 6, kFloat16 = 10 };

constexpr uint32_t kApiVersion = 13;
constexpr int kErrorsOnly = 3;
constexpr int kAllOptimizations = 99;

void *const *api;
void *environment;
void *cpuMemory;
std::string modelFolder;

/// Whether it succeeded; says why not on stderr.
template <typename... Args> bool call(Slot slot, Args... args) {
  using Function = void *(*)(Args...);
  void *status = reinterpret_cast<Function>(api[slot])(args...);
  if (!status)
    return true;
  using GetMessage = const char *(*)(void *);
  using Release = void (*)(void *);
  std::fprintf(stderr, "onnxruntime: %s\n",
               reinterpret_cast<GetMessage>(api[kGetErrorMessage])(status));
  reinterpret_cast<Release>(api[kReleaseStatus])(status);
  return false;
}

void release(Slot slot, void *object) {
  using Release = void (*)(void *);
  if (object)
    reinterpret_cast<Release>(api[slot])(object);
}

std::string model(const std::string &name) {
  std::ifstream file(modelFolder + "/" + name + ".onnx", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ElementType typeOf(const std::string &workload) {
  if (workload == "W6")
    return kFloat16;
  if (workload == "W6b")
    return kInt8;
  return workload == "W6i" ? kInt32 : kFloat;
}

void *tensor(const void *data, const std::vector<int64_t> &sizes,
             ElementType type, size_t elementBytes) {
  size_t bytes = elementBytes;
  for (int64_t size : sizes)
    bytes *= size;
  void *value = nullptr;
  call(kCreateTensorWithData, cpuMemory, const_cast<void *>(data), bytes,
       sizes.data(), sizes.size(), static_cast<int>(type), &value);
  return value;
}

/// A model with its inputs and its output bound.
class Session {
public:
  Session(const std::string &bytes, int threads) {
    void *options = nullptr;
    call(kCreateSessionOptions, &options);
    call(kSetIntraOpThreads, options, threads);
    call(kSetGraphOptimizationLevel, options, kAllOptimizations);
    call(kCreateSessionFromArray, environment,
         static_cast<const void *>(bytes.data()), bytes.size(), options,
         &session);
  }
  ~Session() {
    release(kReleaseSession, session);
    for (void *input : inputs)
      release(kReleaseValue, input);
    release(kReleaseValue, output);
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  explicit operator bool() const { return session; }

  void bind(const Context &context) {
    const Work &work = context.work;
    ElementType type = typeOf(work.workload);
    size_t size = elementSize(work.workload);
    const void *const *in = context.args.in;
    std::vector<int64_t> sizes = {work.count()};
    if (work.workload == "W7") {
      sizes = {work.images, work.channels, work.planeSize};
      std::vector<int64_t> perChannel = {work.channels, 1};
      inputs = {tensor(in[0], sizes, type, size),
                tensor(in[1], perChannel, type, size),
                tensor(in[2], perChannel, type, size)};
    } else {
      for (int i = 0; i < inputCount(work.workload); ++i)
        inputs.push_back(tensor(in[i], sizes, type, size));
    }
    output = tensor(context.args.out, sizes, type, size);
  }

  void bindUnary(const float *in, float *out, int64_t count) {
    inputs = {tensor(in, {count}, kFloat, sizeof(float))};
    output = tensor(out, {count}, kFloat, sizeof(float));
  }

  bool run() {
    static const char *const inputNames[] = {"a", "b", "c", "d"};
    static const char *const outputNames[] = {"y"};
    return call(kRun, session, static_cast<void *>(nullptr),
                static_cast<const char *const *>(inputNames),
                static_cast<void *const *>(inputs.data()), inputs.size(),
                static_cast<const char *const *>(outputNames), size_t(1),
                &output);
  }

private:
  void *session = nullptr;
  std::vector<void *> inputs;
  void *output = nullptr;
};

Call callOf(const Context &context) {
  auto session =
      std::make_shared<Session>(model(context.work.workload), context.threads);
  if (!*session)
    return {};
  session->bind(context);
  if (!session->run())
    return {};
  return [session] { session->run(); };
}

double firstResult(const std::string &bytes, const Context &context) {
  double start = limitNow();
  Session session(bytes, 1);
  session.bind(context);
  session.run();
  return limitNow() - start;
}

bool loadLibrary(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    return false;
  }
  using GetBase = const ApiBase *(*)();
  auto getBase = reinterpret_cast<GetBase>(dlsym(library, "OrtGetApiBase"));
  const ApiBase *base = getBase();
  std::fprintf(stderr, "onnxruntime %s\n", base->versionString());
  api = base->getApi(kApiVersion);
  return call(kCreateEnv, kErrorsOnly, "peers", &environment) &&
         call(kCreateCpuMemoryInfo, 0, 0, &cpuMemory);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  if (!loadLibrary(argv[1]))
    return 1;
  modelFolder = argv[2];
  runAll("onnxruntime", callOf);
  FewElements few;
  dispatchCell("onnxruntime", "OrtRun, bound output",
               callOf(few.context("W1", 16)));
  for (const char *workload : {"W1", "W4"}) {
    std::string bytes = model(workload);
    std::vector<double> times;
    for (int i = 0; i < 15; ++i)
      times.push_back(firstResult(bytes, few.context(workload, 16)));
    compileCell("onnxruntime", workload, "session from bytes, first run",
                times);
  }
  for (const char *function : {"Tanh", "Exp", "Erf", "Sigmoid", "Log", "Sin"})
    accuracyCell("onnxruntime", function,
                 [&](const float *in, float *out, int64_t count) {
                   Session session(model(function), 1);
                   session.bindUnary(in, out, count);
                   session.run();
                 });
}
