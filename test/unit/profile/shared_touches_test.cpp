// test/unit/profile/shared_touches_test.cpp - first touches of memory in common
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/shared_touches.h"

#include "runtime/memory/lib/page_trial.h"

#include <sys/mman.h>

#include <gtest/gtest.h>

namespace maquette::runtime {
namespace {

/// Touches so many new pages that other processes may have, too.
void touchNew(std::size_t pages) {
  const std::size_t bytes = pages * hostPageBytes();
  char *const memory =
      static_cast<char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  for (std::size_t page = 0; page < pages; ++page)
    touchPage(memory + page * hostPageBytes());
  munmap(memory, bytes);
}

TEST(SharedTouches, CountsEachPageThatIsTouchedFirst) {
  SharedTouches touches(SharedTouches::Memory::InCommon);
  if (touches.extraOfPage() == 0)
    GTEST_SKIP() << "on this host memory in common costs no more";
  touches.start();
  touchNew(1000);
  EXPECT_GE(touches.extraTicks(), 1000.0 * static_cast<double>(touches.extraOfPage()));
  EXPECT_LE(touches.extraTicks(), 1100.0 * static_cast<double>(touches.extraOfPage())); // Some of the test's own.
}

TEST(SharedTouches, LeavesOutWhatIsPaused) {
  SharedTouches touches(SharedTouches::Memory::InCommon);
  touches.start();
  touches.pause();
  touchNew(1000);
  touches.resume();
  EXPECT_LE(touches.extraTicks(), 100.0 * static_cast<double>(touches.extraOfPage()));
}

TEST(SharedTouches, TakesNothingOffWhereMemoryIsTheProcesssOwn) {
  SharedTouches touches(SharedTouches::Memory::OwnProcess);
  touches.start();
  touchNew(1000);
  EXPECT_EQ(touches.extraTicks(), 0);
}

} // namespace
} // namespace maquette::runtime
