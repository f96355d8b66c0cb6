# The rows of dialect/operators as C++ tables, graph builders and documents.

set(FUSEDML_GENERATED ${PROJECT_BINARY_DIR}/generated)
set(FUSEDML_ROWS_JSON ${FUSEDML_GENERATED}/DmlOps.json)
set(FUSEDML_ROW_FILES
  ${FUSEDML_GENERATED}/front/rules/OperatorRows.inc
  ${FUSEDML_GENERATED}/front/graph/OperatorBuilders.inc
  ${FUSEDML_GENERATED}/include/fusedml/Operators.h
  ${FUSEDML_GENERATED}/directml/DirectML.h
  ${FUSEDML_GENERATED}/docs/operators.md
  ${FUSEDML_GENERATED}/tests/OperatorCalls.inc
  ${FUSEDML_GENERATED}/lit/Dialect/operators.mlir)
file(GLOB FUSEDML_ROW_SOURCES CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/dialect/operators/*.td)

find_program(FUSEDML_LLVM_TBLGEN NAMES llvm-tblgen
  HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)
add_custom_command(
  OUTPUT ${FUSEDML_ROW_FILES}
  COMMAND ${FUSEDML_LLVM_TBLGEN} --dump-json
          -I ${PROJECT_SOURCE_DIR} -I ${MLIR_INCLUDE_DIRS}
          ${PROJECT_SOURCE_DIR}/dialect/DmlOps.td -o ${FUSEDML_ROWS_JSON}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/generate_rows.py
          --rows ${FUSEDML_ROWS_JSON}
          --directml ${PROJECT_SOURCE_DIR}/dialect/directml.txt
          --output ${FUSEDML_GENERATED}
  DEPENDS ${PROJECT_SOURCE_DIR}/dialect/DmlOps.td
          ${PROJECT_SOURCE_DIR}/dialect/DmlBase.td
          ${FUSEDML_ROW_SOURCES}
          ${PROJECT_SOURCE_DIR}/dialect/directml.txt
          ${PROJECT_SOURCE_DIR}/cmake/generate_rows.py
          ${PROJECT_SOURCE_DIR}/cmake/directml_header.py
  COMMENT "Generating operator tables from dialect/DmlOps.td"
  VERBATIM)
add_custom_target(fusedml_rows DEPENDS ${FUSEDML_ROW_FILES})
add_dependencies(fusedml_headers fusedml_rows)
