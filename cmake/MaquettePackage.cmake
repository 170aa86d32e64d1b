# `cpack --config build/release/CPackConfig.cmake -G DEB` makes a package for Debian 12; test/package tests it.
# SPDX-License-Identifier: Apache-2.0
set(CPACK_PACKAGE_NAME maquette)
set(CPACK_PACKAGE_VENDOR Maquette)
set(CPACK_PACKAGE_CONTACT "Maquette maintainers <maintainers@maquette.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "MPI skeletons from unmodified sources, and the simulator that runs them")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Shared libraries are found in the programs. Named here is what only scripts and the compiler wrappers run.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, python3")
if(TARGET maquette_fortran)
  string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", gfortran-12")
endif()
# For find_package(maquette) and for maquette-gdb.py.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, libfmt-dev, libboost-context-dev, libomp-19-dev, gdb, mpich")
include(CPack)
