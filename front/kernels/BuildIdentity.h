//===- BuildIdentity.h - which build of a library a file holds --*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_BUILDIDENTITY_H
#define FUSEDML_FRONT_KERNELS_BUILDIDENTITY_H

#include <string>
#include <vector>

namespace fusedml::cache {

/// What tells the builds of a library apart: its GNU build id, which changes
/// with its contents, or else size and time of the file. Of a library that is
/// loaded in this process it is that of the loaded build, even if the file has
/// been replaced. Empty if there is no such library.
std::string buildIdentity(const std::string &path);

/// The build of libfusedml that this code is in.
const std::string &ownBuildIdentity();

/// Libraries other than FuseDML's that make code and are loaded in this
/// process: LLVM and MLIR. Their paths.
std::vector<std::string> loadedCodeGenerators();

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_BUILDIDENTITY_H
