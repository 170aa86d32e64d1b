//===- runtime/trace_formats/lib/otf2/calls.cpp - the calls behind OTF2's records --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "calls.h"

#include "../set_values.h"
#include "collectives.h"

#include <algorithm>
#include <limits>

namespace maquette::traces::otf2 {
namespace {

/// Calls that wait for one that is not known. More mean that it never ended.
constexpr std::size_t kMostHeld = 1 << 20;
/// What a receiver takes at most where only the sender's size is in the records.
constexpr std::int64_t kAnyBytes = 1 << 30;
constexpr std::int64_t kMostTag = 32767;

/// Bytes of any number: more than an int counts, as longer elements.
void setAmount(Event &event, std::string_view count, std::string_view type, std::int64_t bytes) {
  constexpr std::int64_t kLongest = 16;
  const bool is_many = bytes > std::numeric_limits<std::int32_t>::max();
  setValue(event, count, is_many ? bytes / kLongest : bytes);
  setValue(event, type, named(ArgumentType::Datatype, is_many ? "MPI_LONG_DOUBLE" : "MPI_BYTE"));
}

bool has(const std::vector<Record> &records, RecordKind kind) {
  return std::any_of(records.begin(), records.end(), [kind](const Record &each) { return each.kind == kind; });
}

} // namespace

Calls::Calls(const Archive &archive, std::int64_t rank) : archive_(archive), rank_(rank) {}

void Calls::enter(std::int64_t time_ps, OTF2_RegionRef region, std::uint64_t position) {
  if (!function_.empty()) {
    ++depth_;
    return;
  }
  const std::string *const function = archive_.functionOf(region);
  if (function == nullptr)
    return;
  function_ = *function;
  enter_ps_ = time_ps;
  position_ = position;
  depth_ = 0;
  records_.clear();
}

void Calls::add(std::int64_t time_ps, const Record &record) {
  records_.push_back(record);
  if (!function_.empty())
    return;
  enter_ps_ = leave_ps_ = time_ps; // A tracer that records no functions.
  build();
}

void Calls::leave(std::int64_t time_ps) {
  if (function_.empty())
    return;
  if (depth_-- > 0)
    return;
  leave_ps_ = time_ps;
  build();
  function_.clear();
}

void Calls::finish() {
  for (Held &each : held_)
    each.is_left_out |= !each.is_known;
  open_.clear();
}

bool Calls::next(Event &event) {
  while (!held_.empty() && (held_.front().is_left_out || (!held_.front().is_known && held_.size() > kMostHeld))) {
    held_.pop_front();
    ++taken_;
  }
  if (held_.empty() || !held_.front().is_known)
    return false;
  event = std::move(held_.front().event);
  held_.pop_front();
  ++taken_;
  return true;
}

Event &Calls::hold(std::string_view call, bool is_known) {
  Held held;
  held.is_known = is_known;
  held.event.call = *findCall(call);
  held.event.record = ++calls_;
  held.event.offset = position_;
  held.event.enter_ps = enter_ps_;
  held.event.leave_ps = leave_ps_;
  enter_ps_ = leave_ps_; // All that follows of this function.
  held_.push_back(std::move(held));
  return held_.back().event;
}

/// The function that runs, if it is one of \p accepted.
std::string_view Calls::callOr(std::string_view other, std::initializer_list<std::string_view> accepted) const {
  const auto *const found = std::find(accepted.begin(), accepted.end(), function_);
  return found == accepted.end() ? other : *found;
}

std::int64_t Calls::handleOf(std::int64_t comm) const {
  const Archive::Communicator *const found = archive_.find(comm);
  if (found != nullptr && found->is_self)
    return named(ArgumentType::Comm, "MPI_COMM_SELF");
  return comm == archive_.world() ? named(ArgumentType::Comm, "MPI_COMM_WORLD") : comm;
}

std::int64_t Calls::sizeOf(std::int64_t comm) const {
  const Archive::Communicator *const found = archive_.find(comm);
  return found == nullptr || found->is_self ? 1 : std::max<std::int64_t>(1, std::ssize(found->ranks));
}

std::int64_t Calls::rankIn(std::int64_t comm) const {
  const Archive::Communicator *const found = archive_.find(comm);
  if (found == nullptr || found->is_self)
    return 0;
  if (comm == archive_.world())
    return rank_;
  const auto [place, is_new] = places_.try_emplace(comm, 0);
  if (is_new)
    place->second = std::find(found->ranks.begin(), found->ranks.end(), rank_) - found->ranks.begin();
  return place->second;
}

void Calls::build() {
  if (function_ == "MPI_Init" || function_ == "MPI_Init_thread" || function_ == "MPI_Finalize") {
    hold(function_ == "MPI_Init_thread" ? "MPI_Init" : function_);
    if (function_ != "MPI_Finalize" && !is_begun_ && !archive_.saysWhatMadeCommunicators())
      for (const auto &[comm, made] : archive_.communicators())
        if (comm != archive_.world() && !made.is_self)
          putGroup(comm);
    is_begun_ = true;
    records_.clear();
    return;
  }
  putSends();
  for (const Record &record : records_)
    put(record);
  putCompletions();
  putCommunicators();
  records_.clear();
}

/// A call that sends and receives waits for both.
void Calls::putSends() {
  const auto is = [](RecordKind kind) { return [kind](const Record &each) { return each.kind == kind; }; };
  const auto send = std::find_if(records_.begin(), records_.end(), is(RecordKind::Send));
  const auto receive = std::find_if(records_.begin(), records_.end(), is(RecordKind::Receive));
  if (send != records_.end() && receive != records_.end())
    putExchange(*send, *receive);
  else if (send != records_.end())
    putMessage(*send);
  else if (receive != records_.end())
    putMessage(*receive);
}

void Calls::put(const Record &record) {
  switch (record.kind) {
  case RecordKind::StartSend:
  case RecordKind::StartReceive:
  case RecordKind::StartCollective:
    return putStart(record);
  case RecordKind::Collective:
    return putCollective(record);
  case RecordKind::TestFailed:
    return putFailedTest(record);
  case RecordKind::ReceiveDone:
  case RecordKind::CollectiveDone:
  case RecordKind::Cancelled:
    return fill(record);
  default:
    return; // In putSends(), putCompletions() and putCommunicators().
  }
}

void Calls::putMessage(const Record &record) {
  const bool sends = record.kind == RecordKind::Send;
  Event &event = hold(sends ? callOr("MPI_Send", {"MPI_Bsend", "MPI_Ssend", "MPI_Rsend"}) : "MPI_Recv");
  setAmount(event, "count", "datatype", record.bytes);
  setValue(event, sends ? "dest" : "source", record.peer);
  setValue(event, "tag", record.tag);
  setValue(event, "comm", handleOf(record.comm));
  if (!sends)
    event.received = {{static_cast<std::int32_t>(record.peer), static_cast<std::int32_t>(record.tag), record.bytes}};
}

void Calls::putExchange(const Record &send, const Record &receive) {
  Event &event = hold("MPI_Sendrecv");
  setAmount(event, "sendcount", "sendtype", send.bytes);
  setValue(event, "dest", send.peer);
  setValue(event, "sendtag", send.tag);
  setAmount(event, "recvcount", "recvtype", receive.bytes);
  setValue(event, "source", receive.peer);
  setValue(event, "recvtag", receive.tag);
  setValue(event, "comm", handleOf(send.comm));
  event.received = {{static_cast<std::int32_t>(receive.peer), static_cast<std::int32_t>(receive.tag), receive.bytes}};
}

void Calls::putStart(const Record &record) {
  if (record.kind == RecordKind::StartSend) {
    Event &event = hold(callOr("MPI_Isend", {"MPI_Ibsend", "MPI_Issend", "MPI_Irsend"}));
    setAmount(event, "count", "datatype", record.bytes);
    setValue(event, "dest", record.peer);
    setValue(event, "tag", record.tag);
    setValue(event, "comm", handleOf(record.comm));
    setValue(event, "request", record.request);
    return;
  }
  // Which collective it is, its end says, too.
  setValue(hold(record.kind == RecordKind::StartReceive ? "MPI_Irecv" : "MPI_Ibarrier", false), "request",
           record.request);
  open_[record.request] = taken_ + held_.size() - 1;
}

/// Of a call that was started: what is known at its end.
void Calls::fill(const Record &record) {
  const auto found = open_.find(record.request);
  if (found == open_.end() || found->second < taken_)
    return;
  Held &held = held_[found->second - taken_];
  open_.erase(found);
  held.is_known = true;
  if (record.kind == RecordKind::Cancelled) {
    held.is_left_out = true;
  } else if (record.kind == RecordKind::ReceiveDone) {
    setAmount(held.event, "count", "datatype", record.bytes);
    setValue(held.event, "source", record.peer);
    setValue(held.event, "tag", record.tag);
    setValue(held.event, "comm", handleOf(record.comm));
  } else if (const std::string_view name = operationOf(record.operation); !name.empty()) {
    held.event.clear();
    held.event.call = *findCall(nonblockingName(name));
    setValue(held.event, "request", record.request);
    fillCollective(held.event, record);
  } else {
    held.is_left_out = true;
  }
}

/// All that a call completed, in one call.
void Calls::putCompletions() {
  std::vector<std::int64_t> requests;
  std::vector<Received> received;
  for (const Record &record : records_)
    if (record.kind == RecordKind::SendDone || record.kind == RecordKind::ReceiveDone ||
        record.kind == RecordKind::CollectiveDone) {
      requests.push_back(record.request);
      received.push_back(
          record.kind == RecordKind::ReceiveDone
              ? Received{static_cast<std::int32_t>(record.peer), static_cast<std::int32_t>(record.tag), record.bytes}
              : Received{0, 0, 0});
    }
  if (requests.empty())
    return;
  const bool is_one = requests.size() == 1;
  const std::string_view call = is_one ? callOr("MPI_Waitall", {"MPI_Wait", "MPI_Test", "MPI_Waitany", "MPI_Testany",
                                                                "MPI_Waitsome", "MPI_Testsome", "MPI_Testall"})
                                       : callOr("MPI_Waitall", {"MPI_Waitsome", "MPI_Testsome", "MPI_Testall"});
  Event &event = hold(call);
  const auto count = std::ssize(requests);
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < count; ++i)
    indices.push_back(i);
  setValue(event, "count", count);
  setValue(event, "incount", count);
  setValue(event, "outcount", count);
  setValue(event, "indices", std::move(indices));
  setValue(event, "index", 0);
  setValue(event, "flag", 1);
  setValue(event, "request", requests.front());
  setValue(event, "requests", std::move(requests));
  event.received = std::move(received);
}

