//===- Bits.td - operators on bits ----------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_BITS
#define FUSEDML_DIALECT_OPERATORS_BITS

include "dialect/DmlBase.td"

// Levels that several operators share.
defvar ShiftLevels = [BinaryLevel<"4_1", 1, 8, Unsigned>,
                      BinaryLevel<"3_0", 1, 8, Unsigned_8_16_32>,
                      BinaryLevel<"2_1", 4, 4, Unsigned_8_16_32>];
defvar BitLevels = [BinaryLevel<"4_1", 1, 8, AllTypes>,
                    BinaryLevel<"3_0", 1, 8, Unsigned_8_16_32>];

def Dml_BitShiftLeftOp : Dml_Binary<"bit_shift_left", "ELEMENT_WISE_BIT_SHIFT_LEFT", 97, []> {
  let Formula = "y = a << b";
  let Notes = "Counts from the width on give 0.";
  let OnnxName = "BitShift (LEFT)";
  let Rulings = [RulingShift];
  let Cost = "0.03";
  let Levels = ShiftLevels;
}

def Dml_BitShiftRightOp : Dml_Binary<"bit_shift_right", "ELEMENT_WISE_BIT_SHIFT_RIGHT", 98, []> {
  let Formula = "y = a >> b";
  let Notes = "Zeros come in from the left. Counts from the width on give 0.";
  let OnnxName = "BitShift (RIGHT)";
  let Rulings = [RulingShift];
  let Cost = "0.03";
  let Levels = ShiftLevels;
}

def Dml_BitAndOp : Dml_Binary<"bit_and", "ELEMENT_WISE_BIT_AND", 121, [], [Commutative]> {
  let Formula = "y = a & b";
  let Notes = "On the bits of any type.";
  let OnnxName = "BitwiseAnd";
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let Cost = "0.02";
  let MovesBits = 1;
  let Levels = BitLevels;
}

def Dml_BitOrOp : Dml_Binary<"bit_or", "ELEMENT_WISE_BIT_OR", 122, [], [Commutative]> {
  let Formula = "y = a | b";
  let Notes = "On the bits of any type.";
  let OnnxName = "BitwiseOr";
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let Cost = "0.02";
  let MovesBits = 1;
  let Levels = BitLevels;
}

def Dml_BitXorOp : Dml_Binary<"bit_xor", "ELEMENT_WISE_BIT_XOR", 123, [], [Commutative]> {
  let Formula = "y = a ^ b";
  let Notes = "On the bits of any type.";
  let OnnxName = "BitwiseXor";
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let Cost = "0.02";
  let MovesBits = 1;
  let Levels = BitLevels;
}

def Dml_BitNotOp : Dml_Unary<"bit_not", "ELEMENT_WISE_BIT_NOT", 124, []> {
  let Formula = "y = ~x";
  let Notes = "On the bits of any type.";
  let OnnxName = "BitwiseNot";
  let Cost = "0.02";
  let MovesBits = 1;
  let Levels = [UnaryLevel<"4_1", 1, 8, AllTypes>,
                UnaryLevel<"3_0", 1, 8, Unsigned_8_16_32>];
}

def Dml_BitCountOp : Dml_Operator<"bit_count", "ELEMENT_WISE_BIT_COUNT", 125,
    [Input<"InputTensor">, Output<"OutputTensor">]> {
  let Formula = "y = the number of bits of x that are set";
  let Notes = "On the bits of any type.";
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Cost = "0.04";
  let Levels = [Level<"4_1", [Role<["InputTensor"], 1, 8, AllTypes>,
                              Role<["OutputTensor"], 1, 8, Booleans>]>,
                Level<"3_0", [Role<["InputTensor"], 1, 8, Unsigned_8_16_32>,
                              Role<["OutputTensor"], 1, 8, Booleans>]>];
}

#endif // FUSEDML_DIALECT_OPERATORS_BITS
