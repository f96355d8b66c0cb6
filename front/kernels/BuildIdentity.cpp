//===- BuildIdentity.cpp - which build of a library a file holds ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/BuildIdentity.h"

#include "front/kernels/FileHandle.h"

#include <fmt/format.h>

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

namespace fusedml::cache {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Note = ElfW(Nhdr);

/// The build id among the notes of a segment, in hexadecimal; empty if there is
/// none.
std::string buildIdIn(std::span<const std::byte> notes) {
  auto padded = [](uint64_t size) { return (size + 3) & ~uint64_t{3}; };
  while (notes.size() >= sizeof(Note)) {
    Note note;
    std::memcpy(&note, notes.data(), sizeof(note));
    notes = notes.subspan(sizeof(note));
    uint64_t nameBytes = padded(note.n_namesz);
    uint64_t bytes = nameBytes + padded(note.n_descsz);
    if (bytes > notes.size())
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(notes.data(), "GNU", 4) == 0) {
      std::string text;
      for (std::byte byte : notes.subspan(nameBytes, note.n_descsz))
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
      return text;
    }
    notes = notes.subspan(bytes);
  }
  return "";
}

std::string buildIdOfFile(const std::string &path) {
  FileHandle file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  Header header;
  if (!file || !file.read(std::as_writable_bytes(std::span(&header, 1)), 0) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_phentsize != sizeof(Segment))
    return "";
  std::vector<Segment> segments(header.e_phnum);
  if (!file.read(std::as_writable_bytes(std::span(segments)), header.e_phoff))
    return "";
  constexpr uint64_t kMostNotes = 1 << 16;
  for (const Segment &segment : segments) {
    if (segment.p_type != PT_NOTE || segment.p_filesz > kMostNotes)
      continue;
    std::vector<std::byte> notes(segment.p_filesz);
    if (!file.read(notes, segment.p_offset))
      return "";
    if (std::string id = buildIdIn(notes); !id.empty())
      return id;
  }
  return "";
}

std::string buildIdOfLoaded(const dl_phdr_info &library) {
  for (const Segment &segment :
       std::span(library.dlpi_phdr, library.dlpi_phnum)) {
    if (segment.p_type != PT_NOTE)
      continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives numbers.
    auto *notes = reinterpret_cast<const std::byte *>(library.dlpi_addr +
                                                      segment.p_vaddr);
    if (std::string id = buildIdIn({notes, segment.p_memsz}); !id.empty())
      return id;
  }
  return "";
}

/// Until `visit` returns true.
void forEachLoaded(const std::function<bool(const dl_phdr_info &)> &visit) {
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) -> int {
        auto &call =
            *static_cast<const std::function<bool(const dl_phdr_info &)> *>(
                data);
        return call(*info) ? 1 : 0;
      },
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): C interface.
      const_cast<void *>(static_cast<const void *>(&visit)));
}

bool holds(const dl_phdr_info &library, const void *address) {
  auto at = reinterpret_cast<uintptr_t>(address) - library.dlpi_addr;
  return std::ranges::any_of(std::span(library.dlpi_phdr, library.dlpi_phnum),
                             [&](const Segment &segment) {
                               return segment.p_type == PT_LOAD &&
                                      at >= segment.p_vaddr &&
                                      at - segment.p_vaddr < segment.p_memsz;
                             });
}

/// For libraries that were linked without a build id.
std::string sizeAndTime(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return "";
  return fmt::format("{} bytes, {}.{:09}", info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

} // namespace

std::string buildIdentity(const std::string &path) {
  std::string id;
  bool isLoaded = false;
  forEachLoaded([&](const dl_phdr_info &library) {
    if (path != library.dlpi_name)
      return false;
    id = buildIdOfLoaded(library);
    isLoaded = true;
    return true;
  });
  if (!isLoaded)
    id = buildIdOfFile(path);
  return id.empty() ? sizeAndTime(path) : id;
}

const std::string &ownBuildIdentity() {
  static const std::string identity = [] {
    std::string id;
    forEachLoaded([&](const dl_phdr_info &library) {
      if (!holds(library, reinterpret_cast<const void *>(&ownBuildIdentity)))
        return false;
      id = buildIdOfLoaded(library);
      if (id.empty())
        id = sizeAndTime(library.dlpi_name);
      return true;
    });
    return id;
  }();
  return identity;
}

std::vector<std::string> loadedCodeGenerators() {
  std::vector<std::string> paths;
  forEachLoaded([&](const dl_phdr_info &library) {
    std::string path = library.dlpi_name;
    std::string name = std::filesystem::path(path).filename();
    if (name.starts_with("libLLVM") || name.starts_with("libMLIR"))
      paths.push_back(std::move(path));
    return false;
  });
  return paths;
}

} // namespace fusedml::cache
