//===- TargetDescription.cpp - a validated target and what it can do ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/target/TargetDescription.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <mutex>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace fusedml;

static void initializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
  });
}

static Diagnostic invalid(StringRef field, std::string message,
                          std::string mend) {
  Diagnostic error;
  error.field = field.str();
  error.rule = "target";
  error.message = std::move(message);
  error.mend = std::move(mend);
  return error;
}

/// This machine. Asked for once: each CPUID instruction leaves a virtual
/// machine.
struct Host {
  Triple triple{sys::getDefaultTargetTriple()};
  std::string cpu = sys::getHostCPUName().str();
  StringMap<bool> features = sys::getHostCPUFeatures();
};
static const Host &host() {
  static const Host result;
  return result;
}

static std::unique_ptr<MCSubtargetInfo> subtarget(const llvm::Target &target,
                                                  const Triple &triple,
                                                  StringRef cpu,
                                                  StringRef features) {
  return std::unique_ptr<MCSubtargetInfo>(
      target.createMCSubtargetInfo(triple, cpu, features));
}

/// "+a,-b": where the host differs from what the name of a processor implies.
/// A virtual machine may hide features. Those that agree are left out, because
/// LLVM reads the list again and again.
static std::string hostFeatures(const llvm::Target &target, StringRef cpu) {
  std::unique_ptr<MCSubtargetInfo> implied =
      subtarget(target, host().triple, cpu, "");
  SubtargetFeatures list;
  // What is missing comes last and takes along what depends on it.
  for (bool wanted : {true, false})
    for (const auto &[name, enabled] : host().features)
      if (enabled == wanted &&
          implied->checkFeatures(("+" + name).str()) != enabled)
        list.AddFeature(name, enabled);
  return list.getString();
}

/// Kernels are LP64, little-endian ELF code that calls nothing and needs
/// nothing of the system but its calling convention, which these share.
static std::optional<Diagnostic> checkTriple(const Triple &triple,
                                             const std::string &wanted) {
  std::string example =
      triple.isX86_64() ? "x86_64-linux-gnu" : "aarch64-linux-gnu";
  auto fail = [&](const std::string &problem, const std::string &mend = "") {
    return invalid("triple",
                   "target triple '" +
                       (wanted.empty() ? triple.str() : wanted) + "' " +
                       problem,
                   mend.empty() ? "use a triple such as " + example : mend);
  };
  if (!triple.isX86_64() && !triple.isAArch64())
    return fail("is neither x86-64 nor AArch64",
                "use a triple such as x86_64-linux-gnu or aarch64-linux-gnu");
  if (!triple.isOSBinFormatELF())
    return fail("does not use ELF objects");
  if (!triple.isLittleEndian())
    return fail("is big-endian");
  if (triple.isX32() || triple.getEnvironment() == Triple::GNUILP32 ||
      triple.getArch() == Triple::aarch64_32)
    return fail("has pointers of 32 bits");
  // Signed pointers, the Windows convention, and sandboxes that need every
  // memory access rewritten.
  if (is_contained({Triple::AArch64SubArch_arm64e,
                    Triple::AArch64SubArch_arm64ec, Triple::AArch64SubArch_lfi},
                   triple.getSubArch()))
    return fail("is for the architecture '" + triple.getArchName().str() + "'");
  // LLVM reads every name it does not know as no system at all.
  StringRef os = triple.getOSName();
  bool bare = triple.getOS() == Triple::UnknownOS &&
              is_contained({"", "unknown", "none"}, os);
  if (!triple.isOSLinux() && !triple.isOSFreeBSD() && !bare)
    return fail("is for the system '" + os.str() + "'",
                "use linux, freebsd or none");
  if (!is_contained({Triple::UnknownEnvironment, Triple::GNU, Triple::Musl,
                     Triple::Android},
                    triple.getEnvironment()))
    return fail("is for the environment '" + triple.getEnvironmentName().str() +
                    "'",
                "use gnu, musl, android or none");
  return std::nullopt;
}

static const char *knownCpus(const Triple &triple) {
  return triple.isX86_64()
             ? "use x86-64-v2, x86-64-v3, x86-64-v4 or a name such as znver4"
             : "use generic or a name such as neoverse-n1";
}

