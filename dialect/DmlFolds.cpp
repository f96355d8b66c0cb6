//===- DmlFolds.cpp - folds that are exact for every input ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// For floats only x * 1, x / 1 and x + -0 leave every x as it is: x * 0 may be
// NaN or -0, x + 0 turns -0 into +0, x - x and x / x may be NaN.
//
//===----------------------------------------------------------------------===//

#include "dialect/Dml.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

/// The one value of a constant or a splat, or null.
static Attribute splatOf(Attribute value) {
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(value))
    return elements.isSplat() ? elements.getSplatValue<Attribute>()
                              : Attribute();
  return value;
}

static bool isIntegerConstant(Attribute value, int64_t number) {
  auto integer = dyn_cast_or_null<IntegerAttr>(splatOf(value));
  return integer &&
         integer.getValue() == APInt(integer.getValue().getBitWidth(), number,
                                     /*isSigned=*/true, /*implicitTrunc=*/true);
}

static bool isRealConstant(Attribute value, double number) {
  auto real = dyn_cast_or_null<FloatAttr>(splatOf(value));
  return real && real.getValue().bitwiseIsEqual([&] {
    APFloat wanted(number);
    bool lossy;
    wanted.convert(real.getValue().getSemantics(), APFloat::rmNearestTiesToEven,
                   &lossy);
    return wanted;
  }());
}

/// A value may stand for a result only if the types agree: the layout is part
/// of the type, and users read it.
static Value ifSameType(Value value, Type type) {
  return value.getType() == type ? value : Value();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult MultiplyOp::fold(FoldAdaptor adaptor) {
  Attribute b = adaptor.getBTensor();
  if (isIntegerConstant(b, 1) || isRealConstant(b, 1.0))
    return ifSameType(getATensor(), getType());
  if (isIntegerConstant(b, 0))
    return ifSameType(getBTensor(), getType());
  return {};
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  Attribute b = adaptor.getBTensor();
  if (isIntegerConstant(b, 0) || isRealConstant(b, -0.0))
    return ifSameType(getATensor(), getType());
  return {};
}

OpFoldResult DivideOp::fold(FoldAdaptor adaptor) {
  Attribute b = adaptor.getBTensor();
  if (isIntegerConstant(b, 1) || isRealConstant(b, 1.0))
    return ifSameType(getATensor(), getType());
  return {};
}

OpFoldResult IdentityOp::fold(FoldAdaptor) {
  return getScaleBias() ? Value() : ifSameType(getInputTensor(), getType());
}

OpFoldResult ActivationReluOp::fold(FoldAdaptor) {
  if (auto inner = getInputTensor().getDefiningOp<ActivationReluOp>())
    return ifSameType(inner.getResult(), getType());
  return {};
}

OpFoldResult ReinterpretOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getType())
    return getInput();
  // Both are views of one memory.
  if (auto inner = getInput().getDefiningOp<ReinterpretOp>()) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  if (getInput().getType().getElementType() != getType().getElementType())
    return {};
  // Every reader makes the number itself, instead of loading it.
  if (auto fill = getInput().getDefiningOp<FillValueConstantOp>())
    return DenseElementsAttr::get(getType(), Attribute(fill.getValue()));
  auto elements = dyn_cast_or_null<DenseElementsAttr>(adaptor.getInput());
  if (elements && elements.isSplat())
    return elements.resizeSplat(getType());
  return {};
}
