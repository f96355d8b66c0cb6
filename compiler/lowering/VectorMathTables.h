//===- VectorMathTables.h - coefficients ------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On an interval a function is f(x) = c0 + t * (c1 + t * (c2 + ...)), where t
// is x - c. Sollya's fpminimax found the FLOAT32 coefficients of least relative
// error; they are checked over all inputs together with the code. For c a float
// was looked for, near the middle or an end of the interval, at which f is a
// float but for some 2^-11 of its last place: c0 is then exact enough in one
// part. Where the first interval begins at 0, c is 0, the polynomial begins
// with c1 and the code adds x instead of c0.
//
// An index selects column `index mod size`: tables are stored rotated, so that
// the bits of a float serve as index without a subtraction.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_VECTORMATHTABLES_H
#define FUSEDML_COMPILER_LOWERING_VECTORMATHTABLES_H

#include "compiler/lowering/MathBuilder.h"

#include <bit>

namespace fusedml {

/// tanh(x) on steps of u = |x| + 0.625, four to an octave.
inline constexpr Table<8, 16> kTanh = {
    "tanh",
    {
        // Expansion point.
        {0x1.60064p+0f, 0x1.e00076p+0f, 0x1.2ff454p+1f, 0x1.7004ep+1f,
         0x1.b00ebep+1f, 0x1.17fa34p+2f, 0x1.57fb24p+2f, 0x1.98207cp+2f,
         0x1.d8707ap+2f, 0.0f, 0x1.000af4p-3f, 0x1.fff57ap-3f, 0x1.800c68p-2f,
         0x1.400dfap-1f, 0x1.c0081p-1f, 0x1.2008dep+0f},
        // c0
        {0x1.c27b78p-1f, 0x1.e878b4p-1f, 0x1.f735ep-1f, 0x1.fcc08cp-1f,
         0x1.fecdb2p-1f, 0x1.ffd67p-1f, 0x1.fffa6p-1f, 0x1.ffff3ep-1f,
         0x1.ffffe6p-1f, 0x1p+0f, 0x1.fd6f24p-4f, 0x1.f58e06p-3f,
         0x1.6f000ep-2f, 0x1.1bfe2cp-1f, 0x1.686a62p-1f, 0x1.9e62d4p-1f},
        // c1
        {0x1.ce9398p-3f, 0x1.6fce7p-4f, 0x1.16d9ecp-5f, 0x1.9e685ep-7f,
         0x1.31ef4cp-8f, 0x1.4c6ef6p-11f, 0x1.67fa1cp-14f, 0x1.83fb2ep-17f,
         0x1.9fc202p-20f, 0.0f, 0x1.f8147ap-1f, 0x1.e14ad6p-1f, 0x1.be3bdap-1f,
         0x1.627a06p-1f, 0x1.024a5p-1f, 0x1.613c34p-2f},
        // c2
        {-0x1.970714p-3f, -0x1.5ee972p-4f, -0x1.120f62p-5f, -0x1.9bc452p-7f,
         -0x1.30fd3cp-8f, -0x1.4c0fdcp-11f, -0x1.67ab74p-14f, -0x1.83a7dap-17f,
         -0x1.9d0f72p-20f, -0x1.4e3f46p-25f, -0x1.f58ed6p-4f, -0x1.d77878p-3f,
         -0x1.3fdb2ep-2f, -0x1.893c0cp-2f, -0x1.6ba3c2p-2f, -0x1.1de3e8p-2f},
        // c3
        {0x1.98a4aep-4f, 0x1.a8925p-5f, 0x1.60b662p-6f, 0x1.0eddf8p-7f,
         0x1.91ca66p-9f, 0x1.b70b52p-12f, 0x1.dbc572p-15f, 0x1.0063bp-17f,
         0x1.0949c2p-20f, -0x1.55542cp-2f, -0x1.406af2p-2f, -0x1.072f64p-2f,
         -0x1.6de162p-3f, -0x1.2492b8p-6f, 0x1.4f1994p-4f, 0x1.c69894p-4f},
        // c4
        {-0x1.72b838p-6f, -0x1.58b042p-6f, -0x1.46e606p-7f, -0x1.06198p-8f,
         -0x1.7c8c98p-10f, -0x1.a232a2p-13f, -0x1.c580e4p-16f, -0x1.e8b7cep-19f,
         -0x1.cd14dap-22f, -0x1.57c21ap-13f, 0x1.43ba3ep-4f, 0x1.1fd19cp-3f,
         0x1.5a895p-3f, 0x1.1c899ep-3f, 0x1.f3375ap-5f, 0x1.95fbeep-9f},
        // c5
        {-0x1.5c6d24p-8f, 0x1.57501ep-8f, 0x1.b2a45ep-9f, 0x1.77ae18p-10f,
         0x1.ed36fp-12f, 0x1.10e5ccp-14f, 0x1.282eep-17f, 0x1.3f1d32p-20f,
         0x1.ef603ap-24f, 0x1.167ecp-3f, 0x1.f579dap-4f, 0x1.0edf5ep-4f,
         0x1.88fbbp-7f, -0x1.fbf954p-5f, -0x1.ec85dap-5f, -0x1.fae324p-6f},
        // c6
        {0x1.1a968ap-8f, -0x1.12342cp-11f, -0x1.4e40eep-11f, -0x1.403cp-12f,
         -0x1.48036ep-14f, -0x1.6d629ep-17f, -0x1.8cdc24p-20f, -0x1.ab864ap-23f,
         -0x1.e8ed9p-27f, -0x1.3fdf26p-6f, -0x1.1bdb5cp-4f, -0x1.befe4cp-5f,
         -0x1.a3cc62p-5f, -0x1.f1b4c8p-10f, 0x1.2f7be2p-6f, 0x1.fb9efap-7f},
    }};

/// erf(x) on steps of u = |x| + 1.375, eight to an octave.
inline constexpr Table<7, 16> kErf = {
    "erf",
    {
        // Expansion point.
        {0x1.800e58p-1f, 0x1.ffffe2p-1f, 0x1.3ffa92p+0f, 0x1.7ff5f6p+0f,
         0x1.c005b8p+0f, 0x1.fff7p+0f, 0x1.1ffc88p+1f, 0x1.3ff308p+1f,
         0x1.6ff868p+1f, 0x1.b0464p+1f, 0x1.ea8f96p+1f, 0.0f, 0x1.8007ap-3f,
         0x1.3ffda6p-2f, 0x1.c00812p-2f, 0x1.20016p-1f},
        // c0
        {0x1.6c25dp-1f, 0x1.af766ep-1f, 0x1.d883ccp-1f, 0x1.eea2f2p-1f,
         0x1.f92da2p-1f, 0x1.fd9a82p-1f, 0x1.ff402ep-1f, 0x1.ffca8cp-1f,
         0x1.fff9b8p-1f, 0x1.ffffc4p-1f, 0x1.fffffep-1f, 0.0f, 0x1.ac4e32p-3f,
         0x1.5da78cp-2f, 0x1.db0fa2p-2f, 0x1.25b9cap-1f},
        // c1
        {0x1.49206ep-1f, 0x1.a91222p-2f, 0x1.e47eep-3f, 0x1.e75cc6p-4f,
         0x1.b03362p-5f, 0x1.52cb3ep-6f, 0x1.d44d5p-8f, 0x1.1e13dap-9f,
         0x1.30c02p-12f, 0x1.a5e394p-17f, 0x1.faa8c8p-22f, 0x1.06eba8p-3f,
         0x1.16e274p+0f, 0x1.05fdap+0f, 0x1.dd1332p-1f, 0x1.a50608p-1f},
        // c2
        {-0x1.edc258p-2f, -0x1.a9122ap-2f, -0x1.2ecabep-2f, -0x1.6d7d14p-3f,
         -0x1.7a32c8p-4f, -0x1.52c566p-5f, -0x1.07670cp-6f, -0x1.65856ap-8f,
         -0x1.b50014p-11f, -0x1.61f0f2p-15f, -0x1.e3a482p-20f, 0x1.1b7388p-22f,
         -0x1.a25be8p-3f, -0x1.477a8ep-2f, -0x1.a1783ap-2f, -0x1.d9a8f8p-2f},
        // c3
        {0x1.b7e27ap-6f, 0x1.1b60b6p-3f, 0x1.571d52p-3f, 0x1.1c37dp-3f,
         0x1.7138eap-4f, 0x1.8b3428p-5f, 0x1.641248p-6f, 0x1.12107ap-7f,
         0x1.89c94cp-10f, 0x1.7cf068p-14f, 0x1.26ee7p-18f, -0x1.812b08p-2f,
         -0x1.59bab6p-2f, -0x1.19255p-2f, -0x1.888e7cp-3f, -0x1.9c2d7cp-4f},
        // c4
        {0x1.335a26p-3f, 0x1.1bc9c8p-4f, -0x1.74249p-8f, -0x1.69d3fap-5f,
         -0x1.886ebap-5f, -0x1.1a2922p-5f, -0x1.39c8aep-6f, -0x1.1ced0ep-7f,
         -0x1.0405f6p-9f, -0x1.4109dep-13f, -0x1.1c0a1p-17f, 0x1.1bd344p-12f,
         0x1.97e984p-4f, 0x1.31ad24p-3f, 0x1.6b9e4ep-3f, 0x1.7539dap-3f},
        // c5
        {-0x1.aeeb36p-5f, -0x1.1a1ca4p-4f, -0x1.817982p-5f, -0x1.e86f26p-7f,
         0x1.a61d08p-8f, 0x1.a9c27ep-7f, 0x1.5c829ep-7f, 0x1.91b594p-8f,
         0x1.d1c04cp-10f, 0x1.71c646p-13f, 0x1.b8eec4p-17f, 0x1.c6d3c8p-4f,
         0x1.97fdcep-4f, 0x1.27b474p-4f, 0x1.acd6bap-6f, -0x1.a87994p-7f},
    }};

/// 1 / (1 + exp(x)) on steps of 1/2.
inline constexpr Table<7, 32> kSigmoid = {
    "sigmoid",
    {
        // Expansion point.
        {0x1.19a0d6p-3f, 0x1.0cd2c2p-1f, 0x1.067234p+0f, 0x1.8666bcp+0f,
         0x1.032eb4p+1f, 0x1.4338c6p+1f, 0x1.833218p+1f, 0x1.c332aap+1f,
         0x1.01a86ep+2f, 0x1.21a3e6p+2f, 0x1.418e1ap+2f, 0x1.6198aap+2f,
         0x1.8190b4p+2f, 0x1.a19b68p+2f, 0x1.c19236p+2f, 0x1.e18b84p+2f,
         0x1.00d856p+3f, 0x1.10d56p+3f,  0x1.20cb4cp+3f, 0x1.30d9dcp+3f,
         0x1.40d47ep+3f, 0x1.50bff6p+3f, 0x1.60c2e8p+3f, 0x1.70d1a6p+3f,
         0x1.80d0d6p+3f, 0x1.90cb02p+3f, 0x1.a0c1acp+3f, 0x1.b0d6p+3f,
         0x1.c0d2f2p+3f, 0x1.d0d216p+3f, 0x1.e0c314p+3f, 0x1.f0dc1ep+3f},
        // c0
        {0x1.dcda12p-2f,  0x1.7c97e6p-2f,  0x1.0e5b28p-2f,  0x1.6e07bap-3f,
         0x1.dda9e6p-4f,  0x1.2f907ap-4f,  0x1.7b6074p-5f,  0x1.d4bda6p-6f,
         0x1.1f4848p-6f,  0x1.5f0216p-7f,  0x1.ac2984p-8f,  0x1.043216p-8f,
         0x1.3c47c8p-9f,  0x1.7fc81ep-10f, 0x1.d21492p-11f, 0x1.1ae80ep-11f,
         0x1.567a7cp-12f, 0x1.9fa6a4p-13f, 0x1.f8debcp-14f, 0x1.31b098p-14f,
         0x1.7312fcp-15f, 0x1.c345eap-16f, 0x1.119d9p-16f,  0x1.4b5156p-17f,
         0x1.91f33cp-18f, 0x1.e7f036p-19f, 0x1.284996p-19f, 0x1.66863ep-20f,
         0x1.b31312p-21f, 0x1.07e9eep-21f, 0x1.40bb1p-22f,  0x1.83e0f2p-23f},
        // c1
        {-0x1.fd964ep-3f,  -0x1.de462ap-3f,  -0x1.8df42p-3f,   -0x1.2c9c78p-3f,
         -0x1.a5f5bap-4f,  -0x1.191104p-4f,  -0x1.69cebcp-5f,  -0x1.c7548ep-6f,
         -0x1.1a3ebcp-6f,  -0x1.5b3f8ap-7f,  -0x1.a95d6ap-8f,  -0x1.0329a2p-8f,
         -0x1.3b8468p-9f,  -0x1.7f384ap-10f, -0x1.d1aa82p-11f, -0x1.1ac0fap-11f,
         -0x1.565ddcp-12f, -0x1.9f919p-13f,  -0x1.f8cf3p-14f,  -0x1.31aae6p-14f,
         -0x1.730ecap-15f, -0x1.c342dp-16f,  -0x1.119c6cp-16f, -0x1.4b5082p-17f,
         -0x1.91f2ap-18f,  -0x1.e7efc4p-19f, -0x1.28496cp-19f, -0x1.66862p-20f,
         -0x1.b312fep-21f, -0x1.07e9e6p-21f, -0x1.40bb0cp-22f, -0x1.83e0fp-23f},
        // c2
        {0x1.17dc24p-7f,  0x1.eafd58p-6f,  0x1.77a1e6p-5f,  0x1.825096p-5f,
         0x1.438bd6p-5f,  0x1.ded06p-6f,   0x1.484c3ep-6f,  0x1.ad4702p-7f,
         0x1.1058dap-7f,  0x1.53ceeap-8f,  0x1.a3ce44p-9f,  0x1.011a9ap-9f,
         0x1.39fe48p-10f, 0x1.7e18a8p-11f, 0x1.d0d61p-12f,  0x1.1a728ap-12f,
         0x1.56244p-13f,  0x1.9f66f2p-14f, 0x1.f8af84p-15f, 0x1.319f2ap-15f,
         0x1.7305f8p-16f, 0x1.c33c14p-17f, 0x1.1199d2p-17f, 0x1.4b4e7ap-18f,
         0x1.91f0fp-19f,  0x1.e7ee4ep-20f, 0x1.2848bep-20f, 0x1.66857ap-21f,
         0x1.b31256p-22f, 0x1.07e986p-22f, 0x1.40baa6p-23f, 0x1.83e07cp-24f},
        // c3
        {0x1.4eee7cp-6f,   0x1.ffcd36p-7f,   0x1.604ap-8f,
         -0x1.7e783ap-9f,  -0x1.adc95ep-8f,  -0x1.b8f70cp-8f,
         -0x1.629a2p-8f,   -0x1.f9e27p-9f,   -0x1.516cc4p-9f,
         -0x1.b18b5cp-10f, -0x1.108674p-10f, -0x1.5154eap-11f,
         -0x1.9e9916p-12f, -0x1.fa730ep-13f, -0x1.34c634p-13f,
         -0x1.77c532p-14f, -0x1.c78fcep-15f, -0x1.14b29ap-15f,
         -0x1.5046e8p-16f, -0x1.9759d6p-17f, -0x1.ee9598p-18f,
         -0x1.2cc73p-18f,  -0x1.6cc3cp-19f,  -0x1.b9b24p-20f,
         -0x1.0bf0dcp-20f, -0x1.454424p-21f, -0x1.8b06aap-22f,
         -0x1.de00aep-23f, -0x1.220742p-23f, -0x1.5fde6p-24f,
         -0x1.ab9cbap-25f, -0x1.02916ap-25f},
        // c4
        {-0x1.71bd2cp-10f, -0x1.241bd8p-8f, -0x1.4b8d02p-8f, -0x1.88490ep-9f,
         -0x1.9ddb7ap-11f, 0x1.b8d1b4p-12f, 0x1.993a0ep-11f, 0x1.7cdaecp-11f,
         0x1.201b4ap-11f,  0x1.8befeep-12f, 0x1.028dd4p-12f, 0x1.473c9ap-13f,
         0x1.97910cp-14f,  0x1.f5c786p-15f, 0x1.33648ep-15f, 0x1.772e78p-16f,
         0x1.c795cp-17f,   0x1.15025ap-17f, 0x1.50e1fap-18f, 0x1.9838a8p-19f,
         0x1.efc87cp-20f,  0x1.2d9006p-20f, 0x1.6dc01ap-21f, 0x1.bade58p-22f,
         0x1.0cad2ep-22f,  0x1.462ab6p-23f, 0x1.8c23bap-24f, 0x1.df542ap-25f,
         0x1.22d2fp-25f,   0x1.60dd4ep-26f, 0x1.acca62p-27f, 0x1.0345d8p-27f},
        // c5
        {-0x1.0a1c5ap-9f,  -0x1.23dc06p-10f, 0x1.b5b258p-12f,
         0x1.02dbd8p-10f,  0x1.79696cp-11f,  0x1.36b9ep-12f,
         0x1.612d6ap-15f,  -0x1.e504dap-15f, -0x1.39d502p-14f,
         -0x1.055f1ap-14f, -0x1.74e7fep-15f, -0x1.f35b34p-16f,
         -0x1.3de63cp-16f, -0x1.8fc2bep-17f, -0x1.ed8f7ap-18f,
         -0x1.2e1d36p-18f, -0x1.734c62p-19f, -0x1.c3e132p-20f,
         -0x1.12636cp-20f, -0x1.4dbd66p-21f, -0x1.9450fp-22f,
         -0x1.ea685ep-23f, -0x1.28fe8ep-23f, -0x1.6a598ap-24f,
         -0x1.b638e2p-25f, -0x1.09ee9ep-25f, -0x1.4220c4p-26f,
         -0x1.86e526p-27f, -0x1.dbe59cp-28f, -0x1.1f03e8p-28f,
         -0x1.5e675ap-29f, -0x1.a873b4p-30f},
    }};

/// log(1 + exp(-x)) on steps of 1/2.
inline constexpr Table<8, 32> kSoftplus = {
    "softplus",
    {
        // Expansion point.
        {0x1.199a3cp-3f, 0x1.0cd33ep-1f, 0x1.0662b6p+0f, 0x1.86688p+0f,
         0x1.033824p+1f, 0x1.432804p+1f, 0x1.8330fap+1f, 0x1.c3344ap+1f,
         0x1.019ce4p+2f, 0x1.21910ep+2f, 0x1.41a4dep+2f, 0x1.61a84ep+2f,
         0x1.819b84p+2f, 0x1.a18d6p+2f,  0x1.c1a426p+2f, 0x1.e19d02p+2f,
         0x1.00c11p+3f,  0x1.10dc24p+3f, 0x1.20c2fap+3f, 0x1.30c08cp+3f,
         0x1.40dba8p+3f, 0x1.50bdb4p+3f, 0x1.60d88ep+3f, 0x1.70d046p+3f,
         0x1.80d82cp+3f, 0x1.90d64ap+3f, 0x1.a0d07p+3f,  0x1.b0c6bp+3f,
         0x1.c0d03p+3f,  0x1.d0d384p+3f, 0x1.e0d11p+3f,  0x1.f0cc6cp+3f},
        // c0
        {0x1.40e66ep-1f,  0x1.dbd89cp-2f,  0x1.39f914p-2f,  0x1.933cc8p-3f,
         0x1.fbc096p-4f,  0x1.3b8ea6p-4f,  0x1.84748ep-5f,  0x1.db8db4p-6f,
         0x1.220882p-6f,  0x1.614e3cp-7f,  0x1.acf8fp-8f,   0x1.04771cp-8f,
         0x1.3c7436p-9f,  0x1.806448p-10f, 0x1.d1c714p-11f, 0x1.1aae52p-11f,
         0x1.57823ep-12f, 0x1.9f5958p-13f, 0x1.f969dap-14f, 0x1.32a5ap-14f,
         0x1.72c20cp-15f, 0x1.c3675p-16f,  0x1.10e546p-16f, 0x1.4b5ffep-17f,
         0x1.91977p-18f,  0x1.e7448ap-19f, 0x1.27c114p-19f, 0x1.673206p-20f,
         0x1.b3389ep-21f, 0x1.07de28p-21f, 0x1.402f08p-22f, 0x1.849f62p-23f},
        // c1
        {-0x1.dcdae4p-2f,  -0x1.7c97acp-2f,  -0x1.0e6732p-2f,  -0x1.6e05a8p-3f,
         -0x1.dd8acap-4f,  -0x1.2fb548p-4f,  -0x1.7b639cp-5f,  -0x1.d4b7dep-6f,
         -0x1.1f7b3p-6f,   -0x1.5f6862p-7f,  -0x1.ab925p-8f,   -0x1.03f2c8p-8f,
         -0x1.3c127ep-9f,  -0x1.801c2cp-10f, -0x1.d1922p-11f,  -0x1.1a9adp-11f,
         -0x1.5773d8p-12f, -0x1.9f4edp-13f,  -0x1.f9620ep-14f, -0x1.32a2c2p-14f,
         -0x1.72bff4p-15f, -0x1.c365c2p-16f, -0x1.10e4b4p-16f, -0x1.4b5f92p-17f,
         -0x1.919722p-18f, -0x1.e7445p-19f,  -0x1.27c0fep-19f, -0x1.6731f6p-20f,
         -0x1.b33892p-21f, -0x1.07de24p-21f, -0x1.402f04p-22f, -0x1.849f6p-23f},
        // c2
        {0x1.fd9678p-4f,  0x1.de460cp-4f,  0x1.8dff82p-4f,  0x1.2c9b1ep-4f,
         0x1.a5dde2p-5f,  0x1.19305ep-5f,  0x1.69d19cp-6f,  0x1.c74f1ap-7f,
         0x1.1a6fd8p-7f,  0x1.5ba3a6p-8f,  0x1.a8c82ep-9f,  0x1.02ead2p-9f,
         0x1.3b4f62p-10f, 0x1.7f8c16p-11f, 0x1.d1284ep-12f, 0x1.1a73d4p-12f,
         0x1.575708p-13f, 0x1.9f39c8p-14f, 0x1.f9527cp-15f, 0x1.329d04p-15f,
         0x1.72bbcp-16f,  0x1.c362a8p-17f, 0x1.10e396p-17f, 0x1.4b5ecp-18f,
         0x1.919682p-19f, 0x1.e743dep-20f, 0x1.27c0d8p-20f, 0x1.6731dap-21f,
         0x1.b3388p-22f,  0x1.07de1cp-22f, 0x1.402f04p-23f, 0x1.849f5cp-24f},
        // c3
        {-0x1.7540f6p-9f,  -0x1.4755d2p-7f,  -0x1.f4d364p-7f,
         -0x1.0188eap-6f,  -0x1.af55a4p-7f,  -0x1.3f527cp-7f,
         -0x1.b5be9ep-8f,  -0x1.1e2c3ap-8f,  -0x1.6b5d92p-9f,
         -0x1.c594bp-10f,  -0x1.177dd8p-10f, -0x1.567b84p-11f,
         -0x1.a26338p-12f, -0x1.fde48p-13f,  -0x1.358e58p-13f,
         -0x1.78335ep-14f, -0x1.c97a8cp-15f, -0x1.14b58cp-15f,
         -0x1.50cd12p-16f, -0x1.98c0c8p-17f, -0x1.ee428cp-18f,
         -0x1.2ce826p-18f, -0x1.6bd7ep-19f,  -0x1.b9d286p-20f,
         -0x1.0bb80ap-20f, -0x1.44d728p-21f, -0x1.8a56f2p-22f,
         -0x1.deecfep-23f, -0x1.2225c8p-23f, -0x1.5fd21ap-24f,
         -0x1.aaea9ap-25f, -0x1.03147ap-25f},
        // c4
        {-0x1.4fadfcp-8f, -0x1.ffd148p-9f, -0x1.60f7d4p-10f, 0x1.7f40c2p-11f,
         0x1.adca2p-10f,  0x1.b8fedp-10f,  0x1.6293c8p-10f,  0x1.f9de2cp-11f,
         0x1.51a93cp-11f, 0x1.b1f954p-12f, 0x1.102d04p-12f,  0x1.510b98p-13f,
         0x1.9e4d9ap-14f, 0x1.fae994p-15f, 0x1.346b4ap-15f,  0x1.775634p-16f,
         0x1.c8ed16p-17f, 0x1.1471fcp-17f, 0x1.509a4ep-18f,  0x1.98a534p-19f,
         0x1.ee3426p-20f, 0x1.2cdbbp-20f,  0x1.6bbf8ep-21f,  0x1.b9bbe2p-22f,
         0x1.0bba4ep-22f, 0x1.44d18p-23f,  0x1.8a43eep-24f,  0x1.dedf3ep-25f,
         0x1.221becp-25f, 0x1.5fd00cp-26f, 0x1.aad2dp-27f,   0x1.0312f2p-27f},
        // c5
        {0x1.6d045cp-12f,  0x1.d50c0ap-11f,  0x1.0bddccp-10f,
         0x1.363528p-11f,  0x1.4b9ca2p-13f,  -0x1.60211ap-14f,
         -0x1.4697ccp-13f, -0x1.308f4cp-13f, -0x1.cdf89p-14f,
         -0x1.3c28cep-14f, -0x1.9d574ep-15f, -0x1.05b766p-15f,
         -0x1.4519acp-16f, -0x1.9258p-17f,   -0x1.e9ef5p-18f,
         -0x1.2abdc8p-18f, -0x1.6ebf6cp-19f, -0x1.b9929cp-20f,
         -0x1.0d474p-20f,  -0x1.483778p-21f, -0x1.8d5d0ap-22f,
         -0x1.e23d1p-23f,  -0x1.22c1d8p-23f, -0x1.6109e8p-24f,
         -0x1.ae4d6p-25f,  -0x1.045d98p-25f, -0x1.3b2418p-26f,
         -0x1.7f87fcp-27f, -0x1.d07f54p-28f, -0x1.1a5e98p-28f,
         -0x1.54ed82p-29f, -0x1.9fcabap-30f},
        // c6
        {0x1.f81fd6p-11f,  0x1.8e88b6p-13f, -0x1.84eb72p-15f, -0x1.8a61b6p-13f,
         -0x1.ecffbap-14f, -0x1.9536p-15f,  -0x1.7150bcp-18f, 0x1.446ff2p-17f,
         0x1.865848p-17f,  0x1.6b7eacp-17f, 0x1.e9902p-18f,   0x1.43eb9ep-18f,
         0x1.b51c2ap-19f,  0x1.035a4ep-19f, 0x1.53e3cp-20f,   0x1.a4b392p-21f,
         0x1.d17d7cp-22f,  0x1.39da54p-22f, 0x1.76aafep-23f,  0x1.af30acp-24f,
         0x1.010774p-24f,  0x1.491536p-25f, 0x1.a3c17ep-26f,  0x1.f8b7ecp-27f,
         0x1.18572cp-27f,  0x1.63b476p-28f, 0x1.c4f50ap-29f,  0x1.0b209ep-29f,
         0x1.468afp-30f,   0x1.7b709cp-31f, 0x1.f0e3aap-32f,  0x1.17d244p-32f},
    }};

/// erfc(x / sqrt(2)) / 2 on steps that shrink as 1 / x.
inline constexpr Table<7, 32> kGelu = {
    "gelu",
    {
        // Expansion point.
        {0x1.a083bp-3f,  0x1.19738cp-1f, 0x1.b0854ep-1f, 0x1.1b3cd8p+0f,
         0x1.5813bep+0f, 0x1.90187ep+0f, 0x1.c4528ap+0f, 0x1.f59b5cp+0f,
         0x1.121d58p+1f, 0x1.2840fp+1f,  0x1.3d60ap+1f,  0x1.51bf0ap+1f,
         0x1.654ad4p+1f, 0x1.782feep+1f, 0x1.8a8248p+1f, 0x1.9c3df6p+1f,
         0x1.ad8d0cp+1f, 0x1.be3578p+1f, 0x1.ce99c4p+1f, 0x1.de928ap+1f,
         0x1.ee229cp+1f, 0x1.fd3efap+1f, 0x1.061abep+2f, 0x1.0d6c9cp+2f,
         0x1.149044p+2f, 0x1.1b92b2p+2f, 0x1.225eecp+2f, 0x1.2925dap+2f,
         0x1.2fd55ep+2f, 0x1.3664p+2f,   0x1.3cc806p+2f, 0x1.4328a6p+2f},
        // c0
        {0x1.ad7c92p-2f,  0x1.2a3fdep-2f,  0x1.97cc78p-3f,  0x1.12fffep-3f,
         0x1.6e73cep-4f,  0x1.e3aa44p-5f,  0x1.3c67f6p-5f,  0x1.9a237ap-6f,
         0x1.080b96p-6f,  0x1.522ffp-7f,   0x1.af1abp-8f,   0x1.10c1aep-8f,
         0x1.57fe76p-9f,  0x1.afa302p-10f, 0x1.0d6984p-10f, 0x1.4f4b2p-11f,
         0x1.9ecc8cp-12f, 0x1.010d6ep-12f, 0x1.3c12ap-13f,  0x1.83b146p-14f,
         0x1.dabdbcp-15f, 0x1.22e666p-15f, 0x1.618e86p-16f, 0x1.ace85ep-17f,
         0x1.043ac4p-17f, 0x1.3afb2cp-18f, 0x1.7ed846p-19f, 0x1.cd07a2p-20f,
         0x1.148e5cp-20f, 0x1.4ba8c2p-21f, 0x1.8f0722p-22f, 0x1.dbfdecp-23f},
        // c1
        {-0x1.9027b8p-2f,  -0x1.5f3b1ap-2f,  -0x1.1debf8p-2f,
         -0x1.bb0614p-3f,  -0x1.4b1b92p-3f,  -0x1.e1ce34p-4f,
         -0x1.570dc4p-4f,  -0x1.df4f46p-5f,  -0x1.49f162p-5f,
         -0x1.c0dbeep-6f,  -0x1.2e36aap-6f,  -0x1.923dbep-7f,
         -0x1.09b9a6p-7f,  -0x1.5c2942p-8f,  -0x1.c48becp-9f,
         -0x1.2473a6p-9f,  -0x1.76f2e4p-10f, -0x1.e074dap-11f,
         -0x1.30f0b6p-11f, -0x1.817d98p-12f, -0x1.e5bf4p-13f,
         -0x1.31d0e4p-13f, -0x1.7d8adcp-14f, -0x1.da94c8p-15f,
         -0x1.26e438p-15f, -0x1.6d35d6p-16f, -0x1.c5aa44p-17f,
         -0x1.17078ep-17f, -0x1.55b8a4p-18f, -0x1.a2019ap-19f,
         -0x1.0044f4p-19f, -0x1.376eeep-20f},
        // c2
        {0x1.45864ap-5f,  0x1.821946p-4f,  0x1.e30acep-4f,  0x1.ea25ep-4f,
         0x1.bd05a8p-4f,  0x1.78807cp-4f,  0x1.2f1226p-4f,  0x1.d595e6p-5f,
         0x1.614b46p-5f,  0x1.03b8a8p-5f,  0x1.76ac8ap-6f,  0x1.09580ap-6f,
         0x1.72ddfp-7f,   0x1.ff9dc2p-8f,  0x1.5cb2a4p-8f,  0x1.d6f052p-9f,
         0x1.3a9134p-9f,  0x1.a2b6bcp-10f, 0x1.1383dep-10f, 0x1.68511cp-11f,
         0x1.d4ca1p-12f,  0x1.302a32p-12f, 0x1.86a1c2p-13f, 0x1.f37476p-14f,
         0x1.3e91f6p-14f, 0x1.9488c8p-15f, 0x1.014798p-15f, 0x1.43de3ap-16f,
         0x1.958e9ap-17f, 0x1.facc5ap-18f, 0x1.3d1a46p-18f, 0x1.891e62p-19f},
        // c3
        {0x1.ff60a6p-5f,   0x1.455f3ap-5f,   0x1.b0a898p-7f,
         -0x1.0a84dap-7f,  -0x1.644792p-6f,  -0x1.cf3aep-6f,
         -0x1.e50704p-6f,  -0x1.c55ef4p-6f,  -0x1.8a3222p-6f,
         -0x1.45cf1p-6f,   -0x1.03377cp-6f,  -0x1.8fa664p-7f,
         -0x1.2cbf68p-7f,  -0x1.bb2f8p-8f,   -0x1.408efap-8f,
         -0x1.c8eb68p-9f,  -0x1.40b9eep-9f,  -0x1.beaedep-10f,
         -0x1.32a32p-10f,  -0x1.a12878p-11f, -0x1.198f1cp-11f,
         -0x1.7a2426p-12f, -0x1.f5d58ep-13f, -0x1.4aecep-13f,
         -0x1.b2b05ep-14f, -0x1.1bc828p-14f, -0x1.728b0ap-15f,
         -0x1.de79dep-16f, -0x1.32fd3cp-16f, -0x1.88ae5ep-17f,
         -0x1.f669eep-18f, -0x1.3e3e2cp-18f},
        // c4
        {-0x1.455926p-7f, -0x1.6c89a8p-6f, -0x1.7de982p-6f, -0x1.28dec2p-6f,
         -0x1.658c32p-7f, -0x1.124ea2p-8f, 0x1.dcb2ep-11f,  0x1.1183bap-8f,
         0x1.7e91fap-8f,  0x1.9e01f2p-8f,  0x1.8cff48p-8f,  0x1.605382p-8f,
         0x1.28fa1p-8f,   0x1.e07d1p-9f,   0x1.78c21cp-9f,  0x1.2002b2p-9f,
         0x1.ae6082p-10f, 0x1.3cb5e4p-10f, 0x1.c9a04ep-11f, 0x1.460b96p-11f,
         0x1.cb44d8p-12f, 0x1.40e592p-12f, 0x1.b9fe92p-13f, 0x1.2db148p-13f,
         0x1.995552p-14f, 0x1.139aaep-14f, 0x1.7281ep-15f,  0x1.eb9cf4p-16f,
         0x1.43cb78p-16f, 0x1.a8b7f2p-17f, 0x1.1657ecp-17f, 0x1.68c668p-18f},
        // c5
        {-0x1.3cc192p-7f,  -0x1.afd392p-8f,  -0x1.92467ap-11f,
         0x1.ed709ap-9f,   0x1.804deap-8f,   0x1.88d01p-8f,
         0x1.422394p-8f,   0x1.b92f18p-9f,   0x1.e291dep-10f,
         0x1.2f43c8p-11f,  -0x1.31afc6p-12f, -0x1.b5c8c6p-11f,
         -0x1.1d0a0ep-10f, -0x1.2f5cc4p-10f, -0x1.1f51b2p-10f,
         -0x1.fcb196p-11f, -0x1.ac593cp-11f, -0x1.5c8d66p-11f,
         -0x1.120f88p-11f, -0x1.a56f68p-12f, -0x1.3d96d4p-12f,
         -0x1.d636f8p-13f, -0x1.561d1p-13f,  -0x1.ebc10ap-14f,
         -0x1.5d8418p-14f, -0x1.ead6cep-15f, -0x1.566302p-15f,
         -0x1.d8b61p-16f,  -0x1.42e598p-16f, -0x1.b5e432p-17f,
         -0x1.2789bp-17f,  -0x1.8b3534p-18f},
    }};

/// atan(x) on steps of 1/16.
inline constexpr Table<7, 16> kAtan = {
    "atan",
    {
        // Expansion point.
        {0.0f, 0.0f, 0x1.3ffbd4p-3f, 0x1.c00982p-3f, 0x1.20014ap-2f,
         0x1.6008c8p-2f, 0x1.a0033ep-2f, 0x1.e00c54p-2f, 0x1.0ff33ap-1f,
         0x1.300306p-1f, 0x1.5006aap-1f, 0x1.70062ap-1f, 0x1.9001eap-1f,
         0x1.b00fap-1f, 0x1.cff888p-1f, 0x1.f00e5p-1f},
        // c0
        {0.0f, 0.0f, 0x1.3d6adcp-3f, 0x1.b91688p-3f, 0x1.18c08cp-2f,
         0x1.5312b4p-2f, 0x1.8b279cp-2f, 0x1.c0e568p-2f, 0x1.f3f9e4p-2f,
         0x1.125816p-1f, 0x1.295d8ep-1f, 0x1.3f180cp-1f, 0x1.539088p-1f,
         0x1.66df84p-1f, 0x1.78f2a2p-1f, 0x1.8a06c2p-1f},
        // c1
        {0.0f, 0.0f, 0x1.f3cc92p-1f, 0x1.e89d78p-1f, 0x1.da77b2p-1f,
         0x1.c9e25p-1f, 0x1.b7776ap-1f, 0x1.a3c044p-1f, 0x1.8f567p-1f,
         0x1.7a8a24p-1f, 0x1.65dbecp-1f, 0x1.5194f4p-1f, 0x1.3df04p-1f,
         0x1.2b0b98p-1f, 0x1.1922bp-1f, 0x1.08189ap-1f},
        // c2
        {0x1.b493fp-21f, 0x1.b493fp-21f, -0x1.30ea3ep-3f, -0x1.980b6ep-3f,
         -0x1.eea7e4p-3f, -0x1.198cdep-2f, -0x1.327dcp-2f, -0x1.42a5c8p-2f,
         -0x1.4adf36p-2f, -0x1.4c5b1p-2f, -0x1.484ff2p-2f, -0x1.3ffb38p-2f,
         -0x1.347e0ap-2f, -0x1.26c99ep-2f, -0x1.17c6fap-2f, -0x1.07f6cap-2f},
        // c3
        {-0x1.556496p-2f, -0x1.556496p-2f, -0x1.26275ep-2f, -0x1.fbf6f2p-3f,
         -0x1.9e5002p-3f, -0x1.3b5766p-3f, -0x1.b427cap-4f, -0x1.003e12p-4f,
         -0x1.8d5a96p-6f, 0x1.02368cp-7f, 0x1.10c978p-5f, 0x1.af490cp-5f,
         0x1.1029a4p-4f, 0x1.3535fcp-4f, 0x1.4b46e4p-4f, 0x1.54a85cp-4f},
        // c4
        {0x1.43de5ap-10f, 0x1.43de5ap-10f, 0x1.1b2dccp-3f, 0x1.6156c6p-3f,
         0x1.86d8acp-3f, 0x1.8ccd22p-3f, 0x1.78d014p-3f, 0x1.52452ap-3f,
         0x1.211ac4p-3f, 0x1.d6492p-4f, 0x1.6d805ep-4f, 0x1.0d6eaap-4f,
         0x1.730f7cp-5f, 0x1.d03a2p-6f, 0x1.e957acp-7f, 0x1.158b3ap-8f},
        // c5
        {0x1.87a4e6p-3f, 0x1.87a4e6p-3f, 0x1.a542f4p-5f, 0x1.47f9ep-6f,
         0x1.31a0dep-6f, 0x1.c051ep-5f, 0x1.e8e4b2p-8f, -0x1.57ea76p-4f,
         -0x1.eb0b9p-4f, -0x1.63777ap-3f, -0x1.d7858ap-4f, -0x1.35e612p-3f,
         -0x1.329e02p-3f, -0x1.05b998p-4f, -0x1.0ef2fap-3f, -0x1.abad48p-4f},
    }};

/// Row 0 is 2^(k/16) / 4 with k << 19 taken off its bits, so that adding
/// n << 19 gives 2^(n/16) / 4 for any n that is k modulo 16. Row 1 is the
/// relative rounding error of row 0.
inline constexpr Table<2, 16> kExp2 = {
    "exp2",
    {
        {0x1p-2f, 0x1.fb5586p-3f, 0x1.f72b84p-3f, 0x1.f387a6p-3f, 0x1.f06fep-3f,
         0x1.edea64p-3f, 0x1.ebfdaep-3f, 0x1.eab07ep-3f, 0x1.ea09e6p-3f,
         0x1.ea1148p-3f, 0x1.eace54p-3f, 0x1.ec4918p-3f, 0x1.ee89fap-3f,
         0x1.f199bep-3f, 0x1.f5818ep-3f, 0x1.fa4afap-3f},
        {0.0f, 0x1.8d96d4p-25f, -0x1.9c0c22p-27f, 0x1.964904p-25f,
         0x1.125002p-25f, 0x1.370be4p-25f, -0x1.0a355p-25f, -0x1.00d8acp-27f,
         0x1.26055cp-26f, -0x1.05cb44p-25f, 0x1.67a1cap-28f, 0x1.a3b5e4p-28f,
         -0x1.f9c304p-27f, -0x1.6961b4p-28f, -0x1.a5217cp-28f, 0x1.61428ep-28f},
    }};

/// Row 0 is 2^(k/16) to 12 bits, with k << 19 taken off its bits as in kExp2.
/// Row 1 is the logarithm of 2^(k/16) over that.
inline constexpr Table<2, 16> kShortExp2 = {
    "short_exp2",
    {
        {0x1p+0f, 0x1.fb6p-1f, 0x1.f72p-1f, 0x1.f38p-1f, 0x1.f06p-1f,
         0x1.edep-1f, 0x1.ecp-1f, 0x1.eacp-1f, 0x1.eap-1f, 0x1.ea2p-1f,
         0x1.eacp-1f, 0x1.ec4p-1f, 0x1.ee8p-1f, 0x1.f1ap-1f, 0x1.f58p-1f,
         0x1.fa4p-1f},
        {0.0f, -0x1.40ea36p-13f, 0x1.51eb06p-13f, 0x1.ae102ap-14f,
         0x1.ab493p-13f, 0x1.0bd64ap-13f, -0x1.ca8cep-16f, -0x1.6e6bdp-13f,
         0x1.c00c4p-14f, -0x1.3ef782p-13f, 0x1.29552p-13f, 0x1.696bfcp-14f,
         0x1.7b9c1cp-14f, -0x1.c81dd6p-15f, 0x1.b1d1bap-17f, 0x1.6ed6bap-14f},
    }};

/// For m in interval k of [0.703, 1.406): row 0 is r, about 1 / m with six
/// fraction bits, 1 around 1; rows 1 to 3 add up to -log(r), the first of
/// them a multiple of 2^-16.
inline constexpr Table<4, 16> kLog = {
    "log",
    {
        {0x1.64p+0f, 0x1.54p+0f, 0x1.48p+0f, 0x1.3cp+0f, 0x1.3p+0f, 0x1.24p+0f,
         0x1.1cp+0f, 0x1.1p+0f, 0x1.08p+0f, 0x1p+0f, 0x1.ep-1f, 0x1.c8p-1f,
         0x1.bp-1f, 0x1.98p-1f, 0x1.88p-1f, 0x1.78p-1f},
        {-0x1.51acp-2f, -0x1.2294p-2f, -0x1.fb9p-3f, -0x1.af4p-3f, -0x1.5ffp-3f,
         -0x1.0d78p-3f, -0x1.a92p-4f, -0x1.f0ap-5f, -0x1.f84p-6f, 0.0f,
         0x1.086p-4f, 0x1.da7p-4f, 0x1.5bf8p-3f, 0x1.d1p-3f, 0x1.1178p-2f,
         0x1.3c24p-2f},
        {0x1.278d2p-18f, -0x1.fbcf7ap-22f, -0x1.86d5e4p-19f, 0x1.b58bfap-18f,
         -0x1.83853cp-18f, 0x1.832f72p-23f, -0x1.b4e92cp-18f, -0x1.86008cp-20f,
         0x1.64f188p-18f, 0.0f, -0x1.9d2988p-18f, 0x1.3b1c22p-19f,
         -0x1.fca55ep-18f, 0x1.bf932ap-18f, 0x1.d044fcp-19f, 0x1.277334p-18f},
        {0x1.f4bd8ep-44f, 0x1.34bb7ap-47f, 0x1.d572aap-47f, 0x1.a4e634p-52f,
         -0x1.3d3c88p-43f, -0x1.659a5ep-49f, 0x1.54e4d8p-43f, 0x1.d599e8p-45f,
         -0x1.980268p-45f, 0.0f, 0x1.d03446p-43f, 0x1.a89402p-46f,
         -0x1.27023ep-46f, 0x1.e7b582p-43f, 0x1.1ef78cp-44f, -0x1.cf8956p-43f},
    }};

/// Coefficients of x^3, x^5 and x^7 of sin(x) and of x^4, x^6 and x^8 of
/// cos(x), by turns.
inline constexpr Table<3, 4> kSinCos = {
    "sincos",
    {
        {-0x1.555544p-3f, 0x1.55554ap-5f, -0x1.555544p-3f, 0x1.55554ap-5f},
        {0x1.1106dcp-7f, -0x1.6c0c28p-10f, 0x1.1106dcp-7f, -0x1.6c0c28p-10f},
        {-0x1.992786p-13f, 0x1.99e7bep-16f, -0x1.992786p-13f, 0x1.99e7bep-16f},
    }};

/// tan(x) on steps of 1/16.
inline constexpr Table<7, 16> kTan = {
    "tan",
    {
        // Expansion point.
        {0.0f, 0.0f, 0.0f, 0x1.7ff812p-3f, 0x1.fff344p-3f, 0x1.3ff902p-2f,
         0x1.800dcep-2f, 0x1.bff346p-2f, 0x1.fff8c8p-2f, 0x1.200c2p-1f,
         0x1.400502p-1f, 0x1.600c6ap-1f, 0x1.7ff724p-1f, 0x1.9ffa5cp-1f, 0.0f,
         0.0f},
        // c0
        {0.0f, 0.0f, 0.0f, 0x1.848838p-3f, 0x1.057192p-2f, 0x1.4acf66p-2f,
         0x1.9322cap-2f, 0x1.dee51cp-2f, 0x1.17b046p-1f, 0x1.42d9acp-1f,
         0x1.716e06p-1f, 0x1.a4817cp-1f, 0x1.dce9aap-1f, 0x1.0e3e34p+0f, 0.0f,
         0.0f},
        // c1
        {0.0f, 0.0f, 0.0f, 0x1.0936b4p+0f, 0x1.10b00cp+0f, 0x1.1ab7b6p+0f,
         0x1.27ad68p+0f, 0x1.37fdc6p+0f, 0x1.4c646cp+0f, 0x1.65ca14p+0f,
         0x1.854798p+0f, 0x1.acae48p+0f, 0x1.de1d72p+0f, 0x1.0ea3a2p+1f, 0.0f,
         0.0f},
        // c2
        {-0x1.09d3dap-20f, -0x1.09d3dap-20f, -0x1.09d3dap-20f, 0x1.9283fcp-3f,
         0x1.167c72p-2f, 0x1.6d55dcp-2f, 0x1.d19e24p-2f, 0x1.23d182p-1f,
         0x1.6b264cp-1f, 0x1.c33856p-1f, 0x1.18e1b6p+0f, 0x1.60135p+0f,
         0x1.bd5976p+0f, 0x1.1db24p+1f, 0.0f, 0.0f},
        // c3
        {0x1.556422p-2f, 0x1.556422p-2f, 0x1.556422p-2f, 0x1.87fc36p-2f,
         0x1.b2c69p-2f, 0x1.eee82ap-2f, 0x1.20d9f2p-1f, 0x1.587aacp-1f,
         0x1.a40782p-1f, 0x1.057f54p+0f, 0x1.4c609ep+0f, 0x1.b00f0ep+0f,
         0x1.1f15acp+1f, 0x1.87d402p+1f, 0.0f, 0.0f},
        // c4
        {-0x1.f423bp-11f, -0x1.f423bp-11f, -0x1.f423bp-11f, 0x1.1b4284p-3f,
         0x1.9807bep-3f, 0x1.19da38p-2f, 0x1.7eee3p-2f, 0x1.02a926p-1f,
         0x1.5edeaap-1f, 0x1.e0eb82p-1f, 0x1.4dfbb6p+0f, 0x1.d90aeap+0f,
         0x1.565a2p+1f, 0x1.fe0bf2p+1f, 0.0f, 0.0f},
        // c5
        {0x1.1c12b2p-3f, 0x1.1c12b2p-3f, 0x1.1c12b2p-3f, 0x1.a595b4p-6f,
         0x1.24751p-3f, 0x1.56f278p-2f, 0x1.fc1cc2p-3f, 0x1.e4d488p-2f,
         0x1.2a3eb2p-1f, 0x1.0b4feap+0f, 0x1.92afc2p+0f, 0x1.0cc912p+1f,
         0x1.afe44p+1f, 0x1.47d0e4p+2f, 0.0f, 0.0f},
    }};

/// A word of 2 / pi, kept as the float of its bits.
inline constexpr float word(uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// Row w holds bits 95 - 32w to 64 - 32w of floor(2/pi * 2^(8j - 56)) modulo
/// 2^96 for j = 16 to 31.
inline constexpr Table<3, 16> kTwoOverPi = {
    "twooverpi",
    {
        {word(0x000000a2), word(0x0000a2f9), word(0x00a2f983), word(0xa2f9836e),
         word(0xf9836e4e), word(0x836e4e44), word(0x6e4e4415), word(0x4e441529),
         word(0x441529fc), word(0x1529fc27), word(0x29fc2757), word(0xfc2757d1),
         word(0x2757d1f5), word(0x57d1f534), word(0xd1f534dd),
         word(0xf534ddc0)},
        {word(0xf9836e4e), word(0x836e4e44), word(0x6e4e4415), word(0x4e441529),
         word(0x441529fc), word(0x1529fc27), word(0x29fc2757), word(0xfc2757d1),
         word(0x2757d1f5), word(0x57d1f534), word(0xd1f534dd), word(0xf534ddc0),
         word(0x34ddc0db), word(0xddc0db62), word(0xc0db6295),
         word(0xdb629599)},
        {word(0x441529fc), word(0x1529fc27), word(0x29fc2757), word(0xfc2757d1),
         word(0x2757d1f5), word(0x57d1f534), word(0xd1f534dd), word(0xf534ddc0),
         word(0x34ddc0db), word(0xddc0db62), word(0xc0db6295), word(0xdb629599),
         word(0x6295993c), word(0x95993c43), word(0x993c4390),
         word(0x3c439041)},
    }};

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_VECTORMATHTABLES_H
