//===- runtime/mpi/collectives/collective.cpp - one rank's part in one collective -------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective.h"

#include "objects/handles.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace maquette::mpi {

SizePool &poolOf(Collective &collective) { return collective.mpi().memory().bytes(); }

Collective::Collective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature)
    : CollectiveMessages(mpi, rank, comm, call_signature) {}

Collective::~Collective() {
  if (reduction.callsProgram())
    mpi_.handles().release(reduction.op());
  for (std::size_t i = 0; kept_ && i < kept_->size(); ++i)
    mpi_.types().release((*kept_)[i]);
}

void Collective::reduceBy(MPI_Op op, MPI_Datatype type) {
  reduction = Reduction(op, type);
  if (!reduction.callsProgram())
    return;
  addUser(op);
  keep(type);
}

const models::CollectiveRule &Collective::choose(models::CollectiveOperation operation, std::int64_t bytes,
                                                 bool uniform) const {
  return models::choose(mpi_.world().machine().mpi.tables, operation,
                        {.bytes = bytes, .ranks = size_, .commutative = reduction.commutative(), .uniform = uniform});
}

const NodeMap &Collective::nodeMap() {
  if (comm_->nodes)
    return *comm_->nodes;
  std::map<models::NodeId, std::vector<int>> nodes;
  for (int rank = 0; rank < size_; ++rank)
    nodes[mpi_.world().placement().nodeOf(comm_->worldRank(rank, rank_.id))].push_back(rank);
  auto map = std::make_unique<NodeMap>();
  map->node_of.resize(static_cast<std::size_t>(size_));
  map->place_of.resize(static_cast<std::size_t>(size_));
  for (const auto &[node, ranks] : nodes) {
    map->begins.push_back(static_cast<int>(map->ranks.size()));
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      map->node_of[static_cast<std::size_t>(ranks[i])] = static_cast<int>(map->leaders.size());
      map->place_of[static_cast<std::size_t>(ranks[i])] = static_cast<int>(i);
    }
    map->leaders.push_back(ranks.front());
    map->ranks.insert(map->ranks.end(), ranks.begin(), ranks.end());
  }
  map->begins.push_back(size_);
  comm_->nodes = std::move(map);
  return *comm_->nodes;
}

void Collective::keep(MPI_Datatype type) {
  if (isPredefined(type))
    return;
  if (!kept_)
    kept_ = std::make_unique<std::vector<MPI_Datatype>>();
  if (!kept_->empty() && kept_->back() == type)
    return;
  mpi_.types().addUser(type);
  kept_->push_back(type);
}

Collective *newCollective(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature) {
  return new (mpi.memory().bytes().take(sizeof(Collective))) Collective(mpi, rank, comm, call_signature);
}

void Collective::begin(CollectiveTask task) {
  task_ = std::move(task);
  {
    const CausalityRecorder::Acting acting(mpi_.world().calls().causality(), actor());
    task_.start();
  }
  if (task_.done() && !done_)
    end();
}

void Collective::finishBlocking() {
  mpi_.progress().beginWaiting(rank_);
  if (!done_) {
    blocking_wait_ = true;
    waiting_thread_ = mpi_.world().dispatcher().threadOf(rank_);
    mpi_.world().scheduler().waitFor(rank_, 1);
  }
  if (CausalityRecorder *const causality = mpi_.world().calls().causality();
      causality != nullptr && clock_ > rank_.clock)
    causality->waitedForCollective(rank_, chain_, clock_, callOf(signature_), site_);
  rank_.clock = clock_;
  mpi_.counters().countWait({callOf(signature_), site_}, SimDuration::ps(waited_ps_));
}

void Collective::finishLater(Request *request, std::function<void()> unpack) {
  unpack_ = std::make_unique<std::function<void()>>(std::move(unpack));
  request_ = request;
  request->belongTo(this);
  if (done_)
    complete(request);
}

void Collective::complete(Request *request) {
  const CausalityRecorder::Acting acting(mpi_.world().calls().causality(), actor());
  mpi_.protocol().complete(request, clock_);
}

void Collective::deliver() {
  if (unpack_)
    (*unpack_)();
  release();
}

void Collective::release() {
  SizePool &pool = mpi_.memory().bytes();
  this->~Collective();
  pool.give(this, sizeof(Collective));
}

void Collective::end() {
  done_ = true;
  if (request_ != nullptr)
    complete(request_);
  else if (blocking_wait_)
    mpi_.world().scheduler().completedOne(rank_, waiting_thread_);
}

void Collective::completed(Request &request) {
  if (request.awaited && --open_ == 0)
    proceed();
}

void Collective::proceed() {
  if (CausalityRecorder *const causality = mpi_.world().calls().causality(); causality == nullptr) [[likely]] {
    withProgram([this] { waiting_.resume(); });
  } else {
    const CausalityRecorder::Acting acting(causality, actor());
    withProgram([this] { waiting_.resume(); });
  }
  if (task_.done() && !done_)
    end();
}

void Collective::goOn(SimTime when, causality::Chain cause) {
  if (when > clock_) {
    waited_ps_ += (when - clock_).ps();
    if (CausalityRecorder *const causality = mpi_.world().calls().causality()) {
      const CausalityRecorder::Acting acting(causality, actor());
      causality::Chain chain = causality->share(cause);
      causality->collectiveWaited(chain_, chain, when);
    }
    clock_ = when;
  }
  proceed();
}

} // namespace maquette::mpi
