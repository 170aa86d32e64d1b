//===- runtime/session/lib/crash.cpp - when the simulated program crashes -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The handler runs on a stack of its own and never goes back: it completes the result and ends the process. It uses
/// functions that are not meant for handlers; should one of them hang, an alarm ends the process.
#include "crash.h"

#include "maquette/abi/skeleton.h"
#include "maquette/context/host_processes.h"
#include "maquette/context/message_layer.h"
#include "maquette/context/threads.h"
#include "maquette/host/call_site.h"
#include "maquette/memory/rank_heap.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace maquette::bootstrap {

namespace {

constexpr std::size_t kStackBytes = std::size_t{4} * 1024 * 1024; // libdw is no small guest
constexpr unsigned kPatienceSeconds = 30;
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct Watch {
  session::Simulation *simulation = nullptr;
  int (*conclude)(runtime::World &) = nullptr;
};

Watch &watch() {
  static Watch watch;
  return watch;
}

const void *programCounter(const void *context) {
  const auto *const state = static_cast<const ucontext_t *>(context);
#if defined(__x86_64__)
  return reinterpret_cast<const void *>(state->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void *>(state->uc_mcontext.pc);
#endif
}

const void *stackPointer(const void *context) {
  const auto *const state = static_cast<const ucontext_t *>(context);
#if defined(__x86_64__)
  return reinterpret_cast<const void *>(state->uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void *>(state->uc_mcontext.sp);
#endif
}

const void *objectOf(const void *address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

/// The first place in the program on the way out of the C library, where abort() and its kin end; \p code if there is
/// none.
const void *placeInProgram(runtime::World &world, const void *code) {
  const void *const program = objectOf(reinterpret_cast<const void *>(world.program().main));
  constexpr int kMost = 64;
  void *frames[kMost];
  const int count = objectOf(code) == program ? 0 : backtrace(frames, kMost);
  const auto found =
      std::find_if(frames, frames + count, [&](const void *frame) { return objectOf(frame) == program; });
  return found != frames + count ? static_cast<const char *>(*found) - 1 : code;
}

/// "in solve() at cg.c:31": where the rank is, or the MPI call it is in.
std::string placeOf(runtime::World &world, const runtime::Rank &rank, const void *code) {
  if (rank.call != 0)
    return world.calls().sites().placeOf(rank);
  const auto next = static_cast<const char *>(placeInProgram(world, code)) + 1;
  return "rank " + std::to_string(rank.id) + " in " + world.calls().sites().siteText(next);
}

bool isThread(runtime::World &world, const runtime::Rank &rank) { return world.dispatcher().threadOf(rank) != 0; }

/// Those that ranks and their threads run in.
const sim::ProcessScheduler &processesOf(runtime::World &world, const runtime::Rank &rank) {
  return isThread(world, rank) ? world.dispatcher().threads().processes() : world.dispatcher().processes();
}

/// Either the place that it wanted to touch or its stack pointer is below its stack.
bool hasOverflowed(runtime::World &world, const runtime::Rank &rank, const void *address, const void *stack_pointer) {
  const sim::ProcessScheduler &processes = world.dispatcher().processes();
  const sim::ProcessId process{rank.id};
  return processes.inGuard(process, address) || (!isThread(world, rank) && processes.inGuard(process, stack_pointer)) ||
         (world.dispatcher().hasThreads() && world.dispatcher().threads().processes().guardOwner(address));
}

runtime::Failure describe(runtime::World &world, const runtime::Rank &rank, int signal, const void *address,
                          const void *context) {
  const void *const code = programCounter(context);
  const bool access = signal == SIGSEGV || signal == SIGBUS;
  if (access && reinterpret_cast<std::uintptr_t>(address) - MAQUETTE_PHANTOM_BASE < MAQUETTE_PHANTOM_SIZE)
    return {"phantom",
            placeOf(world, rank, code) + ": accesses phantom memory, whose data the skeleton does not "
                                         "have [maquette-phantom-touched]\n"
                                         "  fix: report this as a bug of the skeletonizer; until then run the full "
                                         "program with `maquette run --direct`\n",
            rank.id};
  if (access && hasOverflowed(world, rank, address, stackPointer(context)))
    return {"stack-overflow",
            placeOf(world, rank, code) + ": overflowed its stack of " +
                std::to_string(processesOf(world, rank).stackBytes() / 1024) +
                " KiB [maquette-stack-overflow]\n  fix: raise --stack-size\n",
            rank.id};
  char where[32] = "";
  if (access)
    std::snprintf(where, sizeof where, " at address %p", address);
  return {"crash", placeOf(world, rank, code) + ": " + strsignal(signal) + where + " [maquette-program-crash]",
          rank.id};
}

/// Memory of a rank that had been compressed is there again.
bool restored(int signal, const siginfo_t *info) {
  if (signal != SIGSEGV || !runtime::RankHeap::contains(info->si_addr))
    return false;
  runtime::RankHeap *const heap = runtime::RankHeap::current();
  return heap != nullptr && heap->restore(info->si_addr);
}

/// A process that a rank has forked off is no part of the simulation. What it forks off itself keeps the handlers that
/// it has set since.
void leaveToHost() {
  if (watch().simulation == nullptr || watch().simulation->world().dispatcher().running() == nullptr)
    return;
  stopWatching();
  watch().simulation = nullptr;
}

void restoreOrDie(int signal, siginfo_t *info, void *) {
  if (!restored(signal, info))
    std::signal(signal, SIG_DFL); // It happens again.
}

void handle(int signal, siginfo_t *info, void *context) {
  if (restored(signal, info))
    return;
  stopWatching();
  runtime::World &world = watch().simulation->world();
  runtime::RunOutcome &outcome = world.outcome();
  const runtime::Rank *const rank = world.dispatcher().running();
  if (rank == nullptr) {
    raise(signal); // Outside ranks it is our own bug: the default action follows.
    return;
  }
  if (runtime::HostProcesses *const processes = world.meter().hostProcesses();
      processes != nullptr && processes->isOfRank())
    processes->report(outcome.failed() ? outcome.result().failures.back()
                                       : describe(world, *rank, signal, info->si_addr, context));
  std::signal(SIGALRM, SIG_DFL);
  alarm(kPatienceSeconds);
  if (!outcome.failed())
    outcome.result().failures.push_back(describe(world, *rank, signal, info->si_addr, context));
  watch().simulation->finish();
  std::fflush(nullptr);
  syscall(SYS_exit_group, watch().conclude(world)); // _exit() is the rank's.
}

} // namespace

void watchForCrashes(session::Simulation &simulation, int (*conclude)(runtime::World &world)) {
  watch() = {&simulation, conclude};
  pthread_atfork(nullptr, nullptr, leaveToHost);
  void *const memory =
      mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int signal : kSignals)
    sigaction(signal, &action, nullptr);
}

void stopWatching() {
  for (int signal : kSignals)
    std::signal(signal, SIG_DFL);
  if (runtime::RankHeap::current() == nullptr)
    return;
  struct sigaction action{};
  action.sa_sigaction = restoreOrDie;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
}

} // namespace maquette::bootstrap
