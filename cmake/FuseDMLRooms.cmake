# The rooms of the source tree, in the order of the path that a graph takes, and
# what each may include: itself, the rooms after USES, and all that those may.
# clang refuses everything else where it stands: each room is a module of one
# module map to it, of which only the declarations of use count. What a room may
# see of other projects is a matter of the include folders of its target.

set(FUSEDML_ROOM_MAP ${CMAKE_BINARY_DIR}/fusedml-rooms.modulemap)
set(room_map)

# A room is the headers of a folder, or those that are named.
function(fusedml_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;HEADERS")
  if(NOT arg_HEADERS)
    file(GLOB arg_HEADERS CONFIGURE_DEPENDS
      RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${room}/*.h)
  endif()
  if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${room} AND NOT "HEADERS" IN_LIST ARGN)
    message(FATAL_ERROR "The room ${room} is no folder")
  endif()
  foreach(used IN LISTS arg_USES)
    if(NOT DEFINED uses_of_${used})
      message(FATAL_ERROR "${room} uses ${used}, which is no room before it")
    endif()
    list(APPEND arg_USES ${uses_of_${used}})
  endforeach()
  list(REMOVE_DUPLICATES arg_USES)
  set(text "module ${room} {\n")
  foreach(used IN LISTS arg_USES)
    string(APPEND text "  use ${used}\n")
  endforeach()
  string(REPLACE "/" "_" text "${text}")
  foreach(header IN LISTS arg_HEADERS)
    file(RELATIVE_PATH header ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR}/${header})
    string(APPEND text "  textual header \"${header}\"\n")
  endforeach()
  set(uses_of_${room} "${arg_USES}" PARENT_SCOPE)
  set(room_map "${room_map}${text}}\n" PARENT_SCOPE)
endfunction()

fusedml_room(include/fusedml)
fusedml_room(include/directml)
fusedml_room(runtime             USES include/fusedml)
fusedml_room(front/rules         USES include/fusedml)
fusedml_room(front/graph         USES front/rules)
fusedml_room(front/descriptors   USES front/graph include/directml)
fusedml_room(front/json          USES front/graph)
fusedml_room(front/plan          USES front/graph runtime)
fusedml_room(front/kernels       USES front/plan)
fusedml_room(dialect             USES front/graph)
fusedml_room(compiler/import     USES dialect front/plan)
fusedml_room(compiler/transforms USES dialect front/plan)
fusedml_room(compiler/target     USES runtime)
fusedml_room(compiler/lowering   USES compiler/transforms compiler/target)
fusedml_room(compiler/codegen    USES front/rules compiler/target)
fusedml_room(compiler            USES compiler/import compiler/lowering
                                      compiler/codegen front/kernels)
fusedml_room(d3d12/com           HEADERS d3d12/ComObject.h d3d12/DeviceChild.h
                                         d3d12/Interop.h d3d12/PrivateData.h)
fusedml_room(d3d12               USES d3d12/com runtime)
fusedml_room(directml            USES d3d12/com front/descriptors front/kernels)
fusedml_room(tools/fusedml       USES front/json front/descriptors front/kernels)
fusedml_room(tools/fusedml-opt   USES compiler)
fusedml_room(tools/fusedml-prebuild USES compiler)
# Nobody's to include but the tests'.
fusedml_room(tests/support)
fusedml_room(tests/reference)

string(REPLACE "-" "_" room_map "${room_map}")
file(CONFIGURE OUTPUT ${FUSEDML_ROOM_MAP} CONTENT "${room_map}" @ONLY)

# Sources of `target` are in `room`.
function(fusedml_enter_room target room)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    return()
  endif()
  set(map ${FUSEDML_ROOM_MAP})
  if(CMAKE_GENERATOR MATCHES Ninja)
    # ccache finds what another folder has compiled.
    file(RELATIVE_PATH map ${CMAKE_BINARY_DIR} ${map})
  endif()
  string(MAKE_C_IDENTIFIER "${room}" module)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:
    -fmodules-decluse -fmodule-name=${module} -fmodule-map-file=${map}>)
endfunction()

# An OBJECT library of the sources of `room`, which use the libraries that follow:
# fusedml_room_front_rules is that of front/rules.
function(fusedml_add_room room)
  string(MAKE_C_IDENTIFIER "fusedml_room_${room}" target)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
  add_library(${target} OBJECT ${sources})
  target_link_libraries(${target} PRIVATE fusedml_headers fusedml_options ${ARGN})
  fusedml_enter_room(${target} ${room})
endfunction()
