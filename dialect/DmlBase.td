//===- DmlBase.td - the dml dialect, its attributes and the row class -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_DMLBASE
#define FUSEDML_DIALECT_DMLBASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Dml_Dialect : Dialect {
  let name = "dml";
  let cppNamespace = "::fusedml::dml";
  let summary = "DirectML element-wise operators on tensors and on elements";
  let description = [{
    An operator stands on ranked tensors at graph level, and on single elements
    inside `dml.fused`. Integers are `i4`..`i64` (signed) and `ui4`..`ui64`.
    A tensor whose memory is not packed row-major says so by its encoding,
    `tensor<2x3xf32, #dml.strides<[4, 1]>>`; strides are in elements, 0 repeats
    a dimension.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

def Dml_Element : AnyTypeOf<[
    F16, F32, F64, I<4>, I<8>, I<16>, I<32>, I<64>, UI<4>, UI<8>, UI<16>, UI<32>,
    UI<64>], "a DML data type">;
// Of known sizes, packed or with strides.
def Dml_HasLayout : CPred<"!::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()"
    " || ::llvm::isa<::fusedml::dml::StridesAttr>("
    "::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding())">;
def Dml_Tensor : RankedTensorOf<[Dml_Element], [HasStaticShapePred, Dml_HasLayout],
    "tensor of known sizes, packed or with #dml.strides,">;
def Dml_Value : AnyTypeOf<[Dml_Element, Dml_Tensor],
    "a tensor of known sizes or, in dml.fused, an element of a DML data type">;
// What operators without tensor inputs compute from.
def Dml_Indices : RankedTensorOf<[I<64>], [HasStaticShapePred,
    CPred<"!::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()">],
    "packed tensor of known sizes">;
def Dml_Index : AnyTypeOf<[I<64>, RankedTensorOf<[I<64>], [HasStaticShapePred, Dml_HasLayout]>],
    "64-bit indices">;

class Dml_Attr<string name, string mnemonicText, list<Trait> traits = []>
    : AttrDef<Dml_Dialect, name, traits> {
  let mnemonic = mnemonicText;
}

def Dml_StridesAttr : Dml_Attr<"Strides", "strides",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Strides of a tensor in elements, one for each dimension";
  let parameters = (ins ArrayRefParameter<"int64_t">:$strides);
  let assemblyFormat = "`<` `[` $strides `]` `>`";
  let genVerifyDecl = 1;
}

def Dml_ScaleBiasAttr : Dml_Attr<"ScaleBias", "scale_bias"> {
  let summary = "DML_SCALE_BIAS: x * Scale + Bias before the operator";
  let parameters = (ins "::mlir::FloatAttr":$scale, "::mlir::FloatAttr":$bias);
  let assemblyFormat = "`<` `Scale` `=` $scale `,` `Bias` `=` $bias `>`";
  let genVerifyDecl = 1;
}

// A DML enum that an operator field has. In the IR its members are strings,
// `InfinityMode = "EITHER"`, checked against the row.
class Dml_Enum<string name, string dmlEnum, string prefix,
               list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, dmlEnum, cases> {
  string DmlEnum = dmlEnum;
  string DmlPrefix = prefix;
}
class Dml_EnumAttr<Dml_Enum e> { Dml_Enum Enum = e; }

def Dml_IsInfinityMode : Dml_Enum<"IsInfinityMode", "DML_IS_INFINITY_MODE",
    "DML_IS_INFINITY_MODE_", [
    I32EnumAttrCase<"EITHER", 0>, I32EnumAttrCase<"POSITIVE", 1>,
    I32EnumAttrCase<"NEGATIVE", 2>]>;
def Dml_IsInfinityModeAttr : Dml_EnumAttr<Dml_IsInfinityMode>;

def Dml_RoundingMode : Dml_Enum<"RoundingMode", "DML_ROUNDING_MODE",
    "DML_ROUNDING_MODE_", [
    I32EnumAttrCase<"HALVES_TO_NEAREST_EVEN", 0>,
    I32EnumAttrCase<"TOWARD_ZERO", 1>, I32EnumAttrCase<"TOWARD_INFINITY", 2>]>;
def Dml_RoundingModeAttr : Dml_EnumAttr<Dml_RoundingMode>;

def Dml_QuantizationType : Dml_Enum<"QuantizationType", "DML_QUANTIZATION_TYPE",
    "DML_QUANTIZATION_TYPE_", [
    I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"SCALE", 1>,
    I32EnumAttrCase<"SCALE_ZERO_POINT", 2>]>;
def Dml_QuantizationTypeAttr : Dml_EnumAttr<Dml_QuantizationType>;

//===----------------------------------------------------------------------===//
// Facts of a row, read by cmake/generate_rows.py
//===----------------------------------------------------------------------===//

class DmlDataType<string name> { string Name = name; }
def FLOAT64 : DmlDataType<"FLOAT64">;
def FLOAT32 : DmlDataType<"FLOAT32">;
def FLOAT16 : DmlDataType<"FLOAT16">;
def INT64 : DmlDataType<"INT64">;
def INT32 : DmlDataType<"INT32">;
def INT16 : DmlDataType<"INT16">;
def INT8 : DmlDataType<"INT8">;
def UINT64 : DmlDataType<"UINT64">;
def UINT32 : DmlDataType<"UINT32">;
def UINT16 : DmlDataType<"UINT16">;
def UINT8 : DmlDataType<"UINT8">;
def INT4 : DmlDataType<"INT4">;
def UINT4 : DmlDataType<"UINT4">;

class TypeSet<list<DmlDataType> types> { list<DmlDataType> Types = types; }
def Floats : TypeSet<[FLOAT32, FLOAT16]>;
def Floats_32 : TypeSet<[FLOAT32, FLOAT16, INT32, UINT32]>;
def Floats_32_64 : TypeSet<[FLOAT32, FLOAT16, INT64, INT32, UINT64, UINT32]>;
def Floats_8_16_32 : TypeSet<[FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32,
                              UINT16, UINT8]>;
def Floats_Ints : TypeSet<[FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64,
                           UINT32, UINT16, UINT8]>;
def Floats_Signed_8_16_32 : TypeSet<[FLOAT32, FLOAT16, INT32, INT16, INT8]>;
def Floats_Signed : TypeSet<[FLOAT32, FLOAT16, INT64, INT32, INT16, INT8]>;
def Ints_8_16_32 : TypeSet<[INT32, INT16, INT8, UINT32, UINT16, UINT8]>;
def Ints_4_8 : TypeSet<[INT8, INT4, UINT8, UINT4]>;
def Unsigned : TypeSet<[UINT64, UINT32, UINT16, UINT8]>;
def Unsigned_8_16_32 : TypeSet<[UINT32, UINT16, UINT8]>;
def Bytes : TypeSet<[INT8, UINT8]>;
def Booleans : TypeSet<[UINT32, UINT8]>;
def AllTypes : TypeSet<[FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8,
                        UINT64, UINT32, UINT16, UINT8]>;

// A field of the operator's desc struct. `Ods` is what it is in the dialect;
// fields without (types, counts, fused activations) are expressed by the IR
// itself.
class DmlField<string name, string kind, string ctype, list<Constraint> ods,
               bit optional = 0> {
  string Name = name;
  string OdsName = name;
  string Kind = kind;   // FieldKind of front/rules/OperatorRow.h
  string CType = ctype;
  list<Constraint> Ods = ods;
  bit Optional = optional;
  string Default = "";
  string Enum = "";
  string EnumPrefix = "";
  list<I32EnumAttrCase> EnumCases = [];
  string Implied = "";   // Value where the field is not in the IR.
  string TypeField = "";
  string Array = "";     // Field of the desc struct that holds the elements,
  int ArrayIndex = 0;    // and which of them this is.
  bit Argument = 0;      // Compiled code may take the number at run time.
}
class Input<string name> : DmlField<name, "Input", "const DML_TENSOR_DESC*", [Dml_Value]>;
// A tensor that may be null, which means 0. In the dialect it is always there.
class OptionalInput<string name>
    : DmlField<name, "Input", "const DML_TENSOR_DESC*", [Dml_Value], 1>;
// One element of an array of tensors.
class ArrayInput<string array, int index, bit optional = 0>
    : DmlField<array # "[" # index # "]", "Input", "const DML_TENSOR_DESC*", [Dml_Value], optional> {
  let OdsName = array # index;
  let Array = array;
  let ArrayIndex = index;
}
class OptionalArrayInput<string array, int index> : ArrayInput<array, index, 1>;
// The length of an array of tensors, at most `most`.
class CountField<string name, string array, int most> : DmlField<name, "Count", "UINT", []> {
  let Array = array;
  let ArrayIndex = most;
}
class Output<string name> : DmlField<name, "Output", "const DML_TENSOR_DESC*", [Dml_Value]>;
class Float<string name, string default> : DmlField<name, "Float", "FLOAT", [F32Attr]> {
  let Default = default;
  let Argument = 1;
}
// A number that decides which code computes the operator.
class ConstantFloat<string name, string default> : Float<name, default> {
  let Argument = 0;
}
class EnumField<string name, Dml_EnumAttr attr> : DmlField<name, "Enum", attr.Enum.DmlEnum, [StrAttr]> {
  let Enum = attr.Enum.DmlEnum;
  let EnumPrefix = attr.Enum.DmlPrefix;
  let EnumCases = !foreach(c, attr.Enum.enumerants, !cast<I32EnumAttrCase>(c));
}
// An enum that says which tensors there are. In the dialect all are, so that it
// always has the value `implied` and is no attribute.
class ImpliedEnumField<string name, Dml_EnumAttr attr, string implied> : EnumField<name, attr> {
  let Ods = [];
  let Implied = implied;
}
class TypeField<string name> : DmlField<name, "DataType", "DML_TENSOR_DATA_TYPE", []>;
class ScalarField<string name, string typeField> : DmlField<name, "Scalar", "DML_SCALAR_UNION", [TypedAttrInterface]> {
  let TypeField = typeField;
}
def ScaleBiasField : DmlField<"ScaleBias", "ScaleBias", "const DML_SCALE_BIAS*", [OptionalAttr<Dml_ScaleBiasAttr>], 1> {
  let Argument = 1;
}
def ActivationField : DmlField<"FusedActivation", "Activation", "const DML_OPERATOR_DESC*", [], 1>;

