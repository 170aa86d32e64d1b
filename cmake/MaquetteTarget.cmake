# One line per library and program: maquette_add_library(sim SOURCES ... DEPENDS ...).
# SPDX-License-Identifier: Apache-2.0

add_library(maquette_flags INTERFACE)
target_compile_options(maquette_flags INTERFACE -Wall -Wextra -Wno-missing-field-initializers)
if(CMAKE_COMPILE_WARNING_AS_ERROR)
  # GCC 12 takes sums of strings for writes beyond them (its bugs 105329 and 105651), now here, now there.
  set(gcc_12 "$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>")
  target_compile_options(maquette_flags INTERFACE
    "$<${gcc_12}:-Wno-error=restrict;-Wno-error=stringop-overflow;-Wno-error=stringop-overread>")
endif()

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

# Compiles the sources of a room in batches of so many files, where most of their time goes to the same headers; or
# only the sources given, in one batch: maquette_batch(<target> <count> [<file>...])
function(maquette_batch target count)
  if(NOT MAQUETTE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP batch)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  endif()
endfunction()

# Headers that take most of a room's time to compile, compiled once: maquette_precompile(<target> <header>...)
function(maquette_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # Or a compiler cache cannot see what was compiled.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# A page of HTML becomes a C++ string: maquette_embed_page(<target> <folder>/<page>.html <constant>) writes
# <page>_page.h, a header of the target's own, which defines the constant. '@include FILE@' stands for a file beside
# the page.
function(maquette_embed_page target page constant)
  get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR}/${page} DIRECTORY)
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/${page} text)
  set(read ${CMAKE_CURRENT_SOURCE_DIR}/${page})
  string(REGEX MATCHALL "@include [a-z_.]+@" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "@include (.*)@" "\\1" file ${include})
    file(READ ${folder}/${file} part)
    string(REPLACE ${include} "${part}" text "${text}")
    list(APPEND read ${folder}/${file})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${read})
  get_filename_component(name ${page} NAME_WE)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/page/${name}_page.h)
  file(GENERATE OUTPUT ${header} CONTENT
    "// Written by CMake from ${page}.\n#pragma once\nconstexpr const char *${constant} = R\"page(${text})page\";\n")
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/page)
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
