//===- CHeader.cpp - the C header of an object file -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/CHeader.h"

#include "compiler/target/Symbols.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace fusedml;

static StringRef cType(DataType type) {
  switch (type) {
  case DataType::Float16:
    return "uint16_t"; // IEEE 754 half bits.
  case DataType::Float32:
    return "float";
  case DataType::Float64:
    return "double";
  case DataType::Int8:
    return "int8_t";
  case DataType::Int16:
    return "int16_t";
  case DataType::Int32:
    return "int32_t";
  case DataType::Int64:
    return "int64_t";
  case DataType::UInt8:
    return "uint8_t";
  case DataType::Int4:
  case DataType::UInt4: // Two elements each, the first in the low half.
    return "uint8_t";
  case DataType::UInt16:
    return "uint16_t";
  case DataType::UInt32:
    return "uint32_t";
  case DataType::UInt64:
    return "uint64_t";
  default:
    return "void";
  }
}

/// Parameter names: the ports' names as C identifiers, made unique, and never
/// a keyword of C or C++.
static SmallVector<std::string> parameterNames(const runtime::Plan &plan) {
  StringSet<> used;
  for (StringRef word :
       {"auto",     "break",   "case",     "char",      "const",
        "continue", "default", "do",       "double",    "else",
        "enum",     "extern",  "float",    "for",       "goto",
        "if",       "inline",  "int",      "long",      "register",
        "restrict", "return",  "short",    "signed",    "sizeof",
        "static",   "struct",  "switch",   "typedef",   "union",
        "unsigned", "void",    "volatile", "while",     "class",
        "new",      "delete",  "this",     "template",  "namespace",
        "operator", "private", "public",   "protected", "using",
        "virtual",  "bool",    "true",     "false",     "try",
        "catch",    "throw",   "workspace"})
    used.insert(word);
  SmallVector<std::string> names;
  auto add = [&](const Port &port) {
    std::string base = cIdentifier(port.name), name = base;
    for (unsigned suffix = 1; !used.insert(name).second; ++suffix)
      name = base + "_" + utostr(suffix);
    names.push_back(name);
  };
  for (const Port &port : plan.inputs)
    add(port);
  for (const Port &port : plan.outputs)
    add(port);
  return names;
}

std::string fusedml::cHeader(const runtime::Plan &plan) {
  std::string symbol = entrySymbol(plan);
  std::string upper = StringRef(symbol).upper();
  SmallVector<std::string> names = parameterNames(plan);

  std::string text;
  raw_string_ostream out(text);
  out << "/* Made by FuseDML. Link with the object file of the same graph. */\n"
      << "#ifndef " << upper << "_H\n#define " << upper << "_H\n\n"
      << "#include <stdint.h>\n\n";
  if (plan.temporaryBytes)
    out << "/* Bytes of memory, 64-byte aligned, that a call needs. */\n"
        << "#define " << upper << "_WORKSPACE " << plan.temporaryBytes
        << "\n\n";
  out << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";

  out << "/* Runs the graph once, on the calling thread. Thread-safe; "
         "allocates\n"
      << "   nothing. Buffers need the alignment of their elements.\n";
  SmallVector<std::string> parameters;
  auto describe = [&](const Port &port, StringRef name, bool isInput) {
    out << "     " << name << ": " << (isInput ? "input, " : "output, ")
        << port.desc.str();
    // Views wider than the layout, or a size the descriptor asked for.
    if (port.desc.totalBytes > port.desc.spanInBytes())
      out << ", " << port.desc.totalBytes << " bytes";
    out << "\n";
    parameters.push_back(
        ((isInput ? "const " : "") + cType(port.desc.type) + " *" + name)
            .str());
  };
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    describe(plan.inputs[i], names[i], true);
  for (size_t i = 0; i < plan.outputs.size(); ++i)
    describe(plan.outputs[i], names[plan.inputs.size() + i], false);
  for (size_t output = 0; output < plan.outputs.size(); ++output)
    for (size_t input = 0; input < plan.inputs.size(); ++input)
      if (runtime::allowsInPlace(plan, output, input))
        out << "   " << names[plan.inputs.size() + output]
            << " may be the same memory as " << names[input] << ".\n";
  for (auto [a, b] : plan.exclusive)
    if (a != b)
      out << "   Only one of " << names[a] << " and " << names[b]
          << " may be the memory of an output.\n";
  out << "   Outputs must not overlap other buffers in any other way; this is"
         " not\n   checked. */\n";
  if (plan.temporaryBytes)
    parameters.push_back("void *workspace");
  out << "void " << symbol << "(" << join(parameters, ", ") << ");\n\n";
  out << "#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << upper << "_H */\n";
  return text;
}