void Calls::putFailedTest(const Record &record) {
  Event &event = hold("MPI_Test");
  setValue(event, "request", record.request);
  setValue(event, "flag", 0);
}

void Calls::putCollective(const Record &record) {
  if (record.operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE) {
    if (!archive_.saysWhatMadeCommunicators() || has(records_, RecordKind::NewCommunicator))
      return; // At the start, or in putCommunicators().
    if (archive_.find(record.comm) != nullptr && !archive_.find(record.comm)->is_self)
      putSplit(record.comm, -1);
    return;
  }
  if (const std::string_view name = operationOf(record.operation); !name.empty())
    fillCollective(hold(name), record);
}

/// The bytes of records are all that goes to, or comes from, each rank of the communicator; see Activities. Of what is
/// not the same for all ranks only sums are known: it counts as the same.
void Calls::fillCollective(Event &event, const Record &record) const {
  const std::int64_t ranks = sizeOf(record.comm), me = rankIn(record.comm);
  const std::string_view name = operationOf(record.operation);
  const bool is_root = record.peer == me;
  setValue(event, "comm", handleOf(record.comm));
  if (record.peer >= 0)
    setValue(event, "root", record.peer);
  setValue(event, "op", named(ArgumentType::Op, "MPI_BOR"));
  // What a rank sends itself it must receive.
  const auto anyButOwn = [&](std::int64_t own) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks), kAnyBytes);
    counts[static_cast<std::size_t>(std::min(me, ranks - 1))] = own;
    return counts;
  };
  const auto ones = [&](std::int64_t bytes) {
    return std::vector<std::int64_t>(static_cast<std::size_t>(ranks), bytes);
  };
  const std::int64_t sent_each = record.bytes / ranks, received_each = record.received_bytes / ranks;
  if (name == "MPI_Bcast" || name == "MPI_Reduce") {
    setAmount(event, "count", "datatype", name == "MPI_Bcast" ? record.received_bytes : record.bytes);
  } else if (name == "MPI_Allreduce") {
    setAmount(event, "count", "datatype", sent_each);
  } else if (name == "MPI_Scan" || name == "MPI_Exscan") {
    const std::int64_t before = name == "MPI_Scan" ? me + 1 : me,
                       behind = name == "MPI_Scan" ? ranks - me : ranks - me - 1;
    setAmount(event, "count", "datatype",
              before > 0 ? record.received_bytes / before : record.bytes / std::max<std::int64_t>(1, behind));
  } else if (name == "MPI_Reduce_scatter_block") {
    setAmount(event, "recvcount", "datatype", sent_each);
  } else if (name == "MPI_Reduce_scatter") {
    setValue(event, "recvcounts", ones(sent_each));
    setValue(event, "datatype", named(ArgumentType::Datatype, "MPI_BYTE"));
  } else if (name == "MPI_Gatherv") {
    setAmount(event, "sendcount", "sendtype", record.bytes);
    if (is_root)
      setValue(event, "recvcounts", anyButOwn(record.bytes));
  } else if (name == "MPI_Scatterv") {
    if (is_root)
      setValue(event, "sendcounts", ones(sent_each));
    setAmount(event, "recvcount", "recvtype", is_root ? sent_each : kAnyBytes);
  } else if (name == "MPI_Allgatherv") {
    setAmount(event, "sendcount", "sendtype", received_each);
    setValue(event, "recvcounts", ones(received_each));
  } else if (name == "MPI_Alltoallv" || name == "MPI_Alltoallw") {
    setValue(event, "sendcounts", ones(sent_each));
    setValue(event, "recvcounts", anyButOwn(sent_each));
  } else {
    const bool to_each = name != "MPI_Gather", from_each = name != "MPI_Scatter";
    setAmount(event, "sendcount", "sendtype", to_each ? sent_each : record.bytes);
    setAmount(event, "recvcount", "recvtype", from_each ? received_each : record.received_bytes);
  }
  for (const std::string_view displacements : {"displs", "sdispls", "rdispls"})
    setValue(event, displacements, ones(0));
  if (name.ends_with("v"))
    for (const std::string_view type : {"sendtype", "recvtype"})
      setValue(event, type, named(ArgumentType::Datatype, "MPI_BYTE"));
  for (const std::string_view types : {"sendtypes", "recvtypes"})
    setValue(event, types, ones(named(ArgumentType::Datatype, "MPI_BYTE")));
}

