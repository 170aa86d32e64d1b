//===- runtime/mpi/core/mpi_state.cpp - the MPI state of one simulation --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/mpi_state.h"

#include "collectives/analytic.h"
#include "io/file.h"
#include "maquette/mpi/message_layer_factory.h"
#include "objects/error_handler.h"
#include "objects/handle_numbers.h"
#include "objects/handles.h"
#include "objects/large_count.h"
#include "objects/port_names.h"
#include "p2p/partitioned.h"
#include "p2p/started_numbers.h"
#include "rma/window.h"

#include "maquette/abi/skeleton.h"
#include "maquette/sim/random.h"

#include <string>

namespace maquette::mpi {

Mpi::Mpi(World &world) : world_(world) {
  const models::MpiParameters &parameters = world.machine().mpi;
  send_overhead_ = parameters.send_overhead.value;
  receive_overhead_ = parameters.receive_overhead.value;
  block_overhead_ = parameters.block_overhead.value;
  rendezvous_block_overhead_ = parameters.rendezvous_block_overhead.value;
  post_overhead_ = parameters.post_overhead.value;
  poll_cost_ = parameters.poll_cost.value;
  if (parameters.buffer_copies == "memory") {
    copy_bandwidth_ = world.machine().node.memory_bandwidth.value;
    buffer_overhead_ = world.machine().network.buffer_overhead.value;
  }
  if (parameters.local_copy_bandwidth.value > sim::BitRate())
    local_copy_bandwidth_ = parameters.local_copy_bandwidth.value;
  if (world.config().mode == runtime::Mode::Direct || world.config().mode == runtime::Mode::Profile)
    byte_pool_.keepLarge(); // Of a skeleton's contents what waits long may be compressed.
  if (const runtime::RunConfig &config = world.config(); config.matrix || config.sizes || config.sites)
    observed_ = std::make_unique<Observations>(config);
  if (parameters.progress == "polling") {
    progress_windows_ = std::make_unique<ProgressWindows>(world.rankCount());
    world.scheduler().stepIn();
  }
  nodes_in_order_ = world.machine().network.model == "logp";
  universe_size_ = static_cast<int>(world.machine().coreCount());
  eager_threshold_ = parameters.eager_threshold.value.count;
  sent_.kind = RequestKind::Send;
  sent_.complete = true;
  common_results_ = std::make_unique<CommonResults>();
  if (parameters.collectives == "analytic")
    analytic_collectives_ = std::make_unique<AnalyticCollectives>(world);
  worlds_.resize(world.placement().jobs().size());
  for (std::size_t job = 0; job < worlds_.size(); ++job) {
    const runtime::JobPlace &place = world.placement().jobs()[job];
    worlds_[job].first_rank = static_cast<std::int32_t>(place.first_rank);
    CommShared &comm = worlds_[job].comm;
    comm.group = Group::evenly(worlds_[job].first_rank, 1, static_cast<std::int32_t>(place.ranks));
    comm.id = job == 0 ? 1 : sim::mixBits(job) | 4;
    comm.handles = 1;
    if (job == 0)
      continue;
    comm.context = next_context_;
    next_context_ += 2;
  }
  setChecks(world.config());
  self_comm_.handles = 1;
  self_comm_.context = 2;
  self_comm_.id = 2;
  handles_ = std::make_unique<Handles>(pages_);
  one_sided_ = std::make_unique<OneSided>();
  files_ = std::make_unique<Files>(world.machine().storage);
  port_names_ = std::make_unique<PortNames>();
  partitioned_channels_ = std::make_unique<PartitionedChannels>();
  started_numbers_ = std::make_unique<StartedNumbers>();
  handle_numbers_ = std::make_unique<HandleNumbers>();
  narrowed_counts_ = std::make_unique<NarrowedCounts>();
}

Mpi::~Mpi() = default;

std::unique_ptr<runtime::MessageLayer> makeMessageLayer(World &world) { return std::make_unique<Mpi>(world); }

CommView Mpi::viewOther(Rank &rank, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL)
    return {};
  if (comm == MPI_COMM_SELF)
    return {&self_comm_, 0, &objects(rank).self_collectives};
  if (isFreed(comm))
    return {};
  auto *const object = reinterpret_cast<Communicator *>(comm);
  rank.recent_comm = object;
  return {object->shared, object->rank, &object->collectives};
}

RankObjects &Mpi::objects(Rank &rank) {
  if (rank.objects == nullptr)
    rank.objects = new RankObjects;
  return *rank.objects;
}

CommExtras &Mpi::extras(Rank &rank, MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD)
    return objects(rank).world;
  if (comm == MPI_COMM_SELF)
    return objects(rank).self;
  auto *const object = reinterpret_cast<Communicator *>(comm);
  if (!object->extras)
    object->extras = std::make_unique<CommExtras>();
  return *object->extras;
}

