// Every operator and every data type, for every kind of target: the object
// refers to nothing outside and defines one function.

// RUN: fusedml compile %s --cpu x86-64-v2 --triple x86_64-linux-gnu -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu x86-64-v2 --triple x86_64-linux-gnu --no-fuse -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu x86-64-v3 --triple x86_64-linux-gnu -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu x86-64-v3 --triple x86_64-linux-gnu --no-fuse -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu x86-64-v4 --triple x86_64-linux-gnu -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu x86-64-v4 --triple x86_64-linux-gnu --no-fuse -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu generic --triple aarch64-linux-gnu -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED
// RUN: fusedml compile %s --cpu generic --triple aarch64-linux-gnu --no-fuse -o %t.o
// RUN: llvm-nm --undefined-only %t.o | count 0
// RUN: llvm-nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=DEFINED

// DEFINED: T fusedml_everything
// DEFINED-NOT: {{.}}

// Nor may the assembler see a helper's name, or code call one.
// RUN: fusedml compile %s --cpu x86-64-v2 --triple x86_64-linux-gnu --emit asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM --input-file=%t.s
// RUN: fusedml compile %s --cpu x86-64-v3 --triple x86_64-linux-gnu --emit asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM --input-file=%t.s
// RUN: fusedml compile %s --cpu x86-64-v4 --triple x86_64-linux-gnu --emit asm -o %t.s
// RUN: FileCheck %s --check-prefix=ASM --input-file=%t.s

// ASM-NOT: {{__trunc|__extend|expm1|@PLT}}
// ASM-NOT: callq {{[^f]}}

