//===- Messages.cpp - what the debug layer says ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Messages.h"

#include "front/rules/OperatorRow.h"

#include <fmt/format.h>

#include <cstdio>

namespace fusedml::directml {

HRESULT resultOf(ErrorCode code) {
  switch (code) {
  case ErrorCode::InvalidArgument:
  case ErrorCode::ParseError:
    return E_INVALIDARG;
  case ErrorCode::Unsupported:
    return E_NOTIMPL;
  case ErrorCode::OutOfMemory:
    return E_OUTOFMEMORY;
  case ErrorCode::IoError:
  case ErrorCode::Internal:
    return E_FAIL;
  }
  return E_FAIL;
}

std::string messageText(const Diagnostic &error) {
  std::string text;
  if (!error.op.empty()) {
    const graph::OperatorRow *row = graph::findOperator(error.op);
    text = fmt::format("{}: ", row ? row->dmlName : error.op);
  }
  if (!error.context.empty())
    text += error.context + ": ";
  text += error.message;
  if (!error.mend.empty())
    text += "; " + error.mend;
  return text;
}

void Messages::mute(bool newMuted) {
  std::lock_guard lock(mutex);
  muted = newMuted;
}

void Messages::setCallback(FUSEDML_MESSAGE_CALLBACK newCallback,
                           void *newContext) {
  std::lock_guard lock(mutex);
  callback = newCallback;
  context = newContext;
}

void Messages::say(const std::string &text) {
  if (!on)
    return;
  std::lock_guard lock(mutex);
  if (muted)
    return;
  if (callback)
    callback(context, text.c_str());
  else
    std::fprintf(stderr, "[DIRECTML ERROR]: %s\n", text.c_str());
}

} // namespace fusedml::directml
