//===- runtime/trace_formats/lib/activities.cpp - what the calls of a rank mean to others ------===//
// SPDX-License-Identifier: Apache-2.0
#include "activities.h"

#include "maquette/traces/completions.h"
#include "maquette/traces/event_values.h"

#include <algorithm>
#include <numeric>

namespace maquette::traces {
namespace {

using Kind = Activity::Kind;

bool has(const Event &event, std::string_view argument) { return allCalls()[event.call].find(argument).has_value(); }

/// The argument that has one of the names.
std::string_view oneOf(const Event &event, std::string_view name, std::string_view other) {
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

/// What MPI_Allreduce and MPI_Iallreduce have in common: "allreduce".
std::string operationOf(std::string_view name) {
  std::string operation(name.substr(std::string_view("MPI_").size()));
  if (operation.starts_with("I") && operation.size() > 1 && std::islower(static_cast<unsigned char>(operation[1])) != 0)
    operation.erase(0, 1);
  std::transform(operation.begin(), operation.end(), operation.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return operation;
}

/// Operations that all ranks of a communicator take part in and that move data of all or wait for all. Others, as
/// MPI_Comm_free(), are calls like any.
constexpr std::string_view kOperations[] = {"barrier",
                                            "bcast",
                                            "gather",
                                            "gatherv",
                                            "scatter",
                                            "scatterv",
                                            "allgather",
                                            "allgatherv",
                                            "alltoall",
                                            "alltoallv",
                                            "alltoallw",
                                            "reduce",
                                            "allreduce",
                                            "reduce_scatter",
                                            "scan",
                                            "exscan",
                                            "reduce_scatter_block"};

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

void Activities::count(Activity &activity) {
  const bool sends = activity.kind == Kind::Send || activity.kind == Kind::StartSend;
  activity.number = counts_[{sends, activity.comm, activity.peer, activity.tag}]++;
}

/// Of a message that \p event sends, receives or starts to.
void Activities::add(Activity activity, const Event &event) {
  activity.comm = commOf(event);
  if (activity.peer == kProcNull)
    return;
  const bool sends = activity.kind == Kind::Send || activity.kind == Kind::StartSend;
  if (activity.kind == Kind::Receive && !event.received.empty()) {
    activity.peer = event.received.front().source;
    activity.tag = event.received.front().tag;
    if (event.received.front().bytes >= 0)
      activity.bytes = event.received.front().bytes;
  }
  const std::optional<std::size_t> request = placeOfKind(allCalls()[event.call], "RequestOut");
  const bool is_persistent = allCalls()[event.call].name.ends_with("_init");
  const bool is_known = sends || (activity.peer != kAnySource && activity.tag != kAnyTag);
  if (!is_persistent && is_known)
    count(activity);
  else if (activity.kind == Kind::Receive)
    ++lost_;
  if (request) {
    activity.request = requests_++;
    pending_[event.values[*request]] = {activity, is_persistent, !is_persistent};
  }
  if (!is_persistent)
    found_.push_back(activity);
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
  if (activity.kind == Kind::StartReceive) {
    activity.request = requests_++;
    pending_[valueOf(event, "request").value_or(-1)] = {activity, false, true};
  }
  found_.push_back(activity);
}

/// Bytes count as usual in traces of messages: what goes to or comes from each rank of the communicator, itself
/// included, as if there were no algorithm.
void Activities::seeCollective(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  if (!info.class_of.ends_with("Collective"))
    return;
  const std::string operation = operationOf(info.name);
  if (std::find(std::begin(kOperations), std::end(kOperations), operation) == std::end(kOperations))
    return;
  Activity activity{.kind = info.class_of == "Collective" ? Kind::Collective : Kind::StartCollective,
                    .comm = commOf(event)};
  const std::int64_t ranks = communicators_.size(activity.comm), me = communicators_.rankIn(activity.comm, rank_);
  const std::optional<std::int64_t> root = valueOf(event, "root");
  if (root)
    activity.peer = static_cast<std::int32_t>(*root);
  const bool is_root = !root || *root == me || *root == kRoot;
  const std::int64_t bytes = bytesOf(event, "count", "datatype");
  const std::int64_t sent = has(event, "sendcounts")
                                ? bytesOf(event, "sendcounts", oneOf(event, "sendtype", "sendtypes"))
                                : bytesOf(event, "sendcount", "sendtype");
  const std::int64_t received = has(event, "recvcounts")
                                    ? bytesOf(event, "recvcounts", oneOf(event, "recvtype", "recvtypes"))
                                    : bytesOf(event, "recvcount", "recvtype");
  const bool to_each = isOneOf(operation, {"scatter", "allgather", "allgatherv", "alltoall"});
  const bool from_each = isOneOf(operation, {"gather", "allgather", "alltoall"});
  if (operation == "bcast") {
    activity.bytes = is_root ? ranks * bytes : 0;
    activity.received_bytes = bytes;
  } else if (operation == "reduce") {
    activity.bytes = bytes;
    activity.received_bytes = is_root ? ranks * bytes : 0;
  } else if (operation == "scan" || operation == "exscan") {
    const std::int64_t own = operation == "scan" ? 1 : 0;
    activity.bytes = (ranks - me - 1 + own) * bytes;
    activity.received_bytes = (me + own) * bytes;
  } else if (operation == "allreduce") {
    activity.bytes = activity.received_bytes = ranks * bytes;
  } else if (operation == "reduce_scatter") {
    const std::vector<std::int64_t> *const counts = arrayOf(event, "recvcounts");
    activity.bytes = bytesOf(event, "recvcounts", "datatype");
    activity.received_bytes = counts == nullptr || me < 0 || me >= static_cast<std::int64_t>(counts->size())
                                  ? 0
                                  : ranks * (*counts)[static_cast<std::size_t>(me)] *
                                        sizes_.of(valueOf(event, "datatype").value_or(0)).value_or(0);
  } else if (operation == "reduce_scatter_block") {
    activity.bytes = activity.received_bytes = ranks * bytesOf(event, "recvcount", "datatype");
  } else {
    activity.bytes = is_root || !operation.starts_with("scatter") ? (to_each ? ranks : 1) * sent : 0;
    activity.received_bytes = is_root || !operation.starts_with("gather") ? (from_each ? ranks : 1) * received : 0;
  }
  if (activity.kind == Kind::StartCollective) {
    activity.request = requests_++;
    pending_[valueOf(event, "request").value_or(-1)] = {activity, false, true};
  }
  found_.push_back(activity);
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
    if (activity.kind == Kind::StartSend || (activity.peer != kAnySource && activity.tag != kAnyTag))
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
    if (activity.number < 0 && activity.peer >= 0 && activity.tag >= 0)
      count(activity);
    lost_ += activity.number < 0 ? 1 : 0;
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
