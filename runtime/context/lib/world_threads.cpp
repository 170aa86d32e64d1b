//===- runtime/context/lib/world_threads.cpp - ranks with several threads -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include "maquette/context/threads.h"

#include <algorithm>
#include <csignal>

namespace maquette::runtime {

sim::Status World::prepareThreads() {
  if (running_ != nullptr)
    refuseOnHostCores(*running_, "makes threads");
  auto threads = Threads::create(*this);
  if (!threads)
    return threads.error();
  threads_ = std::move(*threads);
  stepIn();
  return sim::Nothing{};
}

std::uint16_t World::threadNumber(const Rank &rank) const { return threads_->numberOf(rank); }

bool World::isInProcess() const {
  return (processes_ && processes_->current() != sim::kNoProcess) ||
         (threads_ && threads_->processes().current() != sim::kNoProcess);
}

void World::suspendRunning() {
  if (threads_ && threads_->processes().current() != sim::kNoProcess)
    threads_->processes().suspend();
  else
    processes_->suspend();
}

void World::resumeThread(Rank &rank, sim::ProcessId worker) {
  if (failed_ || rank.finished)
    return;
  enter(&rank);
  threads_->processes().resume(worker);
  enter(nullptr);
  // It called exit().
  if (const sim::ProcessId process{rank.id};
      rank.finished && processes_->state(process) == sim::ProcessState::Suspended)
    processes_->destroy(process);
}

void World::foreignThread(const Rank &rank, const char *call) {
  if (!failed_) {
    failed_ = true;
    result_.failures.push_back(
        {"mpi",
         "rank " + std::to_string(rank.id) + " in " + call +
             ": called by a thread that a library made (OpenMP's, for example), which is no part of the simulation "
             "[maquette-mpi-host-thread]\n  fix: call MPI from the rank's main thread or from threads that the program "
             "makes, or "
             "run with one thread (OMP_NUM_THREADS=1)\n",
         rank.id});
  }
  std::raise(SIGABRT); // Whoever watches for crashes writes the result.
  __builtin_unreachable();
}

} // namespace maquette::runtime
