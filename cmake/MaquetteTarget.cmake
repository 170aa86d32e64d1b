# One line per library and program: maquette_add_library(sim SOURCES ... DEPENDS ...).
# SPDX-License-Identifier: Apache-2.0

add_library(maquette_flags INTERFACE)
target_compile_options(maquette_flags INTERFACE -Wall -Wextra -Wno-missing-field-initializers)

# One room: a static library, known to the others as maquette::<name>. Its headers for others are in include/; what lies
# beside its sources is its own. A room may link only rooms that were added before it: so nothing points upward.
# maquette_add_library(<name> SOURCES <file>... [DEPENDS <target>...])
function(maquette_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  foreach(room IN LISTS arg_DEPENDS)
    if(room MATCHES "^maquette::" AND NOT TARGET ${room})
      message(FATAL_ERROR
        "${name} may not link ${room}: only rooms above it in docs/architecture.md, which are added before it")
    endif()
  endforeach()
  add_library(maquette_${name} STATIC ${arg_SOURCES})
  add_library(maquette::${name} ALIAS maquette_${name})
  set_target_properties(maquette_${name} PROPERTIES
    EXPORT_NAME ${name} CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_features(maquette_${name} PUBLIC cxx_std_20)
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include)
    target_include_directories(maquette_${name}
      PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endif()
  target_link_libraries(maquette_${name} PUBLIC ${arg_DEPENDS} PRIVATE $<BUILD_INTERFACE:maquette_flags>)
endfunction()

# Headers that take most of a room's time to compile, compiled once: maquette_precompile(<target> <header>...)
function(maquette_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # Or a compiler cache cannot see what was compiled.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# A program in build/<preset>/bin.
function(maquette_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} maquette_flags)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
