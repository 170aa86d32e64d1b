//===- maquette/frontend/linked_objects.h - what CMake links into a program -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Of a build folder with many programs and libraries: which objects are one program's. Reads what CMake writes for
/// make (link.txt of each target) and for Ninja (build.ninja).
#ifndef MAQUETTE_FRONTEND_LINKED_OBJECTS_H
#define MAQUETTE_FRONTEND_LINKED_OBJECTS_H

#include <map>
#include <string>
#include <vector>

namespace maquette::skeletonizer {

struct LinkedObject {
  std::size_t position = 0; ///< In the order of the link.
  bool in_library = false;  ///< It lies in a static library.
};

/// \p path, relative to \p folder or absolute, without links in its folders: a build may know its folder by one. The
/// file need not exist.
std::string realObjectPath(const std::string &folder, const std::string &path);

struct LinkedProgram {
  std::map<std::string, LinkedObject> objects; ///< By realObjectPath().
  std::vector<std::string> libraries;          ///< Words for the linker: what the build does not make. No native MPI.
};

/// Of the program named \p program. Empty where the folder says nothing, or has several programs of that name.
LinkedProgram linkedProgram(const std::string &build_dir, const std::string &program);

} // namespace maquette::skeletonizer

#endif
