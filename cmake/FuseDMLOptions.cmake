# Flags of FuseDML's own targets. Users of an installed FuseDML get none.

add_library(fusedml_options INTERFACE)
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

# Headers of FuseDML and the generated ones.
add_library(fusedml_headers INTERFACE)
target_include_directories(fusedml_headers INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/include>)
