//===- HalfExceptions.h - FLOAT16 inputs that round twice ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions compute in float and round to half once more. Where the true value
// lies so near to the middle of two halves that the float is that middle, or is
// on the wrong side of it, the half is the wrong neighbour. These are all such
// halves, with the nearest float on the right side. They belong to the
// functions of VectorMath.h as they are: whoever changes one of those has to
// make its list anew, from every half and a reference in double. The accuracy
// tests fail otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_HALFEXCEPTIONS_H
#define FUSEDML_COMPILER_LOWERING_HALFEXCEPTIONS_H

#include <array>

namespace fusedml {

struct HalfException {
  float x, result;
};

inline constexpr std::array<HalfException, 0> kNoHalfExceptions{};

inline constexpr HalfException kAcosHalves[] = {
    {-0x1.2cp-18f, 0x1.922002p+0f},
    {-0x1.2bcp-4f, 0x1.a4dffep+0f},
    {-0x1.1dp-1f, 0x1.14a002p+1f},
};
inline constexpr HalfException kAtanHalves[] = {
    {0x1.d14p-6f, 0x1.d12002p-6f},   {0x1.ad4p-3f, 0x1.a72002p-3f},
    {0x1.9b8p+2f, 0x1.6aa002p+0f},   {-0x1.d14p-6f, -0x1.d12002p-6f},
    {-0x1.ad4p-3f, -0x1.a72002p-3f}, {-0x1.9b8p+2f, -0x1.6aa002p+0f},
};
inline constexpr HalfException kCosHalves[] = {
    {0x1.dfp-5f, 0x1.ff2002p-1f},
    {-0x1.dfp-5f, 0x1.ff2002p-1f},
};
inline constexpr HalfException kExpHalves[] = {
    {0x1.de4p-8f, 0x1.01dffep+0f},
    {0x1.73cp-6f, 0x1.05dffep+0f},
};
inline constexpr HalfException kLogHalves[] = {
    {0x1.5ep-8f, -0x1.4edffep+2f},
};
inline constexpr HalfException kSinHalves[] = {
    {0x1.accp-3f, 0x1.a9a002p-3f},
    {0x1.2cp+8f, -0x1.ffdffep-1f},
    {-0x1.accp-3f, -0x1.a9a002p-3f},
    {-0x1.2cp+8f, 0x1.ffdffep-1f},
};
inline constexpr HalfException kTanHalves[] = {
    {0x1.25p-5f, 0x1.252002p-5f},    {0x1.7b4p+6f, 0x1.445ffep-1f},
    {0x1.d28p+14f, 0x1.fa2002p+2f},  {-0x1.25p-5f, -0x1.252002p-5f},
    {-0x1.7b4p+6f, -0x1.445ffep-1f}, {-0x1.d28p+14f, -0x1.fa2002p+2f},
};
/// Positive, which x / Alpha of CELU is where it matters if Alpha is negative.
inline constexpr HalfException kExpm1Halves[] = {
    {0x1.6ap-11f, 0x1.6a2002p-11f},
};
inline constexpr HalfException kSigmoidHalves[] = {
    {0x1.8p-9f, 0x1.005ffep-1f},  {0x1.cp-8f, 0x1.00dffep-1f},
    {0x1.6p-7f, 0x1.015ffep-1f},  {-0x1.8p-10f, 0x1.ffa002p-2f},
    {-0x1.cp-9f, 0x1.ff2002p-2f}, {-0x1.6p-8f, 0x1.fea002p-2f},
    {-0x1.ep-8f, 0x1.fe2002p-2f},
};
inline constexpr HalfException kSoftplusHalves[] = {
    {-0x1.0cp-14f, 0x1.62dffep-1f},
    {-0x1.0c4p-14f, 0x1.62dffep-1f},
};
inline constexpr HalfException kErfHalves[] = {
    {0x1.848p-10f, 0x1.b65ffep-10f},
    {-0x1.848p-10f, -0x1.b65ffep-10f},
};
inline constexpr HalfException kSinhHalves[] = {
    {0x1.3c8p+1f, 0x1.78a002p+2f},
    {-0x1.3c8p+1f, -0x1.78a002p+2f},
};
inline constexpr HalfException kCoshHalves[] = {
    {0x1p-5f, 0x1.002002p+0f},
    {-0x1p-5f, 0x1.002002p+0f},
};
inline constexpr HalfException kAsinhHalves[] = {
    {0x1.af4p-3f, 0x1.ac2002p-3f},
    {0x1.c7cp+3f, 0x1.acdffep+1f},
    {-0x1.af4p-3f, -0x1.ac2002p-3f},
    {-0x1.c7cp+3f, -0x1.acdffep+1f},
};
inline constexpr HalfException kAcoshHalves[] = {
    {0x1.39p+0f, 0x1.4fa002p-1f},
};
inline constexpr HalfException kGeluHalves[] = {
    {0x1p-24f, 0x1.000002p-25f},
    {0x1.5fp-10f, 0x1.5f5ffep-11f},
    {-0x1.5fp-10f, -0x1.5ea002p-11f},
};
inline constexpr HalfException kSwishHalves[] = {
    {0x1p-24f, 0x1.000002p-25f},
};

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_HALFEXCEPTIONS_H
