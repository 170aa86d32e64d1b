//===- runtime/replay/lookahead.cpp - what became of a receive, before it is made ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "lookahead.h"

#include <algorithm>

namespace maquette::replay {
namespace {

using traces::Event;

std::optional<std::size_t> given(const Event &event, std::string_view argument) {
  const std::optional<std::size_t> place = traces::allCalls()[event.call].find(argument);
  return place && event.given[*place] ? place : std::nullopt;
}

/// The status of \p request in a call that completes it; nothing where \p event does not, or does not say.
const traces::Received *statusOf(const Event &event, std::int64_t request, bool &is_complete) {
  const std::optional<std::size_t> flag = given(event, "flag"), one = given(event, "request"),
                                   several = given(event, "requests"), index = given(event, "index"),
                                   indices = given(event, "indices");
  const traces::CallInfo &info = traces::allCalls()[event.call];
  is_complete = false;
  if ((info.class_of != "Completion" && info.class_of != "Polling") || (flag && event.values[*flag] == 0))
    return nullptr;
  std::size_t status = 0;
  if (one) {
    is_complete = event.values[*one] == request;
  } else if (several) {
    const std::vector<std::int64_t> &requests = event.array(*several);
    const auto place = std::find(requests.begin(), requests.end(), request) - requests.begin();
    is_complete = place < static_cast<std::ptrdiff_t>(requests.size());
    status = static_cast<std::size_t>(place);
    if (is_complete && index) {
      is_complete = event.values[*index] == place;
      status = 0;
    } else if (is_complete && info.find("indices")) {
      const std::vector<std::int64_t> none;
      const std::vector<std::int64_t> &complete = indices ? event.array(*indices) : none;
      const auto found = std::find(complete.begin(), complete.end(), place);
      is_complete = found != complete.end();
      status = static_cast<std::size_t>(found - complete.begin());
    }
  }
  return is_complete && status < event.received.size() ? &event.received[status] : nullptr;
}

} // namespace

sim::Status Lookahead::name(Event &event) {
  const std::optional<std::size_t> source = given(event, "source"), tag = given(event, "tag"),
                                   request = given(event, "request");
  if (!source || !request || event.values[*source] != traces::kAnySource)
    return sim::Nothing{};
  for (std::size_t i = 0; i < kFarthest; ++i) {
    if (i == ahead_.size()) {
      const sim::Result<bool> more = reader_.next(ahead_.emplace_back());
      if (!more || !*more)
        ahead_.pop_back();
      if (!more)
        return more.error();
      if (!*more)
        break;
    }
    bool is_complete = false;
    if (const traces::Received *status = statusOf(ahead_[i], event.values[*request], is_complete);
        status != nullptr && status->source >= 0) {
      event.values[*source] = status->source;
      if (tag && event.values[*tag] == traces::kAnyTag)
        event.values[*tag] = status->tag;
    }
    if (is_complete)
      break;
  }
  return sim::Nothing{};
}

sim::Result<bool> Lookahead::next(Event &event) {
  if (ahead_.empty()) {
    const sim::Result<bool> more = reader_.next(event);
    if (!more || !*more)
      return more;
  } else {
    event = std::move(ahead_.front());
    ahead_.pop_front();
  }
  if (const sim::Status named = name(event); !named)
    return named.error();
  return true;
}

} // namespace maquette::replay
