# Finds Clang/LLVM 19 beside other majors and gives the target maquette_llvm (shared clang-cpp and LLVM).
# SPDX-License-Identifier: Apache-2.0
find_program(MAQUETTE_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${MAQUETTE_LLVM_CONFIG} --prefix
                OUTPUT_VARIABLE MAQUETTE_LLVM_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(LLVM 19.1 REQUIRED CONFIG PATHS ${MAQUETTE_LLVM_PREFIX} NO_DEFAULT_PATH)
execute_process(COMMAND ${MAQUETTE_LLVM_PREFIX}/bin/clang -print-resource-dir
                OUTPUT_VARIABLE MAQUETTE_CLANG_RESOURCE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "Clang/LLVM ${LLVM_VERSION} in ${MAQUETTE_LLVM_PREFIX}")

# Debian's libclang-19-dev has the shared library without the plain .so link.
find_library(MAQUETTE_CLANG_CPP NAMES clang-cpp libclang-cpp.so.19.1
             PATHS ${MAQUETTE_LLVM_PREFIX}/lib NO_DEFAULT_PATH REQUIRED)

add_library(maquette_llvm INTERFACE)
target_include_directories(maquette_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(maquette_llvm INTERFACE ${LLVM_DEFINITIONS})
target_link_directories(maquette_llvm INTERFACE ${MAQUETTE_LLVM_PREFIX}/lib)
target_link_libraries(maquette_llvm INTERFACE ${MAQUETTE_CLANG_CPP} LLVM-19)
