# fusedml_llvm: the parts of MLIR and LLVM that the compiler is made of, as
# archives. What is linked is what is used: a tenth of the time to load of the
# shared libraries, and nothing that another LLVM in the process could meet.

# Debian's archives name the shared LLVM behind them.
foreach(target IN LISTS MLIR_EXPORTED_TARGETS)
  get_target_property(needs ${target} INTERFACE_LINK_LIBRARIES)
  if(needs)
    list(REMOVE_ITEM needs LLVM)
    set_target_properties(${target} PROPERTIES
      INTERFACE_LINK_LIBRARIES "${needs}")
  endif()
endforeach()
# They name these two as well, of which their packages bring no headers.
foreach(pair ZLIB::ZLIB=z zstd::libzstd_shared=zstd)
  string(REGEX MATCH "(.*)=(.*)" pair ${pair})
  if(NOT TARGET ${CMAKE_MATCH_1})
    find_library(FUSEDML_${CMAKE_MATCH_2}
      NAMES ${CMAKE_MATCH_2} lib${CMAKE_MATCH_2}.so.1 REQUIRED)
    add_library(${CMAKE_MATCH_1} SHARED IMPORTED)
    set_target_properties(${CMAKE_MATCH_1} PROPERTIES
      IMPORTED_LOCATION ${FUSEDML_${CMAKE_MATCH_2}})
  endif()
endforeach()

llvm_map_components_to_libnames(components
  X86 AArch64 OrcJIT Passes)
add_library(fusedml_llvm INTERFACE)
target_include_directories(fusedml_llvm SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_link_libraries(fusedml_llvm INTERFACE
  MLIRArithToLLVM MLIRControlFlowToLLVM MLIRMathToLLVM
  MLIRReconcileUnrealizedCasts MLIRSCFToControlFlow MLIRVectorToLLVMPass
  MLIRArithDialect MLIRControlFlowDialect MLIRFuncDialect MLIRLLVMDialect
  MLIRMathDialect MLIRSCFDialect MLIRVectorDialect
  MLIRAsmParser MLIRBytecodeReader MLIRParser MLIRPass MLIRTransforms
  MLIRBuiltinToLLVMIRTranslation MLIRLLVMToLLVMIRTranslation
  MLIRTargetLLVMIRExport
  ${components})
target_link_options(fusedml_llvm INTERFACE
  LINKER:--gc-sections LINKER:--as-needed
  # That of the archives is as long as their code.
  $<$<CONFIG:Release>:LINKER:--strip-debug>)
