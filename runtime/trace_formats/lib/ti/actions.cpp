//===- runtime/trace_formats/lib/ti/actions.cpp - the calls behind a rank's actions ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "actions.h"

#include "../set_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace maquette::traces::ti {
namespace {

constexpr double kPicosecondsPerOperation = 1000; ///< 10^9 operations a second.
constexpr double kPicosecondsPerSecond = 1e12, kMostPicoseconds = 9e18;
constexpr std::int64_t kAnyBytes = 1 << 30;

/// By the number in the trace (SimGrid's Datatype::encode()).
constexpr std::string_view kDatatypes[] = {"MPI_DOUBLE",         "MPI_INT",
                                           "MPI_CHAR",           "MPI_SHORT",
                                           "MPI_LONG",           "MPI_FLOAT",
                                           "MPI_BYTE",           "MPI_LONG_LONG_INT",
                                           "MPI_SIGNED_CHAR",    "MPI_UNSIGNED_CHAR",
                                           "MPI_UNSIGNED_SHORT", "MPI_UNSIGNED",
                                           "MPI_UNSIGNED_LONG",  "MPI_UNSIGNED_LONG_LONG",
                                           "MPI_LONG_DOUBLE",    "MPI_WCHAR",
                                           "MPI_C_BOOL",         "MPI_INT8_T",
                                           "MPI_INT16_T",        "MPI_INT32_T",
                                           "MPI_INT64_T",        "MPI_UINT8_T",
                                           "MPI_UINT16_T",       "MPI_UINT32_T",
                                           "MPI_UINT64_T"};

constexpr std::string_view kActions[] = {
    "init",          "finalize",  "comm_size", "comm_split", "comm_dup",  "send",       "isend",   "recv",
    "irecv",         "wait",      "waitall",   "test",       "barrier",   "bcast",      "reduce",  "allreduce",
    "alltoall",      "alltoallv", "gather",    "gatherv",    "allgather", "allgatherv", "scatter", "scatterv",
    "reducescatter", "scan",      "exscan",    "compute",    "sleep",     "location"};

std::string lower(std::string_view word) {
  std::string small(word);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return small;
}

} // namespace

Words wordsOf(std::string_view line) {
  Words words;
  constexpr std::string_view kBlanks = " \t\r";
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<std::int64_t> rankOf(std::string_view word) {
  if (word.starts_with("p"))
    word.remove_prefix(1);
  std::int64_t rank = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), rank);
  return error == std::errc() && end == word.data() + word.size() && rank >= 0 ? std::optional(rank) : std::nullopt;
}

bool isAction(std::string_view word) {
  return std::find(std::begin(kActions), std::end(kActions), lower(word)) != std::end(kActions);
}

/// Nothing where the line has no such word.
std::optional<double> Actions::number(const Words &words, std::size_t place) {
  if (place >= words.size())
    return std::nullopt;
  double value = 0;
  std::string_view word = words[place];
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && end == word.data() + word.size() && std::abs(value) < kMostPicoseconds)
    return value;
  is_bad_ = true;
  return std::nullopt;
}

std::string_view Actions::datatype(const Words &words, std::size_t place) {
  const auto kind = number(words, place);
  if (kind && *kind >= 0 && *kind < static_cast<double>(std::size(kDatatypes)))
    return kDatatypes[static_cast<std::size_t>(*kind)];
  return counts_doubles_ ? "MPI_DOUBLE" : "MPI_BYTE";
}

Event Actions::begin(std::string_view call) const {
  Event event;
  event.call = *findCall(call);
  event.enter_ps = event.leave_ps = now_ps_;
  return event;
}

void Actions::compute(double operations) {
  const double ps =
      std::min(std::max(0.0, operations) * kPicosecondsPerOperation, kMostPicoseconds - static_cast<double>(now_ps_));
  now_ps_ += static_cast<std::int64_t>(std::max(0.0, ps));
}