// Types and dimension counts of some tensors from a feature level on, and
// whether those whose fields are optional may be left out there.
class Role<list<string> tensors, int minDims, int maxDims, TypeSet types, bit optional = 0> {
  list<string> Tensors = tensors;
  int MinDims = minDims;
  int MaxDims = maxDims;
  list<DmlDataType> Types = types.Types;
  bit Optional = optional;
}
// `sameType`: groups of tensors that must agree at this level only.
class Level<string level, list<Role> roles, list<list<string>> sameType = []> {
  string FeatureLevel = level;
  list<Role> Roles = roles;
  list<list<string>> SameType = sameType;
}

// Inputs whose memory the output may take over (DirectML 1.7 aliasing rules).
class InPlaceRule<string rule, list<string> inputs> {
  string Rule = rule;
  list<string> Inputs = inputs;
}
def NotInPlace : InPlaceRule<"None", []>;
class OneOf<list<string> inputs> : InPlaceRule<"OneOf", inputs>;
class OneOrMore<list<string> inputs> : InPlaceRule<"OneOrMore", inputs>;

//===----------------------------------------------------------------------===//
// Rulings: what FuseDML decided where DirectML's documents are silent
//===----------------------------------------------------------------------===//

class Ruling<string text> { string Text = text; }
def RulingFormula : Ruling<
    "The formula is followed as it is written: its comparisons decide what NaN"
    " gives, and arithmetic of x with attributes is FLOAT32, rounded after each"
    " operation, in the formula's order. An elementary function (also written"
    " out, as exp(x) - 1 or ln(1 + exp(x))) means its real value, at infinities"
    " its limit.">;
