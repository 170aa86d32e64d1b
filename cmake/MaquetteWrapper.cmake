# Writes maquette-cc, maquette-c++ and maquette-fc twice: for the build tree, and for an install tree that may be moved.
# SPDX-License-Identifier: Apache-2.0

# A program that loads a libmaquette.so with AddressSanitizer must load the sanitizer's library before all others.
set(maquette_first_library "")
string(TOUPPER "${CMAKE_BUILD_TYPE}" maquette_build_type)
if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${maquette_build_type}}" MATCHES "-fsanitize=[a-z,]*address" AND
   CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                  OUTPUT_VARIABLE maquette_first_library OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(maquette_first_library "'-Wl,--push-state,--no-as-needed,${maquette_first_library},--pop-state'")
endif()

set(maquette_languages cc c++)
if(TARGET maquette_fortran)
  list(APPEND maquette_languages fc)
endif()

# maquette_write_wrapper(<directory> LIBRARIES <shell word> INCLUDES <shell words> MODULES <shell word>)
function(maquette_write_wrapper directory)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIBRARIES;INCLUDES;MODULES" "")
  set(MAQUETTE_WRAPPER_LIBRARIES "${arg_LIBRARIES}")
  set(MAQUETTE_WRAPPER_FIRST "${maquette_first_library}")
  foreach(language IN LISTS maquette_languages)
    set(MAQUETTE_WRAPPER_NAME maquette-${language})
    set(MAQUETTE_WRAPPER_INCLUDES "${arg_INCLUDES}")
    set(MAQUETTE_WRAPPER_PACKAGE clang-${LLVM_VERSION_MAJOR})
    if(language STREQUAL "cc")
      set(MAQUETTE_WRAPPER_LIKE mpicc)
      set(MAQUETTE_WRAPPER_VARIABLE CC)
      set(MAQUETTE_WRAPPER_COMPILER clang-${LLVM_VERSION_MAJOR})
      set(MAQUETTE_WRAPPER_COMPILER_PATH ${MAQUETTE_LLVM_PREFIX}/bin/clang)
    elseif(language STREQUAL "fc")
      set(MAQUETTE_WRAPPER_LIKE mpifort)
      set(MAQUETTE_WRAPPER_VARIABLE FC)
      set(MAQUETTE_WRAPPER_PACKAGE gfortran)
      set(MAQUETTE_WRAPPER_INCLUDES "${arg_MODULES}")
      cmake_path(GET MAQUETTE_GFORTRAN FILENAME MAQUETTE_WRAPPER_COMPILER)
      set(MAQUETTE_WRAPPER_COMPILER_PATH ${MAQUETTE_GFORTRAN})
    else()
      set(MAQUETTE_WRAPPER_LIKE mpicxx)
      set(MAQUETTE_WRAPPER_VARIABLE CXX)
      set(MAQUETTE_WRAPPER_COMPILER clang++-${LLVM_VERSION_MAJOR})
      set(MAQUETTE_WRAPPER_COMPILER_PATH ${MAQUETTE_LLVM_PREFIX}/bin/clang++)
    endif()
    configure_file(${PROJECT_SOURCE_DIR}/runtime/tools/maquette-cc.in ${directory}/maquette-${language} @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endforeach()
endfunction()

set(maquette_mpi_include_dir ${CMAKE_INSTALL_INCLUDEDIR}/maquette/mpi)
set(maquette_shmem_include_dir ${CMAKE_INSTALL_INCLUDEDIR}/maquette/shmem)
maquette_write_wrapper(${CMAKE_RUNTIME_OUTPUT_DIRECTORY}
  LIBRARIES "'${CMAKE_LIBRARY_OUTPUT_DIRECTORY}'"
  INCLUDES "'${PROJECT_SOURCE_DIR}/runtime/mpi/bindings/include' \
'${PROJECT_SOURCE_DIR}/runtime/shmem/bindings/include' '${CMAKE_BINARY_DIR}/runtime/shmem/include' \
'${PROJECT_SOURCE_DIR}/runtime/abi/include'"
  MODULES "'${CMAKE_BINARY_DIR}/runtime/fortran/modules'")
maquette_write_wrapper(${CMAKE_BINARY_DIR}/install-bin
  LIBRARIES "\${here%/*}/${CMAKE_INSTALL_LIBDIR}"
  INCLUDES "\"\${here%/*}/${maquette_mpi_include_dir}\" \"\${here%/*}/${maquette_shmem_include_dir}\" \
\"\${here%/*}/${CMAKE_INSTALL_INCLUDEDIR}\""
  MODULES "\"\${here%/*}/${CMAKE_INSTALL_INCLUDEDIR}/maquette/fortran\"")
foreach(language IN LISTS maquette_languages)
  install(PROGRAMS ${CMAKE_BINARY_DIR}/install-bin/maquette-${language} DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(language STREQUAL "fc")
    continue() # OpenSHMEM has no Fortran interface here.
  endif()
  # What build files of OpenSHMEM programs ask for; each compiler serves both.
  foreach(directory IN ITEMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${CMAKE_BINARY_DIR}/install-bin)
    file(CREATE_LINK maquette-${language} ${directory}/maquette-osh${language} SYMBOLIC)
  endforeach()
  install(PROGRAMS ${CMAKE_BINARY_DIR}/install-bin/maquette-osh${language} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
