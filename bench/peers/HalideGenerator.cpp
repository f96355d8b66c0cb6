//===- HalideGenerator.cpp - compiles the pipelines ahead of time ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes an object file for each into the folder given as argument.
//
//===----------------------------------------------------------------------===//

#include "HalidePipelines.h"

#include <cstdio>

using namespace fusedml::peers;

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  Halide::Target target = Halide::get_host_target();
  std::printf("halide target %s\n", target.to_string().c_str());
  target.set_feature(Halide::Target::NoAsserts);
  bool first = true;
  for (const std::string &workload : halideWorkloads())
    for (bool parallel : {false, true}) {
      Pipeline pipeline = halidePipeline(workload, parallel);
      std::vector<Halide::Argument> arguments(pipeline.inputs.begin(),
                                              pipeline.inputs.end());
      std::string name = "halide" + workload + (parallel ? "_p" : "_s");
      // One object has the runtime of all.
      pipeline.result.compile_to_object(
          std::string(argv[1]) + "/" + name + ".o", arguments, name,
          first ? target : target.with_feature(Halide::Target::NoRuntime));
      first = false;
    }
}
