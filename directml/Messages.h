//===- Messages.h - what the debug layer says -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_MESSAGES_H
#define FUSEDML_DIRECTML_MESSAGES_H

#include "directml/FuseDML.h"
#include "fusedml/Status.h"

#include <mutex>
#include <string>

namespace fusedml::directml {

/// The HRESULT of an error.
HRESULT resultOf(ErrorCode code);

/// "DML_OPERATOR_X: node 'mul' (0): message; mend", in one line.
std::string messageText(const Diagnostic &error);

/// Where a device's messages go. Thread-safe.
class Messages {
public:
  /// Off, nothing is said: the device has no debug flag.
  explicit Messages(bool on) : on(on) {}

  void mute(bool muted);
  void setCallback(FUSEDML_MESSAGE_CALLBACK callback, void *context);
  void say(const std::string &text);

private:
  const bool on;
  std::mutex mutex;
  bool muted = false;
  FUSEDML_MESSAGE_CALLBACK callback = nullptr;
  void *context = nullptr;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_MESSAGES_H
