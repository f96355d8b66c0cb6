//===- LookUp.cpp - small tables in registers -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/LookUp.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>

using namespace mlir;
using namespace fusedml;
using arith::CmpIPredicate;

/// A table in memory.
static Value addressOf(ElementBuilder &e, StringRef name,
                       ArrayRef<float> table) {
  OpBuilder &b = e.builder;
  std::string symbol = (e.kernel + "_" + name).str();
  auto global = e.module.lookupSymbol<LLVM::GlobalOp>(symbol);
  if (!global) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(e.module.getBody());
    auto values = DenseElementsAttr::get(
        RankedTensorType::get({static_cast<int64_t>(table.size())},
                              b.getF32Type()),
        table);
    global = LLVM::GlobalOp::create(
        b, e.loc, LLVM::LLVMArrayType::get(b.getF32Type(), table.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, symbol, values,
        /*alignment=*/64);
  }
  return LLVM::AddressOfOp::create(b, e.loc, global);
}

namespace {

/// One look-up, in the way the target does it.
class LookUp {
public:
  LookUp(ElementBuilder &e, StringRef name, ArrayRef<float> table)
      : e(e), b(e.builder), name(name), table(table) {}

  /// Lanes one permutation of registers serves; 0 if there is none.
  int64_t lanesAtOnce() const;
  Value inMemory(Value index);
  /// `index` is a vector of lanesAtOnce().
  Value inRegisters(Value index);

private:
  /// table[from + lane mod size], a register of the table.
  Value row(int64_t from, int64_t lanes);
  Value constant(int64_t lanes, int32_t value);
  Value avx2(Value index);
  Value avx512(Value index);
  Value neon(Value index);
  /// a where bit `bit` of the index is set, otherwise b.
  Value chooseByBit(Value index, unsigned bit, Value a, Value b);
  Value call(StringRef intrinsic, Type result, ValueRange arguments) {
    return LLVM::CallIntrinsicOp::create(b, e.loc, result,
                                         b.getStringAttr(intrinsic), arguments)
        .getResult(0);
  }

  ElementBuilder &e;
  OpBuilder &b;
  StringRef name;
  ArrayRef<float> table;
};

} // namespace

int64_t LookUp::lanesAtOnce() const {
  if (e.target.hasAvx512)
    return 16;
  if (e.target.hasAvx2)
    return 8;
  return e.target.isX86 ? 0 : 4;
}

Value LookUp::row(int64_t from, int64_t lanes) {
  SmallVector<float> values;
  for (int64_t lane = 0; lane < lanes; ++lane)
    values.push_back(table[(from + lane) % table.size()]);
  auto type = VectorType::get({lanes}, b.getF32Type());
  return arith::ConstantOp::create(
      b, e.loc,
      cast<TypedAttr>(DenseElementsAttr::get(type, ArrayRef<float>(values))));
}

Value LookUp::constant(int64_t lanes, int32_t value) {
  auto type = VectorType::get({lanes}, b.getI32Type());
  return arith::ConstantOp::create(
      b, e.loc, cast<TypedAttr>(DenseElementsAttr::get(type, value)));
}

Value LookUp::chooseByBit(Value index, unsigned bit, Value a, Value b) {
  // The instruction goes by sign bits. A comparison would be one more.
  Value sign = arith::ShLIOp::create(this->b, e.loc, index,
                                     constant(8, int32_t(31 - bit)));
  sign = vector::BitCastOp::create(this->b, e.loc, a.getType(), sign);
  return call("llvm.x86.avx.blendv.ps.256", a.getType(), {b, a, sign});
}

Value LookUp::avx512(Value index) {
  auto type = VectorType::get({16}, b.getF32Type());
  if (table.size() == 32)
    return call("llvm.x86.avx512.vpermi2var.ps.512", type,
                {row(0, 16), index, row(16, 16)});
  return call("llvm.x86.avx512.permvar.sf.512", type, {row(0, 16), index});
}

Value LookUp::avx2(Value index) {
  auto type = VectorType::get({8}, b.getF32Type());
  // Each permutation uses the low three bits of the index.
  SmallVector<Value> found;
  for (int64_t from = 0; from < std::max<int64_t>(8, table.size()); from += 8)
    found.push_back(call("llvm.x86.avx2.permps", type, {row(from, 8), index}));
  for (unsigned bit = 3; found.size() > 1; ++bit) {
    for (size_t pair = 0; pair < found.size() / 2; ++pair)
      found[pair] =
          chooseByBit(index, bit, found[2 * pair + 1], found[2 * pair]);
    found.resize(found.size() / 2);
  }
  return found.front();
}

