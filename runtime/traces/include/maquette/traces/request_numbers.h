//===- maquette/traces/request_numbers.h - the same numbers for the same use of requests ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_REQUEST_NUMBERS_H
#define MAQUETTE_TRACES_REQUEST_NUMBERS_H

#include "maquette/traces/event.h"

#include <functional>
#include <map>
#include <set>

namespace maquette::traces {

/// Of one rank: each request gets the smallest number that no unfinished request has. So the rounds of a loop have the
/// same events, whatever handles the recorded library gave.
class RequestNumbers {
public:
  /// Replaces the requests in \p event. Events come in order.
  void renumber(Event &event);
  /// Numbers of requests that are not complete.
  std::size_t open() const { return numbers_.size(); }

private:
  std::int64_t numberOf(std::int64_t handle);
  void release(std::int64_t handle, bool is_freed);
  void releaseComplete(const Event &event, const std::vector<std::int64_t> &handles);

  struct Given {
    std::int64_t number;
    bool is_persistent;
  };
  std::map<std::int64_t, Given> numbers_; ///< By the trace's number.
  std::set<std::int64_t> free_;           ///< Below next_.
  std::int64_t next_ = 0;
};

} // namespace maquette::traces

#endif
