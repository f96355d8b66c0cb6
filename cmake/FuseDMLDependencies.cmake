# Finds what FuseDML is built from. Debian package names are given where
# something is missing; `./dev setup` installs all of them.

# "22" alone is refused: MLIR's package accepts the same major.minor only.
find_package(MLIR 22.1 QUIET CONFIG PATHS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "MLIR 22.1 is missing. Install libmlir-22-dev, "
    "mlir-22-tools, llvm-22-dev and llvm-22-tools, or set MLIR_DIR.")
endif()
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(FuseDMLLlvm)

find_package(TBB QUIET CONFIG)
if(NOT TBB_FOUND)
  message(FATAL_ERROR "oneTBB is missing. Install libtbb-dev.")
endif()
find_package(fmt QUIET CONFIG)
if(NOT fmt_FOUND)
  message(FATAL_ERROR "fmt is missing. Install libfmt-dev.")
endif()
find_library(FUSEDML_XXHASH xxhash)
find_path(FUSEDML_XXHASH_HEADERS xxhash.h)
if(NOT FUSEDML_XXHASH OR NOT FUSEDML_XXHASH_HEADERS)
  message(FATAL_ERROR "xxHash is missing. Install libxxhash-dev.")
endif()
include(FuseDMLDirectX)
if(NOT FUSEDML_DIRECTX_FOLDERS)
  message(FATAL_ERROR "The DirectX headers are missing. Install "
    "directx-headers-dev.")
endif()
# FuseDMLConfig.cmake adds the folders of the machine where it is used.
add_library(fusedml_directx INTERFACE)
target_include_directories(fusedml_directx SYSTEM INTERFACE
  "$<BUILD_INTERFACE:${FUSEDML_DIRECTX_FOLDERS}>")
set_target_properties(fusedml_directx PROPERTIES EXPORT_NAME directx)
find_package(Threads REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# Debian's LLVM_EXTERNAL_LIT names a file that does not exist.
find_program(FUSEDML_LIT NAMES lit llvm-lit HINTS ${LLVM_TOOLS_BINARY_DIR})
