//===- runtime/traces/lib/request_numbers.cpp - the same numbers for the same use of requests ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/request_numbers.h"

#include "maquette/traces/completions.h"

#include <algorithm>

namespace maquette::traces {
namespace {

bool startsLater(std::string_view call) { return call.ends_with("_init"); }

} // namespace

std::int64_t RequestNumbers::give(std::int64_t handle, bool is_persistent) {
  std::int64_t number = next_;
  if (free_.empty()) {
    ++next_;
  } else {
    number = *free_.begin();
    free_.erase(free_.begin());
  }
  numbers_[handle].push_back({number, is_persistent});
  ++open_;
  return number;
}

/// Of the request with that handle that has \p place others before it.
std::int64_t RequestNumbers::numberOf(std::int64_t handle, std::size_t place) {
  if (handle < 0) // one of MPI's own
    return handle;
  const auto found = numbers_.find(handle);
  if (found == numbers_.end())
    return give(handle, false);
  return found->second[std::min(place, found->second.size() - 1)].number;
}

void RequestNumbers::replace(std::int64_t &handle, std::size_t place) {
  const std::int64_t number = numberOf(handle, place);
  named_.push_back({handle, number});
  handle = number;
}

void RequestNumbers::replaceAll(std::vector<std::int64_t> &handles) {
  std::unordered_map<std::int64_t, std::size_t> seen; // Of handles that stand for several requests.
  for (std::int64_t &handle : handles) {
    const auto found = numbers_.find(handle);
    replace(handle, found != numbers_.end() && found->second.size() > 1 ? seen[handle]++ : 0);
  }
}

void RequestNumbers::release(const Named &request, bool is_freed) {
  const auto found = numbers_.find(request.handle);
  if (found == numbers_.end())
    return;
  std::vector<Given> &given = found->second;
  const auto one =
      std::find_if(given.begin(), given.end(), [&](const Given &each) { return each.number == request.number; });
  if (one == given.end() || (one->is_persistent && !is_freed))
    return;
  free_.insert(request.number);
  --open_;
  given.erase(one);
  if (given.empty())
    numbers_.erase(found);
}

void RequestNumbers::renumber(Event &event) {
  const CallInfo &info = allCalls()[event.call];
  named_.clear();
  for (std::size_t i = 0; i < info.arguments.size(); ++i) {
    if (!event.given[i])
      continue;
    if (info.arguments[i].type == ArgumentType::Requests)
      replaceAll(event.arrays[static_cast<std::size_t>(event.values[i])]);
    else if (info.arguments[i].kind == "RequestOut")
      event.values[i] = event.values[i] < 0 ? event.values[i] : give(event.values[i], startsLater(info.name));
    else if (info.arguments[i].type == ArgumentType::Request)
      replace(event.values[i], 0);
  }
  if (named_.empty())
    return;
  if (info.name == "MPI_Request_free")
    release(named_.front(), true);
  forEachCompletion(event, named_.size(), [&](std::size_t request, std::size_t) { release(named_[request], false); });
}

} // namespace maquette::traces
