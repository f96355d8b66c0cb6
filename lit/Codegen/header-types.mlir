// RUN: fusedml compile %s -o %t.o --header %t.h
// RUN: FileCheck %s --input-file=%t.h

// Every data type in C, and no workspace where nothing lies between kernels.

// CHECK-NOT: WORKSPACE
// CHECK: void fusedml_types(const double *f64, const float *f32, const uint16_t *f16,
// CHECK-SAME: const int64_t *i64, const int32_t *i32, const int16_t *i16, const int8_t *i8,
// CHECK-SAME: const uint64_t *ui64, const uint32_t *ui32, const uint16_t *ui16, const uint8_t *ui8,
// CHECK-SAME: double *result0, float *result1, uint16_t *result2,
// CHECK-SAME: int64_t *result3, int32_t *result4, int16_t *result5, int8_t *result6,
// CHECK-SAME: uint64_t *result7, uint32_t *result8, uint16_t *result9, uint8_t *result10);
func.func @types(%f64: tensor<1xf64>, %f32: tensor<1xf32>, %f16: tensor<1xf16>,
    %i64: tensor<1xi64>, %i32: tensor<1xi32>, %i16: tensor<1xi16>, %i8: tensor<1xi8>,
    %ui64: tensor<1xui64>, %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>)
    -> (tensor<1xf64>, tensor<1xf32>, tensor<1xf16>, tensor<1xi64>, tensor<1xi32>, tensor<1xi16>,
        tensor<1xi8>, tensor<1xui64>, tensor<1xui32>, tensor<1xui16>, tensor<1xui8>) {
  return %f64, %f32, %f16, %i64, %i32, %i16, %i8, %ui64, %ui32, %ui16, %ui8
      : tensor<1xf64>, tensor<1xf32>, tensor<1xf16>, tensor<1xi64>, tensor<1xi32>, tensor<1xi16>,
        tensor<1xi8>, tensor<1xui64>, tensor<1xui32>, tensor<1xui16>, tensor<1xui8>
}
