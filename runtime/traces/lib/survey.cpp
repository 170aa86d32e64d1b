//===- runtime/traces/lib/survey.cpp - what is in a trace ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/survey.h"

#include <algorithm>

namespace maquette::traces {
namespace {

constexpr double kSecondsPerPicosecond = 1e-12;

struct RankSums {
  std::vector<std::uint64_t> calls = std::vector<std::uint64_t>(allCalls().size());
  std::int64_t first_ps = 0, last_ps = 0, mpi_ps = 0;
  std::uint64_t events = 0;

  void add(const Event &event) {
    ++calls[event.call];
    if (events++ == 0)
      first_ps = event.enter_ps;
    mpi_ps += event.leave_ps - event.enter_ps;
    last_ps = std::max(last_ps, event.leave_ps);
  }
};

sim::Status read(const Trace &trace, std::int64_t rank, RankSums &sums) {
  const sim::Result<std::unique_ptr<EventReader>> reader = trace.open(rank);
  if (!reader)
    return reader.error();
  Event event;
  for (;;) {
    const sim::Result<bool> more = (*reader)->next(event);
    if (!more)
      return more.error();
    if (!*more)
      return sim::Nothing{};
    sums.add(event);
  }
}

void compareCounts(const Trace &trace, std::int64_t rank, const RankSums &sums, sim::Error &errors) {
  const auto counts = trace.counts(rank);
  if (!counts) {
    errors.diagnostics.insert(errors.diagnostics.end(), counts.error().diagnostics.begin(),
                              counts.error().diagnostics.end());
    return;
  }
  for (const auto &[name, count] : *counts)
    if (const std::optional<CallNumber> call = findCall(name);
        call && static_cast<std::int64_t>(sums.calls[*call]) != count)
      errors.diagnostics.push_back({"rank " + std::to_string(rank),
                                    "holds " + std::to_string(sums.calls[*call]) + " calls of " + name +
                                        ", but says that there were " + std::to_string(count),
                                    "maquette-trace-record", "", "record the program again, with all of MPI"});
}

} // namespace

Survey survey(const Trace &trace, bool is_strict, sim::Error &errors) {
  Survey whole;
  std::vector<std::uint64_t> calls(allCalls().size());
  for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
    RankSums sums;
    const sim::Status good = read(trace, rank, sums);
    if (!good)
      errors.diagnostics.insert(errors.diagnostics.end(), good.error().diagnostics.begin(),
                                good.error().diagnostics.end());
    else if (is_strict)
      compareCounts(trace, rank, sums, errors);
    const double span = static_cast<double>(sums.last_ps - sums.first_ps) * kSecondsPerPicosecond;
    const double mpi = static_cast<double>(sums.mpi_ps) * kSecondsPerPicosecond;
    whole.events += sums.events;
    whole.mpi_seconds += mpi;
    whole.other_seconds += std::max(0.0, span - mpi);
    whole.longest_seconds = std::max(whole.longest_seconds, span);
    std::transform(calls.begin(), calls.end(), sums.calls.begin(), calls.begin(), std::plus<>());
  }
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (calls[i] > 0)
      whole.calls[std::string(allCalls()[i].name)] = calls[i];
  return whole;
}

} // namespace maquette::traces
