# Installs libraries, tools and headers, and the package FuseDML: the target
# FuseDML::fusedml and, for machines with the DirectX headers, FuseDML::directml
# and FuseDML::d3d12.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/FuseDML)

target_compile_features(fusedml INTERFACE cxx_std_20)
install(TARGETS fusedml fusedml_headers EXPORT FuseDMLTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS fusedml_d3d12 fusedml_directml fusedml_directx
  EXPORT FuseDMLDirectMLTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Loaded by libfusedml at run time and never linked, so it is not exported.
install(TARGETS fusedml_compiler fusedml_kernels
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS fusedml_tool fusedml-opt
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${FUSEDML_GENERATED}/include/fusedml/Operators.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fusedml)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT FuseDMLTargets NAMESPACE FuseDML:: DESTINATION ${package_dir})
install(EXPORT FuseDMLDirectMLTargets NAMESPACE FuseDML::
  DESTINATION ${package_dir})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/FuseDMLConfig.cmake.in
  ${PROJECT_BINARY_DIR}/FuseDMLConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/FuseDMLConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_LIST_DIR}/FuseDMLDirectX.cmake
  ${PROJECT_BINARY_DIR}/FuseDMLConfig.cmake
  ${PROJECT_BINARY_DIR}/FuseDMLConfigVersion.cmake
  DESTINATION ${package_dir})