void Calls::putCommunicators() {
  for (const Record &record : records_) {
    if (record.kind != RecordKind::NewCommunicator || !archive_.saysWhatMadeCommunicators())
      continue;
    const auto made = std::find_if(records_.begin(), records_.end(), [](const Record &each) {
      return each.kind == RecordKind::Collective && each.operation == OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    });
    const std::int64_t parent = made == records_.end() ? -1 : made->comm;
    const Archive::Communicator *const found = archive_.find(parent);
    if (found != nullptr && !found->is_self && parent != record.comm)
      putSplit(parent, record.comm);
    else
      putGroup(record.comm);
  }
}

/// \p comm: the one of this rank; -1: it gets none. One with the same ranks is a copy.
void Calls::putSplit(std::int64_t parent, std::int64_t comm) {
  const bool is_copy = comm >= 0 && archive_.find(comm) != nullptr && function_ != "MPI_Comm_split" &&
                       archive_.find(comm)->ranks == archive_.find(parent)->ranks;
  if (is_copy) {
    Event &event = hold("MPI_Comm_dup");
    setValue(event, "comm", handleOf(parent));
    setValue(event, "newcomm", comm);
    return;
  }
  Event &event = hold("MPI_Comm_split");
  setValue(event, "comm", handleOf(parent));
  setValue(event, "color", comm < 0 ? std::int64_t{kUndefined} : comm);
  setValue(event, "key", comm < 0 ? 0 : rankIn(comm));
  setValue(event, "newcomm", comm < 0 ? named(ArgumentType::Comm, "MPI_COMM_NULL") : comm);
}

/// By its ranks alone.
void Calls::putGroup(std::int64_t comm) {
  const Archive::Communicator *const found = archive_.find(comm);
  if (found == nullptr || rankIn(comm) == std::ssize(found->ranks))
    return;
  Event &group = hold("MPI_Comm_group");
  setValue(group, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  setValue(group, "group", 0);
  Event &members = hold("MPI_Group_incl");
  setValue(members, "group", 0);
  setValue(members, "count", std::ssize(found->ranks));
  setValue(members, "ranks", found->ranks);
  setValue(members, "newgroup", 1);
  Event &made = hold("MPI_Comm_create_group");
  setValue(made, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  setValue(made, "group", 1);
  setValue(made, "tag", comm % kMostTag);
  setValue(made, "newcomm", comm);
}

} // namespace maquette::traces::otf2
