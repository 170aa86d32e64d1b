//===- runtime/trace_formats/lib/activities.cpp - what the calls of a rank mean to others ------===//
// SPDX-License-Identifier: Apache-2.0
#include "activities.h"

#include "maquette/traces/completions.h"
#include "maquette/traces/event_values.h"
#include "operations.h"

#include <algorithm>
#include <numeric>

namespace maquette::traces {
namespace {

using Kind = Activity::Kind;

bool has(const Event &event, std::string_view argument) { return allCalls()[event.call].find(argument).has_value(); }

/// The argument that has one of the names.
std::string oneOf(const Event &event, const std::string &name, const std::string &other) {
  return has(event, name) ? name : other;
}

std::vector<std::int64_t> requestsOf(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  for (std::size_t i = 0; i < info.arguments.size(); ++i) {
    if (!event.given[i] || info.arguments[i].kind == "RequestOut")
      continue;
    if (info.arguments[i].type == ArgumentType::Requests)
      return event.array(i);
    if (info.arguments[i].type == ArgumentType::Request)
      return {event.values[i]};
  }
  return {};
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

Activities::Activities(const Communicators &communicators, std::int64_t rank, const EventReader &reader)
    : communicators_(communicators), rank_(rank), sizes_(reader),
      comms_{{named(ArgumentType::Comm, "MPI_COMM_WORLD"), 0}, {named(ArgumentType::Comm, "MPI_COMM_SELF"), kSelf}} {}

const std::vector<Activity> &Activities::of(const Event &event) {
  found_.clear();
  seeCommunicators(event);
  sizes_.see(event);
  seeMessages(event);
  seeMatched(event);
  seeCollective(event);
  seeStarts(event);
  seeCompletions(event);
  return found_;
}

void Activities::seeCommunicators(const Event &event) {
  const std::optional<std::size_t> place = placeOfKind(allCalls()[event.call], "CommOut");
  if (!place || made_ >= communicators_.made(rank_).size())
    return;
  const CommNumber comm = communicators_.made(rank_)[made_++];
  if (event.given[*place])
    comms_[event.values[*place]] = comm;
  found_.push_back({.kind = Kind::MadeComm, .comm = commOf(event), .made = comm});
}

CommNumber Activities::commOf(const Event &event) const {
  const std::optional<std::int64_t> handle = valueOf(event, "comm");
  const auto found = handle ? comms_.find(*handle) : comms_.end();
  return found == comms_.end() ? kNoComm : found->second;
}

/// The counts and types of a call are one each, or arrays with one for each rank. 0 where the call has none.
std::int64_t Activities::bytesOf(const Event &event, std::string_view counts, std::string_view types) const {
  const auto size = [&](std::int64_t datatype) { return sizes_.of(datatype).value_or(0); };
  const std::vector<std::int64_t> *const many = arrayOf(event, counts);
  if (many == nullptr)
    return valueOf(event, counts).value_or(0) * size(valueOf(event, types).value_or(0));
  if (const std::vector<std::int64_t> *const each = arrayOf(event, types)) {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < std::min(many->size(), each->size()); ++i)
      bytes += (*many)[i] * size((*each)[i]);
    return bytes;
  }
  return std::accumulate(many->begin(), many->end(), std::int64_t{0}) * size(valueOf(event, types).value_or(0));
}

/// Whether the trace says which ranks a message is between.
bool Activities::isBetweenKnown(const Activity &activity) const {
  return activity.peer >= 0 && activity.tag >= 0 &&
         (activity.comm == kSelf || communicators_.worldRank(activity.comm, activity.peer) >= 0);
}

void Activities::count(Activity &activity) {
  const bool sends = activity.kind == Kind::Send || activity.kind == Kind::StartSend;
  if (isBetweenKnown(activity))
    activity.number = counts_[{sends, activity.comm, activity.peer, activity.tag}]++;
  else
    ++lost_;
}

/// Of a request that later calls end.
void Activities::start(Activity activity, std::int64_t request, bool is_persistent) {
  pending_[request] = {activity, is_persistent, !is_persistent};
  if (!is_persistent)
    found_.push_back(activity);
}

/// Of a message that \p event sends, receives or starts to.
void Activities::add(Activity activity, const Event &event) {
  activity.comm = commOf(event);
  if (activity.peer == kProcNull)
    return;
  if (activity.kind == Kind::Receive && !event.received.empty()) {
    activity.peer = event.received.front().source;
    activity.tag = event.received.front().tag;
    if (event.received.front().bytes >= 0)
      activity.bytes = event.received.front().bytes;
  }
  const std::optional<std::size_t> request = placeOfKind(allCalls()[event.call], "RequestOut");
  const bool is_persistent = allCalls()[event.call].name.ends_with("_init");
  if (!is_persistent && (activity.kind != Kind::StartReceive || isBetweenKnown(activity)))
    count(activity);
  if (!request) {
    found_.push_back(activity);
    return;
  }
  activity.request = requests_++;
  start(activity, event.values[*request], is_persistent);
}

void Activities::seeMessages(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  if (info.class_of != "Message" || !info.find("comm") || info.name.find("robe") != std::string_view::npos)
    return;
  const bool starts = placeOfKind(info, "RequestOut").has_value();
  if (const std::optional<std::int64_t> dest = valueOf(event, "dest"))
    add({.kind = starts ? Kind::StartSend : Kind::Send,
         .peer = static_cast<std::int32_t>(*dest),
         .tag = static_cast<std::int32_t>(valueOf(event, oneOf(event, "tag", "sendtag")).value_or(0)),
         .bytes = bytesOf(event, oneOf(event, "count", "sendcount"), oneOf(event, "datatype", "sendtype"))},
        event);
  if (const std::optional<std::int64_t> source = valueOf(event, "source"))
    add({.kind = starts ? Kind::StartReceive : Kind::Receive,
         .peer = static_cast<std::int32_t>(*source),
         .tag = static_cast<std::int32_t>(valueOf(event, oneOf(event, "tag", "recvtag")).value_or(0)),
         .bytes = bytesOf(event, oneOf(event, "count", "recvcount"), oneOf(event, "datatype", "recvtype"))},
        event);
}

/// Matched probes and their receives: which of several messages is received is not in traces; it is taken to be the
/// one that was probed first.
void Activities::seeMatched(const Event &event) {
  const std::string_view name = allCalls()[event.call].name;
  if (name == "MPI_Mprobe" || (name == "MPI_Improbe" && valueOf(event, "flag") == 1)) {
    if (!event.received.empty())
      probed_.push_back({commOf(event), event.received.front()});
    return;
  }
  if ((name != "MPI_Mrecv" && name != "MPI_Imrecv") || probed_.empty())
    return;
  const Probed probed = probed_.front();
  probed_.pop_front();
  Activity activity{.kind = name == "MPI_Mrecv" ? Kind::Receive : Kind::StartReceive,
                    .comm = probed.comm,
                    .peer = probed.message.source,
                    .tag = probed.message.tag,
                    .bytes = std::max<std::int64_t>(0, probed.message.bytes)};
  if (activity.peer == kProcNull)
    return;
  count(activity);
  if (activity.kind == Kind::Receive) {
    found_.push_back(activity);
    return;
  }
  activity.request = requests_++;
  start(activity, valueOf(event, "request").value_or(-1), false);
}

void Activities::seeCollective(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  if (!info.class_of.ends_with("Collective"))
    return;
  Activity activity{.kind = info.class_of == "Collective" ? Kind::Collective : Kind::StartCollective,
                    .comm = commOf(event),
                    .operation = operationOf(info.name)};
  if (activity.operation.empty())
    return;
  activity.peer = static_cast<std::int32_t>(valueOf(event, "root").value_or(-1));
  setBytes(activity, event);
  if (activity.kind == Kind::Collective) {
    found_.push_back(activity);
    return;
  }
  activity.request = requests_++;
  start(activity, valueOf(event, "request").value_or(-1), false);
}

/// \p side: "send" or "recv".
std::int64_t Activities::bytesOfSide(const Event &event, const std::string &side) const {
  return has(event, side + "counts") ? bytesOf(event, side + "counts", oneOf(event, side + "type", side + "types"))
                                     : bytesOf(event, side + "count", side + "type");
}

/// Bytes count as usual in traces of messages: what goes to or comes from each rank of the communicator, itself
/// included, as if there were no algorithm.
void Activities::setBytes(Activity &activity, const Event &event) const {
  const std::int64_t ranks = communicators_.size(activity.comm), me = communicators_.rankIn(activity.comm, rank_);
  const std::string_view operation = activity.operation;
  const bool is_root = activity.peer == -1 || activity.peer == me || activity.peer == kRoot;
  const auto set = [&](std::int64_t sent, std::int64_t received) {
    activity.bytes = sent;
    activity.received_bytes = received;
  };
  const std::int64_t bytes = bytesOf(event, "count", "datatype");
  if (operation == "MPI_Bcast")
    return set(is_root ? ranks * bytes : 0, bytes);
  if (operation == "MPI_Reduce")
    return set(bytes, is_root ? ranks * bytes : 0);
  if (operation == "MPI_Allreduce")
    return set(ranks * bytes, ranks * bytes);
  if (operation == "MPI_Scan")
    return set((ranks - me) * bytes, (me + 1) * bytes);
  if (operation == "MPI_Exscan")
    return set((ranks - me - 1) * bytes, me * bytes);
  if (operation == "MPI_Reduce_scatter_block")
    return set(ranks * bytesOf(event, "recvcount", "datatype"), ranks * bytesOf(event, "recvcount", "datatype"));
  if (operation == "MPI_Reduce_scatter") {
    const std::vector<std::int64_t> *const counts = arrayOf(event, "recvcounts");
    const bool has_own = counts != nullptr && me >= 0 && me < std::ssize(*counts);
    const std::int64_t size = sizes_.of(valueOf(event, "datatype").value_or(0)).value_or(0);
    return set(bytesOf(event, "recvcounts", "datatype"),
               has_own ? ranks * (*counts)[static_cast<std::size_t>(me)] * size : 0);
  }
  const bool to_each = isOneOf(operation, {"MPI_Scatter", "MPI_Allgather", "MPI_Allgatherv", "MPI_Alltoall"});
  const bool from_each = isOneOf(operation, {"MPI_Gather", "MPI_Allgather", "MPI_Alltoall"});
  const bool sends = is_root || !operation.starts_with("MPI_Scatter");
  const bool receives = is_root || !operation.starts_with("MPI_Gather");
  set(sends ? (to_each ? ranks : 1) * bytesOfSide(event, "send") : 0,
      receives ? (from_each ? ranks : 1) * bytesOfSide(event, "recv") : 0);
}

void Activities::seeStarts(const Event &event) {
  const std::string_view name = allCalls()[event.call].name;
  if (name != "MPI_Start" && name != "MPI_Startall")
    return;
  for (const std::int64_t request : requestsOf(event)) {
    const auto found = pending_.find(request);
    if (found == pending_.end())
      continue;
    found->second.is_active = true;
    Activity activity = found->second.activity;
    if (activity.kind == Kind::StartSend || isBetweenKnown(activity))
      count(activity);
    activity.request = found->second.activity.request = requests_++;
    found->second.activity.number = activity.number;
    found_.push_back(activity);
  }
}

void Activities::end(Pending &pending, const Received *received) {
  Activity activity = pending.activity;
  pending.is_active = false;
  if (activity.kind == Kind::StartCollective) {
    activity.kind = Kind::CollectiveDone;
  } else if (activity.kind == Kind::StartSend) {
    activity.kind = Kind::SendDone;
  } else {
    activity.kind = Kind::ReceiveDone;
    if (received != nullptr && received->source >= 0) {
      activity.peer = received->source;
      activity.tag = received->tag;
      activity.bytes = received->bytes >= 0 ? received->bytes : activity.bytes;
    }
    if (activity.number < 0)
      count(activity);
  }
  found_.push_back(activity);
}

void Activities::seeCompletions(const Event &event) {
  const std::string_view name = allCalls()[event.call].name;
  const std::vector<std::int64_t> requests = requestsOf(event);
  const auto finish = [&](std::int64_t request, const Received *received, bool is_freed) {
    const auto found = pending_.find(request);
    if (found == pending_.end())
      return;
    if (found->second.is_active && !is_freed)
      end(found->second, received);
    if (!found->second.is_persistent || is_freed)
      pending_.erase(found);
  };
  if (name == "MPI_Request_free" && !requests.empty())
    finish(requests.front(), nullptr, true);
  forEachCompletion(event, requests.size(), [&](std::size_t request, std::size_t status) {
    finish(requests[request], status < event.received.size() ? &event.received[status] : nullptr, false);
  });
}

} // namespace maquette::traces