/// Refuses what would end the process in LLVM, give code of another mode, or
/// code that calls functions nobody links. Every other processor and feature
/// that LLVM 22 knows was tried, features one by one and with both signs.
static std::optional<Diagnostic> checkBaseline(const MCSubtargetInfo &chosen,
                                               const MCSubtargetInfo &cpuAlone,
                                               const Triple &triple,
                                               const std::string &cpu,
                                               const std::string &features) {
  static constexpr StringLiteral kX86Needs[] = {"64bit", "64bit-mode", "sse2"};
  static constexpr StringLiteral kX86Refuses[] = {"16bit-mode", "32bit-mode",
                                                  "soft-float"};
  static constexpr StringLiteral kArmNeeds[] = {"fp-armv8", "neon"};
  auto has = [](const MCSubtargetInfo &info, StringRef feature) {
    return info.checkFeatures(("+" + feature).str());
  };
  bool isX86 = triple.isX86_64();
  StringRef code = isX86 ? "x86-64" : "AArch64";
  for (StringRef needed : isX86 ? ArrayRef(kX86Needs) : ArrayRef(kArmNeeds)) {
    if (has(chosen, needed))
      continue;
    if (!has(cpuAlone, needed))
      return invalid("cpu",
                     ("the processor '" + cpu + "' lacks '" + needed +
                      "', which " + code + " code needs")
                         .str(),
                     knownCpus(triple));
    return invalid("features",
                   ("the target '" + cpu + "' with '" + features + "' lacks '" +
                    needed + "', which " + code + " code needs")
                       .str(),
                   "leave out the feature that removes it");
  }
  for (const SubtargetFeatureKV &feature : chosen.getAllProcessorFeatures()) {
    StringRef name = feature.Key;
    // Kernels use every register that the calling convention gives them.
    bool refused =
        isX86 ? is_contained(kX86Refuses, name) : name.starts_with("reserve-");
    if (refused && has(chosen, name))
      return invalid("features",
                     ("the target '" + cpu + "' with '" + features + "' has '" +
                      name + "', which FuseDML has no code for")
                         .str(),
                     "leave that feature out");
  }
  return std::nullopt;
}

/// The processor to compile for, as LLVM knows it.
static fusedml::Expected<std::string>
chooseCpu(const fusedml::Target &wanted, bool onHost, const Triple &triple,
          const MCSubtargetInfo &generic) {
  std::string cpu = wanted.cpu;
  if (cpu.empty())
    cpu = onHost ? host().cpu : triple.isX86_64() ? kBaselineCpu : "generic";
  if (generic.isCPUStringValid(cpu))
    return cpu;
  // A host newer than this LLVM: its features say enough.
  if (wanted.cpu.empty())
    return std::string(triple.isX86_64() ? "x86-64" : "generic");
  return invalid("cpu",
                 "'" + cpu + "' is not a processor LLVM knows for " +
                     triple.getArchName().str(),
                 knownCpus(triple));
}

/// Adds features to those of the processor, but none that LLVM would drop with
/// a warning.
static std::optional<Diagnostic> addFeatures(std::string &all,
                                             StringRef features,
                                             const Triple &triple,
                                             const MCSubtargetInfo &generic) {
  SmallVector<StringRef> parts;
  features.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    StringRef name = part;
    bool signedName = name.consume_front("+") || name.consume_front("-");
    bool known = any_of(
        generic.getAllProcessorFeatures(),
        [&](const SubtargetFeatureKV &feature) { return name == feature.Key; });
    if (!signedName || !known)
      return invalid("features",
                     "'" + part.str() + "' is not a feature LLVM knows for " +
                         triple.getArchName().str(),
                     "write features as +name or -name, separated by commas");
    all += (all.empty() ? "" : ",") + part.str();
  }
  return std::nullopt;
}

/// Refuses code that this machine cannot run.
static std::optional<Diagnostic> checkRuns(const MCSubtargetInfo &chosen,
                                           const llvm::Target &target,
                                           const fusedml::Target &wanted) {
  std::string cpu = chosen.isCPUStringValid(host().cpu) ? host().cpu : "";
  std::unique_ptr<MCSubtargetInfo> here = subtarget(
      target, chosen.getTargetTriple(), cpu, hostFeatures(target, cpu));
  for (const SubtargetFeatureKV &feature : chosen.getAllProcessorFeatures()) {
    std::string asked = std::string("+") + feature.Key;
    // Only what the host can report decides; tuning flags do not.
    if (host().features.contains(feature.Key) && chosen.checkFeatures(asked) &&
        !here->checkFeatures(asked))
      return invalid(wanted.cpu.empty() ? "features" : "cpu",
                     "this machine lacks '" + std::string(feature.Key) +
                         "', which the target '" + chosen.getCPU().str() + "'" +
                         (wanted.features.empty()
                              ? ""
                              : " with '" + wanted.features + "'") +
                         " uses",
                     wanted.cpu.empty()
                         ? "leave the features out, or compile ahead of time"
                         : "leave the processor out, or compile ahead of time");
  }
  return std::nullopt;
}

