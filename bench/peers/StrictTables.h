//===- StrictTables.h - coefficients of the strict kernels ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those of compiler/lowering/VectorMathTables.h, where they are explained. A
// copy, so that the yardstick stays what it is when the compiler's change.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_STRICTTABLES_H
#define FUSEDML_BENCH_PEERS_STRICTTABLES_H

namespace fusedml::peers {

/// tanh(x), steps of |x| + 0.625, four to an octave.
alignas(64) inline constexpr float kTanh[8][16] = {
    {0x1.60064p+0f, 0x1.e00076p+0f, 0x1.2ff454p+1f, 0x1.7004ep+1f,
     0x1.b00ebep+1f, 0x1.17fa34p+2f, 0x1.57fb24p+2f, 0x1.98207cp+2f,
     0x1.d8707ap+2f, 0.0f, 0x1.000af4p-3f, 0x1.fff57ap-3f, 0x1.800c68p-2f,
     0x1.400dfap-1f, 0x1.c0081p-1f, 0x1.2008dep+0f}, // center
    {0x1.c27b78p-1f, 0x1.e878b4p-1f, 0x1.f735ep-1f, 0x1.fcc08cp-1f,
     0x1.fecdb2p-1f, 0x1.ffd67p-1f, 0x1.fffa6p-1f, 0x1.ffff3ep-1f,
     0x1.ffffe6p-1f, 0x1p+0f, 0x1.fd6f24p-4f, 0x1.f58e06p-3f, 0x1.6f000ep-2f,
     0x1.1bfe2cp-1f, 0x1.686a62p-1f, 0x1.9e62d4p-1f}, // c0
    {0x1.ce9398p-3f, 0x1.6fce7p-4f, 0x1.16d9ecp-5f, 0x1.9e685ep-7f,
     0x1.31ef4cp-8f, 0x1.4c6ef6p-11f, 0x1.67fa1cp-14f, 0x1.83fb2ep-17f,
     0x1.9fc202p-20f, 0.0f, 0x1.f8147ap-1f, 0x1.e14ad6p-1f, 0x1.be3bdap-1f,
     0x1.627a06p-1f, 0x1.024a5p-1f, 0x1.613c34p-2f}, // c1
    {-0x1.970714p-3f, -0x1.5ee972p-4f, -0x1.120f62p-5f, -0x1.9bc452p-7f,
     -0x1.30fd3cp-8f, -0x1.4c0fdcp-11f, -0x1.67ab74p-14f, -0x1.83a7dap-17f,
     -0x1.9d0f72p-20f, -0x1.4e3f46p-25f, -0x1.f58ed6p-4f, -0x1.d77878p-3f,
     -0x1.3fdb2ep-2f, -0x1.893c0cp-2f, -0x1.6ba3c2p-2f, -0x1.1de3e8p-2f}, // c2
    {0x1.98a4aep-4f, 0x1.a8925p-5f, 0x1.60b662p-6f, 0x1.0eddf8p-7f,
     0x1.91ca66p-9f, 0x1.b70b52p-12f, 0x1.dbc572p-15f, 0x1.0063bp-17f,
     0x1.0949c2p-20f, -0x1.55542cp-2f, -0x1.406af2p-2f, -0x1.072f64p-2f,
     -0x1.6de162p-3f, -0x1.2492b8p-6f, 0x1.4f1994p-4f, 0x1.c69894p-4f}, // c3
    {-0x1.72b838p-6f, -0x1.58b042p-6f, -0x1.46e606p-7f, -0x1.06198p-8f,
     -0x1.7c8c98p-10f, -0x1.a232a2p-13f, -0x1.c580e4p-16f, -0x1.e8b7cep-19f,
     -0x1.cd14dap-22f, -0x1.57c21ap-13f, 0x1.43ba3ep-4f, 0x1.1fd19cp-3f,
     0x1.5a895p-3f, 0x1.1c899ep-3f, 0x1.f3375ap-5f, 0x1.95fbeep-9f}, // c4
    {-0x1.5c6d24p-8f, 0x1.57501ep-8f, 0x1.b2a45ep-9f, 0x1.77ae18p-10f,
     0x1.ed36fp-12f, 0x1.10e5ccp-14f, 0x1.282eep-17f, 0x1.3f1d32p-20f,
     0x1.ef603ap-24f, 0x1.167ecp-3f, 0x1.f579dap-4f, 0x1.0edf5ep-4f,
     0x1.88fbbp-7f, -0x1.fbf954p-5f, -0x1.ec85dap-5f, -0x1.fae324p-6f}, // c5
    {0x1.1a968ap-8f, -0x1.12342cp-11f, -0x1.4e40eep-11f, -0x1.403cp-12f,
     -0x1.48036ep-14f, -0x1.6d629ep-17f, -0x1.8cdc24p-20f, -0x1.ab864ap-23f,
     -0x1.e8ed9p-27f, -0x1.3fdf26p-6f, -0x1.1bdb5cp-4f, -0x1.befe4cp-5f,
     -0x1.a3cc62p-5f, -0x1.f1b4c8p-10f, 0x1.2f7be2p-6f, 0x1.fb9efap-7f}, // c6
};

/// erfc(x / sqrt(2)) / 2, x >= 0, steps that shrink as 1 / x.
alignas(64) inline constexpr float kGelu[7][32] = {
    {0x1.a083bp-3f,  0x1.19738cp-1f, 0x1.b0854ep-1f, 0x1.1b3cd8p+0f,
     0x1.5813bep+0f, 0x1.90187ep+0f, 0x1.c4528ap+0f, 0x1.f59b5cp+0f,
     0x1.121d58p+1f, 0x1.2840fp+1f,  0x1.3d60ap+1f,  0x1.51bf0ap+1f,
     0x1.654ad4p+1f, 0x1.782feep+1f, 0x1.8a8248p+1f, 0x1.9c3df6p+1f,
     0x1.ad8d0cp+1f, 0x1.be3578p+1f, 0x1.ce99c4p+1f, 0x1.de928ap+1f,
     0x1.ee229cp+1f, 0x1.fd3efap+1f, 0x1.061abep+2f, 0x1.0d6c9cp+2f,
     0x1.149044p+2f, 0x1.1b92b2p+2f, 0x1.225eecp+2f, 0x1.2925dap+2f,
     0x1.2fd55ep+2f, 0x1.3664p+2f,   0x1.3cc806p+2f, 0x1.4328a6p+2f}, // center
    {0x1.ad7c92p-2f,  0x1.2a3fdep-2f,  0x1.97cc78p-3f,  0x1.12fffep-3f,
     0x1.6e73cep-4f,  0x1.e3aa44p-5f,  0x1.3c67f6p-5f,  0x1.9a237ap-6f,
     0x1.080b96p-6f,  0x1.522ffp-7f,   0x1.af1abp-8f,   0x1.10c1aep-8f,
     0x1.57fe76p-9f,  0x1.afa302p-10f, 0x1.0d6984p-10f, 0x1.4f4b2p-11f,
     0x1.9ecc8cp-12f, 0x1.010d6ep-12f, 0x1.3c12ap-13f,  0x1.83b146p-14f,
     0x1.dabdbcp-15f, 0x1.22e666p-15f, 0x1.618e86p-16f, 0x1.ace85ep-17f,
     0x1.043ac4p-17f, 0x1.3afb2cp-18f, 0x1.7ed846p-19f, 0x1.cd07a2p-20f,
     0x1.148e5cp-20f, 0x1.4ba8c2p-21f, 0x1.8f0722p-22f, 0x1.dbfdecp-23f}, // c0
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
     -0x1.0044f4p-19f, -0x1.376eeep-20f}, // c1
    {0x1.45864ap-5f,  0x1.821946p-4f,  0x1.e30acep-4f,  0x1.ea25ep-4f,
     0x1.bd05a8p-4f,  0x1.78807cp-4f,  0x1.2f1226p-4f,  0x1.d595e6p-5f,
     0x1.614b46p-5f,  0x1.03b8a8p-5f,  0x1.76ac8ap-6f,  0x1.09580ap-6f,
     0x1.72ddfp-7f,   0x1.ff9dc2p-8f,  0x1.5cb2a4p-8f,  0x1.d6f052p-9f,
     0x1.3a9134p-9f,  0x1.a2b6bcp-10f, 0x1.1383dep-10f, 0x1.68511cp-11f,
     0x1.d4ca1p-12f,  0x1.302a32p-12f, 0x1.86a1c2p-13f, 0x1.f37476p-14f,
     0x1.3e91f6p-14f, 0x1.9488c8p-15f, 0x1.014798p-15f, 0x1.43de3ap-16f,
     0x1.958e9ap-17f, 0x1.facc5ap-18f, 0x1.3d1a46p-18f, 0x1.891e62p-19f}, // c2
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
     -0x1.f669eep-18f, -0x1.3e3e2cp-18f}, // c3
    {-0x1.455926p-7f, -0x1.6c89a8p-6f, -0x1.7de982p-6f, -0x1.28dec2p-6f,
     -0x1.658c32p-7f, -0x1.124ea2p-8f, 0x1.dcb2ep-11f,  0x1.1183bap-8f,
     0x1.7e91fap-8f,  0x1.9e01f2p-8f,  0x1.8cff48p-8f,  0x1.605382p-8f,
     0x1.28fa1p-8f,   0x1.e07d1p-9f,   0x1.78c21cp-9f,  0x1.2002b2p-9f,
     0x1.ae6082p-10f, 0x1.3cb5e4p-10f, 0x1.c9a04ep-11f, 0x1.460b96p-11f,
     0x1.cb44d8p-12f, 0x1.40e592p-12f, 0x1.b9fe92p-13f, 0x1.2db148p-13f,
     0x1.995552p-14f, 0x1.139aaep-14f, 0x1.7281ep-15f,  0x1.eb9cf4p-16f,
     0x1.43cb78p-16f, 0x1.a8b7f2p-17f, 0x1.1657ecp-17f, 0x1.68c668p-18f}, // c4
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
     -0x1.2789bp-17f,  -0x1.8b3534p-18f}, // c5
};

