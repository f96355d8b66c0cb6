# Flags of FuseDML's own targets. Users of FuseDML get none.

add_library(fusedml_options INTERFACE)
target_include_directories(fusedml_options INTERFACE
  ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
# libstdc++ 12 implements std::stable_sort by what clang calls deprecated.
target_compile_options(fusedml_options INTERFACE
  -Wno-deprecated-declarations -Wall -Wextra -Wno-unused-parameter -ffp-contract=off
  $<$<BOOL:${FUSEDML_WERROR}>:-Werror>)
if(FUSEDML_SANITIZE)
  target_compile_options(fusedml_options INTERFACE
    -fsanitize=${FUSEDML_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all
    # It reads what the compiler puts before a function; ours from the JIT have
    # nothing there.
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  target_link_options(fusedml_options INTERFACE
    -fsanitize=${FUSEDML_SANITIZE})
endif()

# The public headers.
add_library(fusedml_headers INTERFACE)
target_include_directories(fusedml_headers INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/include>)
