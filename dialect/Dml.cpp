//===- Dml.cpp - types, attributes and assembly of the dml dialect --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Dml.h"

#include "front/rules/Arguments.h"
#include "front/rules/Layout.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

#include "dialect/DmlDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/DmlAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "dialect/DmlOps.cpp.inc"

void DmlDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialect/DmlOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/DmlAttrs.cpp.inc"
      >();
}

Operation *DmlDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || typed.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, typed);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult StridesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> strides) {
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (stride < 0)
      return emitError() << "stride " << stride << " of dimension " << dim
                         << " is negative; DML strides are unsigned";
  return success();
}

LogicalResult StridesAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getStrides().size())
    return emitError() << "tensor of rank " << shape.size() << " has "
                       << getStrides().size()
                       << " strides; give one for each dimension";
  return success();
}

LogicalResult
ScaleBiasAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      FloatAttr scale, FloatAttr bias) {
  if (!scale.getType().isF32() || !bias.getType().isF32())
    return emitError() << "Scale and Bias are FLOAT; give them as f32";
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

const graph::OperatorRow *fusedml::dml::rowOf(Operation *op) {
  if (!isa_and_nonnull<DmlDialect>(op->getDialect()))
    return nullptr;
  return graph::findOperator(std::string_view(op->getName().stripDialect()));
}

DataType fusedml::dml::dataTypeOf(Type type) {
  if (type.isF16())
    return DataType::Float16;
  if (type.isF32())
    return DataType::Float32;
  if (type.isF64())
    return DataType::Float64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return DataType::Unknown;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 4:
    return isUnsigned ? DataType::UInt4 : DataType::Int4;
  case 8:
    return isUnsigned ? DataType::UInt8 : DataType::Int8;
  case 16:
    return isUnsigned ? DataType::UInt16 : DataType::Int16;
  case 32:
    return isUnsigned ? DataType::UInt32 : DataType::Int32;
  case 64:
    return isUnsigned ? DataType::UInt64 : DataType::Int64;
  default:
    return DataType::Unknown;
  }
}

Type fusedml::dml::elementTypeOf(DataType type, MLIRContext *context) {
  switch (type) {
  case DataType::Float16:
    return Float16Type::get(context);
  case DataType::Float32:
    return Float32Type::get(context);
  case DataType::Float64:
    return Float64Type::get(context);
  default:
    return IntegerType::get(context, bitWidth(type),
                            isUnsigned(type) ? IntegerType::Unsigned
                                             : IntegerType::Signless);
  }
}

static SmallVector<int64_t> packedStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t dim = sizes.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * std::max<int64_t>(sizes[dim], 1);
  return strides;
}

SmallVector<int64_t> fusedml::dml::stridesOf(RankedTensorType type) {
  if (auto strides = dyn_cast_or_null<StridesAttr>(type.getEncoding()))
    return SmallVector<int64_t>(strides.getStrides());
  return packedStrides(type.getShape());
}

RankedTensorType fusedml::dml::withLayout(RankedTensorType type,
                                          ArrayRef<int64_t> sizes,
                                          ArrayRef<int64_t> strides) {
  SmallVector<int64_t> packed = packedStrides(sizes);
  SmallVector<int64_t> normal(strides);
  // The stride of a dimension of size 1 is never used; give equal layouts
  // equal types.
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    if (sizes[dim] == 1)
      normal[dim] = packed[dim];
  Attribute encoding;
  if (normal != packed)
    encoding = StridesAttr::get(type.getContext(), normal);
  return RankedTensorType::get(sizes, type.getElementType(), encoding);
}

Value fusedml::dml::viewedMemory(Value value) {
  while (auto view = value.getDefiningOp<ReinterpretOp>())
    value = view.getInput();
  return value;
}

Value fusedml::dml::viewOf(OpBuilder &builder, Value tensor,
                           const TensorDesc &layout) {
  RankedTensorType type = tensorTypeOf(layout, builder.getContext());
  if (tensor.getType() == type)
    return tensor;
  return ReinterpretOp::create(builder, tensor.getLoc(), type, tensor);
}

Value fusedml::dml::indicesOf(OpBuilder &builder, Location loc,
                              const TensorDesc &layout) {
  std::vector<int64_t> sizes = layout.sizes;
  if (!layout.strides.empty())
    sizes = {layout.spanInElements().value()};
  return viewOf(
      builder,
      LinearIndexOp::create(builder, loc,
                            RankedTensorType::get(sizes, builder.getI64Type())),
      layout);
}

