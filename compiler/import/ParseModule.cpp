//===- ParseModule.cpp - graphs from .mlir text and bytecode --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/import/Import.h"
#include "front/rules/Layout.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <utility>

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

/// Line and column of a location, looking through names and fusion.
static SourceLocation sourceOf(Location loc, const std::string &file) {
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    return {place.getFilename().str(), place.getLine(), place.getColumn()};
  return {file, 0, 0};
}

static fusedml::Diagnostic makeError(std::string message, std::string mend,
                                     SourceLocation where) {
  fusedml::Diagnostic error;
  error.code = ErrorCode::ParseError;
  error.message = std::move(message);
  error.mend = std::move(mend);
  error.where = std::move(where);
  return error;
}

/// What the rest of the compiler expects of a module it did not build itself.
static std::optional<fusedml::Diagnostic> checkModule(ModuleOp module,
                                                      const std::string &file) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  auto fail = [&](Location loc, std::string message, std::string mend = "") {
    return makeError(std::move(message), std::move(mend), sourceOf(loc, file));
  };
  for (Operation &op : *module.getBody())
    if (!isa<func::FuncOp>(op))
      return fail(op.getLoc(),
                  "'" + op.getName().getStringRef().str() +
                      "' stands beside the graph",
                  "a file holds one func.func and nothing else");
  if (functions.size() != 1)
    return fail(module.getLoc(),
                "expected 1 function, found " +
                    std::to_string(functions.size()),
                "a file holds one graph");
  func::FuncOp function = functions.front();
  if (function.isExternal() || !function.getBody().hasOneBlock())
    return fail(function.getLoc(), "the function must have one block");
  auto checkType = [&](Type type, StringRef what,
                       unsigned index) -> std::optional<fusedml::Diagnostic> {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::string text;
    llvm::raw_string_ostream(text) << type;
    if (!tensor || dataTypeOf(tensor.getElementType()) == DataType::Unknown)
      return fail(function.getLoc(),
                  (what + " " + Twine(index) + " has type " + text).str(),
                  "use ranked tensors of f16, f32, f64, i4..i64 or ui4..ui64");
    if (tensor.getRank() < 1 || tensor.getRank() > 8)
      return fail(function.getLoc(),
                  (what + " " + Twine(index) + " has type " + text).str(),
                  "use 1 to 8 dimensions");
    if (!tensor.hasStaticShape())
      return fail(function.getLoc(),
                  (what + " " + Twine(index) + " has type " + text).str(),
                  "give every size");
    if (tensor.getEncoding() && !isa<StridesAttr>(tensor.getEncoding()))
      return fail(function.getLoc(),
                  (what + " " + Twine(index) + " has type " + text).str(),
                  "the layout of a tensor is packed or #dml.strides");
    TensorDesc desc = descOf(tensor);
    if (!desc.minimumBytes())
      return fail(function.getLoc(), (what + " " + Twine(index) + " of type " +
                                      text + " spans more than 2^64 bytes")
                                         .str());
    if (what == "result" && graph::findOverlap(desc) != graph::Overlap::No)
      return fail(function.getLoc(),
                  (what + " " + Twine(index) + " of type " + text +
                   " may have two elements at one address")
                      .str(),
                  "give strides that keep the elements apart");
    return std::nullopt;
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (auto error = checkType(type, "argument", index))
      return error;
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (auto error = checkType(type, "result", index))
      return error;
  if (function.getNumResults() == 0)
    return fail(function.getLoc(), "the function returns nothing",
                "return the tensors the graph computes");
  for (Operation &op : function.front())
    if (!isa<func::ReturnOp, ConstantOp, ReinterpretOp, LinearIndexOp>(op) &&
        !rowOf(&op))
      return fail(op.getLoc(),
                  "'" + op.getName().getStringRef().str() +
                      "' is not an operator of a graph",
                  "a graph holds operators of the dml dialect on tensors");
    else
      for (Type type :
           llvm::concat<const Type>(llvm::to_vector(op.getOperandTypes()),
                                    llvm::to_vector(op.getResultTypes())))
        if (!isa<RankedTensorType>(type)) {
          std::string text;
          llvm::raw_string_ostream(text) << type;
          return fail(op.getLoc(),
                      "'" + op.getName().getStringRef().str() +
                          "' has an operand or result of type " + text,
                      "only dml.fused holds elements; use tensors");
        }
  for (Operation &op : function.front()) {
    const graph::OperatorRow *row = rowOf(&op);
    bool takesIndices =
        row && llvm::none_of(row->fields, [](const graph::FieldRow &field) {
          return field.kind == graph::FieldKind::Input;
        });
    if (takesIndices &&
        !viewedMemory(op.getOperand(0)).getDefiningOp<LinearIndexOp>())
      return fail(op.getLoc(),
                  "'" + op.getName().getStringRef().str() +
                      "' computes from the indices of its elements, and its "
                      "operand holds other numbers",
                  "give it a dml.linear_index, or a view of one");
  }
  return std::nullopt;
}

