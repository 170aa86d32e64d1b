//===- maquette/traces/request_numbers.h - the same numbers for the same use of requests ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_REQUEST_NUMBERS_H
#define MAQUETTE_TRACES_REQUEST_NUMBERS_H

#include "maquette/traces/event.h"

#include <set>
#include <unordered_map>

namespace maquette::traces {

/// Of one rank: each request gets the smallest number that no unfinished request has. So the rounds of a loop have the
/// same events, whatever handles the recorded library gave. A library may give one handle for several requests, all of
/// them complete: the first of them that is asked for counts as the one that was made first.
class RequestNumbers {
public:
  /// Replaces the requests in \p event. Events come in order.
  void renumber(Event &event);
  /// Numbers of requests that are not complete.
  std::size_t open() const { return open_; }

private:
  struct Given {
    std::int64_t number;
    bool is_persistent;
  };
  struct Named {
    std::int64_t handle, number;
  };
  std::int64_t give(std::int64_t handle, bool is_persistent);
  std::int64_t numberOf(std::int64_t handle, std::size_t place);
  void replaceAll(std::vector<std::int64_t> &handles);
  void replace(std::int64_t &handle, std::size_t place);
  void release(const Named &request, bool is_freed);

  std::unordered_map<std::int64_t, std::vector<Given>> numbers_; ///< By the trace's number, the oldest first.
  std::set<std::int64_t> free_;                                  ///< Below next_.
  std::int64_t next_ = 0;
  std::size_t open_ = 0;
  std::vector<Named> named_; ///< By the event.
};

} // namespace maquette::traces

#endif
