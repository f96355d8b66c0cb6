//===- RuntimePlans.h - plans of hand-written loops -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_UNIT_RUNTIME_RUNTIMEPLANS_H
#define FUSEDML_TESTS_UNIT_RUNTIME_RUNTIMEPLANS_H

#include "runtime/Plan.h"

#include <array>
#include <utility>

namespace fusedml::test {

using runtime::Operand;
using runtime::Plan;
using runtime::Step;

/// A KernelFn of `Rank` dimensions. `Body::run(bases, at)` computes one
/// element; `at` holds the element offset of each operand.
template <typename Body, int Rank, int Operands> struct Loops {
  using Offsets = std::array<int64_t, Operands>;

  static void call(void *const *bases, const int64_t *extents,
                   const int64_t *strides, int64_t begin, int64_t end,
                   uint64_t) {
    nest<0>(bases, extents, strides, begin, end, Offsets{});
  }

private:
  template <int Dimension>
  static void nest(void *const *bases, const int64_t *extents,
                   const int64_t *strides, int64_t begin, int64_t end,
                   const Offsets &outer) {
    for (int64_t i = begin; i < end; ++i) {
      Offsets at = outer;
      for (size_t o = 0; o < Operands; ++o)
        at[o] += i * strides[o * Rank + Dimension];
      if constexpr (Dimension + 1 == Rank)
        Body::run(bases, at);
      else
        nest<Dimension + 1>(bases, extents, strides, 0, extents[Dimension + 1],
                            at);
    }
  }
};

template <typename T> T *pointer(void *const *bases, int operand) {
  return static_cast<T *>(bases[operand]);
}

/// out = a + b
struct Add {
  static void run(void *const *bases, const std::array<int64_t, 3> &at) {
    pointer<float>(bases, 2)[at[2]] =
        pointer<float>(bases, 0)[at[0]] + pointer<float>(bases, 1)[at[1]];
  }
};

/// out = a * 2
struct Twice {
  static void run(void *const *bases, const std::array<int64_t, 2> &at) {
    pointer<float>(bases, 1)[at[1]] = pointer<float>(bases, 0)[at[0]] * 2;
  }
};

/// Elements of 4 bits: the first of a byte is its low half.
inline unsigned nibble(const void *base, int64_t at) {
  unsigned byte = static_cast<const uint8_t *>(base)[at / 2];
  return at % 2 == 0 ? byte & 15 : byte >> 4;
}
inline void setNibble(void *base, int64_t at, unsigned value) {
  uint8_t &byte = static_cast<uint8_t *>(base)[at / 2];
  unsigned shift = at % 2 == 0 ? 0 : 4;
  byte = static_cast<uint8_t>((byte & ~(15u << shift)) | (value & 15) << shift);
}

/// out = a + 1, modulo 16
struct NextNibble {
  static void run(void *const *bases, const std::array<int64_t, 2> &at) {
    setNibble(bases[1], at[1], nibble(bases[0], at[0]) + 1);
  }
};

inline Port port(std::string name, DataType type, std::vector<int64_t> sizes,
                 std::vector<int64_t> strides = {}) {
  Port result;
  result.name = std::move(name);
  result.desc.type = type;
  result.desc.sizes = std::move(sizes);
  result.desc.strides = std::move(strides);
  return result;
}

inline Port floatPort(std::string name, std::vector<int64_t> sizes,
                      std::vector<int64_t> strides = {}) {
  return port(std::move(name), DataType::Float32, std::move(sizes),
              std::move(strides));
}

inline Operand operand(Operand::Kind kind, int index,
                       std::vector<int64_t> strides,
                       unsigned elementBytes = 4) {
  Operand result;
  result.kind = kind;
  result.index = index;
  result.elementBits = kind == Operand::Kind::Index ? 0 : elementBytes * 8;
  result.written = kind == Operand::Kind::Output;
  result.strides = std::move(strides);
  return result;
}

/// The operand of a port, with the port's own type and strides.
inline Operand portOperand(Operand::Kind kind, int number, const Port &port) {
  Operand result = operand(kind, number, port.desc.effectiveStrides());
  result.elementBits = bitWidth(port.desc.type);
  return result;
}
inline Operand input(const Plan &plan, int number) {
  return portOperand(Operand::Kind::Input, number,
                     plan.inputs[static_cast<size_t>(number)]);
}
inline Operand output(const Plan &plan, int number) {
  return portOperand(Operand::Kind::Output, number,
                     plan.outputs[static_cast<size_t>(number)]);
}

inline Operand temporary(uint64_t offset, std::vector<int64_t> strides,
                         bool written) {
  Operand result = operand(Operand::Kind::Temporary, 0, std::move(strides));
  result.offset = offset;
  result.written = written;
  return result;
}

inline Step step(runtime::KernelFn function, std::vector<int64_t> extents,
                 std::vector<Operand> operands, double cost = 1.0) {
  Step result;
  result.name = "step";
  result.function = function;
  result.extents = std::move(extents);
  result.operands = std::move(operands);
  result.costPerElement = cost;
  return result;
}

inline Kernel kernel(Plan plan) {
  runtime::prepareSteps(plan);
  return Kernel(std::make_shared<const Plan>(std::move(plan)));
}

/// out = a + b on tensors of one layout; out may be a or b, not both.
inline Plan addPlan(const std::vector<int64_t> &sizes, double cost = 1.0) {
  Plan plan;
  plan.name = "sum";
  plan.inputs = {floatPort("a", sizes), floatPort("b", sizes)};
  plan.outputs = {floatPort("y", sizes)};
  plan.mayAlias = {true, true};
  plan.exclusive = {{0, 1}};
  runtime::KernelFn function = sizes.size() == 1   ? Loops<Add, 1, 3>::call
                               : sizes.size() == 2 ? Loops<Add, 2, 3>::call
                                                   : Loops<Add, 3, 3>::call;
  plan.steps = {step(function, sizes,
                     {input(plan, 0), input(plan, 1), output(plan, 0)}, cost)};
  return plan;
}

} // namespace fusedml::test

#endif // FUSEDML_TESTS_UNIT_RUNTIME_RUNTIMEPLANS_H
