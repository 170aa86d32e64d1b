// test/unit/runtime/moved_memory_test.cpp - what a call moved of a rank's memory
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/moved_memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cstring>

namespace maquette::runtime {
namespace {

constexpr std::int64_t kPage = 4096;
constexpr std::int64_t kPages = 256;

/// Memory in common with a process that has written it: here, no page of it is mapped yet.
class WrittenByAnother {
public:
  WrittenByAnother()
      : memory_(static_cast<char *>(
            mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    const pid_t writer = fork();
    if (writer == 0) {
      std::memset(memory_, 'x', kPages * kPage);
      _exit(0);
    }
    waitpid(writer, nullptr, 0);
  }
  ~WrittenByAnother() { munmap(memory_, kPages * kPage); }

  const char *at(std::int64_t page) const { return memory_ + page * kPage; }
  /// Page faults when all of these pages are read.
  std::int64_t faultsOf(std::int64_t first, std::int64_t step) const {
    const std::int64_t before = faults();
    for (std::int64_t page = first; page < kPages; page += step)
      EXPECT_EQ(*static_cast<const volatile char *>(at(page)), 'x');
    return faults() - before;
  }

private:
  static std::int64_t faults() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
  }

  char *memory_;
};

TEST(MovedMemory, PagesOfWhatWasMovedAreThereAfterwards) {
  const WrittenByAnother untouched;
  EXPECT_GT(untouched.faultsOf(0, 1), kPages / 64); // The host may map some at once.
  const WrittenByAnother memory;
  MovedMemory moved;
  moved.note({memory.at(0), kPages * kPage, 0, 1});
  MovedMemory::bringBack(moved.blocks());
  EXPECT_LE(memory.faultsOf(0, 1), 1);
}

TEST(MovedMemory, SoAreThoseOfBlocksWithGaps) {
  const WrittenByAnother memory;
  MovedMemory moved;
  moved.note({memory.at(3) + kPage - 4, 8, 32 * kPage, kPages / 32}); // Each lies on two pages.
  MovedMemory::bringBack(moved.blocks());
  EXPECT_LE(memory.faultsOf(3, 32) + memory.faultsOf(4, 32), 1);
}

TEST(MovedMemory, ForgetsAndKeepsNothingEmpty) {
  MovedMemory moved;
  moved.note({nullptr, 0, 0, 1});
  EXPECT_TRUE(moved.blocks().empty());
  moved.note({"abc", 3, 3, 1});
  EXPECT_EQ(moved.blocks().size(), 1u);
  moved.forget();
  EXPECT_TRUE(moved.blocks().empty());
}

} // namespace
} // namespace maquette::runtime
