// host_threads_test.cpp - what runs on several threads of the host; the preset tsan runs it
// SPDX-License-Identifier: Apache-2.0
#include "maquette/driver/build_tree.h"
#include "maquette/frontend/frontend.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

constexpr int kUnits = 12;

/// A program of kUnits units, each in a file of its own, with a header that all include.
class SeveralUnits : public ::testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "maquette-threads-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = fs::canonical(name);
    std::string declarations, calls, database;
    for (int i = 0; i < kUnits; ++i) {
      const std::string number = std::to_string(i);
      declarations += "int f" + number + "(int);\n";
      calls += " + f" + number + "(" + number + ")";
      if (i > 0)
        write("unit" + number + ".c", "#include \"all.h\"\nint f" + number + "(int n) { return n * N; }\n");
      database += std::string(i > 0 ? ",\n" : "[") + R"({"directory":")" + folder_.string() + R"(","file":"unit)" +
                  number + R"(.c","arguments":["cc","-c","unit)" + number + R"(.c","-o","unit)" + number + ".o\"]}";
    }
    write("all.h", "enum { N = 3 };\n" + declarations);
    write("unit0.c", "#include \"all.h\"\nint f0(int n) { return n; }\nint main(void) { return 0" + calls + "; }\n");
    write("compile_commands.json", database + "]\n");
    options_.build_dir = folder_.string();
    options_.cache_dir = (folder_ / "trees").string();
  }

  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string &name, const std::string &text) { std::ofstream(folder_ / name) << text; }

  fs::path folder_;
  Options options_;
};

TEST_F(SeveralUnits, AreParsedInTheOrderOfTheDatabaseAndReadBack) {
  for (unsigned read_back : {0u, static_cast<unsigned>(kUnits)}) {
    llvm::Expected<Program> program = parseProgram(options_);
    ASSERT_TRUE(static_cast<bool>(program)) << llvm::toString(program.takeError());
    ASSERT_EQ(program->units.size(), static_cast<std::size_t>(kUnits));
    for (int i = 0; i < kUnits; ++i)
      EXPECT_EQ(program->files[i], (folder_ / ("unit" + std::to_string(i) + ".c")).string());
    EXPECT_EQ(program->read_back, read_back);
  }
}

TEST_F(SeveralUnits, AreCompiledAtOnceAndEveryErrorIsReported) {
  // Of the copied tree units 3 and 7 do not compile; both are in the error.
  fs::create_directory(folder_ / "bin");
  write("bin/maquette-cc", "#!/bin/sh\nexec cc \"$@\"\n");
  fs::permissions(folder_ / "bin/maquette-cc", fs::perms::owner_all);
  options_.program_dir = (folder_ / "bin").string();
  TreeBuild build;
  build.root = folder_.string();
  build.tree = (folder_ / "skeleton").string();
  build.program = (folder_ / "program").string();
  fs::create_directory(build.tree);
  for (int i = 0; i < kUnits; ++i) {
    const std::string name = "unit" + std::to_string(i) + ".c";
    build.files.push_back((folder_ / name).string());
    fs::copy_file(folder_ / name, fs::path(build.tree) / name);
  }
  fs::copy_file(folder_ / "all.h", fs::path(build.tree) / "all.h");
  for (const char *name : {"skeleton/unit3.c", "skeleton/unit7.c"})
    write(name, "this is not C\n");
  const std::string text = llvm::toString(buildTree(options_, build));
  EXPECT_NE(text.find("unit3.c"), std::string::npos) << text;
  EXPECT_NE(text.find("unit7.c"), std::string::npos) << text;
  EXPECT_EQ(text.find("unit5.c"), std::string::npos) << text;
}

} // namespace
} // namespace maquette::skeletonizer