Value LookUp::neon(Value index) {
  auto bytes = VectorType::get({16}, b.getI8Type());
  // The four bytes of entry i are at 4i, 4i + 1, 4i + 2 and 4i + 3.
  Value entry = e.bitAnd(index, constant(4, int32_t(table.size() - 1)));
  Value scaled = arith::AddIOp::create(
      b, e.loc, arith::MulIOp::create(b, e.loc, entry, constant(4, 0x04040404)),
      constant(4, 0x03020100));
  auto result = [&](Value found) -> Value {
    return vector::BitCastOp::create(
        b, e.loc, VectorType::get({4}, b.getF32Type()), found);
  };
  auto registers = [&](int64_t from, int64_t count, Value at) {
    SmallVector<Value> all;
    for (int64_t i = 0; i < count; ++i)
      all.push_back(
          vector::BitCastOp::create(b, e.loc, bytes, row(from + 4 * i, 4)));
    all.push_back(at);
    return all;
  };
  Value place = vector::BitCastOp::create(b, e.loc, bytes, scaled);
  if (table.size() == 4)
    return result(
        call("llvm.aarch64.neon.tbl1.v16i8", bytes, registers(0, 1, place)));
  Value found =
      call("llvm.aarch64.neon.tbl4.v16i8", bytes, registers(0, 4, place));
  if (table.size() == 32) {
    // Indices out of range of the second half keep what the first one gave.
    Value second =
        arith::SubIOp::create(b, e.loc, scaled, constant(4, 0x40404040));
    SmallVector<Value> arguments = {found};
    second = vector::BitCastOp::create(b, e.loc, bytes, second);
    arguments.append(registers(16, 4, second));
    found = call("llvm.aarch64.neon.tbx4.v16i8", bytes, arguments);
  }
  return result(found);
}

Value LookUp::inRegisters(Value index) {
  if (e.target.hasAvx512)
    return avx512(index);
  return e.target.hasAvx2 ? avx2(index) : neon(index);
}

Value LookUp::inMemory(Value index) {
  Type f32 = b.getF32Type();
  Value base = addressOf(e, name, table);
  Value masked = e.bitAnd(index, e.constantInt(32, table.size() - 1));
  auto one = [&](Value lane) -> Value {
    Value wide = arith::ExtUIOp::create(b, e.loc, b.getI64Type(), lane);
    Value place = LLVM::GEPOp::create(b, e.loc, base.getType(), f32, base,
                                      ValueRange{wide});
    return LLVM::LoadOp::create(b, e.loc, f32, place, 4);
  };
  if (!e.lanes)
    return one(masked);
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < e.lanes; ++lane)
    values.push_back(one(vector::ExtractOp::create(b, e.loc, masked, lane)));
  return vector::FromElementsOp::create(b, e.loc, cast<VectorType>(e.f32()),
                                        values);
}

Value fusedml::lookUp(ElementBuilder &e, StringRef name, ArrayRef<float> table,
                      Value index) {
  assert((table.size() == 4 || table.size() == 16 || table.size() == 32) &&
         "no look-up for tables of this size");
  LookUp find(e, name, table);
  OpBuilder &b = e.builder;
  int64_t chunk = find.lanesAtOnce();
  if (!e.lanes || !chunk)
    return find.inMemory(index);
  if (e.lanes == chunk)
    return find.inRegisters(index);
  // Short vectors fill a part of the register, whose rest does not matter.
  if (e.lanes < chunk) {
    SmallVector<int64_t> spread(chunk, -1);
    std::iota(spread.begin(), spread.begin() + e.lanes, 0);
    Value wide = vector::ShuffleOp::create(b, e.loc, index, index, spread);
    return vector::ExtractStridedSliceOp::create(
        b, e.loc, find.inRegisters(wide), ArrayRef<int64_t>{0},
        ArrayRef<int64_t>{e.lanes}, ArrayRef<int64_t>{1});
  }
  Value result = e.constantF32(0.0f);
  for (int64_t first = 0; first < e.lanes; first += chunk) {
    Value some = vector::ExtractStridedSliceOp::create(
        b, e.loc, index, ArrayRef<int64_t>{first}, ArrayRef<int64_t>{chunk},
        ArrayRef<int64_t>{1});
    result = vector::InsertStridedSliceOp::create(
        b, e.loc, find.inRegisters(some), result, ArrayRef<int64_t>{first},
        ArrayRef<int64_t>{1});
  }
  return result;
}

//===----------------------------------------------------------------------===//
// All rows of a table
//===----------------------------------------------------------------------===//

namespace {

/// Look-ups by AVX2 in up to eight rows: those of one lane are loaded together
/// and the lanes then transposed.
class Transposition {
public:
  Transposition(ElementBuilder &e, StringRef name,
                ArrayRef<ArrayRef<float>> rows);

  /// Of tables of 16 entries, permutations take less time.
  static bool pays(const ElementBuilder &e, ArrayRef<ArrayRef<float>> rows) {
    return e.target.hasAvx2 && !e.target.hasAvx512 && e.lanes &&
           e.lanes % kLanes == 0 && rows.size() > kLanes / 2 &&
           rows.front().size() == 32;
  }
  SmallVector<Value> run(Value index);

private:
  static constexpr int64_t kLanes = 8, kHalf = kLanes / 2;

