//===- Harness.cpp - what all peers are timed with ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>
#include <sstream>

using namespace fusedml::peers;

namespace {

std::vector<std::string> split(const char *text) {
  std::vector<std::string> parts;
  std::stringstream stream(text ? text : "");
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

bool isNarrow(const std::string &workload) {
  return workload.starts_with("W6");
}

float fromHalf(uint16_t bits) {
  _Float16 half;
  std::memcpy(&half, &bits, sizeof half);
  return static_cast<float>(half);
}

uint16_t toHalf(float value) {
  auto half = static_cast<_Float16>(value);
  uint16_t bits;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}

template <typename T, typename Make>
void fill(void *memory, int64_t count, uint32_t seed, Make make) {
  auto *values = static_cast<T *>(memory);
  for (int64_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = make(seed);
  }
}

/// Dividends of every magnitude; divisors of 20 bits, none of them 0.
int32_t integer(uint32_t random, bool divisor) {
  int32_t value = static_cast<int32_t>(random) >> (divisor ? 12 : 0);
  return value ? value : 3;
}

void fillInput(const std::string &workload, int number, void *memory,
               int64_t count) {
  uint32_t seed = 7 + number;
  if (workload == "W6")
    fill<uint16_t>(memory, count, seed, [](uint32_t random) {
      return toHalf(-2 + 4.0f * (random >> 8) * 0x1p-24f);
    });
  else if (workload == "W6b")
    fill<int8_t>(memory, count, seed, [](uint32_t random) {
      return static_cast<int8_t>(random >> 24);
    });
  else if (workload == "W6i")
    fill<int32_t>(memory, count, seed, [=](uint32_t random) {
      return integer(random, number == 1);
    });
  else
    limitFill(static_cast<float *>(memory), count, -3, 3, seed);
}

double element(const std::string &workload, const void *memory, int64_t i) {
  if (workload == "W6")
    return fromHalf(static_cast<const uint16_t *>(memory)[i]);
  if (workload == "W6b")
    return static_cast<const int8_t *>(memory)[i];
  if (workload == "W6i")
    return static_cast<const int32_t *>(memory)[i];
  return static_cast<const float *>(memory)[i];
}

/// The largest difference of the call's last results from a kernel's; NaN if
/// there is one.
double difference(const Context &context, const std::vector<char> &got,
                  LimitKernel kernel) {
  const std::string &workload = context.work.workload;
  int64_t size = elementSize(workload);
  int64_t count = static_cast<int64_t>(got.size()) / size;
  char *checked = static_cast<char *>(context.args.out) +
                  (context.work.count() - count) * size;
  std::memset(checked, 0x55, got.size());
  kernel(&context.args, 0, context.work.count());
  double largest = 0;
  for (int64_t i = 0; i < count; ++i) {
    double d = std::fabs(element(workload, got.data(), i) -
                         element(workload, checked, i));
    if (!(d <= largest))
      largest = d;
  }
  return largest;
}

double timeOf(const Call &call, int calls) {
  double start = limitNow();
  for (int i = 0; i < calls; ++i)
    call();
  return (limitNow() - start) / calls;
}

/// A first estimate of the time of one call.
double estimate(const Call &call) {
  double time = timeOf(call, 1);
  for (int i = 0; i < 3 && time < 1e5; ++i)
    time = std::min(time, timeOf(call, 10));
  return time;
}

struct Samples {
  std::vector<double> ours, fast, strict, ofFast, ofStrict;
};

/// How often a call and the limits are repeated, and in how many rounds. About
/// four kernels share the time of the limits.
struct Schedule {
  int calls, limitCalls, rounds;

  Schedule(double callTime, double limitTime) {
    const char *milliseconds = std::getenv("PEERS_BUDGET_MS");
    double budget = milliseconds ? std::atof(milliseconds) * 1e6 : 60e6;
    double slice = budget / 16;
    calls = static_cast<int>(std::clamp(slice / callTime, 1.0, 1e6));
    limitCalls = static_cast<int>(std::clamp(slice / limitTime / 4, 1.0, 1e6));
    double round = calls * callTime + limitCalls * limitTime * 4;
    rounds = static_cast<int>(std::clamp(budget / round, 4.0, 9.0));
  }
};

Samples sample(const Context &context, const Call &call) {
  const char *workload = context.work.workload.c_str();
  LimitTimes limits;
  double callTime = estimate(call);
  limitBest(workload, &context.args, context.threads, 1, &limits);
  Schedule schedule(callTime, limits.fast);
  Samples samples;
  for (int round = 0; round < schedule.rounds; ++round) {
    double ours = timeOf(call, schedule.calls);
    limitBest(workload, &context.args, context.threads, schedule.limitCalls,
              &limits);
    samples.ours.push_back(ours);
    samples.fast.push_back(limits.fast);
    samples.strict.push_back(limits.strict);
    samples.ofFast.push_back(limits.fast / ours);
    samples.ofStrict.push_back(limits.strict / ours);
  }
  return samples;
}

double least(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

/// One JSON object, field by field.
class Line {
public:
  Line &add(const char *name, const std::string &text) {
    return field(name) << '"' << text << '"', *this;
  }
  Line &add(const char *name, const char *text) {
    return add(name, std::string(text));
  }
  Line &add(const char *name, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return field(name) << (std::isfinite(value) ? text : "null"), *this;
  }
  Line &add(const char *name, int64_t value) {
    return field(name) << value, *this;
  }
  Line &add(const char *name, int value) { return add(name, int64_t(value)); }
  Line &addTrue(const char *name) { return field(name) << "true", *this; }
  void emit() { fusedml::peers::emit("{" + stream.str() + "}"); }

private:
  std::ostringstream &field(const char *name) {
    if (stream.tellp() > 0)
      stream << ", ";
    stream << '"' << name << "\": ";
    return stream;
  }
  std::ostringstream stream;
};

std::string shape(const Work &work) {
  return std::to_string(work.images) + "x" + std::to_string(work.channels) +
         "x" + std::to_string(work.planeSize);
}

void cell(const std::string &peer, const Context &context, const Call &call) {
  const std::string &workload = context.work.workload;
  int64_t count = context.work.count(), size = elementSize(workload);
  constexpr int64_t kChecked = 1 << 16;
  call();
  // The end is where tails are.
  int64_t checked = std::min(count, kChecked);
  const char *end = static_cast<const char *>(context.args.out) + count * size;
  std::vector<char> got(end - checked * size, end);
  double fromFast =
      difference(context, got, limitVariantKernel(workload.c_str(), 0));
  double fromStrict =
      difference(context, got, limitStrictKernel(workload.c_str()));

  Samples samples = sample(context, call);
  double best = least(samples.ours);
  Line()
      .add("peer", peer)
      .add("wl", workload)
      .add("shape", shape(context.work))
      .add("n", count)
      .add("threads", context.threads)
      .add("ns", best)
      .add("ns_med", median(samples.ours))
      .add("limit_ns", least(samples.fast))
      .add("limit_ns_med", median(samples.fast))
      .add("strict_ns", least(samples.strict))
      .add("strict_ns_med", median(samples.strict))
      .add("ns_per_elem", best / count)
      .add("gbs", bytesPerElement(workload) * count / best)
      .add("of_limit", least(samples.fast) / best)
      .add("of_limit_med", median(samples.ofFast))
      .add("of_strict", least(samples.strict) / best)
      .add("of_strict_med", median(samples.ofStrict))
      .add("maxdiff", fromFast)
      .add("maxdiff_strict", fromStrict)
      .emit();
}

} // namespace

int fusedml::peers::elementSize(const std::string &workload) {
  return workload == "W6" ? 2 : workload == "W6b" ? 1 : 4;
}

int fusedml::peers::inputCount(const std::string &workload) {
  if (workload == "W4" || workload == "W5")
    return 4;
  return workload == "W1" || workload == "triad" || isNarrow(workload) ? 2 : 1;
}

double fusedml::peers::bytesPerElement(const std::string &workload) {
  return (inputCount(workload) + 1.0) * elementSize(workload);
}

std::vector<Work> fusedml::peers::workloads() {
  constexpr int64_t kLeastNarrow = 65536;
  const char *sizes = std::getenv("PEERS_SIZES");
  std::vector<std::string> only = split(std::getenv("PEERS_WL"));
  std::set<std::string> wanted(only.begin(), only.end());
  std::vector<Work> list;
  for (const char *workload :
       {"W1", "W2", "W3", "W4", "W5", "W6", "W6b", "W6i", "W7"}) {
    if (!wanted.empty() && !wanted.count(workload))
      continue;
    if (!std::strcmp(workload, "W7")) {
      list.push_back({workload, 1, 64, 224 * 224});
      list.push_back({workload, 32, 64, 56 * 56});
      continue;
    }
    for (const std::string &size :
         split(sizes ? sizes : "1024,65536,1048576,16777216"))
      if (!isNarrow(workload) || std::stoll(size) >= kLeastNarrow)
        list.push_back({workload, 1, 1, std::stoll(size)});
  }
  return list;
}

Buffers::Buffers(const Work &newWork)
    : work(newWork), bytes(work.count() * elementSize(work.workload)) {
  for (void *&buffer : memory)
    buffer = limitAlloc(bytes);
  for (int i = 0; i < 4; ++i)
    fillInput(work.workload, i, memory[i], work.count());
}

Buffers::~Buffers() {
  for (void *buffer : memory)
    limitFree(buffer, bytes);
}

LimitArgs Buffers::args() const {
  return {{memory[0], memory[1], memory[2], memory[3]},
          memory[4],
          work.count(),
          work.channels,
          work.planeSize};
}

Context Buffers::context(int threads) const { return {work, threads, args()}; }

FewElements::FewElements() {
  for (auto &input : in)
    limitFill(input, kMost, -3, 3, 5);
}

Context FewElements::context(const std::string &workload, int64_t count) {
  return {{workload, 1, 1, count},
          1,
          {{in[0], in[1], in[2], in[3]}, out, count, 1, count}};
}

double fusedml::peers::median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void fusedml::peers::emit(const std::string &line) {
  static FILE *file = [] {
    const char *path = std::getenv("PEERS_OUT");
    return path ? std::fopen(path, "a") : stdout;
  }();
  if (!file) {
    std::perror("PEERS_OUT");
    std::exit(1);
  }
  std::fprintf(file, "%s\n", line.c_str());
  std::fflush(file);
}

void fusedml::peers::runAll(const std::string &peer, const Setup &setup) {
  for (const Work &work : workloads()) {
    Buffers buffers(work);
    for (int threads : {1, 2}) {
      Context context = buffers.context(threads);
      if (Call call = setup(context)) {
        cell(peer, context, call);
        continue;
      }
      Line()
          .add("peer", peer)
          .add("wl", work.workload)
          .add("n", work.count())
          .add("threads", threads)
          .addTrue("unsupported")
          .emit();
    }
  }
}

Setup fusedml::peers::setupOf(std::vector<NamedKernel> kernels) {
  return [kernels = std::move(kernels)](const Context &context) -> Call {
    for (const auto &[workload, kernel] : kernels)
      if (context.work.workload == workload)
        return
            [kernel = kernel, args = context.args, threads = context.threads] {
              limitParallel(kernel, &args, threads);
            };
    return {};
  };
}

void fusedml::peers::dispatchCell(const std::string &peer,
                                  const std::string &note, const Call &call) {
  timeOf(call, 50);
  std::vector<double> times;
  for (int round = 0; round < 15; ++round)
    times.push_back(timeOf(call, 2000));
  Line()
      .add("peer", peer)
      .add("wl", "W8")
      .add("n", 16)
      .add("threads", 1)
      .add("ns", least(times))
      .add("ns_med", median(times))
      .add("note", note)
      .emit();
}

void fusedml::peers::compileCell(const std::string &peer,
                                 const std::string &workload,
                                 const std::string &note,
                                 const std::vector<double> &nanoseconds) {
  Line()
      .add("peer", peer)
      .add("wl", "W9")
      .add("graph", workload)
      .add("first_ns", nanoseconds.front())
      .add("ns", least(nanoseconds))
      .add("ns_med", median(nanoseconds))
      .add("note", note)
      .emit();
}

//===----------------------------------------------------------------------===//
// Errors of functions
//===----------------------------------------------------------------------===//

namespace {

struct Reference {
  const char *function;
  double (*evaluate)(double);
  double low, high;
};

const Reference kReferences[] = {
    {"Tanh", [](double x) { return std::tanh(x); }, -10, 10},
    {"Exp", [](double x) { return std::exp(x); }, -86, 88},
    {"Erf", [](double x) { return std::erf(x); }, -5, 5},
    {"Sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, -17, 80},
    {"Log", [](double x) { return std::log(x); }, 1e-6f, 100},
    {"Sin", [](double x) { return std::sin(x); }, -100, 100},
    {"Swish", [](double x) { return x / (1 + std::exp(-x)); }, -17, 80},
    {"Gelu", [](double x) { return x * std::erfc(-x * M_SQRT1_2) / 2; }, -12,
     12},
};

/// One half evenly over the range, one in ever smaller steps toward 0, or
/// toward 1 for Log.
std::vector<float> arguments(const Reference &reference, int64_t count) {
  bool isLog = !std::strcmp(reference.function, "Log");
  std::vector<float> x(count);
  int64_t half = count / 2;
  for (int64_t i = 0; i < half; ++i) {
    x[i] = reference.low + (reference.high - reference.low) * i / half;
    double small = std::pow(2.0, -20 + 20.0 * i / half);
    if (isLog)
      x[half + i] = 1 + (i & 1 ? small : -small * 0.9);
    else
      x[half + i] = i & 1 ? small : -small;
  }
  return x;
}

double errorInUlp(float got, double exact) {
  double ulp = std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
  return std::fabs(got - exact) / ulp;
}

} // namespace

void fusedml::peers::accuracyCell(const std::string &peer,
                                  const std::string &function,
                                  const FloatFunction &evaluate) {
  const auto *reference =
      std::find_if(std::begin(kReferences), std::end(kReferences),
                   [&](const Reference &r) { return r.function == function; });
  if (reference == std::end(kReferences))
    return;
  std::vector<float> x = arguments(*reference, 1 << 21), y(x.size());
  evaluate(x.data(), y.data(), static_cast<int64_t>(x.size()));
  double largest = 0, at = 0, sum = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double exact = reference->evaluate(x[i]);
    if (exact == 0)
      continue;
    double error = errorInUlp(y[i], exact);
    sum += error;
    if (!(error <= largest)) {
      largest = error;
      at = x[i];
    }
  }
  Line()
      .add("peer", peer)
      .add("accuracy", function)
      .add("max_ulp", largest)
      .add("at", at)
      .add("mean_ulp", sum / static_cast<double>(x.size()))
      .emit();
}
