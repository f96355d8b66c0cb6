//===- Main.cpp - measures the accuracy of every function -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace accuracy;

namespace {

struct Options {
  std::vector<std::string> operators;
  uint64_t stride = 1;
  std::string cpu;
  bool write = false;
  std::string file = FUSEDML_SOURCE_DIR "/docs/accuracy.md";
};

/// A bar on the last line of a terminal.
class Bar {
public:
  explicit Bar(const Subject &subject)
      : name(subject.title()), shown(isatty(STDERR_FILENO)) {}
  ~Bar() {
    if (shown)
      fmt::print(stderr, "\r\033[K");
  }
  void show(double done) {
    int now = static_cast<int>(done * kWidth);
    if (!shown || now == last)
      return;
    last = now;
    fmt::print(stderr, "\r\033[K{:32} [{:<{}}] {:3.0f} %", name,
               std::string(static_cast<size_t>(now), '#'), kWidth, done * 100);
    std::fflush(stderr);
  }

private:
  static constexpr int kWidth = 40;
  std::string name;
  bool shown;
  int last = -1;
};

fusedml::Expected<Line> measure(const Subject &subject,
                                const Options &options) {
  Line line(subject);
  Bar bar(subject);
  auto progress = [&](double done) { bar.show(done); };
  auto float32 =
      line.inputs == 1
          ? measureAll(subject, options.cpu, options.stride, progress)
          : measurePairs(subject, options.cpu, kPairs / options.stride,
                         progress);
  if (!float32)
    return float32.takeStatus();
  line.float32 = *float32;
  if (line.inputs == 1) {
    auto float16 = measureHalves(subject, options.cpu);
    if (!float16)
      return float16.takeStatus();
    line.float16 = *float16;
  }
  return line;
}

/// Those asked for, or all; empty if one of the names is of none.
std::vector<Subject> wantedSubjects(const Options &options) {
  std::vector<Subject> all = subjects(), wanted;
  if (options.operators.empty())
    return all;
  for (const std::string &name : options.operators) {
    size_t before = wanted.size();
    for (const Subject &subject : all)
      if (subject.row == fusedml::graph::findOperator(name))
        wanted.push_back(subject);
    if (wanted.size() > before)
      continue;
    fmt::print(stderr, "error: nothing is measured of '{}'\n", name);
    return {};
  }
  return wanted;
}

/// Replaces a file at once, and only if all went well.
bool writeDocument(const std::filesystem::path &path, const std::string &text) {
  std::filesystem::path next = path;
  next += ".new";
  std::ofstream file(next, std::ios::binary);
  file << text;
  file.close();
  std::error_code error;
  if (file)
    std::filesystem::rename(next, path, error);
  if (file && !error)
    return true;
  fmt::print(stderr, "error: {} cannot be written\n", path.string());
  return false;
}

int report(const Options &options) {
  std::vector<Subject> wanted = wantedSubjects(options);
  if (wanted.empty())
    return 2;
  std::string text = reportHead(kPairs / options.stride);
  fmt::print("{}", text);
  std::vector<Line> lines;
  std::string complaints;
  for (const Subject &subject : wanted) {
    auto line = measure(subject, options);
    if (!line) {
      fmt::print(stderr, "{}\n", line.error().str());
      return 1;
    }
    text += reportLine(*line);
    fmt::print("{}", reportLine(*line));
    std::fflush(stdout);
    if (std::string complaint = line->complaint(); !complaint.empty())
      complaints += "error: " + complaint + "\n";
    lines.push_back(std::move(*line));
  }
  text += reportReasons(lines);
  fmt::print("{}", reportReasons(lines));
  fmt::print(stderr, "{}", complaints);
  if (!complaints.empty())
    return 1;
  return !options.write || writeDocument(options.file, text) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Measures how far results are from the true values");
  Options options;
  auto *operators =
      app.add_option("OP", options.operators,
                     "operators, exp or ELEMENT_WISE_EXP; all without");
  auto *stride =
      app.add_option("--stride", options.stride, "take every N-th input only")
          ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 24));
  app.add_option("--cpu", options.cpu,
                 "x86-64-v2, v3, v4 or another CPU; results are the same");
  auto *write = app.add_flag("--write", options.write,
                             "replace docs/accuracy.md if all bounds hold");
  write->excludes(operators)->excludes(stride);
  app.add_option("--file", options.file, "what --write replaces instead")
      ->needs(write);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) ? 2 : 0;
  }
  try {
    return report(options);
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
