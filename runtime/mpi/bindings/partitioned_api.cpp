//===- runtime/mpi/bindings/partitioned_api.cpp - MPI_Psend_init, MPI_Pready -----===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/status.h"
#include "p2p/partitioned.h"
#include "p2p/remote.h"

#include <algorithm>
#include <cstring>

using namespace maquette::mpi;

namespace maquette::mpi {

std::shared_ptr<PartitionedChannel> PartitionedChannels::end(const Pair &pair, std::uint32_t number) {
  const auto found = unmatched_.find({pair, number});
  if (found == unmatched_.end())
    return unmatched_[{pair, number}] = std::make_shared<PartitionedChannel>();
  std::shared_ptr<PartitionedChannel> channel = std::move(found->second);
  unmatched_.erase(found);
  return channel;
}

} // namespace maquette::mpi

namespace {

/// What both sides keep.
struct Partitions {
  void *buffer;
  int partitions;
  MPI_Count count; ///< Elements of one partition.
  MPI_Datatype type;
  int peer;
  int tag;

  std::string peerText() const { return "rank " + std::to_string(peer) + " of its communicator"; }
  std::int64_t partitionBytes() const { return count * typeOf(type)->size; }
  std::int64_t bytes() const { return partitions * partitionBytes(); }
  /// Where partition \p index begins in the program's buffer.
  char *place(int index) const {
    return static_cast<char *>(originOf(buffer)) + index * count * typeOf(type)->extent();
  }
};

class PartitionedSend final : public RequestOperation {
public:
  PartitionedSend(const Call &call, const Partitions &what, MPI_Comm comm)
      : what_(what), kept_(call.mpi().types(), {what.type}) {
    const CommView view = call.view(comm);
    if (what.peer == MPI_PROC_NULL)
      return;
    destination_ = view.shared->worldRank(what.peer, call.rank().id);
    channel_ = call.mpi().partitionedChannels().sendEnd({view.shared->context, view.rank, what.peer, what.tag});
    channel_->send_bytes = what.bytes();
    channel_->send_partition = what.partitionBytes();
  }
  std::string name() const override {
    const auto ready = std::count(ready_.begin(), ready_.end(), true);
    return "a partitioned send to " + what_.peerText() + ", with " + std::to_string(ready) + " of " +
           std::to_string(what_.partitions) + " partitions ready,";
  }
  int start(const Call &call, Request &request) override {
    ++round_;
    ready_.assign(static_cast<std::size_t>(what_.partitions), false);
    open_ = what_.partitions;
    request.peer = what_.peer;
    if (channel_ == nullptr || open_ == 0)
      call.mpi().protocol().complete(&request, call.rank().clock);
    return MPI_SUCCESS;
  }
  int finish(Mpi &, Rank &, Request &, MPI_Status *status) override {
    setEmptyStatus(status);
    return MPI_SUCCESS;
  }
  int ready(const Call &call, Request &request, int partition);
  /// The last byte of a partition has left.
  void left(Mpi &mpi, Request &request, SimTime now) {
    if (--open_ == 0)
      mpi.protocol().complete(&request, now);
  }

private:
  Partitions what_;
  KeptTypes kept_;
  std::shared_ptr<PartitionedChannel> channel_;
  std::int32_t destination_ = 0; ///< Rank in the world.
  std::uint32_t round_ = 0;
  std::vector<bool> ready_;
  int open_ = 0;
};

/// One partition on its way.
class PartitionMessage final : public RemoteMessage {
public:
  PartitionMessage(Mpi &mpi, PartitionedSend &sender, Request &request, std::shared_ptr<PartitionedChannel> channel,
                   std::uint32_t round, int partition)
      : mpi_(mpi), sender_(sender), request_(request), channel_(std::move(channel)), round_(round),
        partition_(partition) {}
  std::vector<char> payload;