std::optional<std::string> Actions::take(const Words &words, std::optional<Event> &event) {
  event.reset();
  is_bad_ = false;
  const std::string action = lower(words[1]);
  std::optional<std::string> wrong;
  if (action == "init") {
    counts_doubles_ = words.size() > 2;
    event = begin("MPI_Init");
  } else if (action == "finalize") {
    event = begin("MPI_Finalize");
  } else if (action == "compute") {
    compute(number(words, 2).value_or(0));
  } else if (action == "sleep") {
    compute(number(words, 2).value_or(0) * kPicosecondsPerSecond / kPicosecondsPerOperation);
  } else if (action == "send" || action == "isend" || action == "recv" || action == "irecv") {
    wrong = message(words, action, event);
  } else if (action == "wait") {
    wrong = wait(words, event);
  } else if (action == "waitall") {
    wrong = waitAll(event);
  } else if (action.ends_with("v") || action == "reducescatter") {
    wrong = ofCounts(words, action, event);
  } else if (!action.starts_with("comm_") && action != "test" && action != "location") {
    wrong = isAction(action) ? collective(words, action, event) : fmt::format("is no action that is known: {}", action);
  } // Of a test the outcome is not in the trace; the wait that follows counts.
  if (is_bad_)
    return fmt::format("an argument of {} is no number", action);
  return wrong;
}

/// Partner, tag, size and type; in old traces without a tag.
std::optional<std::string> Actions::message(const Words &words, std::string_view action, std::optional<Event> &event) {
  const bool has_tag = words.size() > 4;
  const auto partner = number(words, 2), size = number(words, has_tag ? 4 : 3);
  if (!partner || !size)
    return "has too few arguments: partner, tag and size";
  const auto tag = static_cast<std::int64_t>(has_tag ? number(words, 3).value_or(0) : 0);
  const auto peer = static_cast<std::int64_t>(*partner);
  if (peer < -1 || peer >= ranks_)
    return "names a rank that is not there";
  const bool sends = action.ends_with("send"), starts = action.starts_with("i");
  event = begin(sends ? (starts ? "MPI_Isend" : "MPI_Send") : starts ? "MPI_Irecv" : "MPI_Recv");
  const bool is_known = sends || *size > 0;
  setValue(*event, "count", is_known ? static_cast<std::int64_t>(*size) : kAnyBytes);
  setValue(*event, "datatype",
           named(ArgumentType::Datatype, is_known ? datatype(words, has_tag ? 5 : 4) : std::string_view("MPI_BYTE")));
  setValue(*event, sends ? "dest" : "source", peer);
  setValue(*event, "tag", tag);
  setValue(*event, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  if (starts) {
    pending_.push_back({sends ? rank_ : peer, sends ? peer : rank_, tag, requests_});
    setValue(*event, "request", requests_++);
  }
  return std::nullopt;
}

/// Source, destination and tag; in old traces nothing, for the last request.
std::optional<std::string> Actions::wait(const Words &words, std::optional<Event> &event) {
  const auto source = number(words, 2), dest = number(words, 3), tag = number(words, 4);
  auto found = pending_.end();
  if (source && dest && tag)
    found = std::find_if(pending_.begin(), pending_.end(), [&](const Pending &each) {
      return (each.source == static_cast<std::int64_t>(*source) || each.source < 0) &&
             each.dest == static_cast<std::int64_t>(*dest) &&
             (each.tag == static_cast<std::int64_t>(*tag) || each.tag < 0);
    });
  else if (!pending_.empty())
    found = pending_.end() - 1;
  if (found == pending_.end())
    return "waits for a request that was not started";
  event = begin("MPI_Wait");
  setValue(*event, "request", found->request);
  pending_.erase(found);
  return std::nullopt;
}

std::optional<std::string> Actions::waitAll(std::optional<Event> &event) {
  std::vector<std::int64_t> requests;
  for (const Pending &each : pending_)
    requests.push_back(each.request);
  pending_.clear();
  if (requests.empty())
    return std::nullopt;
  event = begin("MPI_Waitall");
  setValue(*event, "count", std::ssize(requests));
  setValue(*event, "requests", std::move(requests));
  return std::nullopt;
}

std::optional<std::string> Actions::collective(const Words &words, std::string_view action,
                                               std::optional<Event> &event) {
  std::string call(action);
  call[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(call[0])));
  event = begin(fmt::format("MPI_{}", call));
  setValue(*event, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  if (action == "barrier")
    return std::nullopt;
  const auto first = number(words, 2), second = number(words, 3);
  if (!first)
    return "has too few arguments: sizes";
  const bool reduces = action == "reduce" || action == "allreduce" || action == "scan" || action == "exscan";
  const bool has_root = action == "bcast" || action == "reduce" || action == "gather" || action == "scatter";
  const std::size_t root_place = action == "bcast" ? 3 : 4;
  const std::size_t type_place = root_place + (has_root ? 1 : 0);
  if (has_root)
    setValue(*event, "root", static_cast<std::int64_t>(number(words, root_place).value_or(0)));
  const std::int64_t type = named(ArgumentType::Datatype, datatype(words, type_place));
  if (reduces || action == "bcast") {
    setValue(*event, "count", static_cast<std::int64_t>(*first));
    setValue(*event, "datatype", type);
    setValue(*event, "op", named(ArgumentType::Op, "MPI_MAX"));
    if (reduces)
      compute(second.value_or(0)); // Behind the call, as far as others can tell.
    return std::nullopt;
  }
  const bool has_type = type_place + 1 < words.size();
  setValue(*event, "sendcount", static_cast<std::int64_t>(*first));
  setValue(*event, "sendtype", type);
  setValue(*event, "recvcount", static_cast<std::int64_t>(second.value_or(*first)));
  setValue(*event, "recvtype", has_type ? named(ArgumentType::Datatype, datatype(words, type_place + 1)) : type);
  return std::nullopt;
}

/// One number for each rank.
std::vector<std::int64_t> Actions::counts(const Words &words, std::size_t place) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < ranks_; ++i)
    all.push_back(static_cast<std::int64_t>(number(words, place + static_cast<std::size_t>(i)).value_or(0)));
  return all;
}

