//===- KernelStore.cpp - code that is in memory already -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelStore.h"

#include "runtime/Leaked.h"

namespace fusedml::kernels {

/// Enough for thousands of kernels of usual size.
static constexpr size_t kMostBytes = size_t{64} << 20;

Expected<Code> Code::load(std::span<const std::byte> bytes, uint64_t entry) {
  Code code;
  code.image = runtime::CodeImage::load(bytes);
  if (code.image)
    code.function = code.image->function(entry);
  if (code)
    return code;
  Diagnostic error;
  error.code = ErrorCode::OutOfMemory;
  error.rule = "code-memory";
  error.message = "the system gives no memory for code that is compiled now";
  error.mend = "compile the graph ahead of time with `fusedml compile`, or let "
               "the process have memory that can be executed";
  return error;
}

KernelStore &KernelStore::ofProcess() {
  static runtime::Leaked<KernelStore> store(kMostBytes);
  return *store;
}

/// About what a kernel takes.
static size_t bytesOf(const std::string &key, const Code &code) {
  return 2 * key.size() + 256 + code.image->bytes();
}

bool KernelStore::findLocked(Wanted &wanted) {
  auto it = entries.find(wanted.key);
  if (it == entries.end() || !it->second.code)
    return false;
  uses.splice(uses.end(), uses, it->second.use);
  wanted.code = it->second.code;
  return true;
}

bool KernelStore::find(std::span<Wanted> wanted) {
  std::lock_guard lock(mutex);
  bool all = true;
  for (Wanted &each : wanted)
    all &= each.code || findLocked(each);
  return all;
}

void KernelStore::keep(const std::string &key, const Code &code) {
  std::vector<Code> forgotten; // Destroyed after the lock is left.
  std::lock_guard lock(mutex);
  if (claim(key))
    keepLocked(key, code, forgotten);
  changed.notify_all();
}

/// Whether the caller is to make the code of a key, which is not there.
bool KernelStore::claim(const std::string &key) {
  auto [it, isNew] = entries.try_emplace(key);
  if (isNew)
    return true;
  // After a fork, the thread that was making it is not in this process.
  if (it->second.code || it->second.maker == getpid())
    return false;
  it->second.maker = getpid();
  return true;
}

void KernelStore::keepLocked(const std::string &key, const Code &code,
                             std::vector<Code> &forgotten) {
  auto it = entries.find(key);
  it->second.code = code;
  it->second.use = uses.insert(uses.end(), &it->first);
  bytes += bytesOf(key, code);
  while (bytes > mostBytes && uses.size() > 1) {
    auto oldest = entries.find(*uses.front());
    uses.pop_front();
    bytes -= bytesOf(oldest->first, oldest->second.code);
    forgotten.push_back(std::move(oldest->second.code));
    entries.erase(oldest);
  }
}

/// Keeps what was made of claimed keys, and gives up the others.
void KernelStore::finish(std::span<Wanted *const> made) {
  std::vector<Code> forgotten;
  std::lock_guard lock(mutex);
  for (Wanted *each : made)
    if (each->code)
      keepLocked(each->key, each->code, forgotten);
    else
      entries.erase(each->key);
  changed.notify_all();
}

void KernelStore::clear() {
  std::lock_guard lock(mutex);
  for (const std::string *key : uses)
    entries.erase(*key);
  uses.clear();
  bytes = 0;
}

Status KernelStore::get(std::span<Wanted> wanted, const MakeFn &make) {
  for (;;) {
    std::vector<Wanted *> claimed;
    claimed.reserve(wanted.size()); // So that nothing fails after a claim.
    {
      std::unique_lock lock(mutex);
      for (;;) {
        bool all = true;
        for (Wanted &each : wanted) {
          if (each.code || findLocked(each))
            continue;
          all = false;
          if (claim(each.key))
            claimed.push_back(&each);
        }
        if (all)
          return Status::success();
        if (!claimed.empty())
          break;
        changed.wait(lock);
      }
    }
    Status status = Status::success();
    try {
      status = make(claimed);
    } catch (...) {
      finish(claimed);
      throw;
    }
    finish(claimed);
    if (!status)
      return status;
  }
}

} // namespace fusedml::kernels
