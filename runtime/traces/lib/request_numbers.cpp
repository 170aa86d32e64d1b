//===- runtime/traces/lib/request_numbers.cpp - the same numbers for the same use of requests ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/request_numbers.h"

#include "completions.h"

namespace maquette::traces {
namespace {

bool startsLater(std::string_view call) { return call.ends_with("_init"); }

} // namespace

std::int64_t RequestNumbers::numberOf(std::int64_t handle) {
  if (handle < 0) // one of MPI's own
    return handle;
  const auto [given, is_new] = numbers_.try_emplace(handle, Given{next_, false});
  if (!is_new)
    return given->second.number;
  if (free_.empty()) {
    ++next_;
  } else {
    given->second.number = *free_.begin();
    free_.erase(free_.begin());
  }
  return given->second.number;
}

void RequestNumbers::release(std::int64_t handle, bool is_freed) {
  const auto found = numbers_.find(handle);
  if (found == numbers_.end() || (found->second.is_persistent && !is_freed))
    return;
  free_.insert(found->second.number);
  numbers_.erase(found);
}

/// \p handles: of the event, as they were.
void RequestNumbers::releaseComplete(const Event &event, const std::vector<std::int64_t> &handles) {
  if (allCalls()[event.call].name == "MPI_Request_free")
    release(handles.front(), true);
  forEachCompletion(event, handles.size(), [&](std::size_t request, std::size_t) { release(handles[request], false); });
}

void RequestNumbers::renumber(Event &event) {
  const CallInfo &info = allCalls()[event.call];
  std::vector<std::int64_t> handles;
  for (std::size_t i = 0; i < info.arguments.size(); ++i) {
    if (!event.given[i])
      continue;
    if (info.arguments[i].type == ArgumentType::Requests) {
      for (std::int64_t &handle : event.arrays[static_cast<std::size_t>(event.values[i])]) {
        handles.push_back(handle);
        handle = numberOf(handle);
      }
    } else if (info.arguments[i].type == ArgumentType::Request) {
      const std::int64_t handle = event.values[i];
      if (info.arguments[i].kind == "RequestOut")
        release(handle, true); // the library has given it again
      handles.push_back(handle);
      event.values[i] = numberOf(handle);
      if (info.arguments[i].kind == "RequestOut" && handle >= 0)
        numbers_.at(handle).is_persistent = startsLater(info.name);
    }
  }
  if (!handles.empty())
    releaseComplete(event, handles);
}

} // namespace maquette::traces
