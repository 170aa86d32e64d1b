//===- test/unit/skeletonizer/linked_objects_test.cpp ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/linked_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

class LinkedObjects : public testing::Test {
protected:
  void SetUp() override { fs::create_directories(build_); }
  void TearDown() override { fs::remove_all(top_); }

  void write(const std::string &name, const std::string &text) {
    fs::create_directories((build_ / name).parent_path());
    std::ofstream(build_ / name) << text;
  }
  /// Relative to the build folder, in the order of the link.
  std::vector<std::string> objects(const LinkedProgram &program) const {
    std::vector<std::string> names(program.objects.size());
    for (const auto &[path, object] : program.objects)
      names.at(object.position) = fs::path(path).lexically_relative(build_).string() + (object.in_library ? " *" : "");
    return names;
  }

  const fs::path top_ = fs::canonical(testing::TempDir()) / ("linked objects " + std::to_string(getpid()));
  const fs::path build_ = top_ / "build";
};

using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(LinkedObjects, OfMake) {
  write("CMakeCache.txt", "");
  write("src/CMakeFiles/app.dir/link.txt",
        "/usr/bin/c++ -O2 -Wl,--as-needed CMakeFiles/app.dir/main.o \"CMakeFiles/app.dir/a file.o\" -o app "
        "-Wl,-rpath,/opt/x ../lib/libsolve.a -L../opt -lz /opt/x/libx.so.2 /usr/lib/libmpi.so -lmpi_cxx -lmpi_tools\n");
  write("lib/CMakeFiles/solve.dir/link.txt", "/usr/bin/ar qc libsolve.a CMakeFiles/solve.dir/one.o\n"
                                             "/usr/bin/ar q libsolve.a CMakeFiles/solve.dir/two.o\n"
                                             "/usr/bin/ranlib libsolve.a\n");
  write("lib/CMakeFiles/other.dir/link.txt", "/usr/bin/c++ CMakeFiles/other.dir/main.o -o other libsolve.a\n");
  const LinkedProgram app = linkedProgram(build_, "app");
  EXPECT_THAT(objects(app), ElementsAre("src/CMakeFiles/app.dir/main.o", "src/CMakeFiles/app.dir/a file.o",
                                        "lib/CMakeFiles/solve.dir/one.o *", "lib/CMakeFiles/solve.dir/two.o *"));
  EXPECT_THAT(app.libraries, ElementsAre("-Wl,-rpath,/opt/x", "-L" + (build_ / "opt").string(), "-lz",
                                         "/opt/x/libx.so.2", "-lmpi_tools"));
}

TEST_F(LinkedObjects, OfNinja) {
  write("build.ninja", "build CMakeFiles/app.dir/main.o: CXX_COMPILER /src/main.cpp || order\n"
                       "  DEP_FILE = CMakeFiles/app.dir/main.o.d\n\n"
                       "build app: CXX_EXECUTABLE_LINKER__app CMakeFiles/app.dir/main.o $\n"
                       "  CMakeFiles/app.dir/a$ file.o | lib/libsolve.a || lib/libsolve.a\n"
                       "  LINK_LIBRARIES = -Wl,-rpath,/opt/x  lib/libsolve.a  -lz  /opt/x/libx.so  -lmpi\n\n"
                       "build lib/libsolve.a: CXX_STATIC_LIBRARY_LINKER__solve lib/one.o\n"
                       "build all: phony app\n");
  const LinkedProgram app = linkedProgram(build_, "app");
  EXPECT_THAT(objects(app), ElementsAre("CMakeFiles/app.dir/main.o", "CMakeFiles/app.dir/a file.o", "lib/one.o *"));
  EXPECT_THAT(app.libraries, ElementsAre("-Wl,-rpath,/opt/x", "-lz", "/opt/x/libx.so"));
}

TEST_F(LinkedObjects, OfAFolderThatIsKnownByALink) {
  write("CMakeCache.txt", "");
  write("CMakeFiles/app.dir/link.txt", "c++ CMakeFiles/app.dir/main.o -o app\n");
  fs::create_directory_symlink(build_, top_ / "linked");
  EXPECT_THAT(objects(linkedProgram(top_ / "linked", "app")), ElementsAre("CMakeFiles/app.dir/main.o"));
  EXPECT_EQ(realObjectPath(top_ / "linked", "CMakeFiles/app.dir/main.o"), build_ / "CMakeFiles/app.dir/main.o");
}

TEST_F(LinkedObjects, WhereNothingSaysWhich) {
  EXPECT_THAT(linkedProgram(build_, "app").objects, IsEmpty());
  write("CMakeCache.txt", "");
  for (const char *folder : {"one", "two"})
    write(std::string(folder) + "/CMakeFiles/app.dir/link.txt", "c++ main.o -o app\n");
  EXPECT_THAT(linkedProgram(build_, "app").objects, IsEmpty());
  EXPECT_THAT(linkedProgram(build_, "none").objects, IsEmpty());
}

} // namespace
} // namespace maquette::skeletonizer