TensorDesc fusedml::dml::descOf(RankedTensorType type) {
  TensorDesc desc;
  desc.type = dataTypeOf(type.getElementType());
  desc.sizes.assign(type.getShape().begin(), type.getShape().end());
  if (auto strides = dyn_cast_or_null<StridesAttr>(type.getEncoding()))
    desc.strides.assign(strides.getStrides().begin(),
                        strides.getStrides().end());
  return desc;
}

RankedTensorType fusedml::dml::tensorTypeOf(const TensorDesc &desc,
                                            MLIRContext *context) {
  auto type =
      RankedTensorType::get(desc.sizes, elementTypeOf(desc.type, context));
  return desc.strides.empty() ? type
                              : withLayout(type, desc.sizes, desc.strides);
}

//===----------------------------------------------------------------------===//
// Field values
//===----------------------------------------------------------------------===//

Attribute fusedml::dml::attributeOf(const graph::FieldRow &field,
                                    const graph::FieldValue &value,
                                    MLIRContext *context) {
  Builder builder(context);
  if (auto *number = std::get_if<float>(&value))
    return builder.getF32FloatAttr(*number);
  if (auto *number = std::get_if<uint32_t>(&value)) {
    // Types and counts are said by the operands; so is what an implied enum
    // says.
    if (field.kind == graph::FieldKind::Enum && field.implied < 0)
      for (const graph::EnumMember &member : field.enumRow->members)
        if (member.value == *number)
          return builder.getStringAttr(StringRef(member.name));
    return {};
  }
  if (auto *scaleBias = std::get_if<ScaleBias>(&value))
    return ScaleBiasAttr::get(context,
                              builder.getF32FloatAttr(scaleBias->scale),
                              builder.getF32FloatAttr(scaleBias->bias));
  if (auto *scalar = std::get_if<graph::ScalarUnion>(&value))
    return attributeOf(*scalar, context);
  return {};
}