/// What would take MLIR too deep, if anything. Its parser calls itself for each
/// bracket and for each operator of an affine expression, and its types and
/// locations are walked the same way; none has a limit of its own, so that a
/// file could end the process. This scan knows of MLIR's syntax what decides
/// whether a character is a bracket.
static std::optional<fusedml::Diagnostic>
checkNesting(StringRef text, const std::string &file) {
  constexpr size_t kLimit = 256;
  SmallVector<char> open;
  llvm::StringMap<size_t> aliases; // How deep each is, what it names included.
  StringRef defined;               // The alias that is being defined.
  StringRef previous;              // What stood before, if a word or a name.
  unsigned line = 1;
  size_t lineStart = 0;
  auto fail = [&](size_t at, std::string message, std::string mend) {
    return makeError(std::move(message), std::move(mend),
                     {file, line, static_cast<unsigned>(at - lineStart) + 1});
  };
  auto tooDeep = [&](size_t at, StringRef what, size_t depth) {
    return fail(
        at, "'" + what.str() + "' is nested " + std::to_string(depth) + " deep",
        "nest at most " + std::to_string(kLimit) + " deep");
  };
  auto isWord = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    StringRef rest = text.substr(i);
    if (c == '\n') {
      ++line;
      lineStart = i + 1;
      continue;
    }
    if (rest.starts_with("//")) {
      i += rest.take_until([](char c) { return c == '\n'; }).size() - 1;
      continue;
    }
    if (llvm::isSpace(c) || c == '\0')
      continue;
    StringRef before = std::exchange(previous, {});
    if (StringRef("#!%@^").contains(c)) {
      // Names may hold a dash, so that "%a->" is "%a-" and a bracket.
      StringRef name = rest.drop_front();
      name =
          !name.empty() && llvm::isDigit(name.front())
              ? name.take_while(llvm::isDigit)
              : name.take_while([&](char c) { return isWord(c) || c == '-'; });
      previous = rest.take_front(name.size() + 1);
      i += name.size();
      if (previous == defined)
        defined = {}; // In use, so its definition is over.
      size_t depth = open.size() + aliases.lookup(previous);
      if (depth > kLimit)
        return tooDeep(i - name.size(), previous, depth);
      if (!defined.empty())
        aliases[defined] = std::max(aliases[defined], depth);
    } else if (llvm::isAlpha(c) || c == '_') {
      previous = rest.take_while(isWord);
      i += previous.size() - 1;
    } else if (c == '"') {
      // A string ends with its line at the latest.
      size_t end = 1;
      while (end < rest.size() && rest[end] != '"' && rest[end] != '\n')
        end += rest[end] == '\\' && !rest.substr(end + 1).starts_with("\n") ? 2
                                                                            : 1;
      i += end < rest.size() && rest[end] == '\n' ? end - 1 : end;
    } else if (rest.starts_with("->") || rest.starts_with("<=") ||
               rest.starts_with(">=")) {
      ++i;
    } else if (c == '=' && open.empty() &&
               (before.starts_with("#") || before.starts_with("!"))) {
      defined = before;
    } else if (StringRef("([{<").contains(c)) {
      if (c == '<' && (before == "affine_map" || before == "affine_set"))
        return fail(i, "'" + before.str() + "' is not part of a graph",
                    "a graph holds operators of the dml dialect on tensors");
      open.push_back(c);
      if (open.size() > kLimit)
        return tooDeep(i, rest.take_front(1), open.size());
      if (!defined.empty())
        aliases[defined] = std::max(aliases[defined], open.size());
    } else if (size_t kind = StringRef(")]}>").find(c);
               kind != StringRef::npos && !open.empty() &&
               open.back() == "([{<"[kind]) {
      // Any other closing bracket is an error that the parser tells.
      open.pop_back();
    }
  }
  return std::nullopt;
}

