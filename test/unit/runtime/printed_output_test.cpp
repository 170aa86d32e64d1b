// test/unit/runtime/printed_output_test.cpp
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/printed_output.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace maquette::runtime {
namespace {

/// Standard output leads to a file as long as it lives.
class CapturedOutput {
public:
  CapturedOutput() : before_(dup(STDOUT_FILENO)), file_(memfd_create("captured", 0)) { dup2(file_, STDOUT_FILENO); }
  ~CapturedOutput() {
    dup2(before_, STDOUT_FILENO);
    close(before_);
    close(file_);
  }
  CapturedOutput(const CapturedOutput &) = delete;
  CapturedOutput &operator=(const CapturedOutput &) = delete;
  std::string text() const {
    std::string text(1000, ' ');
    text.resize(static_cast<std::size_t>(pread(file_, text.data(), text.size(), 0)));
    return text;
  }

private:
  int before_, file_;
};

void print(PrintedOutput &output, std::int64_t rank, const std::string &text) {
  const pid_t process = fork();
  if (process == 0) {
    output.becomeOf(rank);
    _exit(write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  int status = -1;
  waitpid(process, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(PrintedOutput, ComesInTheOrderInWhichSpansBegan) {
  const CapturedOutput captured;
  PrintedOutput output;
  ASSERT_TRUE(output.prepare(3));
  for (const std::int64_t rank : {2, 0, 1})
    output.begins(rank);
  print(output, 0, "a");
  output.ended(0);
  output.begins(0);
  print(output, 0, "d");
  output.ended(0);
  EXPECT_EQ(captured.text(), "") << "rank 2 began before";
  print(output, 2, "2");
  output.ended(2);
  EXPECT_EQ(captured.text(), "2a") << "rank 1 began before the second span of rank 0";
  print(output, 1, "1");
  output.ended(1);
  EXPECT_EQ(captured.text(), "2a1d");
  print(output, 1, "at the end");
  output.finish();
  EXPECT_EQ(captured.text(), "2a1dat the end");
}

} // namespace
} // namespace maquette::runtime
