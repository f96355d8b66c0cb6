//===- Aot.h - links an object file with cc and calls it --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_AOT_H
#define FUSEDML_TESTS_SUPPORT_AOT_H

#include "tests/support/Dag.h"
#include "tests/support/Process.h"
#include "tests/support/TempDir.h"

#include <dlfcn.h>

#include <regex>

namespace support {

/// The name of the one function a generated header declares.
inline std::string functionOf(const std::string &header) {
  std::smatch match;
  std::regex pattern("^void ([A-Za-z_0-9]+)\\(",
                     std::regex::ECMAScript | std::regex::multiline);
  return std::regex_search(header, match, pattern) ? match[1].str() : "";
}

/// Calls the function with `inputs[i]` and `outputs[j]`, and memory from
/// malloc where the header asks for a workspace.
inline std::string shimSource(const std::string &header, size_t inputs,
                              size_t outputs) {
  std::string function = functionOf(header), upper = function;
  for (char &c : upper)
    c = static_cast<char>(std::toupper(c));
  std::string text = "#include <stdlib.h>\n#include \"kernel.h\"\n"
                     "void callKernel(void **inputs, void **outputs) {\n";
  bool workspace = header.find(upper + "_WORKSPACE") != std::string::npos;
  if (workspace)
    text += "  void *workspace = aligned_alloc(64, (" + upper +
            "_WORKSPACE + 63) / 64 * 64);\n";
  text += "  " + function + "(";
  for (size_t i = 0; i < inputs; ++i)
    text += (i ? ", " : "") + ("inputs[" + std::to_string(i) + "]");
  for (size_t i = 0; i < outputs; ++i)
    text += (i + inputs ? ", " : "") + ("outputs[" + std::to_string(i) + "]");
  text += workspace ? ", workspace);\n  free(workspace);\n" : ");\n";
  return text + "}\n";
}

/// An object file, its header and a shared library made of them.
class AotKernel {
public:
  AotKernel(const fusedml::EmittedCode &emitted, size_t inputs,
            size_t outputs) {
    object = folder.write("kernel.o", emitted.code);
    folder.write("kernel.h", emitted.header);
    std::string shim =
        folder.write("shim.c", shimSource(emitted.header, inputs, outputs));
    std::string shared = folder.path("kernel.so");
    ProcessResult linked = runCommand("cc -Wall -Werror -shared -fPIC -o " +
                                      shared + " " + shim + " " + object);
    log = linked.output;
    if (linked.exitCode != 0)
      return;
    library = dlopen(shared.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      log += dlerror();
      return;
    }
    function = reinterpret_cast<Function *>(dlsym(library, "callKernel"));
  }
  ~AotKernel() {
    if (library)
      dlclose(library);
  }
  AotKernel(const AotKernel &) = delete;
  AotKernel &operator=(const AotKernel &) = delete;

  bool ok() const { return function; }
  const std::string &messages() const { return log; }
  const std::string &objectFile() const { return object; }
  const TempDir &directory() const { return folder; }

  fusedml::Status call(std::span<const fusedml::Binding> in,
                       std::span<const fusedml::OutputBinding> out) const {
    std::vector<void *> inputs, outputs;
    for (const fusedml::Binding &binding : in)
      inputs.push_back(const_cast<void *>(binding.data));
    for (const fusedml::OutputBinding &binding : out)
      outputs.push_back(const_cast<void *>(binding.data));
    function(inputs.data(), outputs.data());
    return fusedml::Status::success();
  }

  /// The same as runInto() takes it.
  TestGraph::Runner runner() const {
    return [this](TestGraph::Bindings in, TestGraph::OutputBindings out) {
      return call(in, out);
    };
  }

private:
  using Function = void(void **, void **);
  TempDir folder;
  std::string object, log;
  void *library = nullptr;
  Function *function = nullptr;
};

/// Undefined symbols of an object file, but the one that x86 needs to reach
/// its own data.
inline std::string undefinedSymbols(const std::string &object) {
  ProcessResult listed = runCommand("nm -u " + object);
  std::string result;
  std::istringstream lines(listed.output);
  for (std::string line; std::getline(lines, line);)
    if (line.find("_GLOBAL_OFFSET_TABLE_") == std::string::npos &&
        line.find_first_not_of(" \t") != std::string::npos)
      result += line + "\n";
  return result;
}

/// Emits a graph, links it and compares what it computes.
inline testing::AssertionResult
checkAot(const TestGraph &graph, const fusedml::CompileOptions &options) {
  auto built = graph.build();
  if (!built)
    return testing::AssertionFailure() << built.error().str();
  auto emitted = fusedml::emit(*built, fusedml::EmitKind::Object, options);
  if (!emitted)
    return testing::AssertionFailure() << emitted.error().str();
  AotKernel kernel(*emitted, graph.inputCount(), graph.outputCount());
  if (!kernel.ok())
    return testing::AssertionFailure() << kernel.messages() << "\n"
                                       << emitted->header;
  if (std::string undefined = undefinedSymbols(kernel.objectFile());
      !undefined.empty())
    return testing::AssertionFailure() << "undefined symbols: " << undefined;
  for (bool misaligned : {false, true}) {
    RunConfig config;
    config.misaligned = misaligned;
    config.protectedPages = !misaligned;
    if (auto same = graph.checkRun(kernel.runner(), config); !same)
      return same;
  }
  return testing::AssertionSuccess();
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_AOT_H