/// Parses text and names the ports of the graph like its arguments.
static OwningOpRef<ModuleOp> parseText(const llvm::SourceMgr &sources,
                                       MLIRContext *context,
                                       const std::string &file) {
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(context, file, 1, 1));
  AsmParserState state;
  Block parsed;
  if (failed(
          parseAsmSourceFile(sources, &parsed, ParserConfig(context), &state)))
    return {};
  // A file may spell the module out, or hold just what is in it.
  if (llvm::hasSingleElement(parsed) && isa<ModuleOp>(parsed.front())) {
    auto spelled = cast<ModuleOp>(parsed.front());
    spelled->remove();
    module = spelled;
  } else {
    module->getBody()->getOperations().splice(module->getBody()->end(),
                                              parsed.getOperations());
    if (failed(verify(*module)))
      return {};
  }
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    const auto *block = state.getBlockDef(&function.front());
    if (!block || block->arguments.size() != function.getNumArguments())
      continue;
    for (auto [index, argument] : llvm::enumerate(block->arguments)) {
      StringRef name(argument.loc.Start.getPointer(),
                     argument.loc.End.getPointer() -
                         argument.loc.Start.getPointer());
      if (name.consume_front("%") && !function.getArgAttr(index, kPortName))
        function.setArgAttr(index, kPortName, StringAttr::get(context, name));
    }
  }
  return module;
}

Expected<OwningOpRef<ModuleOp>> fusedml::parseModule(const std::string &text,
                                                     const std::string &file,
                                                     MLIRContext *context,
                                                     FeatureLevel level) {
  // The first error, with the notes that follow it. Files have lines to point
  // at, so errors need not print the operation.
  context->printOpOnDiagnostic(false);
  std::optional<fusedml::Diagnostic> error;
  ScopedDiagnosticHandler handler(context, [&](mlir::Diagnostic &diagnostic) {
    if (!error && diagnostic.getSeverity() == DiagnosticSeverity::Error) {
      error = makeError(diagnostic.str(), "",
                        sourceOf(diagnostic.getLocation(), file));
      for (mlir::Diagnostic &note : diagnostic.getNotes())
        if (error->mend.empty())
          error->mend = note.str();
    }
    return success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, file),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> module;
  if (isBytecode(llvm::MemoryBufferRef(text, file)))
    module = parseSourceFile<ModuleOp>(sources, context);
  else if (auto tooDeep = checkNesting(text, file))
    return *tooDeep;
  else
    module = parseText(sources, context, file);
  if (!module)
    return error ? *error : makeError("the file is not MLIR", "", {file, 0, 0});
  if (auto wrong = checkModule(*module, file))
    return *wrong;
  for (auto function : module->getOps<func::FuncOp>())
    for (Operation &op : function.front())
      if (rowOf(&op) && failed(verifyOperator(&op, level)))
        return *error;
  return std::move(module);
}
