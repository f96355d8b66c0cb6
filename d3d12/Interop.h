//===- Interop.h - what DirectML uses of the software device ----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libfusedml_directml sees libfusedml_d3d12 through COM alone: the public D3D12
// interfaces, and the two here. A resource needs none, since its GPU virtual
// address is the address of its memory in this process.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_INTEROP_H
#define FUSEDML_D3D12_INTEROP_H

#include <wsl/winadapter.h>

#include <directx/d3d12.h>

#include <functional>
#include <memory>

namespace fusedml::d3d12 {

/// A command of another library in a command list.
class Work {
public:
  virtual ~Work() = default;
  /// Called by ExecuteCommandLists on the caller's thread, once for each
  /// submission. The queue calls what it returns on its own thread, in the
  /// order of the list, and drops it afterwards. Neither may throw.
  virtual std::function<void()> submit() = 0;
};

/// QueryInterface of ID3D12CommandList gives it.
MIDL_INTERFACE("0b6f9f5e-6a55-4f0c-9d0a-5a6f6e1f7a31")
ISoftwareCommandList : public IUnknown {
  /// Appends a command. E_FAIL if the list is closed.
  virtual HRESULT STDMETHODCALLTYPE recordWork(std::shared_ptr<Work> work) = 0;
  /// Whether one of the heaps that SetDescriptorHeaps set holds the handle.
  virtual BOOL STDMETHODCALLTYPE seesDescriptor(
      D3D12_GPU_DESCRIPTOR_HANDLE handle) = 0;
};

/// QueryInterface of ID3D12Device gives it: how one tells a device of
/// libfusedml_d3d12 from others.
MIDL_INTERFACE("7c0c4b1e-3f0d-4a86-8f5b-2b7f9d3c8e42")
ISoftwareDevice : public IUnknown {
  /// Descriptors from `cpu` to the end of its CBV_SRV_UAV heap; 0 if it is in
  /// none of this device, or if `gpu` is not the same descriptor of the heap. A
  /// heap that is not shader visible has no GPU handles; `gpu` is then 0.
  virtual UINT STDMETHODCALLTYPE descriptorsFrom(
      D3D12_CPU_DESCRIPTOR_HANDLE cpu, D3D12_GPU_DESCRIPTOR_HANDLE gpu) = 0;
};

} // namespace fusedml::d3d12

__CRT_UUID_DECL(fusedml::d3d12::ISoftwareCommandList, 0x0b6f9f5e, 0x6a55,
                0x4f0c, 0x9d, 0x0a, 0x5a, 0x6f, 0x6e, 0x1f, 0x7a, 0x31)
__CRT_UUID_DECL(fusedml::d3d12::ISoftwareDevice, 0x7c0c4b1e, 0x3f0d, 0x4a86,
                0x8f, 0x5b, 0x2b, 0x7f, 0x9d, 0x3c, 0x8e, 0x42)

#endif // FUSEDML_D3D12_INTEROP_H
