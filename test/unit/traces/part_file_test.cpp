// part_file_test.cpp - files that are there whole or not at all
// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace_formats/lib/part_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace maquette::traces {
namespace {

namespace fs = std::filesystem;

class PartFileTest : public testing::Test {
protected:
  PartFileTest() : folder_(fs::temp_directory_path() / ("maquette-part-file-" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~PartFileTest() override { fs::remove_all(folder_); }

  std::string path() const { return (folder_ / "out").string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(PartFileTest, IsThereWhenItIsComplete) {
  PartFile file(path());
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(fs::exists(path()));
  ASSERT_TRUE(file.commit());
  std::stringstream text;
  text << std::ifstream(path()).rdbuf();
  EXPECT_EQ(text.str(), "one two");
  EXPECT_EQ(file.bytes(), 7u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(PartFileTest, IsNotThereElse) {
  {
    PartFile(path()).write("one");
  }
  EXPECT_EQ(files(), 0u);
}

TEST_F(PartFileTest, HasNoMoreBytesThanItMay) {
  PartFile file(path(), 5);
  file.write("12345");
  EXPECT_TRUE(file.good());
  file.write("6");
  EXPECT_FALSE(file.good());
  const sim::Status committed = file.commit();
  ASSERT_FALSE(committed);
  EXPECT_EQ(committed.error().diagnostics[0].tag, "maquette-output-unwritable");
  EXPECT_EQ(files(), 0u);
}

TEST_F(PartFileTest, NeedsAFolder) {
  PartFile file((folder_ / "no" / "out").string());
  file.write("one");
  EXPECT_FALSE(file.commit());
}

} // namespace
} // namespace maquette::traces
