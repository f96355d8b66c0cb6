//===- Compare.td - comparisons, logic, selection -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_COMPARE
#define FUSEDML_DIALECT_OPERATORS_COMPARE

include "dialect/DmlBase.td"

// Levels that several operators share.
defvar CompareLevels = [Level<"4_1", [Role<["ATensor", "BTensor"], 1, 8, Floats_Ints>,
                                      Role<["OutputTensor"], 1, 8, Booleans>]>,
                        Level<"3_0", [Role<["ATensor", "BTensor"], 1, 8, Floats_8_16_32>,
                                      Role<["OutputTensor"], 1, 8, Booleans>]>,
                        Level<"2_1", [Role<["ATensor", "BTensor"], 4, 4, Floats_8_16_32>,
                                      Role<["OutputTensor"], 4, 4, Booleans>]>,
                        Level<"2_0", [Role<["ATensor", "BTensor"], 4, 4, Floats>,
                                      Role<["OutputTensor"], 4, 4, Booleans>]>,
                        Level<"1_0", [Role<["ATensor", "BTensor"], 4, 4, Floats>,
                                      Role<["OutputTensor"], 4, 4, TypeSet<[UINT32]>>]>];
defvar LogicLevels = [BinaryLevel<"3_0", 1, 8, Booleans>,
                      BinaryLevel<"2_0", 4, 4, Booleans>,
                      BinaryLevel<"1_0", 4, 4, TypeSet<[UINT32]>>];
defvar OrderLevels = [Level<"4_1", [Role<["ATensor", "BTensor"], 1, 8, Floats_Ints>,
                                    Role<["OutputTensor"], 1, 8, Booleans>]>,
                      Level<"3_0", [Role<["ATensor", "BTensor"], 1, 8, Floats_8_16_32>,
                                    Role<["OutputTensor"], 1, 8, Booleans>]>];

def Dml_LogicalAndOp : Dml_Binary<"logical_and", "ELEMENT_WISE_LOGICAL_AND", 14,
    [], [Commutative]> {
  let Formula = "y = 1 if a and b are not 0; 0 otherwise";
  let Notes = "Any value that is not 0 is true.";
  let OnnxName = "And";
  let WebnnName = "logicalAnd";
  let Cost = "0.03";
  let Levels = LogicLevels;
}

def Dml_LogicalEqualsOp : Dml_Compare<"logical_equals",
    "ELEMENT_WISE_LOGICAL_EQUALS", 15, [Commutative]> {
  let Formula = "y = 1 if a == b; 0 otherwise";
  let Notes = "NaN compares false. -0 equals +0.";
  let OnnxName = "Equal";
  let WebnnName = "equal";
  let Cost = "0.02";
  let Levels = CompareLevels;
}

def Dml_LogicalGreaterThanOp : Dml_Compare<"logical_greater_than",
    "ELEMENT_WISE_LOGICAL_GREATER_THAN", 16> {
  let Formula = "y = 1 if a > b; 0 otherwise";
  let Notes = "NaN compares false.";
  let OnnxName = "Greater";
  let WebnnName = "greater";
  let Cost = "0.02";
  let Levels = CompareLevels;
}

def Dml_LogicalLessThanOp : Dml_Compare<"logical_less_than", "ELEMENT_WISE_LOGICAL_LESS_THAN", 17> {
  let Formula = "y = 1 if a < b; 0 otherwise";
  let Notes = "NaN compares false.";
  let OnnxName = "Less";
  let WebnnName = "lesser";
  let Cost = "0.02";
  let Levels = CompareLevels;
}

def Dml_LogicalNotOp : Dml_Unary<"logical_not", "ELEMENT_WISE_LOGICAL_NOT", 18, []> {
  let Formula = "y = 1 if x is 0; 0 otherwise";
  let OnnxName = "Not";
  let WebnnName = "logicalNot";
  let Cost = "0.02";
  let Levels = [UnaryLevel<"3_0", 1, 8, Booleans>,
                UnaryLevel<"2_0", 4, 4, Booleans>,
                UnaryLevel<"1_0", 4, 4, TypeSet<[UINT32]>>];
}

def Dml_LogicalOrOp : Dml_Binary<"logical_or", "ELEMENT_WISE_LOGICAL_OR", 19, [], [Commutative]> {
  let Formula = "y = 1 if a or b is not 0; 0 otherwise";
  let Notes = "Any value that is not 0 is true.";
  let OnnxName = "Or";
  let WebnnName = "logicalOr";
  let Cost = "0.03";
  let Levels = LogicLevels;
}

