//===- Dml.td - the whole dml dialect -------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "dialect/DmlOps.td"
include "dialect/DmlStructure.td"