/// 2^(k / 16) and the relative error of its rounding.
alignas(64) inline constexpr float kExp2[2][16] = {
    {0x1p-2f, 0x1.fb5586p-3f, 0x1.f72b84p-3f, 0x1.f387a6p-3f, 0x1.f06fep-3f,
     0x1.edea64p-3f, 0x1.ebfdaep-3f, 0x1.eab07ep-3f, 0x1.ea09e6p-3f,
     0x1.ea1148p-3f, 0x1.eace54p-3f, 0x1.ec4918p-3f, 0x1.ee89fap-3f,
     0x1.f199bep-3f, 0x1.f5818ep-3f, 0x1.fa4afap-3f},
    {0.0f, 0x1.8d96d4p-25f, -0x1.9c0c22p-27f, 0x1.964904p-25f, 0x1.125002p-25f,
     0x1.370be4p-25f, -0x1.0a355p-25f, -0x1.00d8acp-27f, 0x1.26055cp-26f,
     -0x1.05cb44p-25f, 0x1.67a1cap-28f, 0x1.a3b5e4p-28f, -0x1.f9c304p-27f,
     -0x1.6961b4p-28f, -0x1.a5217cp-28f, 0x1.61428ep-28f},
};

/// 2^(k/16) to 12 bits, stored as kExp2, and the logarithm of what that lacks.
alignas(64) inline constexpr float kShortExp2[2][16] = {
    {0x1p+0f, 0x1.fb6p-1f, 0x1.f72p-1f, 0x1.f38p-1f, 0x1.f06p-1f, 0x1.edep-1f,
     0x1.ecp-1f, 0x1.eacp-1f, 0x1.eap-1f, 0x1.ea2p-1f, 0x1.eacp-1f, 0x1.ec4p-1f,
     0x1.ee8p-1f, 0x1.f1ap-1f, 0x1.f58p-1f, 0x1.fa4p-1f},
    {0.0f, -0x1.40ea36p-13f, 0x1.51eb06p-13f, 0x1.ae102ap-14f, 0x1.ab493p-13f,
     0x1.0bd64ap-13f, -0x1.ca8cep-16f, -0x1.6e6bdp-13f, 0x1.c00c4p-14f,
     -0x1.3ef782p-13f, 0x1.29552p-13f, 0x1.696bfcp-14f, 0x1.7b9c1cp-14f,
     -0x1.c81dd6p-15f, 0x1.b1d1bap-17f, 0x1.6ed6bap-14f},
};

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_STRICTTABLES_H
