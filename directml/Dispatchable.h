//===- Dispatchable.h - what can be bound and recorded ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_DISPATCHABLE_H
#define FUSEDML_DIRECTML_DISPATCHABLE_H

#include "d3d12/DeviceChild.h"
#include "directml/Buffers.h"

#include <memory>

namespace fusedml::directml {

/// A compiled operator or an initializer, as binding tables and recorders see
/// it. An initializer changes with Reset, so what it does at one time is a
/// value of its own.
class Dispatch {
public:
  virtual ~Dispatch() = default;

  /// For messages about an object without a name: "DML_OPERATOR_X".
  virtual std::string label() const = 0;
  virtual std::span<const Place> inputs() const = 0;
  virtual std::span<const Place> outputs() const = 0;
  virtual uint64_t persistentBytes() const = 0;
  /// Whether bindings may change after the dispatch was recorded.
  virtual bool bindsLate() const = 0;
  /// Checks what no single binding shows: that all are there, and which share
  /// memory.
  Status check(const BoundBuffers &buffers) const;
  /// Runs on the thread of a command queue. The buffers have passed check().
  virtual Status run(const BoundBuffers &buffers) const = 0;

  /// No temporary resource is needed: memory between the kernels of a graph is
  /// the runtime's.
  DML_BINDING_PROPERTIES properties() const;

private:
  /// The part of check() after all are there.
  virtual Status checkOverlaps(const BoundBuffers &buffers) const = 0;
};

/// What QueryInterface of an IDMLDispatchable of this library gives.
struct IDispatchable : public IUnknown {
  virtual std::shared_ptr<const Dispatch> dispatch() const = 0;
  /// The name that SetName gave, or the label, for messages.
  virtual std::string title() = 0;
};

} // namespace fusedml::directml

__CRT_UUID_DECL(fusedml::directml::IDispatchable, 0xddeb8003, 0x5940, 0x4197,
                0x95, 0xf8, 0xe4, 0xf6, 0xc2, 0xf1, 0x7a, 0xb1)

// Several classes give it, as an interface.
template <>
inline GUID fusedml::d3d12::classId<fusedml::directml::IDispatchable>() {
  return __uuidof(fusedml::directml::IDispatchable);
}

#endif // FUSEDML_DIRECTML_DISPATCHABLE_H