def Dml_LogicalXorOp : Dml_Binary<"logical_xor", "ELEMENT_WISE_LOGICAL_XOR", 20,
    [], [Commutative]> {
  let Formula = "y = 1 if one of a and b is 0; 0 otherwise";
  let Notes = "Any value that is not 0 is true.";
  let OnnxName = "Xor";
  let WebnnName = "logicalXor";
  let Cost = "0.03";
  let Levels = LogicLevels;
}

def Dml_IsNanOp : Dml_Operator<"is_nan", "ELEMENT_WISE_IS_NAN", 80,
    [Input<"InputTensor">, Output<"OutputTensor">]> {
  let Formula = "y = 1 if x is NaN; 0 otherwise";
  let OnnxName = "IsNaN";
  let WebnnName = "isNaN";
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Cost = "0.02";
  let Levels = [Level<"3_0", [Role<["InputTensor"], 1, 8, Floats>,
                              Role<["OutputTensor"], 1, 8, Booleans>]>,
                Level<"2_0", [Role<["InputTensor"], 4, 4, Floats>,
                              Role<["OutputTensor"], 4, 4, Booleans>]>];
}

def Dml_IfOp : Dml_Operator<"if", "ELEMENT_WISE_IF", 88,
    [Input<"ConditionTensor">, Input<"ATensor">, Input<"BTensor">, Output<"OutputTensor">]> {
  let Formula = "y = a if the condition is not 0; b otherwise";
  let OnnxName = "Where";
  let WebnnName = "where";
  let Disagreement = "The table of 2_0 has FLOAT16 only; the feature-level"
                     " history mentions integers at 2_1.";
  let SameType = [["ATensor", "BTensor", "OutputTensor"]];
  let SameSizes = [["ConditionTensor", "ATensor", "BTensor", "OutputTensor"]];
  let Cost = "0.03";
  let MovesBits = 1;
  let Levels = [Level<"5_0", [Role<["ConditionTensor"], 1, 8, TypeSet<[UINT8]>>,
                              Role<["ATensor", "BTensor", "OutputTensor"], 1, 8, AllTypes>]>,
                Level<"3_0", [Role<["ConditionTensor"], 1, 8, TypeSet<[UINT8]>>,
                              Role<["ATensor", "BTensor", "OutputTensor"], 1, 8, Floats_8_16_32>]>,
                Level<"2_0", [Role<["ConditionTensor"], 4, 4, TypeSet<[UINT8]>>,
                              Role<["ATensor", "BTensor", "OutputTensor"], 4, 4, TypeSet<[FLOAT16]>>]>];
}

def Dml_IsInfinityOp : Dml_Operator<"is_infinity", "ELEMENT_WISE_IS_INFINITY", 100,
    [Input<"InputTensor">, Output<"OutputTensor">,
     EnumField<"InfinityMode", Dml_IsInfinityModeAttr>]> {
  let Formula = "y = 1 if x is an infinity that InfinityMode selects; 0"
                " otherwise";
  let Notes = "NaN gives 0.";
  let OnnxName = "IsInf";
  let WebnnName = "isInfinite";
  let Disagreement = "The DxDispatch schema says in place; element sizes"
                     " differ, so it is not.";
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Cost = "0.02";
  let Levels = [Level<"3_0", [Role<["InputTensor"], 1, 8, Floats>,
                              Role<["OutputTensor"], 1, 8, TypeSet<[UINT8]>>]>,
                Level<"2_1", [Role<["InputTensor"], 4, 4, Floats>,
                              Role<["OutputTensor"], 4, 4, TypeSet<[UINT8]>>]>];
}

def Dml_LogicalGreaterThanOrEqualOp : Dml_Compare<"logical_greater_than_or_equal",
    "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", 126> {
  let Formula = "y = 1 if a >= b; 0 otherwise";
  let Notes = "NaN compares false.";
  let OnnxName = "GreaterOrEqual";
  let WebnnName = "greaterOrEqual";
  let Cost = "0.02";
  let Levels = OrderLevels;
}

def Dml_LogicalLessThanOrEqualOp : Dml_Compare<"logical_less_than_or_equal",
    "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", 127> {
  let Formula = "y = 1 if a <= b; 0 otherwise";
  let Notes = "NaN compares false.";
  let OnnxName = "LessOrEqual";
  let WebnnName = "lesserOrEqual";
  let Disagreement = "One sentence of the page says 1_0, everything else 3_0.";
  let Cost = "0.02";
  let Levels = OrderLevels;
}

#endif // FUSEDML_DIALECT_OPERATORS_COMPARE
