// RUN: not fusedml-opt %s -convert-dml-to-vector=cpu=pentium-9 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not fusedml-opt %s "-convert-dml-to-vector=features=+warp-drive" 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not fusedml-opt %s "-convert-dml-to-vector=features=avx2" 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: not fusedml-opt %s "-convert-dml-to-vector=triple=mips-linux-gnu" 2>&1 | FileCheck %s --check-prefix=TRIPLE
// RUN: not fusedml-opt %s "-convert-dml-to-vector=triple=x86_64-pc-windows-msvc" 2>&1 | FileCheck %s --check-prefix=FORMAT

// CPU: error: 'pentium-9' is not a processor LLVM knows for x86_64
// FEATURE: error: '+warp-drive' is not a feature LLVM knows for x86_64
// SIGN: error: 'avx2' is not a feature LLVM knows for x86_64
// TRIPLE: error: target triple 'mips-linux-gnu' is neither x86-64 nor AArch64
// FORMAT: error: target triple 'x86_64-pc-windows-msvc' does not use ELF objects
func.func @nothing() {
  return
}