func.func @everything(
    %f64: tensor<37xf64>, %f32: tensor<37xf32>, %f16: tensor<37xf16>,
    %i64: tensor<37xi64>, %i32: tensor<37xi32>, %i16: tensor<37xi16>,
    %i8: tensor<37xi8>, %ui64: tensor<37xui64>, %ui32: tensor<37xui32>,
    %ui16: tensor<37xui16>, %ui8: tensor<37xui8>)
    -> (
    tensor<37xf64, #dml.strides<[2]>>, tensor<37xf32, #dml.strides<[2]>>,
    tensor<37xf32>, tensor<37xf16, #dml.strides<[2]>>, tensor<37xf16>,
    tensor<37xi64, #dml.strides<[2]>>, tensor<37xi32, #dml.strides<[2]>>,
    tensor<37xi32>, tensor<37xi16, #dml.strides<[2]>>, tensor<37xi16>,
    tensor<37xi8, #dml.strides<[2]>>, tensor<37xi8>,
    tensor<37xui64, #dml.strides<[2]>>, tensor<37xui32, #dml.strides<[2]>>,
    tensor<37xui32>, tensor<37xui16, #dml.strides<[2]>>, tensor<37xui16>,
    tensor<37xui8, #dml.strides<[2]>>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xi64>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui64>, tensor<37xui32>, tensor<37xui16>,
    tensor<37xui8>, tensor<37xf32>, tensor<37xf16>, tensor<37xi64>,
    tensor<37xi32>, tensor<37xi16>, tensor<37xi8>, tensor<37xui64>,
    tensor<37xui32>, tensor<37xui16>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xi64>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui64>, tensor<37xui32>, tensor<37xui16>,
    tensor<37xui8>, tensor<37xf32>, tensor<37xf16>, tensor<37xi64>,
    tensor<37xi32>, tensor<37xi16>, tensor<37xi8>, tensor<37xui64>,
    tensor<37xui32>, tensor<37xui16>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xf32>, tensor<37xf16>, tensor<37xi32>,
    tensor<37xi16>, tensor<37xi8>, tensor<37xf32>, tensor<37xf16>,
    tensor<37xf32>, tensor<37xf16>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui32>, tensor<37xui16>, tensor<37xui8>,
    tensor<37xui8>, tensor<37xui8>, tensor<37xf32>, tensor<37xf16>,
    tensor<37xi64>, tensor<37xi32>, tensor<37xi16>, tensor<37xi8>,
    tensor<37xui64>, tensor<37xui32>, tensor<37xui16>, tensor<37xui8>) {
  %i = dml.linear_index : tensor<37xi64>
  %0 = dml.identity %f64 : (tensor<37xf64>) -> tensor<37xf64, #dml.strides<[2]>>
  %1 = dml.identity %f32 : (tensor<37xf32>) -> tensor<37xf32, #dml.strides<[2]>>
  %2 = dml.identity %f32 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xf32>
  %3 = dml.identity %f16 : (tensor<37xf16>) -> tensor<37xf16, #dml.strides<[2]>>
  %4 = dml.identity %f16 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xf16>
  %5 = dml.identity %i64 : (tensor<37xi64>) -> tensor<37xi64, #dml.strides<[2]>>
  %6 = dml.identity %i32 : (tensor<37xi32>) -> tensor<37xi32, #dml.strides<[2]>>
  %7 = dml.identity %i32 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xi32>
  %8 = dml.identity %i16 : (tensor<37xi16>) -> tensor<37xi16, #dml.strides<[2]>>
  %9 = dml.identity %i16 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xi16>
  %10 = dml.identity %i8 : (tensor<37xi8>) -> tensor<37xi8, #dml.strides<[2]>>
  %11 = dml.identity %i8 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xi8>
  %12 = dml.identity %ui64 : (tensor<37xui64>) -> tensor<37xui64, #dml.strides<[2]>>
  %13 = dml.identity %ui32 : (tensor<37xui32>) -> tensor<37xui32, #dml.strides<[2]>>
  %14 = dml.identity %ui32 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xui32>
  %15 = dml.identity %ui16 : (tensor<37xui16>) -> tensor<37xui16, #dml.strides<[2]>>
  %16 = dml.identity %ui16 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xui16>
  %17 = dml.identity %ui8 : (tensor<37xui8>) -> tensor<37xui8, #dml.strides<[2]>>
  %18 = dml.identity %ui8 {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<37xui8>
  %19 = dml.add %f32, %f32 : tensor<37xf32>
  %20 = dml.add %f16, %f16 : tensor<37xf16>
  %21 = dml.add %i64, %i64 : tensor<37xi64>
  %22 = dml.add %i32, %i32 : tensor<37xi32>
  %23 = dml.add %i16, %i16 : tensor<37xi16>
  %24 = dml.add %i8, %i8 : tensor<37xi8>
  %25 = dml.add %ui64, %ui64 : tensor<37xui64>
  %26 = dml.add %ui32, %ui32 : tensor<37xui32>
  %27 = dml.add %ui16, %ui16 : tensor<37xui16>
  %28 = dml.add %ui8, %ui8 : tensor<37xui8>
  %29 = dml.clip %f32 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xf32>
  %30 = dml.clip %f16 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xf16>
  %31 = dml.clip %i64 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xi64>
  %32 = dml.clip %i32 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xi32>
  %33 = dml.clip %i16 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xi16>
  %34 = dml.clip %i8 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xi8>
  %35 = dml.clip %ui64 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xui64>
  %36 = dml.clip %ui32 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xui32>
  %37 = dml.clip %ui16 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xui16>
  %38 = dml.clip %ui8 {Max = 3.0 : f32, Min = -2.0 : f32} : tensor<37xui8>
  %39 = dml.divide %f32, %f32 : tensor<37xf32>
  %40 = dml.divide %f16, %f16 : tensor<37xf16>
  %41 = dml.divide %i64, %i64 : tensor<37xi64>
  %42 = dml.divide %i32, %i32 : tensor<37xi32>
  %43 = dml.divide %i16, %i16 : tensor<37xi16>
  %44 = dml.divide %i8, %i8 : tensor<37xi8>
  %45 = dml.divide %ui64, %ui64 : tensor<37xui64>
  %46 = dml.divide %ui32, %ui32 : tensor<37xui32>
  %47 = dml.divide %ui16, %ui16 : tensor<37xui16>
  %48 = dml.divide %ui8, %ui8 : tensor<37xui8>
  %49 = dml.multiply %f32, %f32 : tensor<37xf32>
  %50 = dml.multiply %f16, %f16 : tensor<37xf16>
  %51 = dml.multiply %i64, %i64 : tensor<37xi64>
  %52 = dml.multiply %i32, %i32 : tensor<37xi32>
  %53 = dml.multiply %i16, %i16 : tensor<37xi16>
  %54 = dml.multiply %i8, %i8 : tensor<37xi8>
  %55 = dml.multiply %ui64, %ui64 : tensor<37xui64>
  %56 = dml.multiply %ui32, %ui32 : tensor<37xui32>
  %57 = dml.multiply %ui16, %ui16 : tensor<37xui16>
  %58 = dml.multiply %ui8, %ui8 : tensor<37xui8>
  %59 = dml.activation_elu %f32 {Alpha = 0.5 : f32} : tensor<37xf32>
  %60 = dml.activation_elu %f16 {Alpha = 0.5 : f32} : tensor<37xf16>
  %61 = dml.activation_relu %f32 : tensor<37xf32>
  %62 = dml.activation_relu %f16 : tensor<37xf16>
  %63 = dml.activation_relu %i32 : tensor<37xi32>
  %64 = dml.activation_relu %i16 : tensor<37xi16>
  %65 = dml.activation_relu %i8 : tensor<37xi8>
  %66 = dml.add1 %f32, %f32 : tensor<37xf32>
  %67 = dml.add1 %f16, %f16 : tensor<37xf16>
  %68 = dml.activation_shrink %f32 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xf32>
  %69 = dml.activation_shrink %f16 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xf16>
  %70 = dml.activation_shrink %i32 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xi32>
  %71 = dml.activation_shrink %i16 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xi16>
  %72 = dml.activation_shrink %i8 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xi8>
  %73 = dml.activation_shrink %ui32 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xui32>
  %74 = dml.activation_shrink %ui16 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xui16>
  %75 = dml.activation_shrink %ui8 {Bias = 1.0 : f32, Threshold = 2.0 : f32} : tensor<37xui8>
  %76 = dml.is_infinity %f32 {InfinityMode = "EITHER"} : (tensor<37xf32>) -> tensor<37xui8>
  %77 = dml.is_infinity %f16 {InfinityMode = "EITHER"} : (tensor<37xf16>) -> tensor<37xui8>
  %78 = dml.fill_value_sequence %i {ValueDelta = 1.5 : f32, ValueStart = 0.5 : f32} : (tensor<37xi64>) -> tensor<37xf32>
  %79 = dml.fill_value_sequence %i {ValueDelta = 1.5 : f16, ValueStart = 0.5 : f16} : (tensor<37xi64>) -> tensor<37xf16>
  %80 = dml.fill_value_sequence %i {ValueDelta = 3 : i64, ValueStart = 2 : i64} : tensor<37xi64>
  %81 = dml.fill_value_sequence %i {ValueDelta = 3 : i32, ValueStart = 2 : i32} : (tensor<37xi64>) -> tensor<37xi32>
  %82 = dml.fill_value_sequence %i {ValueDelta = 3 : i16, ValueStart = 2 : i16} : (tensor<37xi64>) -> tensor<37xi16>
  %83 = dml.fill_value_sequence %i {ValueDelta = 3 : i8, ValueStart = 2 : i8} : (tensor<37xi64>) -> tensor<37xi8>
  %84 = dml.fill_value_sequence %i {ValueDelta = 3 : ui64, ValueStart = 2 : ui64} : (tensor<37xi64>) -> tensor<37xui64>
  %85 = dml.fill_value_sequence %i {ValueDelta = 3 : ui32, ValueStart = 2 : ui32} : (tensor<37xi64>) -> tensor<37xui32>
  %86 = dml.fill_value_sequence %i {ValueDelta = 3 : ui16, ValueStart = 2 : ui16} : (tensor<37xi64>) -> tensor<37xui16>
  %87 = dml.fill_value_sequence %i {ValueDelta = 3 : ui8, ValueStart = 2 : ui8} : (tensor<37xi64>) -> tensor<37xui8>
  return
    %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15,
    %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29,
    %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43,
    %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57,
    %58, %59, %60, %61, %62, %63, %64, %65, %66, %67, %68, %69, %70, %71,
    %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85,
    %86, %87 :
    tensor<37xf64, #dml.strides<[2]>>, tensor<37xf32, #dml.strides<[2]>>,
    tensor<37xf32>, tensor<37xf16, #dml.strides<[2]>>, tensor<37xf16>,
    tensor<37xi64, #dml.strides<[2]>>, tensor<37xi32, #dml.strides<[2]>>,
    tensor<37xi32>, tensor<37xi16, #dml.strides<[2]>>, tensor<37xi16>,
    tensor<37xi8, #dml.strides<[2]>>, tensor<37xi8>,
    tensor<37xui64, #dml.strides<[2]>>, tensor<37xui32, #dml.strides<[2]>>,
    tensor<37xui32>, tensor<37xui16, #dml.strides<[2]>>, tensor<37xui16>,
    tensor<37xui8, #dml.strides<[2]>>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xi64>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui64>, tensor<37xui32>, tensor<37xui16>,
    tensor<37xui8>, tensor<37xf32>, tensor<37xf16>, tensor<37xi64>,
    tensor<37xi32>, tensor<37xi16>, tensor<37xi8>, tensor<37xui64>,
    tensor<37xui32>, tensor<37xui16>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xi64>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui64>, tensor<37xui32>, tensor<37xui16>,
    tensor<37xui8>, tensor<37xf32>, tensor<37xf16>, tensor<37xi64>,
    tensor<37xi32>, tensor<37xi16>, tensor<37xi8>, tensor<37xui64>,
    tensor<37xui32>, tensor<37xui16>, tensor<37xui8>, tensor<37xf32>,
    tensor<37xf16>, tensor<37xf32>, tensor<37xf16>, tensor<37xi32>,
    tensor<37xi16>, tensor<37xi8>, tensor<37xf32>, tensor<37xf16>,
    tensor<37xf32>, tensor<37xf16>, tensor<37xi32>, tensor<37xi16>,
    tensor<37xi8>, tensor<37xui32>, tensor<37xui16>, tensor<37xui8>,
    tensor<37xui8>, tensor<37xui8>, tensor<37xf32>, tensor<37xf16>,
    tensor<37xi64>, tensor<37xi32>, tensor<37xi16>, tensor<37xi8>,
    tensor<37xui64>, tensor<37xui32>, tensor<37xui16>, tensor<37xui8>
}