TypedAttr fusedml::dml::attributeOf(const graph::ScalarUnion &scalar,
                                    MLIRContext *context) {
  Type type = elementTypeOf(scalar.type, context);
  APInt bits(bitWidth(scalar.type), scalar.bits);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(floatType.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

graph::ScalarUnion fusedml::dml::scalarOf(TypedAttr attribute) {
  graph::ScalarUnion scalar{dataTypeOf(attribute.getType()), 0};
  if (auto real = dyn_cast<FloatAttr>(attribute))
    scalar.bits = real.getValue().bitcastToAPInt().getZExtValue();
  else
    scalar.bits = cast<IntegerAttr>(attribute).getValue().getZExtValue();
  return scalar;
}

std::optional<graph::FieldValue>
fusedml::dml::fieldValueOf(const graph::FieldRow &field, Attribute attribute) {
  if (!attribute)
    return graph::FieldValue(std::monostate());
  switch (field.kind) {
  case graph::FieldKind::Float:
    if (auto number = dyn_cast<FloatAttr>(attribute))
      if (number.getType().isF32())
        return graph::FieldValue(number.getValue().convertToFloat());
    return std::nullopt;
  case graph::FieldKind::Enum:
    if (auto text = dyn_cast<StringAttr>(attribute))
      for (const graph::EnumMember &member : field.enumRow->members)
        if (text.getValue() == StringRef(member.name))
          return graph::FieldValue(member.value);
    return std::nullopt;
  case graph::FieldKind::ScaleBias:
    if (auto scaleBias = dyn_cast<ScaleBiasAttr>(attribute))
      return graph::FieldValue(
          ScaleBias{scaleBias.getScale().getValue().convertToFloat(),
                    scaleBias.getBias().getValue().convertToFloat()});
    return std::nullopt;
  case graph::FieldKind::Scalar: {
    auto typed = dyn_cast<TypedAttr>(attribute);
    if (!typed || !isa<FloatAttr, IntegerAttr>(attribute) ||
        dataTypeOf(typed.getType()) == DataType::Unknown)
      return std::nullopt;
    return graph::FieldValue(scalarOf(typed));
  }
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

int32_t fusedml::dml::argumentNumber(Operation *op, StringRef field,
                                     unsigned part) {
  auto arguments = op->getAttrOfType<DictionaryAttr>(kArguments);
  Attribute number = arguments ? arguments.get(field) : Attribute();
  if (auto parts = dyn_cast_or_null<DenseI32ArrayAttr>(number))
    return parts[part];
  if (auto one = dyn_cast_or_null<IntegerAttr>(number))
    return static_cast<int32_t>(one.getInt());
  return -1;
}

/// The values of a field that may be an argument.
static SmallVector<float> partsOf(const graph::FieldValue &value) {
  if (auto *number = std::get_if<float>(&value))
    return {*number};
  if (auto *scaleBias = std::get_if<ScaleBias>(&value))
    return {scaleBias->scale, scaleBias->bias};
  return {};
}

void fusedml::dml::forEachArgument(Operation *op,
                                   function_ref<void(int32_t)> visit) {
  auto arguments = op->getAttrOfType<DictionaryAttr>(kArguments);
  if (!arguments)
    return;
  for (NamedAttribute argument : arguments) {
    SmallVector<int32_t> numbers;
    if (auto parts = dyn_cast<DenseI32ArrayAttr>(argument.getValue()))
      llvm::append_range(numbers, parts.asArrayRef());
    else
      numbers.push_back(argumentNumber(op, argument.getName()));
    for (int32_t number : numbers)
      if (number >= 0)
        visit(number);
  }
}

static LogicalResult verifyArgument(Operation *op, NamedAttribute argument) {
  const graph::OperatorRow *row = rowOf(op);
  int index =
      row ? row->field(std::string_view(argument.getName().getValue())) : -1;
  if (index < 0)
    return op->emitOpError() << "has no field " << argument.getName()
                             << ", which " << kArguments << " names";
  const graph::FieldRow &field = row->fields[index];
  std::optional<graph::FieldValue> value =
      fieldValueOf(field, op->getAttr(argument.getName()));
  SmallVector<float> parts = value ? partsOf(*value) : SmallVector<float>();
  SmallVector<int32_t> numbers;
  if (auto one = dyn_cast<IntegerAttr>(argument.getValue());
      one && one.getType().isSignlessInteger(32))
    numbers.push_back(static_cast<int32_t>(one.getInt()));
  if (auto two = dyn_cast<DenseI32ArrayAttr>(argument.getValue()))
    llvm::append_range(numbers, two.asArrayRef());
  bool isScaleBias = field.kind == graph::FieldKind::ScaleBias;
  if (parts.empty() || numbers.size() != parts.size() ||
      isa<DenseI32ArrayAttr>(argument.getValue()) != isScaleBias)
    return op->emitOpError()
           << kArguments << " has " << argument.getValue() << " for "
           << argument.getName() << "; give "
           << (isScaleBias ? "an array<i32> of two numbers, for a ScaleBias "
                             "that is there"
                           : "an i32, for a FLOAT that is there");
  for (auto [number, part] : llvm::zip_equal(numbers, parts))
    if (number < -1 || (!isScaleBias && number < 0) ||
        (number >= 0 && !graph::isArgument(field, part)))
      return op->emitOpError()
             << argument.getName() << " cannot be argument " << number
             << "; numbers start at 0, and a scalar that is "
             << FloatAttr::get(Float32Type::get(op->getContext()), part)
             << " is constant here";
  return success();
}

LogicalResult DmlDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == kNonNegative) {
    const graph::OperatorRow *row = rowOf(op);
    if (!row || row->simplify != graph::SimplifyRule::DropBranch ||
        !isa<FusedOp>(op->getParentOp()))
      return op->emitOpError() << "has no use for " << kNonNegative
                               << ", which operators with a branch for "
                                  "negative numbers may have in dml.fused";
  }
  if (name != kArguments)
    return success();
  auto arguments = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!arguments)
    return op->emitOpError() << kArguments << " is " << attribute.getValue()
                             << "; give a dictionary of argument numbers";
  for (NamedAttribute argument : arguments)
    if (failed(verifyArgument(op, argument)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

ParseResult fusedml::dml::parseOperator(OpAsmParser &parser,
                                        OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  // An attribute of another kind would be dropped without a word later.
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      failed(result.name.verifyInherentAttrs(
          result.attributes,
          [&] {
            return parser.emitError(loc)
                   << "'" << result.name.getStringRef() << "' op ";
          })) ||
      parser.parseColonType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  SmallVector<Type> inputs(operands.size(), type);
  if (function) {
    inputs.assign(function.getInputs().begin(), function.getInputs().end());
    result.addTypes(function.getResults());
  } else {
    result.addTypes(type);
  }
  return parser.resolveOperands(operands, inputs, loc, result.operands);
}

void fusedml::dml::printOperator(Operation *op, OpAsmPrinter &printer) {
  printer << ' ' << op->getOperands();
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : ";
  Type result = op->getResultTypes().front();
  if (llvm::all_of(op->getOperandTypes(),
                   [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(op);
}

/// The operator as the checker wants it, or nullopt after an error.
static std::optional<graph::Operator>
operatorOf(Operation *op, const graph::OperatorRow &row, bool &elements) {
  graph::Operator result(&row);
  unsigned operand = 0, opResult = 0;
  elements = false;
  bool tensors = false;
  // Operators without tensor inputs take their element's index first.
  bool hasIndex = llvm::none_of(row.fields, [](const graph::FieldRow &field) {
    return field.kind == graph::FieldKind::Input;
  });
  if (hasIndex)
    operand = 1;
  auto descriptor = [&](Type type) {
    if (auto tensor = dyn_cast<RankedTensorType>(type)) {
      tensors = true;
      return descOf(tensor);
    }
    elements = true;
    TensorDesc desc;
    desc.type = dataTypeOf(type);
    return desc;
  };
  for (auto [index, field] : llvm::enumerate(row.fields)) {
    switch (field.kind) {
    case graph::FieldKind::Input: {
      TensorDesc desc = descriptor(op->getOperand(operand++).getType());
      // Here a tensor that is used for many elements is a view of all of them.
      if (llvm::is_contained(row.oneElement, field.name))
        for (auto [size, stride] : llvm::zip(desc.sizes, desc.strides))
          size = stride == 0 ? 1 : size;
      result.fields[index] = std::move(desc);
      break;
    }
    case graph::FieldKind::Count:
      break; // Set below.
    case graph::FieldKind::Output:
      result.fields[index] = descriptor(op->getResult(opResult++).getType());
      break;
    case graph::FieldKind::DataType:
      // The IR says it by the type of the result.
      result.fields[index] =
          static_cast<uint32_t>(descriptor(op->getResult(0).getType()).type);
      break;
    case graph::FieldKind::Activation:
      break; // An operator of its own.
    default: {
      if (field.implied >= 0)
        break;
      Attribute attribute = op->getAttr(StringRef(field.name));
      std::optional<graph::FieldValue> value = fieldValueOf(field, attribute);
      if (!value) {
        InFlightDiagnostic diagnostic =
            op->emitOpError() << field.name << " is " << attribute
                              << ", which is not a value of this field";
        if (field.kind == graph::FieldKind::Enum)
          diagnostic << "; the values are "
                     << llvm::join(llvm::map_range(field.enumRow->members,
                                                   [](const auto &member) {
                                                     return std::string(
                                                         member.name);
                                                   }),
                                   ", ");
        return std::nullopt;
      }
      result.fields[index] = *value;
    }
    }
  }
  graph::setImpliedFields(result);
  if (elements && tensors) {
    op->emitOpError() << "mixes tensors and elements: "
                      << FunctionType::get(op->getContext(),
                                           op->getOperandTypes(),
                                           op->getResultTypes());
    return std::nullopt;
  }
  return result;
}

LogicalResult fusedml::dml::verifyOperator(Operation *op, FeatureLevel level) {
  const graph::OperatorRow *row = rowOf(op);
  if (!row)
    return op->emitOpError("has no row in dialect/operators");
  // A misspelled field must not be ignored.
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (!attribute.getName().getValue().contains('.'))
      return op->emitOpError() << "has no field " << attribute.getName();
  graph::CheckOptions options;
  options.level = level;
  options.allowEmptyTensors = true;
  options.inDialect = true;
  std::optional<graph::Operator> checked =
      operatorOf(op, *row, options.elementsOnly);
  if (!checked)
    return failure();
  Status status = graph::checkOperator(*checked, options);
  if (status.ok())
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError() << status.error().message;
  if (!status.error().mend.empty())
    diagnostic.attachNote() << status.error().mend;
  return failure();
}

//===----------------------------------------------------------------------===//
// Operations that hold operators together
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  Type type = getValue().getType();
  if (isa<RankedTensorType>(type) != isa<DenseElementsAttr>(getValue()))
    return emitOpError() << "value must be dense elements for a tensor";
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getEncoding() &&
      !cast<DenseElementsAttr>(getValue()).isSplat())
    return emitOpError() << "elements are packed, but the type has "
                         << tensor.getEncoding()
                         << "; give it by dml.reinterpret";
  return success();
}

/// Whether a value is a dml.linear_index, seen directly or through views. Every
/// view on the way must have kept the type of the indices.
static bool isIndex(Value value) {
  Operation *op = value.getDefiningOp();
  while (auto view = dyn_cast_or_null<ReinterpretOp>(op)) {
    Operation *next = view.getInput().getDefiningOp();
    // Dominance is not verified yet: values may be used in a circle.
    if (!next ||
        view.getType().getElementType() !=
            getElementTypeOrSelf(view.getInput().getType()) ||
        next->getBlock() != op->getBlock() || !next->isBeforeInBlock(op))
      return false;
    op = next;
  }
  return isa_and_nonnull<LinearIndexOp>(op);
}

LogicalResult ReinterpretOp::verify() {
  if (getType().getElementType() !=
          getElementTypeOrSelf(getInput().getType()) &&
      isIndex(getInput()))
    return emitOpError() << "sees indices as " << getType().getElementType()
                         << "; they have no bytes to reinterpret";
  TensorDesc from = descOf(getInput().getType());
  TensorDesc to = descOf(getResult().getType());
  std::optional<uint64_t> available = from.spanInBytes();
  std::optional<uint64_t> needed = to.spanInBytes();
  if (!available || !needed)
    return emitOpError() << "a tensor spans more than 2^64 bytes";
  if (*needed > *available)
    return emitOpError() << "reads " << *needed << " bytes ("
                         << getResult().getType() << ") of a tensor of "
                         << *available << " bytes (" << getInput().getType()
                         << ")";
  Operation *producer = getInput().getDefiningOp();
  if (producer && rowOf(producer) && !graph::readsOnlyWritten(to, from))
    return emitOpError() << "of type " << getResult().getType()
                         << " reads padding of " << getInput().getType()
                         << ", which has no defined contents";
  return success();
}

LogicalResult FusedOp::verify() {
  Block &block = getBlock();
  if (getNumResults() == 0)
    return emitOpError() << "has no result";
  if (block.getNumArguments() != getInputs().size())
    return emitOpError() << "has " << getInputs().size() << " inputs but "
                         << block.getNumArguments() << " block arguments";
  ArrayRef<int64_t> sizes = getSizes();
  if (sizes.empty())
    return emitOpError() << "has no dimension";
  for (Type type : getResultTypes())
    if (graph::findOverlap(descOf(cast<RankedTensorType>(type))) !=
        graph::Overlap::No)
      return emitOpError() << "result of type " << type
                           << " may have two elements at one address";
  for (auto [input, argument] :
       llvm::zip_equal(getInputs(), block.getArguments())) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getElementType() != argument.getType())
      return emitOpError() << "input of type " << type
                           << " meets block argument of type "
                           << argument.getType();
    if (type.getShape() != sizes)
      return emitOpError() << "input of type " << type
                           << " has other sizes than the result "
                           << getResultTypes().front()
                           << "; repeat it by dml.reinterpret";
  }
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError() << "body must end with dml.yield";
  if (yield.getNumOperands() != getNumResults())
    return emitOpError() << "has " << getNumResults() << " results but yields "
                         << yield.getNumOperands() << " values";
  for (auto [value, result] :
       llvm::zip_equal(yield.getValues(), getResultTypes())) {
    auto type = cast<RankedTensorType>(result);
    if (type.getElementType() != value.getType())
      return emitOpError() << "yields " << value.getType()
                           << " for a result of type " << type;
    if (type.getShape() != sizes)
      return emitOpError() << "results " << getResultTypes().front() << " and "
                           << type << " differ in sizes";
  }
  for (Operation &op : block.without_terminator())
    if (!rowOf(&op) && !isa<ConstantOp>(op))
      return emitOpError() << "body may hold dml operators and constants only,"
                              " found '"
                           << op.getName() << "'";
  return success();
}

YieldOp FusedOp::getYield() {
  return cast<YieldOp>(getBlock().getTerminator());
}

ParseResult FusedOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  auto parseInput = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    Type &type = types.emplace_back();
    if (parser.parseArgument(argument) || parser.parseEqual() ||
        parser.parseOperand(operands.emplace_back()) ||
        parser.parseColonType(type))
      return failure();
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return parser.emitError(loc, "inputs of dml.fused must be tensors");
    argument.type = tensor.getElementType();
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseInput) ||
      parser.parseArrowTypeList(result.types) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  return success();
}

void FusedOp::print(OpAsmPrinter &printer) {
  printer << " (";
  llvm::interleaveComma(llvm::zip_equal(getBlock().getArguments(), getInputs()),
                        printer, [&](auto pair) {
                          auto [argument, input] = pair;
                          printer << argument << " = " << input << " : "
                                  << input.getType();
                        });
  printer << ")";
  printer.printArrowTypeList(getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
