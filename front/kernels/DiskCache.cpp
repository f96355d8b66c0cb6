//===- DiskCache.cpp - code that an earlier process compiled --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A file holds, in this order: a checksum of all that follows, the stamp of the
// build and the processor, the key, where the function starts, and the code.
// Its name is a hash of stamp, processor and key, so that files of two builds
// do not replace each other.
//
//===----------------------------------------------------------------------===//

#include "front/kernels/DiskCache.h"

#include "front/kernels/BuildStamp.h"
#include "front/kernels/Bytes.h"
#include "front/kernels/FileHandle.h"
#include "front/kernels/Processor.h"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <system_error>

namespace fusedml::kernels {
namespace {

constexpr std::string_view kExtension = ".fusedml";
constexpr std::string_view kTemporaryExtension = ".tmp";
constexpr time_t kDay = 24 * 60 * 60;
constexpr time_t kHour = 60 * 60;

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

/// What else than the key decides on the code.
std::string maker() {
  return fmt::format("{} {}", buildStamp(), processorIdentity());
}

std::string fileName(std::string_view key) {
  ByteWriter name;
  name.text(maker());
  name.text(key);
  XXH128_hash_t hash = XXH3_128bits(name.bytes.data(), name.bytes.size());
  return fmt::format("{:016x}{:016x}{}", hash.high64, hash.low64, kExtension);
}

uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::vector<std::byte> contents(std::string_view key,
                                const runtime::LinkedImage &image) {
  ByteWriter file;
  file.number<uint64_t>(0); // The checksum.
  file.text(maker());
  file.text(key);
  file.number(image.entry);
  file.block(image.bytes);

  ByteWriter sum;
  sum.number(checksum(std::span(file.bytes).subspan(sizeof(uint64_t))));
  std::ranges::copy(sum.bytes, file.bytes.begin());
  return std::move(file.bytes);
}

Code parse(std::span<const std::byte> bytes, std::string_view key) {
  ByteReader file(bytes);
  auto sum = file.number<uint64_t>();
  if (!file.ok() || sum != checksum(bytes.subspan(sizeof(uint64_t))) ||
      file.text() != maker() || file.text() != key)
    return {};
  auto entry = file.number<uint64_t>();
  std::span<const std::byte> image = file.block();
  if (!file.ok() || !file.atEnd())
    return {};
  auto code = Code::load(image, entry);
  return code ? std::move(*code) : Code();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Whether nobody but this user can have written it.
bool isOurs(const struct stat &info) {
  return info.st_uid == geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// The folder, if it can be trusted, or else why not.
FileHandle openFolder(const std::string &path, std::string *reason = nullptr) {
  auto refuse = [&](std::string why) {
    if (reason)
      *reason = std::move(why);
    return FileHandle(-1);
  };
  if (path.empty())
    return refuse("it is off");
  FileHandle folder(
      open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info;
  if (!folder || fstat(folder.get(), &info) != 0)
    // One that does not exist yet is no problem.
    return refuse(errno == ENOENT    ? ""
                  : errno == ENOTDIR ? "it is a link or not a folder"
                                     : std::generic_category().message(errno));
  if (info.st_uid != geteuid())
    return refuse("it belongs to another user");
  if (!isOurs(info))
    return refuse("other users can write it");
  return folder;
}

FileHandle makeFolder(const std::string &path) {
  for (size_t at = path.find('/', 1); at != std::string::npos;
       at = path.find('/', at + 1))
    mkdir(path.substr(0, at).c_str(), S_IRWXU);
  mkdir(path.c_str(), S_IRWXU);
  return openFolder(path);
}

/// Readers see the old file or the new one, and never a part.
void replaceFile(const FileHandle &folder, const std::string &name,
                 std::span<const std::byte> bytes) {
  uint64_t random = 0;
  if (getrandom(&random, sizeof(random), GRND_NONBLOCK) != sizeof(random))
    return;
  std::string temporary =
      fmt::format("{}.{:016x}{}", name, random, kTemporaryExtension);
  FileHandle file(openat(folder.get(), temporary.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                         S_IRUSR | S_IWUSR));
  if (!file)
    return;
  if (!file.write(bytes) || renameat(folder.get(), temporary.c_str(),
                                     folder.get(), name.c_str()) != 0)
    unlinkat(folder.get(), temporary.c_str(), 0);
}

/// A file of the cache, or one that is to become one.
struct Entry {
  std::string name;
  uint64_t bytes;
  timespec used;

  bool isTemporary() const { return name.ends_with(kTemporaryExtension); }
};

bool isNameOfEntry(std::string_view name) {
  constexpr size_t kHashDigits = 32;
  return name.find(kExtension) == kHashDigits &&
         (name.ends_with(kExtension) || name.ends_with(kTemporaryExtension));
}

std::vector<Entry> entriesOf(const std::string &path) {
  std::vector<Entry> entries;
  FileHandle folder = openFolder(path);
  if (!folder)
    return entries;
  std::unique_ptr<DIR, int (*)(DIR *)> list(fdopendir(folder.get()), closedir);
  if (!list)
    return entries;
  int descriptor = folder.release();
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the list is this call's own.
  while (dirent *found = readdir(list.get())) {
    std::string name = found->d_name;
    struct stat info;
    // Other files are none of the cache's business.
    if (!isNameOfEntry(name) ||
        fstatat(descriptor, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(info.st_mode))
      continue;
    entries.push_back(
        {std::move(name), static_cast<uint64_t>(info.st_size), info.st_mtim});
  }
  return entries;
}

} // namespace

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

DiskCache::DiskCache(std::string folder, uint64_t mostBytes)
    : path(std::move(folder)), mostBytes(mostBytes) {
  // A link would be followed if a slash came after it.
  while (path.size() > 1 && path.ends_with('/'))
    path.pop_back();
}

DiskCache DiskCache::ofUser() {
  // Where privileges were gained, the environment is that of somebody else.
  if (const char *folder = secure_getenv("FUSEDML_CACHE_DIR"))
    return DiskCache(folder);
  // The specification has relative paths ignored.
  const char *caches = secure_getenv("XDG_CACHE_HOME");
  if (caches && caches[0] == '/')
    return DiskCache(std::string(caches) + "/fusedml");
  const char *home = secure_getenv("HOME");
  if (home && home[0] == '/')
    return DiskCache(std::string(home) + "/.cache/fusedml");
  return DiskCache("");
}

Code DiskCache::find(std::string_view key) const noexcept try {
  FileHandle folder = openFolder(path);
  if (!folder)
    return {};
  // O_NONBLOCK: a pipe in the place of a file must not make us wait.
  FileHandle file(openat(folder.get(), fileName(key).c_str(),
                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info;
  if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      !isOurs(info))
    return {};
  auto size = static_cast<uint64_t>(info.st_size);
  if (size > mostBytes)
    return {};
  auto memory = std::make_unique_for_overwrite<std::byte[]>(size);
  std::span<std::byte> bytes(memory.get(), size);
  if (!file.read(bytes, 0))
    return {};
  Code code = parse(bytes, key);
  // The time of the last change is that of the last use.
  if (code && time(nullptr) - info.st_mtim.tv_sec >= kDay)
    futimens(file.get(), nullptr);
  return code;
} catch (...) {
  return {};
}

void DiskCache::store(std::string_view key,
                      const runtime::LinkedImage &image) const noexcept try {
  if (path.empty())
    return;
  std::vector<std::byte> bytes = contents(key, image);
  if (bytes.size() > mostBytes)
    return;
  FileHandle folder = makeFolder(path);
  if (!folder)
    return;
  replaceFile(folder, fileName(key), bytes);
  // Looking at every file takes its time.
  if (checksum(bytes) % 16 == 0)
    trim();
} catch (...) { // NOLINT(bugprone-empty-catch): a cache may do nothing.
}

void DiskCache::trim() const noexcept try {
  FileHandle folder = openFolder(path);
  if (!folder)
    return;
  std::vector<Entry> entries = entriesOf(path);
  time_t now = time(nullptr);
  uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.bytes;
  std::ranges::sort(entries, {}, [](const Entry &entry) {
    return std::pair(entry.used.tv_sec, entry.used.tv_nsec);
  });
  for (const Entry &entry : entries) {
    // Temporaries that are old have been left by a process that died.
    bool remove = entry.isTemporary() ? now - entry.used.tv_sec > kHour
                                      : total > mostBytes;
    if (!remove)
      continue;
    if (unlinkat(folder.get(), entry.name.c_str(), 0) == 0)
      total -= entry.bytes;
  }
} catch (...) { // NOLINT(bugprone-empty-catch): a cache may do nothing.
}

std::string DiskCache::problem() const {
  std::string reason;
  openFolder(path, &reason);
  return reason;
}

DiskCache::Usage DiskCache::usage() const noexcept try {
  Usage usage;
  for (const Entry &entry : entriesOf(path)) {
    ++usage.files;
    usage.bytes += entry.bytes;
  }
  return usage;
} catch (...) {
  return {};
}

DiskCache::Usage DiskCache::clear() const noexcept try {
  Usage usage;
  FileHandle folder = openFolder(path);
  if (!folder)
    return usage;
  for (const Entry &entry : entriesOf(path))
    if (unlinkat(folder.get(), entry.name.c_str(), 0) == 0) {
      ++usage.files;
      usage.bytes += entry.bytes;
    }
  return usage;
} catch (...) {
  return {};
}

} // namespace fusedml::kernels
