# What `cmake --install` gives: programs, libraries, headers, machine files and the package for find_package(maquette
# CONFIG). Programs and the parts of the wrapper are installed where they are defined.
# SPDX-License-Identifier: Apache-2.0
include(CMakePackageConfigHelpers)
set(maquette_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/maquette)

foreach(name IN ITEMS sim cost models abi host formats profile analysis runtime)
  if(TARGET maquette_${name})
    install(TARGETS maquette_${name} EXPORT maquette
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
endforeach()
foreach(folder IN ITEMS sim models runtime/abi runtime/host runtime/formats runtime/profile runtime/analysis)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
# Not beside the others: a plain -I of the include directory must not bring this mpi.h.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/mpi/bindings/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/maquette/mpi
        FILES_MATCHING PATTERN "mpi.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/machines DESTINATION ${CMAKE_INSTALL_DATADIR}/maquette OPTIONAL)

install(EXPORT maquette NAMESPACE maquette:: DESTINATION ${maquette_package_dir} FILE maquette-targets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/maquette-config.cmake.in
  ${PROJECT_BINARY_DIR}/maquette-config.cmake
  INSTALL_DESTINATION ${maquette_package_dir} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/maquette-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/maquette-config.cmake ${PROJECT_BINARY_DIR}/maquette-config-version.cmake
        DESTINATION ${maquette_package_dir})
