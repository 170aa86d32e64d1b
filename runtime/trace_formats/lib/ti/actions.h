//===- runtime/trace_formats/lib/ti/actions.h - the calls behind a rank's actions ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_TI_ACTIONS_H
#define MAQUETTE_TRACE_FORMATS_LIB_TI_ACTIONS_H

#include "maquette/traces/event.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::traces::ti {

/// Words of a line: the rank, the action, its arguments.
using Words = std::vector<std::string_view>;

Words wordsOf(std::string_view line);
/// "3" or "p3".
std::optional<std::int64_t> rankOf(std::string_view word);
bool isAction(std::string_view word);

/// Of one rank: makes events of its actions.
class Actions {
public:
  Actions(std::int64_t rank, std::int64_t ranks) : rank_(rank), ranks_(ranks) {}

  /// What the line says. Nothing in \p event: computing, or what takes no time. Gives what is wrong, if anything is.
  std::optional<std::string> take(const Words &words, std::optional<Event> &event);

private:
  struct Pending {
    std::int64_t source, dest, tag, request;
  };

  std::optional<double> number(const Words &words, std::size_t place);
  std::string_view datatype(const Words &words, std::size_t place);
  Event begin(std::string_view call) const;
  void compute(double operations);
  std::optional<std::string> message(const Words &words, std::string_view action, std::optional<Event> &event);
  std::optional<std::string> wait(const Words &words, std::optional<Event> &event);
  std::optional<std::string> waitAll(std::optional<Event> &event);
  std::optional<std::string> collective(const Words &words, std::string_view action, std::optional<Event> &event);
  std::optional<std::string> ofCounts(const Words &words, std::string_view action, std::optional<Event> &event);
  std::vector<std::int64_t> counts(const Words &words, std::size_t place);

  std::int64_t rank_, ranks_;
  std::int64_t now_ps_ = 0;
  bool counts_doubles_ = false; ///< Elements without a type are doubles.
  bool is_bad_ = false;         ///< An argument was no number.
  std::int64_t requests_ = 0;
  std::vector<Pending> pending_; ///< In the order they were started.
};

} // namespace maquette::traces::ti

#endif