def RulingMinMax : Ruling<
    "max and min give NaN if an operand is NaN, and -0 is below +0 (IEEE"
    " 754-2019 maximum and minimum).">;
def RulingIntegers : Ruling<
    "Integers wrap modulo 2^N and nothing traps: x / 0 has all bits set, x mod"
    " 0 is x, the minimum / -1 is the minimum, the minimum mod -1 is 0.">;
def RulingShift : Ruling<
    "A count that reaches the width shifts everything out: the result is 0.">;
def RulingConvert : Ruling<
    "A float becomes an integer by truncation toward zero, saturated to the"
    " range of the type; NaN becomes 0.">;
def RulingAttributes : Ruling<
    "A FLOAT attribute of an integer tensor is first converted to its type:"
    " truncated toward zero, saturated, NaN to 0.">;
def RulingScaleBias : Ruling<
    "ScaleBias is a product and a sum in FLOAT32, each rounded. On integer"
    " tensors both are in double, and the result loses its fraction and is"
    " saturated; 64-bit types are refused.">;
def RulingMean : Ruling<
    "The mean of integers is half of their exact sum, its fraction dropped.">;
def RulingSequence : Ruling<
    "An element depends on its index only, it is not a running sum.">;
def RulingModulus : Ruling<
    "Remainders of floats belong to the exact quotient, however large it is."
    " MODULUS_TRUNCATE gives what C's fmod gives. MODULUS_FLOOR adds b to that"
    " where it is not 0 and has the other sign; a 0 only gets the sign of b.">;
