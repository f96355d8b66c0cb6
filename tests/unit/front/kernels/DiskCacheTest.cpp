//===- DiskCacheTest.cpp - code kept from one process to the next
//-------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/DiskCache.h"
#include "front/kernels/BuildStamp.h"
#include "tests/support/TempDir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <optional>
#include <thread>

namespace fs = std::filesystem;
using namespace fusedml;
using namespace fusedml::kernels;
using fusedml::runtime::CodeImage;
using fusedml::runtime::LinkedImage;
using testing::IsEmpty;
using testing::IsNull;
using testing::NotNull;
using testing::SizeIs;

namespace {

/// Machine code that writes `value`, a constant beside it, to bases[0][0].
std::vector<std::byte> storeConstant(uint8_t value) {
  std::vector<std::byte> code;
  for (uint8_t byte : {0x48, 0x8b, 0x07,                   // mov rax, [rdi]
                       0x8b, 0x0d, 0x07, 0x00, 0x00, 0x00, // mov ecx, [rip + 7]
                       0x89, 0x08,                         // mov [rax], ecx
                       0xc3,                               // ret
                       0xcc, 0xcc, 0xcc, 0xcc})
    code.push_back(std::byte{byte});
  for (uint8_t byte : {value, uint8_t{0}, uint8_t{0}, uint8_t{0}})
    code.push_back(std::byte{byte});
  return code;
}

/// What such a function writes.
int call(runtime::KernelFn function, int expected) {
#if defined(__x86_64__)
  int result = -1;
  void *bases[] = {&result};
  function(bases, nullptr, nullptr, 0, 0, 0);
  return result;
#else
  return expected;
#endif
}

/// Code that does not start where its image does.
LinkedImage sample(uint8_t value = 42) {
  LinkedImage image;
  image.bytes = storeConstant(value + 1);
  image.entry = image.bytes.size();
  auto code = storeConstant(value);
  image.bytes.insert(image.bytes.end(), code.begin(), code.end());
  return image;
}

void expectIsSample(const Code &code, uint8_t value = 42) {
  ASSERT_TRUE(code);
  EXPECT_EQ(call(code.function, value), value);
  EXPECT_EQ(code.image->bytes(), sample().bytes.size());
}

void storeSample(const DiskCache &cache, std::string_view key,
                 uint8_t value = 42) {
  cache.store(key, sample(value));
}

std::vector<fs::path> filesIn(const std::string &folder) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto &entry : fs::directory_iterator(folder, missing))
    files.push_back(entry.path());
  return files;
}