CommShared *Mpi::newShared(GroupPointer group, std::uint64_t id) {
  auto *const shared = new CommShared;
  shared->group = std::move(group);
  shared->context = next_context_;
  shared->id = id;
  next_context_ += 2;
  return shared;
}

MPI_Comm Mpi::newHandle(CommShared *shared, std::int32_t rank) {
  Communicator *const comm = communicators_.make();
  comm->shared = shared;
  comm->rank = rank;
  return reinterpret_cast<MPI_Comm>(comm);
}

std::pair<CommShared *, CommShared *> Mpi::newInter(GroupPointer first, GroupPointer second, std::uint64_t id) {
  CommShared *sides[2] = {newShared(first, id), nullptr};
  sides[1] = new CommShared;
  sides[1]->group = second;
  sides[1]->context = sides[0]->context;
  sides[1]->id = id;
  sides[0]->remote = second;
  sides[1]->remote = first;
  for (std::uint8_t side = 0; side < 2; ++side) {
    sides[side]->side = side;
    sides[side]->handles = sides[side]->group->size();
    sides[side]->local.reset(newShared(sides[side]->group, id));
  }
  return {sides[0], sides[1]};
}

void Mpi::release(CommShared *shared) {
  if (--shared->handles == 0)
    delete shared;
}

namespace {
bool isPredefined(MPI_Comm comm) { return comm == MPI_COMM_NULL || comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF; }
} // namespace

void Mpi::addUser(MPI_Comm comm) {
  if (!isPredefined(comm))
    ++reinterpret_cast<Communicator *>(comm)->users;
}

void Mpi::releaseHandle(MPI_Comm comm) {
  if (isPredefined(comm))
    return;
  auto *const object = reinterpret_cast<Communicator *>(comm);
  if (--object->users > 0)
    return;
  if (object->shared != nullptr)
    release(object->shared);
  communicators_.release(object);
}

std::string Mpi::siteText(const void *return_address) const {
  if (!call_sites_)
    call_sites_ = std::make_unique<runtime::CallSiteResolver>();
  return toText(call_sites_->resolve(return_address));
}

std::string Mpi::callText(std::uint16_t call, const void *site) const {
  if (call == 0)
    return "in no MPI call";
  return (call == kInBinding ? std::string("in an MPI function")
                             : std::string("in ") + nameOf(static_cast<CallId>(call))) +
         " at " + siteText(site);
}

std::string Mpi::placeOf(const Rank &rank) const {
  const std::string text = "rank " + std::to_string(rank.id);
  return rank.call == 0 ? text : text + " " + callText(rank.call, rank.call_site);
}

int Mpi::raise(Rank &rank, MPI_Comm comm, int code, const std::string &what) {
  const bool valid = comm != MPI_COMM_NULL && !isFreed(comm);
  const MPI_Errhandler handler = !valid                                              ? objects(rank).world.errhandler
                                 : comm == MPI_COMM_WORLD && rank.objects == nullptr ? MPI_ERRORS_ARE_FATAL
                                                                                     : extras(rank, comm).errhandler;
  return handleError<MPI_Comm_errhandler_function>(*this, rank, handler, valid ? comm : MPI_COMM_WORLD, code, what);
}

void Mpi::fill(runtime::RunResult &result) const {
  result.messages = messages_;
  const double ranks = static_cast<double>(world_.rankCount());
  CallSums::Wide total = 0, wait = 0;
  for (std::size_t i = 1; i < kCallCount; ++i) {
    const CallSums &sums = sums_[i];
    if (sums.count == 0)
      continue;
    runtime::CallStatistics &call = result.calls[nameOf(static_cast<CallId>(i))];
    call.count = sums.count;
    call.bytes = sums.bytes;
    call.seconds = static_cast<double>(sums.time_ps) * 1e-12 / ranks;
    call.wait_seconds = static_cast<double>(sums.wait_ps) * 1e-12 / ranks;
    total += sums.time_ps;
    wait += sums.wait_ps;
    if (const models::NetworkObserver *const observer = world_.targetNetwork().observer();
        observer != nullptr && i < observer->sums().size()) {
      const models::TransferSums &transfers = observer->sums()[i];
      call.transfers = transfers.count;
      call.network_seconds = static_cast<double>(transfers.time_ps) * 1e-12;
      call.congestion_seconds = static_cast<double>(transfers.beyond_ps) * 1e-12;
    }
  }
  result.mpi_seconds = static_cast<double>(total) * 1e-12 / ranks;
  result.wait_seconds = static_cast<double>(wait) * 1e-12 / ranks;
  if (observed_)
    observed_->fill(
        result, [](std::uint16_t call) { return std::string(nameOf(static_cast<CallId>(call))); },
        [this](const void *site) { return siteText(site); });
}

void Mpi::fillMemory(std::map<std::string, std::uint64_t> &memory) const { memory["mpi"] = arena_.usedBytes(); }

} // namespace maquette::mpi
