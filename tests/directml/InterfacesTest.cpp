//===- InterfacesTest.cpp - DirectML.h with D3D12 against the facts -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program and libfusedml_directml must agree on, whichever DirectML.h
// the program was compiled with: lit/DirectML/microsoft-header.test compiles
// this file with Microsoft's as well, also as C++14. <dxguids/dxguids.h> stays
// out, since it would define what the library must define.
//
//===----------------------------------------------------------------------===//

// Microsoft's header needs it in front.
#include <wsl/winadapter.h>

#include <DirectML.h>
// Behind it.
#include "tests/unit/directml/DirectMLLayout.inc"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <string>

#define COM_INTERFACE(NAME, BASE, METHODS, ID) EXTERN_C const IID IID_##NAME;
#include "tests/directml/Interfaces.inc"

namespace {

std::string text(const GUID &id) {
  char buffer[37];
  std::snprintf(buffer, sizeof(buffer),
                "%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                static_cast<unsigned>(id.Data1), id.Data2, id.Data3,
                id.Data4[0], id.Data4[1], id.Data4[2], id.Data4[3], id.Data4[4],
                id.Data4[5], id.Data4[6], id.Data4[7]);
  return buffer;
}

/// The place of a virtual method in its vtable. In the Itanium ABI a pointer to
/// it holds the offset there, plus one, and the offset of the base.
template <typename Method> std::ptrdiff_t slotOf(Method method) {
  std::ptrdiff_t words[2];
  static_assert(sizeof(words) == sizeof(method), "");
  std::memcpy(words, &method, sizeof(words));
  EXPECT_EQ(words[0] % static_cast<std::ptrdiff_t>(sizeof(void *)), 1);
  EXPECT_EQ(words[1], 0);
  return words[0] / static_cast<std::ptrdiff_t>(sizeof(void *));
}

// A method behind all others of an interface.
// NOLINTBEGIN(bugprone-macro-parentheses): no place for them in a type.
#define COM_INTERFACE(NAME, BASE, METHODS, ID)                                 \
  static_assert(std::is_base_of<BASE, NAME>::value, "");                       \
  static_assert(sizeof(NAME) == sizeof(void *), "");                           \
  struct Behind##NAME : NAME {                                                 \
    virtual void next() = 0;                                                   \
  };
#include "tests/directml/Interfaces.inc"

TEST(Interfaces, MethodsHaveTheirPlaces) {
#define COM_INTERFACE(NAME, BASE, METHODS, ID)                                 \
  EXPECT_EQ(slotOf(&Behind##NAME::next), METHODS) << #NAME;
// A cast to another type than the method's is an error.
#define COM_METHOD(OWNER, NAME, SLOT, RESULT, PARAMETERS)                      \
  EXPECT_EQ(slotOf(static_cast<RESULT(STDMETHODCALLTYPE OWNER::*) PARAMETERS>( \
                &OWNER::NAME)),                                                \
            SLOT)                                                              \
      << #OWNER "::" #NAME;
#include "tests/directml/Interfaces.inc"
}
// NOLINTEND(bugprone-macro-parentheses)

TEST(Interfaces, IdsAreThoseOfDirectML) {
#define COM_INTERFACE(NAME, BASE, METHODS, ID)                                 \
  EXPECT_EQ(text(IID_##NAME), ID) << #NAME;                                    \
  EXPECT_EQ(text(__uuidof(NAME)), ID) << #NAME;                                \
  EXPECT_EQ(text(__uuidof(NAME *)), ID) << #NAME;
#include "tests/directml/Interfaces.inc"
}

// The types of the parameters are checked here, when this is compiled.
TEST(Interfaces, FunctionsAreThoseOfDirectML) {
  using Create =
      HRESULT(ID3D12Device *, DML_CREATE_DEVICE_FLAGS, REFIID, void **);
  using Create1 = HRESULT(ID3D12Device *, DML_CREATE_DEVICE_FLAGS,
                          DML_FEATURE_LEVEL, REFIID, void **);
  Create *create = DMLCreateDevice;
  Create1 *create1 = DMLCreateDevice1;
  void *device = &device;
  EXPECT_EQ(create(nullptr, DML_CREATE_DEVICE_FLAG_NONE, __uuidof(IDMLDevice),
                   &device),
            E_INVALIDARG);
  EXPECT_EQ(device, nullptr);
  device = &device;
  EXPECT_EQ(create1(nullptr, DML_CREATE_DEVICE_FLAG_NONE, DML_FEATURE_LEVEL_1_0,
                    __uuidof(IDMLDevice), &device),
            E_INVALIDARG);
  EXPECT_EQ(device, nullptr);
}

} // namespace