std::string read(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In place: owner and mode stay.
void overwrite(const fs::path &path, const std::string &text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

/// Sets the time of the last use to `seconds` ago.
void setAge(const fs::path &path, time_t seconds) {
  timespec then{time(nullptr) - seconds, 0};
  timespec times[] = {then, then};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

time_t ageOf(const fs::path &path) {
  struct stat info;
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return time(nullptr) - info.st_mtim.tv_sec;
}

mode_t modeOf(const fs::path &path) {
  struct stat info;
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 07777;
}

/// A cache in a folder of its own.
class CacheDisk : public testing::Test {
protected:
  support::TempDir temporary;
  std::string folder = temporary.path("cache");
  DiskCache cache{folder};

  /// Stores the sample as the only entry, and returns its file.
  fs::path storedFile(std::string_view key = "key") {
    cache.clear();
    storeSample(cache, key);
    std::vector<fs::path> files = filesIn(folder);
    EXPECT_THAT(files, SizeIs(1));
    return files.empty() ? fs::path() : files.front();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

TEST(CacheImage, RunsAndKeepsDistances) {
  auto image = CodeImage::load(storeConstant(7));
  ASSERT_THAT(image, NotNull());
  EXPECT_EQ(call(image->function(0), 7), 7);
}

TEST(CacheImage, RefusesWhatIsOutside) {
  EXPECT_THAT(CodeImage::load({}), IsNull());
  auto image = CodeImage::load(storeConstant(7));
  ASSERT_THAT(image, NotNull());
  EXPECT_EQ(image->function(storeConstant(7).size()), nullptr);
  EXPECT_EQ(image->function(UINT64_MAX), nullptr);
}

TEST(CacheImage, IsNotWritable) {
  auto image = CodeImage::load(storeConstant(7));
  ASSERT_THAT(image, NotNull());
  auto address = reinterpret_cast<uintptr_t>(image->function(0));
  EXPECT_EQ(address % runtime::kCodeAlignment, 0u);
  std::ifstream maps("/proc/self/maps");
  std::string line, found;
  while (std::getline(maps, line)) {
    unsigned long begin = 0, end = 0;
    char permissions[5] = {};
    // NOLINTNEXTLINE(cert-err34-c): the kernel's own format.
    ASSERT_EQ(
        std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, permissions), 3);
    if (begin <= address && address < end)
      found = permissions;
  }
  EXPECT_EQ(found, "r-xp");
}

TEST(CacheImage, EntriesAreChecked) {
  LinkedImage image = sample();
  auto code = Code::load(image.bytes, image.entry);
  ASSERT_TRUE(code.ok()) << code.error().str();
  EXPECT_EQ(call(code->function, 42), 42);
  auto outside = Code::load(image.bytes, image.bytes.size());
  ASSERT_FALSE(outside.ok());
  EXPECT_EQ(outside.error().str(),
            "error: the system gives no memory for code that is compiled now\n"
            "note: compile the graph ahead of time with `fusedml compile`, or "
            "let the process have memory that can be executed");
}

//===----------------------------------------------------------------------===//
// Finding what was stored
//===----------------------------------------------------------------------===//

TEST_F(CacheDisk, RoundTrip) {
  EXPECT_FALSE(cache.find("key"));
  storeSample(cache, "key");
  Code code = cache.find("key");
  // The code belongs to the template, not to the file.
  cache.clear();
  expectIsSample(code);
  EXPECT_FALSE(cache.find("key"));
}

TEST_F(CacheDisk, KeysAreTextOfAnyKind) {
  using namespace std::string_view_literals;
  storeSample(cache, "", 1);
  storeSample(cache, "a\0b"sv, 2);
  storeSample(cache, "a\0c"sv, 3);
  storeSample(cache, std::string(100000, '/'), 4);
  EXPECT_FALSE(cache.find("a"));
  auto expectValue = [&](std::string_view key, uint8_t value) {
    expectIsSample(cache.find(key), value);
  };
  expectValue("", 1);
  expectValue("a\0b"sv, 2);
  expectValue("a\0c"sv, 3);
  expectValue(std::string(100000, '/'), 4);
}

TEST_F(CacheDisk, LaterEntryReplacesEarlierOne) {
  storeSample(cache, "key", 1);
  storeSample(cache, "key", 2);
  Code code = cache.find("key");
  expectIsSample(code, 2);
  EXPECT_THAT(filesIn(folder), SizeIs(1));
}

TEST_F(CacheDisk, EqualHashesAreTwoKeys) {
  std::string contents = read(storedFile("other"));
  // The file of another key under this key's name.
  overwrite(storedFile("key"), contents);
  EXPECT_FALSE(cache.find("key"));
  storeSample(cache, "key");
  EXPECT_TRUE(cache.find("key"));
}

//===----------------------------------------------------------------------===//
// Faults are misses
//===----------------------------------------------------------------------===//

TEST_F(CacheDisk, EveryTruncationIsAMiss) {
  fs::path file = storedFile();
  std::string contents = read(file);
  for (size_t size = contents.size(); size-- > 0;) {
    fs::resize_file(file, size);
    EXPECT_FALSE(cache.find("key")) << size;
  }
  overwrite(file, contents + "x");
  EXPECT_FALSE(cache.find("key"));
  overwrite(file, contents);
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CacheDisk, EveryWrongByteIsAMiss) {
  fs::path file = storedFile();
  std::string contents = read(file);
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  auto put = [&](size_t at, char byte) {
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(byte).flush();
  };
  for (size_t at = 0; at < contents.size(); ++at) {
    for (unsigned bit : {0u, 3u, 7u}) {
      put(at, static_cast<char>(contents[at] ^ (1 << bit)));
      EXPECT_FALSE(cache.find("key")) << at;
    }
    put(at, contents[at]);
  }
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CacheDisk, FileThatOthersCanWriteIsAMiss) {
  fs::path file = storedFile();
  for (mode_t mode : {0620, 0602, 0666}) {
    ASSERT_EQ(chmod(file.c_str(), mode), 0);
    EXPECT_FALSE(cache.find("key")) << mode;
  }
  ASSERT_EQ(chmod(file.c_str(), 0644), 0);
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CacheDisk, FolderThatOthersCanWriteIsOff) {
  fs::path file = storedFile();
  for (mode_t mode : {0720, 0702, 0777}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_FALSE(cache.find("key")) << mode;
    storeSample(cache, "other");
    EXPECT_THAT(filesIn(folder), testing::ElementsAre(file)) << mode;
  }
  ASSERT_EQ(chmod(folder.c_str(), 0755), 0);
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CacheDisk, ForeignOwnerIsAMiss) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  fs::path file = storedFile();
  ASSERT_EQ(chown(file.c_str(), 1, 1), 0);
  EXPECT_FALSE(cache.find("key"));
  ASSERT_EQ(chown(file.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(folder.c_str(), 1, 1), 0);
  EXPECT_FALSE(cache.find("key"));
  storeSample(cache, "other");
  EXPECT_THAT(filesIn(folder), testing::ElementsAre(file));
}

TEST_F(CacheDisk, LinkIsAMiss) {
  fs::path file = storedFile(), elsewhere = temporary.path("elsewhere");
  fs::rename(file, elsewhere);
  fs::create_symlink(elsewhere, file);
  EXPECT_FALSE(cache.find("key"));
  // Storing replaces the link and not what it points to.
  std::string before = read(elsewhere);
  storeSample(cache, "key", 7);
  EXPECT_EQ(read(elsewhere), before);
  EXPECT_FALSE(fs::is_symlink(file));
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(CacheDisk, LinkedFolderIsOff) {
  fs::path file = storedFile();
  fs::path link = temporary.path("link");
  fs::create_symlink(folder, link);
  for (const std::string &path : {link.string(), link.string() + "/"}) {
    DiskCache linked(path);
    EXPECT_FALSE(linked.find("key"));
    storeSample(linked, "other");
    EXPECT_EQ(linked.clear().files, 0u);
    EXPECT_THAT(filesIn(folder), testing::ElementsAre(file));
  }
}

TEST_F(CacheDisk, OtherKindsOfFilesAreMisses) {
  fs::path file = storedFile();
  fs::remove(file);
  // Waits for nobody.
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find("key"));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_FALSE(cache.find("key"));
  storeSample(cache, "key");
  EXPECT_THAT(filesIn(folder), testing::ElementsAre(file));
}

TEST_F(CacheDisk, UnusableFoldersAreOff) {
  for (const std::string &path :
       {std::string(), std::string("/dev/null/cache"),
        std::string("/proc/cache"), temporary.write("file", "text"),
        std::string(10000, 'x')}) {
    DiskCache off(path);
    storeSample(off, "key");
    EXPECT_FALSE(off.find("key")) << path;
    EXPECT_EQ(off.usage().files, 0u);
    off.trim();
    EXPECT_EQ(off.clear().files, 0u);
  }
}

TEST_F(CacheDisk, DiskThatIsFull) {
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    storeSample(cache, "key");
    _exit(cache.find("key") ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::exists(folder));
  EXPECT_THAT(filesIn(folder), IsEmpty());
}

TEST_F(CacheDisk, EntryOfAnotherBuildIsAMiss) {
  fs::path file = storedFile();
  std::string contents = read(file), stamp(buildStamp());
  size_t at = contents.find(stamp);
  ASSERT_NE(at, std::string::npos);
  std::string other = contents;
  other[at] ^= 1;
  // With a checksum of its own, so that nothing but the stamp is wrong.
  uint64_t sum = XXH3_64bits(other.data() + 8, other.size() - 8);
  std::memcpy(other.data(), &sum, 8);
  overwrite(file, other);
  EXPECT_FALSE(cache.find("key"));
  other[at] ^= 1;
  sum = XXH3_64bits(other.data() + 8, other.size() - 8);
  std::memcpy(other.data(), &sum, 8);
  overwrite(file, other);
  EXPECT_TRUE(cache.find("key"));
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

TEST_F(CacheDisk, BelongsToTheUserAlone) {
  DiskCache nested(temporary.path("a/b/cache"));
  storeSample(nested, "key");
  EXPECT_TRUE(nested.find("key"));
  for (const char *path : {"a", "a/b", "a/b/cache"})
    EXPECT_EQ(modeOf(temporary.path(path)), 0700u) << path;
  EXPECT_EQ(modeOf(filesIn(nested.folder()).front()), 0600u);
}

TEST_F(CacheDisk, UseIsNotedOnceADay) {
  constexpr time_t kHour = 60 * 60;
  fs::path file = storedFile();
  setAge(file, 23 * kHour);
  ASSERT_TRUE(cache.find("key"));
  EXPECT_GE(ageOf(file), 23 * kHour);
  setAge(file, 25 * kHour);
  ASSERT_TRUE(cache.find("key"));
  EXPECT_LT(ageOf(file), kHour);
}

TEST_F(CacheDisk, LeastRecentlyUsedGoesFirst) {
  uint64_t each = fs::file_size(storedFile("a"));
  cache.clear();
  DiskCache limited(folder, 2 * each + each / 2);
  const std::array<std::string_view, 4> keys = {"a", "b", "c", "d"};
  const std::array<time_t, 4> ages = {20, 40, 10, 30};
  for (size_t i = 0; i < keys.size(); ++i) {
    std::vector<fs::path> before = filesIn(folder);
    storeSample(cache, keys[i]);
    for (const fs::path &file : filesIn(folder))
      if (!testing::Value(before, testing::Contains(file)))
        setAge(file, ages[i]);
  }
  limited.trim();
  EXPECT_TRUE(limited.find("a"));
  EXPECT_FALSE(limited.find("b"));
  EXPECT_TRUE(limited.find("c"));
  EXPECT_FALSE(limited.find("d"));
  EXPECT_EQ(limited.usage().bytes, 2 * each);
}

TEST_F(CacheDisk, StoringKeepsTheLimit) {
  uint64_t each = fs::file_size(storedFile("1000"));
  DiskCache limited(folder, 10 * each);
  for (int i = 0; i < 1000; ++i)
    storeSample(limited, std::to_string(1000 + i));
  // About: not every call looks at the folder.
  EXPECT_LT(limited.usage().files, 300u);
  limited.trim();
  EXPECT_LE(limited.usage().bytes, 10 * each);
}

TEST_F(CacheDisk, EntryBeyondTheLimitIsNotStored) {
  DiskCache limited(folder, 100);
  storeSample(limited, "key");
  EXPECT_THAT(filesIn(folder), IsEmpty());
}

TEST_F(CacheDisk, LeavesOtherFilesAlone) {
  fs::path file = storedFile();
  std::string old = file.string() + ".0123456789abcdef.tmp";
  std::string young = file.string() + ".fedcba9876543210.tmp";
  std::string other = folder + "/other", backup = file.string() + ".bak";
  for (const std::string &path : {old, young, other, backup})
    overwrite(path, "text");
  setAge(old, 2 * 60 * 60);
  setAge(other, 2 * 60 * 60);
  DiskCache(folder, 0).trim();
  EXPECT_THAT(filesIn(folder),
              testing::UnorderedElementsAre(fs::path(young), fs::path(other),
                                            fs::path(backup)));
  cache.clear();
  EXPECT_THAT(filesIn(folder),
              testing::UnorderedElementsAre(fs::path(other), fs::path(backup)));
}

TEST_F(CacheDisk, UsageAndClear) {
  EXPECT_EQ(cache.usage().files, 0u);
  storeSample(cache, "a");
  storeSample(cache, "b");
  uint64_t bytes = 0;
  for (const fs::path &file : filesIn(folder))
    bytes += fs::file_size(file);
  EXPECT_EQ(cache.usage().files, 2u);
  EXPECT_EQ(cache.usage().bytes, bytes);
  DiskCache::Usage removed = cache.clear();
  EXPECT_EQ(removed.files, 2u);
  EXPECT_EQ(removed.bytes, bytes);
  EXPECT_THAT(filesIn(folder), IsEmpty());
}

//===----------------------------------------------------------------------===//
// Which folder
//===----------------------------------------------------------------------===//

namespace {

/// Sets a variable of the environment while it lives; null removes it.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread is there.
    if (const char *old = getenv(name))
      before = old;
    set(value);
  }
  ~Variable() { set(before ? before->c_str() : nullptr); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  void set(const char *value) {
    // NOLINTBEGIN(concurrency-mt-unsafe)
    if (value)
      setenv(name, value, 1);
    else
      unsetenv(name);
    // NOLINTEND(concurrency-mt-unsafe)
  }

  const char *name;
  std::optional<std::string> before;
};

std::string folderFor(const char *own, const char *xdg, const char *home) {
  Variable a("FUSEDML_CACHE_DIR", own), b("XDG_CACHE_HOME", xdg),
      c("HOME", home);
  return DiskCache::ofUser().folder();
}

} // namespace

TEST(CacheFolder, FollowsTheEnvironment) {
  EXPECT_EQ(folderFor("/own", "/xdg", "/home/me"), "/own");
  EXPECT_EQ(folderFor("/own//", "/xdg", "/home/me"), "/own");
  EXPECT_EQ(folderFor("own", "/xdg", "/home/me"), "own");
  EXPECT_EQ(folderFor(nullptr, "/xdg", "/home/me"), "/xdg/fusedml");
  EXPECT_EQ(folderFor(nullptr, nullptr, "/home/me"), "/home/me/.cache/fusedml");
  // The specification of XDG_CACHE_HOME has these ignored.
  EXPECT_EQ(folderFor(nullptr, "", "/home/me"), "/home/me/.cache/fusedml");
  EXPECT_EQ(folderFor(nullptr, "xdg", "/home/me"), "/home/me/.cache/fusedml");
}

TEST(CacheFolder, Off) {
  EXPECT_EQ(folderFor("", "/xdg", "/home/me"), "");
  EXPECT_EQ(folderFor(nullptr, nullptr, nullptr), "");
  EXPECT_EQ(folderFor(nullptr, nullptr, ""), "");
}

//===----------------------------------------------------------------------===//
// Many at a time
//===----------------------------------------------------------------------===//

namespace {

/// Stores and finds a few keys, over and over; false if something that was
/// found is wrong.
bool storeAndFind(const DiskCache &cache, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (int number = 0; number < 4; ++number) {
      std::string key = "key" + std::to_string(number);
      storeSample(cache, key, static_cast<uint8_t>(10 * number));
      Code code = cache.find(key);
      if (code && call(code.function, 10 * number) != 10 * number)
        return false;
      if (round % 8 == number)
        cache.trim();
    }
  return true;
}

void expectAllFour(const DiskCache &cache) {
  for (int number = 0; number < 4; ++number)
    expectIsSample(cache.find("key" + std::to_string(number)),
                   static_cast<uint8_t>(10 * number));
  EXPECT_THAT(filesIn(cache.folder()), SizeIs(4));
}

} // namespace

TEST_F(CacheDisk, Threads) {
  std::array<bool, 4> good{};
  std::vector<std::thread> threads;
  for (bool &result : good)
    threads.emplace_back([&] { result = storeAndFind(cache, 50); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(good, testing::Each(true));
  expectAllFour(cache);
}

TEST_F(CacheDisk, Processes) {
  std::array<pid_t, 3> children{};
  for (pid_t &child : children) {
    child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      _exit(storeAndFind(cache, 50) ? 0 : 1);
  }
  for (pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  expectAllFour(cache);
}

TEST_F(CacheDisk, ProcessThatDiesWhileWriting) {
  for (int i = 0; i < 20; ++i) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      for (;;)
        storeSample(cache, "key");
    usleep(2000);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    if (Code code = cache.find("key"))
      expectIsSample(code);
  }
  storeSample(cache, "key");
  EXPECT_TRUE(cache.find("key"));
}
