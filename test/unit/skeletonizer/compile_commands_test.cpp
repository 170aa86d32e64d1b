// compile_commands_test.cpp - compiler calls as the front end needs them
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/compile_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace maquette::skeletonizer {
namespace {

using ::testing::Contains;
using ::testing::Not;

TEST(FrontEndArguments, KeepWhatChangesTheText) {
  auto arguments = frontEndArguments({"gcc", "-DN=3", "-I", "inc", "-std=c99", "-c", "a.c"}, "/src/a.c");
  EXPECT_THAT(arguments, Contains("-std=c99"));
  EXPECT_THAT(arguments, Contains("inc"));
  EXPECT_EQ(arguments.back(), "/src/a.c");
}

TEST(FrontEndArguments, DropOutputsDependenciesAndWhatClangDoesNotKnow) {
  auto arguments = frontEndArguments({"mpicc", "-o", "a.o", "-c", "-MD", "-MF", "a.d", "-fno-such-gcc-flag", "-O3",
                                      "-Werror", "-fpass-plugin=x.so", "a.c"},
                                     "/src/a.c");
  for (const char *gone :
       {"-o", "a.o", "-c", "-MD", "-MF", "a.d", "-fno-such-gcc-flag", "-O3", "-fpass-plugin=x.so", "a.c"})
    EXPECT_THAT(arguments, Not(Contains(gone)));
}

TEST(FrontEndArguments, TakeTheLanguageFromTheCompilersName) {
  EXPECT_THAT(frontEndArguments({"/opt/bin/mpicxx", "a.c"}, "a.c"), Contains("--driver-mode=g++"));
  EXPECT_THAT(frontEndArguments({"mpicc", "a.c"}, "a.c"), Contains("--driver-mode=gcc"));
}

TEST(CheckArguments, KeepWhatMakesErrors) {
  const auto arguments =
      checkArguments({"gcc", "-Wall", "-Werror=unused", "-fopenmp", "-pedantic-errors", "a.c"}, "a.c");
  for (const char *kept : {"-Wall", "-Werror=unused", "-fopenmp", "-pedantic-errors"})
    EXPECT_THAT(arguments, Contains(kept));
  EXPECT_THAT(arguments, Not(Contains("-w")));
  EXPECT_THAT(frontEndArguments({"gcc", "-fopenmp-simd", "a.c"}, "a.c"), Not(Contains("-fopenmp-simd")));
}

TEST(CheckArguments, ComputeNoWarningsThatAreNoErrors) {
  EXPECT_THAT(checkArguments({"gcc", "-Wall", "-Wextra", "a.c"}, "a.c"), Not(Contains("-Wall")));
}

TEST(ReadCompileCommands, TakesFromClangsInnerCallWhatItsUserSaid) {
  const std::string folder = ::testing::TempDir() + "inner_call";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/a.c") << "int main(void) { return N; }\n";
  std::ofstream(folder + "/compile_commands.json")
      << R"([{"directory": ")" << folder << R"(", "file": "a.c", "arguments": ["/usr/bin/clang", "-cc1", "-triple",
             "x86_64-pc-linux-gnu", "-Eonly", "-main-file-name", "a.c", "-mrelocation-model", "pic", "-D", "N=3",
             "-internal-isystem", "/usr/include", "-I", "inc", "-O3", "-x", "c", "a.c"]}])";
  Options options;
  options.build_dir = folder;
  auto commands = readCompileCommands(options);
  ASSERT_TRUE(static_cast<bool>(commands));
  ASSERT_EQ(commands->units.size(), 1u);
  const std::vector<std::string> &words = commands->units[0].command;
  EXPECT_EQ(words.front(), "/usr/bin/clang");
  for (const char *kept : {"N=3", "inc", "-O3", "a.c"})
    EXPECT_THAT(words, Contains(::testing::HasSubstr(kept))) << kept;
  for (const char *gone : {"-cc1", "-triple", "-Eonly", "-main-file-name", "-mrelocation-model", "-internal-isystem"})
    EXPECT_THAT(words, Not(Contains(gone)));
}

} // namespace
} // namespace maquette::skeletonizer