  SmallVector<Value> offsets(Value index);
  SmallVector<Value> columns(ArrayRef<Value> offsets);
  Value shuffle(Value a, Value c, ArrayRef<int64_t> lanes) {
    return vector::ShuffleOp::create(b, e.loc, a, c, lanes);
  }

  ElementBuilder &e;
  OpBuilder &b;
  unsigned rows;
  int64_t size;
  Value base;
};

} // namespace

Transposition::Transposition(ElementBuilder &e, StringRef name,
                             ArrayRef<ArrayRef<float>> rows)
    : e(e), b(e.builder), rows(rows.size()), size(rows.front().size()) {
  SmallVector<float> entries(size * kLanes);
  for (auto [number, row] : llvm::enumerate(rows))
    for (auto [entry, value] : llvm::enumerate(row))
      entries[entry * kLanes + number] = value;
  base = addressOf(e, name, entries);
}

/// Where the entries of eight lanes are, in bytes, as i64.
SmallVector<Value> Transposition::offsets(Value index) {
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(
        b, e.loc,
        cast<TypedAttr>(
            DenseElementsAttr::get(cast<ShapedType>(index.getType()), value)));
  };
  constexpr int32_t bytes = kLanes * sizeof(float);
  Value places = arith::AndIOp::create(
      b, e.loc, arith::MulIOp::create(b, e.loc, index, constant(bytes)),
      constant(int32_t(size - 1) * bytes));
  // Two lanes leave the register at a time.
  Value pairs = vector::BitCastOp::create(
      b, e.loc, VectorType::get({kHalf}, b.getI64Type()), places);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(b, e.loc, value, 64);
  };
  SmallVector<Value> result;
  for (int64_t pair = 0; pair < kHalf; ++pair) {
    Value both = vector::ExtractOp::create(b, e.loc, pairs, pair);
    result.push_back(arith::AndIOp::create(b, e.loc, both, number(UINT32_MAX)));
    result.push_back(arith::ShRUIOp::create(b, e.loc, both, number(32)));
  }
  return result;
}

SmallVector<Value> Transposition::columns(ArrayRef<Value> offsets) {
  auto quarter = VectorType::get({kHalf}, b.getF32Type());
  SmallVector<Value> result;
  for (unsigned first = 0; first < rows; first += kHalf) {
    // Rows first to first + 3 of lanes l and l + 4.
    auto load = [&](int64_t lane) -> Value {
      Value place =
          LLVM::GEPOp::create(b, e.loc, base.getType(), b.getI8Type(), base,
                              ArrayRef<LLVM::GEPArg>{offsets[lane]});
      place =
          LLVM::GEPOp::create(b, e.loc, base.getType(), b.getF32Type(), place,
                              ArrayRef<LLVM::GEPArg>{int32_t(first)});
      return LLVM::LoadOp::create(b, e.loc, quarter, place, 16);
    };
    SmallVector<Value> lanes;
    for (int64_t lane = 0; lane < kHalf; ++lane)
      lanes.push_back(
          shuffle(load(lane), load(lane + kHalf), {0, 1, 2, 3, 4, 5, 6, 7}));
    for (unsigned high = 0; high < kHalf; high += 2) {
      auto pairOf = [&](Value a, Value c) {
        int64_t at = high;
        return shuffle(
            a, c,
            {at, at + 8, at + 1, at + 9, at + 4, at + 12, at + 5, at + 13});
      };
      Value low = pairOf(lanes[0], lanes[1]), up = pairOf(lanes[2], lanes[3]);
      result.push_back(shuffle(low, up, {0, 1, 8, 9, 4, 5, 12, 13}));
      result.push_back(shuffle(low, up, {2, 3, 10, 11, 6, 7, 14, 15}));
    }
  }
  result.truncate(rows);
  return result;
}

SmallVector<Value> Transposition::run(Value index) {
  if (e.lanes == kLanes)
    return columns(offsets(index));
  SmallVector<Value> result(rows, e.constantF32(0.0f));
  SmallVector<SmallVector<Value>> places;
  for (int64_t first = 0; first < e.lanes; first += kLanes)
    places.push_back(offsets(vector::ExtractStridedSliceOp::create(
        b, e.loc, index, ArrayRef<int64_t>{first}, ArrayRef<int64_t>{kLanes},
        ArrayRef<int64_t>{1})));
  for (auto [part, offsets] : llvm::enumerate(places))
    for (auto [row, value] : llvm::zip_equal(result, columns(offsets)))
      row = vector::InsertStridedSliceOp::create(
          b, e.loc, value, row,
          ArrayRef<int64_t>{static_cast<int64_t>(part) * kLanes},
          ArrayRef<int64_t>{1});
  return result;
}

SmallVector<Value> fusedml::lookUpRows(ElementBuilder &e, StringRef name,
                                       ArrayRef<ArrayRef<float>> rows,
                                       Value index) {
  if (Transposition::pays(e, rows))
    return Transposition(e, name, rows).run(index);
  SmallVector<Value> result;
  for (auto [number, row] : llvm::enumerate(rows))
    result.push_back(lookUp(e, (name + Twine(number)).str(), row, index));
  return result;
}
