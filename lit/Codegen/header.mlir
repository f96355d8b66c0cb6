// RUN: fusedml compile %s -o %t.o --header %t.h
// RUN: FileCheck %s --input-file=%t.h --match-full-lines --strict-whitespace

//      CHECK:/* Made by FuseDML. Link with the object file of the same graph. */
// CHECK-NEXT:#ifndef FUSEDML_TYPES_AND_LAYOUTS_H
// CHECK-NEXT:#define FUSEDML_TYPES_AND_LAYOUTS_H
//      CHECK:#include <stdint.h>
//      CHECK:/* Bytes of memory, 64-byte aligned, that a call needs. */
// CHECK-NEXT:#define FUSEDML_TYPES_AND_LAYOUTS_WORKSPACE {{[1-9][0-9]*}}
//      CHECK:extern "C" {
//      CHECK:     a: input, FLOAT32 [4,3]
// CHECK-NEXT:     b_row: input, FLOAT32 [4,3] strides [0,1]
// CHECK-NEXT:     int_1: input, FLOAT16 [2]
// CHECK-NEXT:     bytes: input, UINT8 [2]
// CHECK-NEXT:     sum: output, FLOAT32 [3,4]
// CHECK-NEXT:     bytes_1: output, FLOAT16 [2]
// CHECK-NEXT:     result2: output, UINT8 [2]
//      CHECK:   bytes_1 may be the same memory as int_1.
// CHECK-NEXT:   result2 may be the same memory as bytes.
// CHECK-NEXT:   Outputs must not overlap other buffers in any other way; this is not
// CHECK-NEXT:   checked. */
// CHECK-NEXT:void fusedml_types_and_layouts(const float *a, const float *b_row, const uint16_t *int_1, const uint8_t *bytes, float *sum, uint16_t *bytes_1, uint8_t *result2, void *workspace);
//      CHECK:#endif /* FUSEDML_TYPES_AND_LAYOUTS_H */

func.func @types_and_layouts(
    %a: tensor<4x3xf32>,
    %b: tensor<4x3xf32, #dml.strides<[0, 1]>> {dml.name = "b-row"},
    %c: tensor<2xf16> {dml.name = "int"},
    %bytes: tensor<2xui8>)
    -> (tensor<3x4xf32> {dml.name = "sum"}, tensor<2xf16> {dml.name = "bytes"}, tensor<2xui8>) {
  %0 = dml.add %a, %b : (tensor<4x3xf32>, tensor<4x3xf32, #dml.strides<[0, 1]>>) -> tensor<4x3xf32>
  %1 = dml.reinterpret %0 : tensor<4x3xf32> to tensor<3x4xf32>
  %2 = dml.activation_relu %1 : tensor<3x4xf32>
  %3 = dml.activation_relu %c : tensor<2xf16>
  %4 = dml.add %bytes, %bytes : tensor<2xui8>
  return %2, %3, %4 : tensor<3x4xf32>, tensor<2xf16>, tensor<2xui8>
}