std::optional<std::string> Actions::ofCounts(const Words &words, std::string_view action, std::optional<Event> &event) {
  const auto many = static_cast<std::size_t>(ranks_);
  const std::size_t least = action == "alltoallv" ? 4 + 2 * many : 3 + many;
  if (words.size() < least)
    return fmt::format("has too few arguments: counts of {} ranks", ranks_);
  event = begin(action == "alltoallv"    ? "MPI_Alltoallv"
                : action == "gatherv"    ? "MPI_Gatherv"
                : action == "allgatherv" ? "MPI_Allgatherv"
                : action == "scatterv"   ? "MPI_Scatterv"
                                         : "MPI_Reduce_scatter");
  setValue(*event, "comm", named(ArgumentType::Comm, "MPI_COMM_WORLD"));
  const std::vector<std::int64_t> zeros(many, 0);
  for (const std::string_view displacements : {"displs", "sdispls", "rdispls"})
    setValue(*event, displacements, zeros);
  const bool has_root = action == "gatherv" || action == "scatterv";
  const std::size_t root_place = 3 + many, type_place = root_place + (has_root ? 1 : 0);
  if (has_root)
    setValue(*event, "root", static_cast<std::int64_t>(number(words, root_place).value_or(0)));
  // Displacements may stand where types do.
  const bool has_type = words.size() > type_place && words.size() <= type_place + 2;
  const std::int64_t type = named(ArgumentType::Datatype, datatype(words, action == "alltoallv" ? 4 + 2 * many
                                                                          : has_type            ? type_place
                                                                                                : words.size()));
  for (const std::string_view name : {"datatype", "sendtype", "recvtype"})
    setValue(*event, name, type);
  setValue(*event, "op", named(ArgumentType::Op, "MPI_MAX"));
  if (action == "alltoallv") {
    setValue(*event, "sendcounts", counts(words, 3));
    setValue(*event, "recvcounts", counts(words, 4 + many));
  } else if (action == "scatterv") {
    setValue(*event, "sendcounts", counts(words, 2));
    setValue(*event, "recvcount", static_cast<std::int64_t>(number(words, 2 + many).value_or(0)));
  } else if (action == "reducescatter") {
    setValue(*event, "recvcounts", counts(words, 2));
    compute(number(words, 2 + many).value_or(0));
  } else {
    setValue(*event, "sendcount", static_cast<std::int64_t>(number(words, 2).value_or(0)));
    setValue(*event, "recvcounts", counts(words, 3));
  }
  return std::nullopt;
}

} // namespace maquette::traces::ti