/// What code for a target can count on.
static void describeCapabilities(TargetDescription &result,
                                 const MCSubtargetInfo &chosen) {
  result.isX86 = chosen.getTargetTriple().isX86_64();
  if (!result.isX86) {
    result.hasHalf = result.hasFma = result.hasRounding = true;
    return;
  }
  auto has = [&](StringRef feature) { return chosen.checkFeatures(feature); };
  result.hasAvx2 = has("+avx2");
  result.hasAvx512 = has("+avx512f,+avx512bw,+avx512vl,+avx512dq");
  result.maskedMemory = result.hasAvx512;
  result.hasHalf = has("+f16c");
  result.hasFma = has("+fma");
  result.hasRounding = has("+sse4.1");
  // Without AVX2, 256-bit integer operations do not exist.
  result.vectorBits = result.hasAvx512 ? 512 : result.hasAvx2 ? 256 : 128;
}

static fusedml::Expected<TargetDescription>
describe(const fusedml::Target &wanted, TargetUse use) {
  initializeTargets();
  bool onHost = use == TargetUse::ThisMachine;
  TargetDescription result;
  Triple triple(wanted.triple.empty() ? host().triple.str()
                                      : Triple::normalize(wanted.triple));
  result.triple = triple.str();
  if (std::optional<Diagnostic> wrong = checkTriple(triple, wanted.triple))
    return *wrong;
  if (onHost && triple.getArch() != host().triple.getArch())
    return invalid("triple",
                   "code for '" + result.triple + "' cannot run on this " +
                       host().triple.getArchName().str() + " machine",
                   "leave the triple out, or compile ahead of time");
  std::string lookupError;
  const llvm::Target *target =
      TargetRegistry::lookupTarget(triple, lookupError);
  if (!target)
    return invalid("triple", "LLVM has no target for '" + result.triple + "'",
                   "use a triple such as x86_64-linux-gnu");

  std::unique_ptr<MCSubtargetInfo> generic = subtarget(*target, triple, "", "");
  fusedml::Expected<std::string> cpu =
      chooseCpu(wanted, onHost, triple, *generic);
  if (!cpu)
    return cpu.takeStatus();
  result.cpu = *cpu;
  if (onHost && wanted.cpu.empty())
    result.features = hostFeatures(*target, result.cpu);
  if (std::optional<Diagnostic> wrong =
          addFeatures(result.features, wanted.features, triple, *generic))
    return *wrong;

  std::unique_ptr<MCSubtargetInfo> chosen =
      subtarget(*target, triple, result.cpu, result.features);
  if (std::optional<Diagnostic> wrong =
          checkBaseline(*chosen, *subtarget(*target, triple, result.cpu, ""),
                        triple, result.cpu, wanted.features))
    return *wrong;
  if (onHost)
    if (std::optional<Diagnostic> wrong = checkRuns(*chosen, *target, wanted))
      return *wrong;
  describeCapabilities(result, *chosen);
  return result;
}

fusedml::Expected<TargetDescription>
fusedml::describeTarget(const fusedml::Target &wanted, TargetUse use) {
  // Most programs compile for one target, and LLVM takes its time.
  using Known =
      std::map<std::tuple<std::string, std::string, std::string, TargetUse>,
               TargetDescription>;
  static std::mutex mutex;
  static Known known;
  constexpr size_t kMostKnown = 64;
  auto key = std::tuple(wanted.triple, wanted.cpu, wanted.features, use);
  {
    std::lock_guard lock(mutex);
    if (auto found = known.find(key); found != known.end())
      return found->second;
  }
  fusedml::Expected<TargetDescription> result = describe(wanted, use);
  std::lock_guard lock(mutex);
  if (result && known.size() < kMostKnown)
    known.emplace(std::move(key), *result);
  return result;
}
