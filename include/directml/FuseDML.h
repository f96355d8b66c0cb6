//===- FuseDML.h - what FuseDML adds to DirectML ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For programs that know they run on FuseDML: compiled operators on plain
// memory without D3D12, and the texts of errors as a callback. Programs written
// for DirectML need none of it.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_FUSEDML_H
#define FUSEDML_DIRECTML_FUSEDML_H

// Microsoft's DirectML.h will do as well.
#ifndef DIRECTML_H
#include "DirectML.h"
#endif
#ifndef STDMETHODCALLTYPE
#error FuseDML.h needs the DirectX headers (pkg-config --cflags DirectX-Headers)
#endif

/// Memory of the caller. `Data` needs the alignment of an element.
struct FUSEDML_HOST_BUFFER {
  void *Data;
  UINT64 SizeInBytes;
};

/// Runs a compiled operator on plain memory; QueryInterface of an
/// IDMLCompiledOperator gives it.
struct DECLSPEC_UUID("9d8a3a52-3f2b-4c57-9a0e-5f8d0c6b7e14") DECLSPEC_NOVTABLE
    IFuseDMLHostDispatch : public IUnknown {
  /// Runs once and returns when the outputs are written. There is one buffer
  /// for each binding that IDMLBindingTable::BindInputs and BindOutputs would
  /// take, in the same order. `Data` is null where that binding would be of
  /// type NONE, but for inputs with DML_TENSOR_FLAG_OWNED_BY_DML: they are read
  /// from the caller's memory in every call, and no initializer has to run.
  /// Outputs may share memory with inputs as in a DirectML binding. Errors:
  /// E_INVALIDARG for a wrong count, size, alignment or overlap; E_OUTOFMEMORY;
  /// DXGI_ERROR_DEVICE_REMOVED. Nothing is written then, and the device is not
  /// removed. Thread-safe.
  virtual HRESULT STDMETHODCALLTYPE
  Dispatch(UINT inputCount, const FUSEDML_HOST_BUFFER *inputs, UINT outputCount,
           const FUSEDML_HOST_BUFFER *outputs) = 0;
};

/// `text` is one error without prefix and newline, valid during the call.
/// Called on the thread that made the mistake, or on that of a command queue;
/// never by two threads at a time. It must not call into the device.
typedef void(STDMETHODCALLTYPE *FUSEDML_MESSAGE_CALLBACK)(void *context,
                                                          const char *text);

/// The debug device with a choice of where its messages go; QueryInterface of a
/// device with DML_CREATE_DEVICE_FLAG_DEBUG gives it.
struct DECLSPEC_UUID("5e6a0d0b-8c1f-4f5e-b7c6-2f9f1c4d3a68") DECLSPEC_NOVTABLE
    IFuseDMLDebugDevice : public IDMLDebugDevice {
  /// Messages go to `callback` from now on; null: to stderr, where they begin
  /// with "[DIRECTML ERROR]: ". Returns when no call of the old callback is
  /// under way. Thread-safe.
  virtual void STDMETHODCALLTYPE
  SetMessageCallback(FUSEDML_MESSAGE_CALLBACK callback, void *context) = 0;
};

#ifdef __CRT_UUID_DECL
__CRT_UUID_DECL(IFuseDMLHostDispatch, 0x9d8a3a52, 0x3f2b, 0x4c57, 0x9a, 0x0e,
                0x5f, 0x8d, 0x0c, 0x6b, 0x7e, 0x14)
__CRT_UUID_DECL(IFuseDMLDebugDevice, 0x5e6a0d0b, 0x8c1f, 0x4f5e, 0xb7, 0xc6,
                0x2f, 0x9f, 0x1c, 0x4d, 0x3a, 0x68)
#endif

/// As DMLCreateDevice1, without a D3D12 device: for IFuseDMLHostDispatch alone.
/// The device creates and compiles operators; CreateCommandRecorder,
/// CreateBindingTable and CreateOperatorInitializer return E_NOTIMPL, and
/// GetParentDevice DXGI_ERROR_NOT_FOUND.
STDAPI FuseDMLCreateHostDevice(DML_CREATE_DEVICE_FLAGS flags,
                               DML_FEATURE_LEVEL minimumFeatureLevel,
                               REFIID riid, void **ppv /* may be null */);

#endif // FUSEDML_DIRECTML_FUSEDML_H
