//===- runtime/context/lib/rank_dispatcher.cpp - whose code runs --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/rank_dispatcher.h"

#include "maquette/context/background_traffic.h"
#include "maquette/context/calls.h"
#include "maquette/context/threads.h"

#include <utility>

namespace maquette::runtime {

RankDispatcher::RankDispatcher(sim::Engine &engine, RunOutcome &outcome, PrivateData &private_data,
                               BackgroundTraffic &traffic, Rank *ranks, std::int64_t count)
    : engine_(engine), outcome_(outcome), private_data_(private_data), traffic_(traffic), ranks_(ranks),
      unfinished_(count) {}

RankDispatcher::~RankDispatcher() = default;

sim::Status RankDispatcher::prepare(const sim::ProcessOptions &options, RankProgram &program) {
  program_ = &program;
  copies_stacks_ = options.strategy == sim::StackStrategy::Copied;
  const auto run_rank = [](void *self, sim::ProcessId id) {
    const RankDispatcher &dispatcher = *static_cast<RankDispatcher *>(self);
    dispatcher.program_->run(dispatcher.ranks_[id.value()]);
  };
  auto processes = sim::ProcessScheduler::create(options, {this, run_rank, nullptr, stackFailed});
  if (!processes)
    return processes.error();
  processes_ = std::move(*processes);
  return sim::Nothing{};
}

void RankDispatcher::resume(Rank &rank) {
  if (outcome_.failed())
    return;
  if (traffic_.exists())
    traffic_.keepGoing(calls_->polling().progress());
  enter(&rank);
  streams_.enter(rank.id);
  if (CausalityRecorder *const causality = calls_->causality(); causality == nullptr) [[likely]] {
    processes_->resume(sim::ProcessId{rank.id});
  } else {
    const CausalityRecorder::Acting acting(causality, {&rank, nullptr, 0, nullptr});
    processes_->resume(sim::ProcessId{rank.id});
  }
  streams_.leave(rank.id, rank.finished);
  enter(nullptr);
  if (rank.finished) {
    if (const sim::ProcessId process{rank.id}; processes_->state(process) == sim::ProcessState::Suspended)
      processes_->destroy(process);
    if (threads_)
      threads_->rankEnded(rank);
  }
  if (is_watched_)
    program_->rankHasRun();
}

void RankDispatcher::resumeThread(Rank &rank, sim::ProcessId worker) {
  if (outcome_.failed() || rank.finished)
    return;
  const CausalityRecorder::Acting acting(calls_->causality(), {&rank, nullptr, 0, nullptr});
  enter(&rank);
  streams_.enter(rank.id);
  threads().processes().resume(worker);
  streams_.leave(rank.id, rank.finished);
  enter(nullptr);
  // It called exit().
  if (const sim::ProcessId process{rank.id};
      rank.finished && processes_->state(process) == sim::ProcessState::Suspended)
    processes_->destroy(process);
}

bool RankDispatcher::isInProcess() const {
  return (processes_ && processes_->current() != sim::kNoProcess) ||
         (threads_ && threads_->processes().current() != sim::kNoProcess);
}

void RankDispatcher::suspendThread() {
  if (threads().processes().current() != sim::kNoProcess)
    threads().processes().suspend();
  else
    processes_->suspend();
}

void RankDispatcher::fail(const std::string &kind, const std::string &message, std::int64_t rank) {
  if (outcome_.record({kind, message, rank}))
    engine_.stop();
  if (isInProcess())
    suspend();
}

std::int64_t RankDispatcher::end(Rank &rank) {
  MAQUETTE_ASSERT(unfinished_ > 0);
  rank.finished = true;
  return --unfinished_;
}

void RankDispatcher::setThreads(std::unique_ptr<Threads> threads) { threads_ = std::move(threads); }

std::uint16_t RankDispatcher::threadNumber(const Rank &rank) const { return threads_->numberOf(rank); }

void RankDispatcher::stackFailed(void *self, sim::ProcessId id, sim::StackFailure failure) {
  RankDispatcher &dispatcher = *static_cast<RankDispatcher *>(self);
  const std::string bytes = std::to_string(dispatcher.processes_->stackBytes() / 1024);
  const std::string who = dispatcher.calls_->sites().placeOf(dispatcher.ranks_[id.value()]);
  if (failure == sim::StackFailure::NoMemory)
    dispatcher.fail("memory",
                    who + ": the host has no memory for its stack\n  fix: run fewer ranks, or use --stack=copied\n",
                    id.value());
  else
    dispatcher.fail("stack-overflow",
                    who + " overflowed its stack of " + bytes +
                        " KiB [maquette-stack-overflow]\n  fix: raise --stack-size\n",
                    id.value());
}

} // namespace maquette::runtime