def RulingPower : Ruling<
    "Integers to integer powers are taken modulo 2^N. If the exponent is"
    " negative, the bases 1 and -1 give 1 or -1, base 0 gives what 1 / 0 gives,"
    " all bits set, and every other base gives 0.">;
def RulingQuantize : Ruling<
    "Rounding is half to even. A scale of 0 divides by IEEE 754. The zero point"
    " is added before the sum saturates.">;

//===----------------------------------------------------------------------===//
// The row of an operator
//===----------------------------------------------------------------------===//

class Dml_Operator<string mnemonicText, string dmlName, int value,
                   list<DmlField> fields, list<Trait> traits = []>
    : Op<Dml_Dialect, mnemonicText,
         traits # [Pure] # ElementwiseMappable.traits> {
  string DmlName = dmlName;
  int DmlValue = value;
  list<DmlField> Fields = fields;

  // What a person states beside the fields.
  string Formula = "";
  string Notes = "";
  string OnnxName = "";
  string WebnnName = "";
  string Disagreement = "";       // Where DirectML's own sources differ.
  list<Ruling> Rulings = [];      // What was ruled where DirectML is silent.
  int MaxUlp = 0;
  string Cost = "";               // Nanoseconds a FLOAT32 element, about.
  bit Contracts = 0;              // Its sums and products are the formula's.
  bit MovesBits = 0;              // Those of NaN, too, without ScaleBias.
  bit ReadsIndex = 0;             // Computes from the index, without inputs.
  string Sign = "Any";            // SignRule and SimplifyRule of
  string Simplify = "None";       // front/rules/OperatorRow.h
  string CppOperator = "";        // The sign that C++ has for it.
  list<Level> Levels = [];
  list<list<string>> SameType = [];
  list<list<string>> SameSizes = [];
  list<string> OneElement = [];   // Tensors of one element, used for all.
  list<string> Blockwise = [];    // Tensors whose sizes divide the output's.
  list<string> Rules = [];        // RowRule of front/rules/OperatorRow.h
  InPlaceRule InPlace = NotInPlace;
  bit FusableActivation = 0;

  defvar args = !filter(f, fields,
      !and(!not(!empty(f.Ods)), !ne(f.Kind, "Output")));
  defvar outputs = !filter(f, fields, !eq(f.Kind, "Output"));
  let arguments = !dag(ins, !foreach(f, args, !head(f.Ods)),
                       !foreach(f, args, f.OdsName));
  let results = !dag(outs, !foreach(f, outputs, !head(f.Ods)),
                     !foreach(f, outputs, f.Name));
  let summary = Formula;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return parseOperator(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      printOperator(getOperation(), printer);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return verifyOperator(getOperation());
    }
  }];
}

// One input and one output of the same type and sizes.
class Dml_Unary<string mnemonicText, string dmlName, int value,
                list<DmlField> attributes, list<Trait> traits = []>
    : Dml_Operator<mnemonicText, dmlName, value,
                   [Input<"InputTensor">, Output<"OutputTensor">] # attributes,
                   traits> {
  let SameType = [["InputTensor", "OutputTensor"]];
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let InPlace = OneOf<["InputTensor"]>;
}

// Two inputs and one output of the same type and sizes.
class Dml_Binary<string mnemonicText, string dmlName, int value,
                 list<DmlField> attributes, list<Trait> traits = []>
    : Dml_Operator<mnemonicText, dmlName, value,
                   [Input<"ATensor">, Input<"BTensor">, Output<"OutputTensor">]
                   # attributes, traits> {
  let SameType = [["ATensor", "BTensor", "OutputTensor"]];
  let SameSizes = [["ATensor", "BTensor", "OutputTensor"]];
  let InPlace = OneOf<["ATensor", "BTensor"]>;
}

// Two inputs of the same type, and a result that is 0 or 1.
class Dml_Compare<string mnemonicText, string dmlName, int value, list<Trait> traits = []>
    : Dml_Operator<mnemonicText, dmlName, value,
                   [Input<"ATensor">, Input<"BTensor">, Output<"OutputTensor">],
                   traits> {
  let SameType = [["ATensor", "BTensor"]];
  let SameSizes = [["ATensor", "BTensor", "OutputTensor"]];
}

// Levels whose tensors all follow one rule.
class UnaryLevel<string level, int minDims, int maxDims, TypeSet types>
    : Level<level, [Role<["InputTensor", "OutputTensor"], minDims, maxDims, types>]>;
class BinaryLevel<string level, int minDims, int maxDims, TypeSet types>
    : Level<level, [Role<["ATensor", "BTensor", "OutputTensor"], minDims, maxDims, types>]>;

#endif // FUSEDML_DIALECT_DMLBASE
