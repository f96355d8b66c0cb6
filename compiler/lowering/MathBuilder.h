//===- MathBuilder.h - arithmetic written as formulas -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values with operators, for functions that are long formulas:
//
//   F32 r = fma(n, -0x1.62e43p-5f, x);
//   return select(x < 0.0f, r * r, r);
//
// Each operator is one IEEE or integer operation of ElementBuilder, on a scalar
// or in every lane, and rounds once. Nothing is contracted or reordered.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_MATHBUILDER_H
#define FUSEDML_COMPILER_LOWERING_MATHBUILDER_H

#include "compiler/lowering/ElementBuilder.h"
#include "compiler/lowering/LookUp.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <concepts>
#include <string>

namespace fusedml {

/// A value of C++ type T in every lane, or a constant that becomes one when it
/// meets a value. T is float, double, int32_t, int64_t or bool (a mask).
template <typename T> class Element {
public:
  Element(ElementBuilder &e, mlir::Value value) : e(&e), built(value) {}
  // Constants of exactly this type only, so that none changes on its way.
  template <std::same_as<T> C> Element(C constant) : constant(constant) {}

  ElementBuilder *builder() const { return e; }
  mlir::Value value(ElementBuilder &with) const {
    if (e)
      return built;
    if constexpr (std::same_as<T, float>)
      return with.constantF32(constant);
    else if constexpr (std::same_as<T, double>)
      return with.constantF64(constant);
    else
      return with.constantInt(std::same_as<T, bool> ? 1 : sizeof(T) * 8,
                              static_cast<uint64_t>(constant));
  }

private:
  ElementBuilder *e = nullptr;
  mlir::Value built;
  T constant{};

  static constexpr bool isFloat = std::is_floating_point_v<T>;

  /// Both operands, one of which is a value at least.
  template <typename Function>
  static auto with(const Element &a, const Element &b, Function function) {
    ElementBuilder &e = a.e ? *a.e : *b.e;
    return function(e, a.value(e), b.value(e));
  }
  template <typename Op>
  static Element make(const Element &a, const Element &b) {
    return with(a, b, [](ElementBuilder &e, mlir::Value a, mlir::Value b) {
      return Element(e, Op::create(e.builder, e.loc, a, b));
    });
  }
  static Element<bool> compare(mlir::arith::CmpFPredicate real,
                               mlir::arith::CmpIPredicate integer,
                               const Element &a, const Element &b) {
    return with(a, b, [=](ElementBuilder &e, mlir::Value a, mlir::Value b) {
      if constexpr (isFloat)
        return Element<bool>(e, e.compare(real, a, b));
      else
        return Element<bool>(e, e.compare(integer, a, b));
    });
  }

  using Real = mlir::arith::CmpFPredicate;
  using Integer = mlir::arith::CmpIPredicate;

public:
  friend Element operator+(Element a, Element b) {
    return with(a, b, [](ElementBuilder &e, mlir::Value a, mlir::Value b) {
      return Element(e, e.add(a, b));
    });
  }
  friend Element operator-(Element a, Element b) {
    return with(a, b, [](ElementBuilder &e, mlir::Value a, mlir::Value b) {
      return Element(e, e.sub(a, b));
    });
  }
  friend Element operator*(Element a, Element b) {
    return with(a, b, [](ElementBuilder &e, mlir::Value a, mlir::Value b) {
      return Element(e, e.mul(a, b));
    });
  }
  friend Element operator/(Element a, Element b)
    requires isFloat
  {
    return make<mlir::arith::DivFOp>(a, b);
  }
  /// Flips the sign bit.
  friend Element operator-(Element a)
    requires isFloat
  {
    return Element(
        *a.e, mlir::arith::NegFOp::create(a.e->builder, a.e->loc, a.built));
  }

  friend Element operator&(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::AndIOp>(a, b);
  }
  friend Element operator|(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::OrIOp>(a, b);
  }
  friend Element operator^(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::XOrIOp>(a, b);
  }
  friend Element operator~(Element a)
    requires(!isFloat)
  {
    return a ^ Element(static_cast<T>(-1));
  }
  friend Element operator<<(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::ShLIOp>(a, b);
  }
  /// The sign bit moves in; shiftRight moves zeros in.
  friend Element operator>>(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::ShRSIOp>(a, b);
  }
  friend Element shiftRight(Element a, Element b)
    requires(!isFloat)
  {
    return make<mlir::arith::ShRUIOp>(a, b);
  }

  // False where an operand is NaN, != excepted. Integers are signed.
  friend Element<bool> operator<(Element a, Element b) {
    return compare(Real::OLT, Integer::slt, a, b);
  }
  friend Element<bool> operator<=(Element a, Element b) {
    return compare(Real::OLE, Integer::sle, a, b);
  }
  friend Element<bool> operator>(Element a, Element b) {
    return compare(Real::OGT, Integer::sgt, a, b);
  }
  friend Element<bool> operator>=(Element a, Element b) {
    return compare(Real::OGE, Integer::sge, a, b);
  }
  friend Element<bool> operator==(Element a, Element b) {
    return compare(Real::OEQ, Integer::eq, a, b);
  }
  friend Element<bool> operator!=(Element a, Element b) {
    return compare(Real::UNE, Integer::ne, a, b);
  }
  friend Element<bool> lessUnsigned(Element a, Element b)
    requires(!isFloat)
  {
    return compare(Real::OLT, Integer::ult, a, b);
  }

  friend Element select(Element<bool> condition, Element a, Element b) {
    ElementBuilder &e = *condition.builder();
    return Element(e, e.select(condition.value(e), a.value(e), b.value(e)));
  }

  /// Where a is NaN it stays, in both.
  friend Element atMost(Element a, Element bound)
    requires isFloat
  {
    return select(bound < a, bound, a);
  }
  friend Element atLeast(Element a, Element bound)
    requires isFloat
  {
    return select(bound > a, bound, a);
  }

  friend Element sqrt(Element a)
    requires isFloat
  {
    return Element(*a.e,
                   mlir::math::SqrtOp::create(a.e->builder, a.e->loc, a.built));
  }
  friend Element truncate(Element a)
    requires isFloat
  {
    return Element(*a.e, a.e->trunc(a.built));
  }
};

using F32 = Element<float>;
using F64 = Element<double>;
using I32 = Element<int32_t>;
using I64 = Element<int64_t>;
using Mask = Element<bool>;

/// a * b + c, rounded once.
inline F32 fma(F32 a, F32 b, F32 c) {
  ElementBuilder &e = *(a.builder()   ? a.builder()
                        : b.builder() ? b.builder()
                                      : c.builder());
  return {e, e.fma(a.value(e), b.value(e), c.value(e))};
}

/// The same bits as another type.
inline I32 bits(F32 a) {
  ElementBuilder &e = *a.builder();
  return {e, e.bits(a.value(e), e.builder.getI32Type())};
}
inline F32 asFloat(I32 a) {
  ElementBuilder &e = *a.builder();
  return {e, e.bits(a.value(e), e.builder.getF32Type())};
}
inline I64 bits(F64 a) {
  ElementBuilder &e = *a.builder();
  return {e, e.bits(a.value(e), e.builder.getI64Type())};
}
inline F64 asDouble(I64 a) {
  ElementBuilder &e = *a.builder();
  return {e, e.bits(a.value(e), e.builder.getF64Type())};
}

inline constexpr int32_t kSignBit = INT32_MIN;
inline F32 abs(F32 a) { return asFloat(bits(a) & ~kSignBit); }
inline F64 abs(F64 a) { return asDouble(bits(a) & INT64_MAX); }
/// For r that is +0 or above, or has the sign of s already.
inline F32 withSignOf(F32 r, F32 s) {
  return asFloat(bits(r) | (bits(s) & kSignBit));
}

/// Conversions; what does not fit rounds to nearest even or drops high bits.
template <typename To, typename From> To convert(From a) {
  ElementBuilder &e = *a.builder();
  mlir::OpBuilder &b = e.builder;
  mlir::Value value = a.value(e);
  if constexpr (std::same_as<To, F32> && std::same_as<From, F64>)
    return {e, mlir::arith::TruncFOp::create(b, e.loc, e.f32(), value)};
  else if constexpr (std::same_as<To, F64> && std::same_as<From, F32>)
    return {e, mlir::arith::ExtFOp::create(b, e.loc, e.f64(), value)};
  else if constexpr (std::same_as<To, F32>)
    return {e, mlir::arith::SIToFPOp::create(b, e.loc, e.f32(), value)};
  else if constexpr (std::same_as<To, F64>)
    return {e, mlir::arith::SIToFPOp::create(b, e.loc, e.f64(), value)};
  else if constexpr (std::same_as<To, I32>)
    return {e, mlir::arith::TruncIOp::create(b, e.loc, e.integer(32), value)};
  else
    return {e, mlir::arith::ExtUIOp::create(b, e.loc, e.integer(64), value)};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Rows that one index looks up in. `name` is part of their symbols.
template <unsigned Rows, unsigned Size> struct Table {
  const char *name;
  float rows[Rows][Size];
};

/// row[index mod Size] in every lane.
template <unsigned Rows, unsigned Size>
F32 look(const Table<Rows, Size> &table, unsigned row, I32 index) {
  ElementBuilder &e = *index.builder();
  return {e, lookUp(e, table.name + std::to_string(row), table.rows[row],
                    index.value(e))};
}

/// All rows at once, which some targets do in less time than one by one.
template <unsigned Rows, unsigned Size>
llvm::SmallVector<F32> lookAll(const Table<Rows, Size> &table, I32 index) {
  ElementBuilder &e = *index.builder();
  llvm::SmallVector<llvm::ArrayRef<float>> rows(table.rows, table.rows + Rows);
  llvm::SmallVector<F32> result;
  for (mlir::Value row : lookUpRows(e, table.name, rows, index.value(e)))
    result.push_back({e, row});
  return result;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// `usual`, and in the lanes of `mask` what `build` gives. The code that
/// `build` makes is only run if there are such lanes, and is laid out for that
/// to be rare. What the other lanes hold has no influence on a lane's result.
llvm::SmallVector<mlir::Value>
selectRare(ElementBuilder &e, mlir::Value mask, mlir::ValueRange usual,
           llvm::function_ref<llvm::SmallVector<mlir::Value>()> build);

template <typename T, typename Function>
Element<T> selectRare(Mask mask, Element<T> usual, Function f) {
  ElementBuilder &e = *mask.builder();
  return {e, selectRare(e, mask.value(e), usual.value(e),
                        [&]() -> llvm::SmallVector<mlir::Value> {
                          return {Element<T>(f()).value(e)};
                        })
                 .front()};
}

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_MATHBUILDER_H
