//===- VectorMath.h - elementary functions on float32 -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of f32 values, scalars or vectors. Every step is one that all
// targets do alike: IEEE arithmetic and fma, comparing and selecting, integers,
// reading a table. ULP bounds are over all inputs unless pairs are mentioned.
// NaN gives NaN, and the bounds hold for subnormal inputs and results as well.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_VECTORMATH_H
#define FUSEDML_COMPILER_LOWERING_VECTORMATH_H

#include "compiler/lowering/ElementBuilder.h"

namespace fusedml {

/// 0.78 ULP. exp(-inf) = 0.
mlir::Value emitExp(ElementBuilder &e, mlir::Value x);
/// exp(x) - 1. 0.62 ULP. +-0 and subnormals keep their value.
mlir::Value emitExpm1(ElementBuilder &e, mlir::Value x);
/// 0.79 ULP. +-0 keep their value.
mlir::Value emitSinh(ElementBuilder &e, mlir::Value x);
/// 0.56 ULP.
mlir::Value emitCosh(ElementBuilder &e, mlir::Value x);

/// 0.63 ULP. log(+-0) = -inf, log(x < 0) = NaN.
mlir::Value emitLog(ElementBuilder &e, mlir::Value x);
/// 0.63 ULP. +-0 keep their value.
mlir::Value emitAsinh(ElementBuilder &e, mlir::Value x);
/// 0.57 ULP. acosh(x < 1) = NaN, acosh(1) = 0.
mlir::Value emitAcosh(ElementBuilder &e, mlir::Value x);
/// 0.61 ULP. atanh(+-1) = +-inf, beyond NaN.
mlir::Value emitAtanh(ElementBuilder &e, mlir::Value x);

/// 0.87 ULP for arguments of any size. +-inf give NaN.
mlir::Value emitSin(ElementBuilder &e, mlir::Value x);
mlir::Value emitCos(ElementBuilder &e, mlir::Value x);
/// 0.90 ULP.
mlir::Value emitTan(ElementBuilder &e, mlir::Value x);

/// 0.63 ULP. |x| > 1 gives NaN.
mlir::Value emitAsin(ElementBuilder &e, mlir::Value x);
/// 0.60 ULP. |x| > 1 gives NaN, acos(1) = +0.
mlir::Value emitAcos(ElementBuilder &e, mlir::Value x);
/// 0.88 ULP.
mlir::Value emitAtan(ElementBuilder &e, mlir::Value x);
/// The angle of the point (x, y), as C's atan2, special cases included. 0.83
/// ULP in 4 million pairs.
mlir::Value emitAtan2(ElementBuilder &e, mlir::Value y, mlir::Value x);

/// 0.76 ULP. |result| <= 1.
mlir::Value emitTanh(ElementBuilder &e, mlir::Value x);
/// 0.76 ULP. |result| <= 1.
mlir::Value emitErf(ElementBuilder &e, mlir::Value x);
/// 1 / (1 + exp(-x)). 0.92 ULP, also where the result is subnormal.
mlir::Value emitSigmoid(ElementBuilder &e, mlir::Value x);
/// log(1 + exp(x)). 1.00 ULP.
mlir::Value emitSoftplus(ElementBuilder &e, mlir::Value x);
/// x / 2 * (1 + erf(x / sqrt(2))). 1.64 ULP. The product is taken literally for
/// -inf, which gives NaN.
mlir::Value emitGelu(ElementBuilder &e, mlir::Value x);
/// x * sigmoid(scale * x), where scale * x is rounded first. 1.50 ULP for scale
/// 1, also where the sigmoid is subnormal. The product is taken literally for
/// -inf, which gives NaN.
mlir::Value emitSwish(ElementBuilder &e, mlir::Value x, const Scalar &scale);

/// C's pow, special cases included. 0.78 ULP in 2^30 pairs. x is f32; y is f32,
/// or f64 for exponents that f32 does not hold.
mlir::Value emitPow(ElementBuilder &e, mlir::Value x, mlir::Value y);
/// The same on f64, for x that is whole and of up to 32 bits. A relative error
/// of 2^-46, and results that are whole come out as such; what is beyond the
/// range of f32 is 0 or infinite.
mlir::Value emitPowDouble(ElementBuilder &e, mlir::Value x, mlir::Value y);
/// x to a constant, from f32 to f64 with the accuracy of emitPowDouble. For
/// simple powers, which are products or a root, it takes less time than
/// emitPow.
bool isSimplePower(float y);
mlir::Value emitPowConstant(ElementBuilder &e, mlir::Value x, float y);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_VECTORMATH_H
