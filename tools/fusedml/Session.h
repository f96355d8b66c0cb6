//===- Session.h - a model in memory, ready to run --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_SESSION_H
#define FUSEDML_TOOLS_FUSEDML_SESSION_H

#include "Buffers.h"
#include "Commands.h"
#include "Model.h"
#include "Timing.h"

namespace fusedml::tool {

/// The buffers and kernels of a model.
class Session {
public:
  Session(const Model &model, const RunCommand &command)
      : model(model), command(command) {}

  /// Compiles the dispatchables that are dispatched, each once, makes the
  /// resources and copies what DirectML would own.
  Status prepare();

  /// Runs a dispatch command as often as the options ask for.
  Expected<Samples> dispatch(const Command &dispatch);

  const Kernel &kernel(size_t dispatchable) const {
    return prepared[dispatchable].kernel;
  }
  const Buffer &buffer(size_t resource) const { return buffers[resource]; }
  /// Milliseconds prepare() took for a dispatchable.
  double initializeTime(size_t dispatchable) const {
    return prepared[dispatchable].milliseconds;
  }
  const CompileReport &compileReport(size_t dispatchable) const {
    return prepared[dispatchable].report;
  }
  bool isDispatched(size_t dispatchable) const {
    return static_cast<bool>(prepared[dispatchable].kernel);
  }

private:
  struct Prepared {
    Kernel kernel;
    double milliseconds = 0;
    CompileReport report;
    std::vector<Buffer> owned; ///< By input; empty for others.
  };

  Status makeBuffers();
  Status initialize(const Dispatchable &dispatchable, Prepared &target);
  OutputBinding bindingOf(const BoundRange &range) const;
  Diagnostic inModel(Diagnostic error, size_t at, std::string context) const;

  const Model &model;
  const RunCommand &command;
  std::vector<Buffer> buffers;
  std::vector<Prepared> prepared;
};

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_SESSION_H
