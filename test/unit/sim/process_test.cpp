// test/unit/sim/process_test.cpp - processes under both stack strategies
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/process.h"
#include "maquette/sim/random.h"

#include "sim/lib/fiber/sanitizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <alloca.h>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace maquette::sim {
namespace {

/// Runs a function per process and notes what the scheduler reports.
struct Harness {
  std::unique_ptr<ProcessScheduler> scheduler;
  std::function<void(ProcessId)> body;
  std::vector<ProcessId> switched_in;
  std::vector<ProcessId> failed;

  Harness(StackStrategy strategy, std::int64_t count, std::function<void(ProcessId)> function,
          std::size_t stack_bytes = 0)
      : body(std::move(function)) {
    ProcessHooks hooks;
    hooks.context = this;
    hooks.entry = [](void *context, ProcessId id) { static_cast<Harness *>(context)->body(id); };
    hooks.switchedIn = [](void *context, ProcessId id) { static_cast<Harness *>(context)->switched_in.push_back(id); };
    hooks.stackFailed = [](void *context, ProcessId id, StackFailure) {
      static_cast<Harness *>(context)->failed.push_back(id);
    };
    auto created = ProcessScheduler::create({count, strategy, stack_bytes}, hooks);
    EXPECT_TRUE(created);
    scheduler = std::move(*created);
  }
  void resumeAll() {
    for (ProcessId id; id < ProcessId{scheduler->count()}; ++id)
      if (scheduler->state(id) != ProcessState::Finished)
        scheduler->resume(id);
  }
};

class Processes : public testing::TestWithParam<StackStrategy> {};
INSTANTIATE_TEST_SUITE_P(Strategies, Processes, testing::Values(StackStrategy::Slab, StackStrategy::Copied),
                         [](const auto &info) { return info.param == StackStrategy::Slab ? "Slab" : "Copied"; });

TEST_P(Processes, KeepTheirLocalsAcrossSuspensions) {
  std::vector<long> sums(50);
  Harness *harness = nullptr;
  Harness h(GetParam(), 50, [&](ProcessId id) {
    // Frames of different sizes, so that slices are of different classes.
    const long count = 10 + id.value() * 13;
    auto *values = static_cast<long *>(alloca(sizeof(long) * static_cast<std::size_t>(count)));
    std::iota(values, values + count, id.value());
    for (int round = 0; round < 3; ++round)
      harness->scheduler->suspend();
    sums[id.index()] = std::accumulate(values, values + count, 0L);
  });
  harness = &h;
  for (int round = 0; round < 4; ++round)
    h.resumeAll();
  for (long id = 0; id < 50; ++id) {
    const long count = 10 + id * 13; // id + (id+1) + ... + (id+count-1)
    EXPECT_EQ(sums[static_cast<std::size_t>(id)], count * id + count * (count - 1) / 2);
    EXPECT_EQ(h.scheduler->state(ProcessId{id}), ProcessState::Finished);
  }
  EXPECT_EQ(h.scheduler->resumeCount(), 200u);
  EXPECT_EQ(h.switched_in.size(), 200u);
  EXPECT_EQ(h.scheduler->stackUsage().started, 0);
}

TEST_P(Processes, AreReachedInMemoryWhileSuspended) {
  std::vector<int *> locals(3);
  std::vector<int> seen(3);
  Harness *harness = nullptr;
  Harness h(GetParam(), 3, [&](ProcessId id) {
    volatile int local = static_cast<int>(id.value());
    locals[id.index()] = const_cast<int *>(&local);
    harness->scheduler->suspend();
    seen[id.index()] = local;
  });
  harness = &h;
  h.resumeAll();
  int elsewhere = 0;
  for (ProcessId id; id < ProcessId{3}; ++id) {
    int *const place = reinterpret_cast<int *>(h.scheduler->locate(id, locals[id.index()]));
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(*place, id.value());
    *place = 100 + static_cast<int>(id.value());
    EXPECT_EQ(h.scheduler->locate(id, &elsewhere), reinterpret_cast<char *>(&elsewhere));
  }
  h.resumeAll();
  EXPECT_EQ(seen, (std::vector<int>{100, 101, 102}));
}

// What is written there may make frames unlike those of others, and what is kept of them longer.
TEST_P(Processes, KeepWhatIsWrittenIntoThemWhileSuspended) {
  constexpr int kWords = 100, kCount = 3000;
  std::vector<int *> locals(kCount);
  std::vector<int> sums(kCount);
  Harness *harness = nullptr;
  Harness h(GetParam(), kCount, [&](ProcessId id) {
    volatile int words[kWords] = {};
    locals[id.index()] = const_cast<int *>(words);
    harness->scheduler->suspend();
    sums[id.index()] = std::accumulate(words, words + kWords, 0);
  });
  harness = &h;
  h.resumeAll();
  for (ProcessId id; id < ProcessId{kCount}; ++id) {
    int *const words = reinterpret_cast<int *>(h.scheduler->locate(id, locals[id.index()]));
    ASSERT_NE(words, nullptr);
    std::fill(words, words + kWords, static_cast<int>(id.value()));
  }
  h.resumeAll();
  for (int id = 0; id < kCount; ++id)
    EXPECT_EQ(sums[static_cast<std::size_t>(id)], kWords * id);
  EXPECT_TRUE(h.failed.empty());
}

TEST_P(Processes, CostNothingBeforeTheyStart) {
  Harness h(GetParam(), 1'000'000, [](ProcessId) {});
  const ProcessId last{999'999};
  EXPECT_EQ(h.scheduler->state(last), ProcessState::NotStarted);
  h.scheduler->resume(last);
  EXPECT_EQ(h.scheduler->state(last), ProcessState::Finished);
  EXPECT_LT(h.scheduler->stackUsage().peak_bytes, 64u * 1024);
}

TEST_P(Processes, HaveTheirOwnErrno) {
  std::vector<int> seen(2);
  Harness *harness = nullptr;
  Harness h(GetParam(), 2, [&](ProcessId id) {
    errno = 10 + static_cast<int>(id.value());
    harness->scheduler->suspend();
    seen[id.index()] = errno;
  });
  harness = &h;
  errno = 77;
  h.resumeAll();
  EXPECT_EQ(errno, 77);
  h.resumeAll();
  EXPECT_EQ(seen, (std::vector<int>{10, 11}));
}

// Both are inside a catch block at once; "throw;" must rethrow one's own exception.
TEST_P(Processes, HaveTheirOwnExceptions) {
  std::vector<std::string> seen(2);
  Harness *harness = nullptr;
  Harness h(GetParam(), 2, [&](ProcessId id) {
    try {
      try {
        throw std::runtime_error("of " + std::to_string(id.value()));
      } catch (...) {
        harness->scheduler->suspend();
        throw;
      }
    } catch (const std::exception &error) {
      seen[id.index()] = error.what();
    }
  });
  harness = &h;
  h.resumeAll();
  h.scheduler->resume(ProcessId{0});
  h.scheduler->resume(ProcessId{1});
  EXPECT_EQ(seen, (std::vector<std::string>{"of 0", "of 1"}));
  EXPECT_EQ(std::uncaught_exceptions(), 0);
}

TEST_P(Processes, CanBeDestroyedUnfinished) {
  Harness *harness = nullptr;
  Harness h(GetParam(), 3, [&](ProcessId) { harness->scheduler->suspend(); });
  harness = &h;
  h.resumeAll();
  EXPECT_EQ(h.scheduler->stackUsage().started, 3);
  h.scheduler->destroy(ProcessId{1});
  h.scheduler->destroy(ProcessId{2});
  EXPECT_EQ(h.scheduler->state(ProcessId{1}), ProcessState::Finished);
  EXPECT_EQ(h.scheduler->stackUsage().started, 1);
  h.scheduler->resume(ProcessId{0});
  EXPECT_EQ(h.scheduler->state(ProcessId{0}), ProcessState::Finished);
}

TEST_P(Processes, RunOnceMoreWhenRenewed) {
  Harness *harness = nullptr;
  std::vector<int> begun(2);
  Harness h(GetParam(), 2, [&](ProcessId id) {
    ++begun[id.index()];
    if (id == ProcessId{0})
      harness->scheduler->suspend();
  });
  harness = &h;
  h.resumeAll();
  h.scheduler->destroy(ProcessId{0});
  for (ProcessId id : {ProcessId{0}, ProcessId{1}}) {
    h.scheduler->renew(id);
    EXPECT_EQ(h.scheduler->state(id), ProcessState::NotStarted);
  }
  h.resumeAll();
  EXPECT_EQ(begun, (std::vector<int>{2, 2}));
  EXPECT_EQ(h.scheduler->state(ProcessId{0}), ProcessState::Suspended);
  EXPECT_EQ(h.scheduler->stackUsage().started, 1);
}

TEST_P(Processes, ReuseTheStacksOfFinishedOnes) {
  Harness h(GetParam(), 10'000, [](ProcessId) {});
  h.resumeAll();
  EXPECT_LE(h.scheduler->stackUsage().peak_bytes, 64u * 1024);
}

TEST_P(Processes, KnowWhoTheyAre) {
  Harness *harness = nullptr;
  ProcessId seen = kNoProcess;
  Harness h(GetParam(), 4, [&](ProcessId) { seen = harness->scheduler->current(); });
  harness = &h;
  EXPECT_EQ(h.scheduler->current(), kNoProcess);
  h.scheduler->resume(ProcessId{2});
  EXPECT_EQ(seen, ProcessId{2});
  EXPECT_EQ(h.scheduler->current(), kNoProcess);
}

#ifndef MAQUETTE_ASAN // Red zones enlarge frames, and the sanitizer's own signal handler comes first there.

/// Bytes that each of \p count processes holds which have 2 KiB of \p contents on their stacks.
std::size_t heldBytes(std::int64_t count, char (*contents)(ProcessId, std::size_t)) {
  Harness *harness = nullptr;
  Harness h(StackStrategy::Copied, count, [&](ProcessId id) {
    volatile char buffer[2048];
    for (std::size_t i = 0; i < sizeof buffer; ++i)
      buffer[i] = contents(id, i);
    harness->scheduler->suspend();
    buffer[1] = buffer[0];
  });
  harness = &h;
  h.resumeAll();
  return h.scheduler->stackUsage().bytes / static_cast<std::size_t>(count);
}

// 2 KiB are live in each process, with a few small frames; a slice of this size is at most 511 bytes larger than what
// it holds.
TEST(CopiedProcesses, HoldOnlyTheLiveSlice) {
  const auto unlike = [](ProcessId id, std::size_t i) {
    return static_cast<char>(mixBits(i << 20 | static_cast<std::uint64_t>(id.value())) | 1);
  };
  for (const std::int64_t count : {1000, 4000}) {
    const std::size_t bytes = heldBytes(count, unlike);
    EXPECT_GE(bytes, 2048u);
    EXPECT_LE(bytes, 2048u + 512u + 512u);
  }
}

// The bits of 64 groups of words, and a few words.
TEST(CopiedProcesses, HoldOnlyWhatTheirFramesDoNotShare) {
  EXPECT_LE(heldBytes(4000, [](ProcessId, std::size_t i) { return static_cast<char>(i); }), 320u);
}

sigjmp_buf escape;
ProcessScheduler *guarded = nullptr;
std::optional<ProcessId> guard_owner;

void onFault(int, siginfo_t *info, void *) {
  guard_owner = guarded->guardOwner(info->si_addr);
  siglongjmp(escape, 1);
}

int __attribute__((noinline)) recurse(int depth) {
  volatile char frame[512];
  for (volatile char &byte : frame)
    byte = static_cast<char>(depth | 1);
  return depth == 0 ? 0 : recurse(depth - 1) + frame[0];
}

/// Process \p id overflows its stack until that faults.
void expectFaultIn(Harness &h, ProcessId id) {
  guarded = h.scheduler.get();
  std::vector<char> alternate(64 * 1024);
  stack_t stack{alternate.data(), 0, alternate.size()}, old_stack;
  struct sigaction action = {}, old_action;
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ASSERT_EQ(sigaltstack(&stack, &old_stack), 0);
  ASSERT_EQ(sigaction(SIGSEGV, &action, &old_action), 0);
  guard_owner.reset();
  if (sigsetjmp(escape, 1) == 0) {
    h.scheduler->resume(id);
    ADD_FAILURE() << "the overflow did not fault";
  }
  EXPECT_EQ(guard_owner, std::optional<ProcessId>(id));
  sigaction(SIGSEGV, &old_action, nullptr);
  sigaltstack(&old_stack, nullptr);
}

TEST_P(Processes, OverflowIntoTheGuardNamesTheProcess) {
  Harness h(GetParam(), 3, [&](ProcessId) { recurse(1'000'000); });
  expectFaultIn(h, ProcessId{1});
}

// Through the stacks of processes 1 and 0, to what is below them all.
TEST(SlabProcesses, DeepOverflowWithoutGuardNamesTheProcess) {
  Harness *harness = nullptr;
  Harness h(
      StackStrategy::Slab, ProcessScheduler::kMaximumGuarded + 1,
      [&](ProcessId id) {
        if (id == ProcessId{2})
          recurse(1'000'000);
        harness->scheduler->suspend();
      },
      64 * 1024);
  harness = &h;
  h.scheduler->resume(ProcessId{0});
  h.scheduler->resume(ProcessId{1});
  expectFaultIn(h, ProcessId{2});
}

// More than kMaximumGuarded slab stacks have no guard. Process 5 fills 64 KiB and more of its neighbour's below, and
// returns.
TEST(SlabProcesses, OverflowWithoutGuardIsFoundAtTheSuspension) {
  Harness *harness = nullptr;
  Harness h(
      StackStrategy::Slab, ProcessScheduler::kMaximumGuarded + 1,
      [&](ProcessId id) {
        if (id == ProcessId{5})
          recurse(64 * 1024 / 512);
        harness->scheduler->suspend();
      },
      64 * 1024);
  harness = &h;
  for (ProcessId id; id < ProcessId{6}; ++id)
    h.scheduler->resume(id);
  EXPECT_EQ(h.failed, std::vector{ProcessId{5}});
  EXPECT_EQ(h.scheduler->state(ProcessId{5}), ProcessState::Finished);
}
#endif

TEST(ProcessScheduler, ReportsWhenThereIsNoAddressSpace) {
  const auto created = ProcessScheduler::create({1'000'000, StackStrategy::Slab, std::size_t{1} << 30}, {});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().diagnostics[0].tag, "maquette-stack-space");
}

} // namespace
} // namespace maquette::sim
