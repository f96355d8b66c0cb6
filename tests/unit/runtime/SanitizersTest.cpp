//===- RuntimeSanitizers.cpp - what sanitizers cannot know ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// The installed oneTBB is not built with ThreadSanitizer: accesses that its
/// headers make are ordered inside the library, where the sanitizer is blind.
/// Only reports from oneTBB's own handling of tasks are left out; races of
/// kernels and of the runtime are still found.
extern "C" const char *__tsan_default_suppressions();
const char *__tsan_default_suppressions() {
  return "race_top:tbb::detail\n"
         "race:tbb::detail::d1::fold_tree\n"
         "race:offer_work\n"
         "race:mark_task_stolen\n"
         "race:tbb::detail::d1::wait_context\n";
}
