//===- DmlOps.td - one row per DirectML operator --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything DirectML says of an operator stands in its row, once. The checker,
// the descriptor and JSON imports, the graph API, DirectML.h and the operator
// reference follow from these rows; what an operator computes is in
// compiler/lowering/, in the file of the same family.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_DMLOPS
#define FUSEDML_DIALECT_DMLOPS

include "dialect/operators/Activations.td"
include "dialect/operators/Arithmetic.td"
include "dialect/operators/Bits.td"
include "dialect/operators/Compare.td"
include "dialect/operators/Convert.td"
include "dialect/operators/Math.td"

#endif // FUSEDML_DIALECT_DMLOPS
