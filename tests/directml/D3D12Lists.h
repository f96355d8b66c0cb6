//===- D3D12Lists.h - command lists for tests -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTML_D3D12LISTS_H
#define FUSEDML_TESTS_DIRECTML_D3D12LISTS_H

#include "D3D12Fixture.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace fusedml::test {

using d3d12::ISoftwareCommandList;
using d3d12::Work;

/// A command that calls a function.
class Call final : public Work {
public:
  explicit Call(std::function<void()> call) : call(std::move(call)) {}
  std::function<void()> submit() override {
    ++submissions;
    return call;
  }
  std::atomic<int> submissions = 0;

private:
  std::function<void()> call;
};

/// An eventfd as a HANDLE.
class EventFd {
public:
  EventFd() : descriptor(eventfd(0, EFD_CLOEXEC)) {}
  ~EventFd() { close(); }
  void close() {
    if (descriptor >= 0)
      ::close(descriptor);
    descriptor = -1;
  }
  int number() const { return descriptor; }
  HANDLE handle() const {
    return reinterpret_cast<HANDLE>(static_cast<intptr_t>(descriptor));
  }
  bool isSet() const {
    pollfd waiting = {descriptor, POLLIN, 0};
    return poll(&waiting, 1, 0) == 1;
  }
  /// Blocks until it is set.
  uint64_t take() const {
    uint64_t value = 0;
    return read(descriptor, &value, sizeof(value)) == sizeof(value) ? value : 0;
  }

private:
  int descriptor;
};

class D3D12ListsTest : public D3D12Test {
protected:
  /// A closed list that calls a function.
  ComPtr<ID3D12GraphicsCommandList> calling(std::function<void()> call) {
    ComPtr<ID3D12CommandAllocator> memory = allocator();
    ComPtr<ID3D12GraphicsCommandList> made = list(memory.Get());
    record(made, std::make_shared<Call>(std::move(call)));
    EXPECT_EQ(made->Close(), S_OK);
    return made;
  }

  static HRESULT record(const ComPtr<ID3D12GraphicsCommandList> &list,
                        std::shared_ptr<Work> work) {
    ComPtr<ISoftwareCommandList> software;
    EXPECT_EQ(list.As(&software), S_OK);
    return software->recordWork(std::move(work));
  }

  /// What recording one thing says, after which Close must fail.
  std::string
  refusal(HRESULT result,
          const std::function<void(ID3D12GraphicsCommandList *)> &body,
          D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT) {
    ComPtr<ID3D12CommandAllocator> memory = allocator(type);
    ComPtr<ID3D12GraphicsCommandList> made = list(memory.Get(), type);
    return stderrOf([&] {
      body(made.Get());
      EXPECT_EQ(made->Close(), result);
    });
  }
};

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTML_D3D12LISTS_H