  void injected(SimTime now) override { sender_.left(mpi_, request_, now); }
  void delivered(SimTime now) override {
    PartitionedRound &round = channel_->rounds[round_];
    round.arrived.resize(std::max(round.arrived.size(), static_cast<std::size_t>(partition_) + 1));
    round.arrived[static_cast<std::size_t>(partition_)] = true;
    round.arrived_bytes += bytes;
    if (!payload.empty()) {
      round.contents.resize(static_cast<std::size_t>(channel_->send_bytes));
      std::memcpy(round.contents.data() + partition_ * channel_->send_partition, payload.data(), payload.size());
    }
    Request *receiver = nullptr;
    if (channel_->receiver != nullptr && channel_->awaited == round_ && round.arrived_bytes == channel_->send_bytes)
      receiver = std::exchange(channel_->receiver, nullptr);
    Mpi &mpi = mpi_;
    delete this;
    if (receiver != nullptr)
      mpi.protocol().complete(receiver, now);
  }

private:
  Mpi &mpi_;
  PartitionedSend &sender_;
  Request &request_;
  std::shared_ptr<PartitionedChannel> channel_;
  std::uint32_t round_;
  int partition_;
};

int misuse(const Call &call, const std::string &what) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG, what + " [maquette-mpi-argument]");
}

int PartitionedSend::ready(const Call &call, Request &request, int partition) {
  if (!request.active)
    return misuse(call, "the partitioned send is not started");
  if (partition < 0 || partition >= what_.partitions)
    return misuse(call,
                  "there is no partition " + std::to_string(partition) + " of " + std::to_string(what_.partitions));
  if (ready_[static_cast<std::size_t>(partition)])
    return misuse(call, "partition " + std::to_string(partition) + " is already ready");
  ready_[static_cast<std::size_t>(partition)] = true;
  if (channel_ == nullptr)
    return MPI_SUCCESS;
  auto *const message = new PartitionMessage(call.mpi(), *this, request, channel_, round_, partition);
  message->bytes = what_.partitionBytes();
  if (!isPhantom(what_.buffer) && message->bytes > 0) {
    message->payload.resize(static_cast<std::size_t>(message->bytes));
    pack(*typeOf(what_.type), what_.count, what_.place(partition), message->payload.data());
  }
  call.rank().clock += call.mpi().costs().sendOverhead();
  call.mpi().counters().countMessage({call.number(), call.rank().call_site}, call.rank().id, destination_,
                                     message->bytes);
  call.mpi().protocol().startRemote(*message, call.rank().id, destination_, message->bytes, call.rank().clock,
                                    maquette::models::NotifyInjected::Yes);
  return MPI_SUCCESS;
}

class PartitionedReceive final : public RequestOperation {
public:
  PartitionedReceive(const Call &call, const Partitions &what, MPI_Comm comm)
      : what_(what), kept_(call.mpi().types(), {what.type}) {
    const CommView view = call.view(comm);
    if (what.peer != MPI_PROC_NULL)
      channel_ = call.mpi().partitionedChannels().receiveEnd({view.shared->context, what.peer, view.rank, what.tag});
  }
  std::string name() const override { return "a partitioned receive from " + what_.peerText() + ","; }
  int start(const Call &call, Request &request) override {
    ++round_;
    request.peer = what_.peer;
    const bool complete = channel_ == nullptr || what_.partitions == 0 || isWhole();
    if (complete)
      call.mpi().protocol().complete(&request, call.rank().clock);
    else
      std::tie(channel_->receiver, channel_->awaited) = std::pair(&request, round_);
    return MPI_SUCCESS;
  }
  int finish(Mpi &mpi, Rank &rank, Request &, MPI_Status *status) override;
  bool arrived(int partition);
  int partitions() const { return what_.partitions; }

private:
  bool isWhole() const {
    const auto found = channel_->rounds.find(round_);
    return found != channel_->rounds.end() && found->second.arrived_bytes == channel_->send_bytes;
  }

  Partitions what_;
  KeptTypes kept_;
  std::shared_ptr<PartitionedChannel> channel_;
  std::uint32_t round_ = 0;
};

