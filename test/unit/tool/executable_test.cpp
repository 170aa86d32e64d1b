// test/unit/tool/executable_test.cpp - recognising programs built with the wrapper
// SPDX-License-Identifier: Apache-2.0
#include "runtime/tools/executable.h"

#include "maquette/formats/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace maquette::tool {
namespace {

using testing::Contains;
using testing::StartsWith;

std::string ownImage() { return *runtime::readFile("/proc/self/exe"); }

TEST(NeededLibraries, ReadsThoseOfAnElfImage) {
  const auto libraries = neededLibraries(ownImage());
  ASSERT_TRUE(libraries);
  EXPECT_THAT(*libraries, Contains(StartsWith("libc.so")));
}

TEST(NeededLibraries, KnowsWhatIsNoElfImage) {
  EXPECT_FALSE(neededLibraries("#!/bin/sh\n"));
  EXPECT_FALSE(neededLibraries(""));
}

// A file cut anywhere must not be read beyond its end.
TEST(NeededLibraries, StandsACutImage) {
  const std::string image = ownImage();
  for (std::size_t size = 0; size < 4096 && size < image.size(); size += 7)
    neededLibraries(image.substr(0, size));
  for (std::size_t part = 1; part < 20; ++part)
    neededLibraries(image.substr(0, image.size() * part / 20));
}

TEST(FindSimulatedProgram, NamesTheMistake) {
  EXPECT_EQ(sim::toText(findSimulatedProgram("/nonexistent/app").error()),
            "/nonexistent/app: error: program not found [maquette-program-missing]\n"
            "  fix: check the name, and that the program has been built\n");
  EXPECT_EQ(sim::toText(findSimulatedProgram("/tmp").error()),
            "/tmp: error: is not an executable file [maquette-program-missing]\n"
            "  fix: give the path of the program, and make it executable (chmod +x)\n");
  EXPECT_EQ(sim::toText(findSimulatedProgram("/bin/ls").error()),
            "/bin/ls: error: was not built with maquette-cc or maquette-c++ [maquette-program-not-built]\n"
            "  fix: build it with CC=maquette-cc CXX=maquette-c++, without -static\n");
}

} // namespace
} // namespace maquette::tool