int PartitionedReceive::finish(Mpi &mpi, Rank &rank, Request &, MPI_Status *status) {
  setStatus(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  if (channel_ == nullptr)
    return MPI_SUCCESS;
  rank.clock += mpi.costs().receiveOverhead();
  const PartitionedRound round = std::move(channel_->rounds[round_]);
  channel_->rounds.erase(round_);
  const std::int64_t bytes = std::min(channel_->send_bytes, what_.bytes());
  if (!round.contents.empty() && !isPhantom(what_.buffer))
    unpack(*typeOf(what_.type), round.contents.data(), bytes, what_.place(0));
  setStatus(status, what_.peer, what_.tag, bytes);
  if (channel_->send_bytes <= what_.bytes())
    return MPI_SUCCESS;
  return raise(mpi, rank, MPI_COMM_WORLD, MPI_ERR_TRUNCATE,
               "the partitioned send has " + std::to_string(channel_->send_bytes) +
                   " bytes, but the receive has room for " + std::to_string(what_.bytes()) +
                   " [maquette-mpi-truncated]");
}

/// What has arrived is put in its place.
bool PartitionedReceive::arrived(int partition) {
  if (channel_ == nullptr)
    return true;
  const auto found = channel_->rounds.find(round_);
  if (found == channel_->rounds.end())
    return false;
  const PartitionedRound &round = found->second;
  const std::int64_t mine = what_.partitionBytes(), theirs = channel_->send_partition;
  const std::int64_t begin = partition * mine, end = begin + mine;
  for (std::int64_t at = begin; at < end; at = (at / theirs + 1) * theirs) {
    const auto index = static_cast<std::size_t>(at / theirs);
    if (index >= round.arrived.size() || !round.arrived[index])
      return false;
  }
  if (!round.contents.empty() && !isPhantom(what_.buffer))
    unpack(*typeOf(what_.type), round.contents.data() + begin, mine, what_.place(partition));
  return true;
}

int check(const Call &call, const Partitions &what, MPI_Comm comm) {
  const CommView view = call.view(comm);
  call.trace(view, what.peer, what.tag, what.partitions * what.count, what.type);
  if (int code = call.checkComm(comm, view))
    return code;
  if (what.partitions < 0)
    return misuse(call, "the number of partitions is " + std::to_string(what.partitions));
  if (int code = call.checkData(comm, what.count, what.type, Untyped::WithoutElements))
    return code;
  if (int code = call.checkPeer(comm, view, what.peer))
    return code;
  return call.checkTag(comm, what.tag);
}

/// Marks partitions first to last of the send behind \p handle.
int readyRange(const Call &call, int first, int last, MPI_Request handle) {
  auto *const send =
      handle == MPI_REQUEST_NULL ? nullptr : dynamic_cast<PartitionedSend *>(operationOf(*requestOf(handle)));
  if (send == nullptr)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_REQUEST, "this is not a partitioned send [maquette-mpi-argument]");
  for (int partition = first; partition <= last; ++partition)
    if (int code = send->ready(call, *requestOf(handle), partition))
      return code;
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Psend_init);
  const Partitions what{const_cast<void *>(buf), partitions, count, datatype, dest, tag};
  if (int code = check(call, what, comm))
    return code;
  *request = handleOf(newRequestOperation(call, new PartitionedSend(call, what, comm), true));
  return MPI_SUCCESS;
}

int PMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Info, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Precv_init);
  const Partitions what{buf, partitions, count, datatype, source, tag};
  if (int code = check(call, what, comm))
    return code;
  *request = handleOf(newRequestOperation(call, new PartitionedReceive(call, what, comm), true));
  return MPI_SUCCESS;
}

int PMPI_Pready(int partition, MPI_Request request) {
  MAQUETTE_MPI_BEGIN(Pready);
  return readyRange(call, partition, partition, request);
}

int PMPI_Pready_range(int low, int high, MPI_Request request) {
  MAQUETTE_MPI_BEGIN(Pready_range);
  return readyRange(call, low, high, request);
}

int PMPI_Pready_list(int length, const int *partitions, MPI_Request request) {
  MAQUETTE_MPI_BEGIN(Pready_list);
  for (int i = 0; i < length; ++i)
    if (int code = readyRange(call, partitions[i], partitions[i], request))
      return code;
  return MPI_SUCCESS;
}

int PMPI_Parrived(MPI_Request request, int partition, int *flag) {
  MAQUETTE_MPI_BEGIN(Parrived);
  *flag = 1;
  if (request == MPI_REQUEST_NULL)
    return MPI_SUCCESS;
  auto *const receive = dynamic_cast<PartitionedReceive *>(operationOf(*requestOf(request)));
  if (receive == nullptr)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_REQUEST, "this is not a partitioned receive [maquette-mpi-argument]");
  if (partition < 0 || partition >= receive->partitions())
    return misuse(call, "there is no partition " + std::to_string(partition) + " of " +
                            std::to_string(receive->partitions()));
  if (!requestOf(request)->active)
    return MPI_SUCCESS;
  call.mpi().waiting().beginPoll(call.rank());
  *flag = receive->arrived(partition) ? 1 : 0;
  if (*flag == 0)
    call.mpi().waiting().poll(call.rank());
  return MPI_SUCCESS;
}

} // extern "C"
