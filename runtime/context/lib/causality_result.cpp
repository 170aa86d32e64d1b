//===- runtime/context/lib/causality_result.cpp - the critical path and the wait states of a run ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_ids.h"
#include "maquette/context/call_sites.h"
#include "maquette/context/causality_recorder.h"
#include "maquette/formats/run_result.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace maquette::runtime {
namespace {

using causality::Activity;
using causality::ActivityId;
using causality::ActivityKind;
using causality::Segment;

constexpr std::size_t kMostSegments = 1000;
constexpr std::size_t kMostRanks = 100;
constexpr std::size_t kMostCauses = 10;

const char *kindText(ActivityKind kind) {
  switch (kind) {
  case ActivityKind::Computing:
  case ActivityKind::Region:
    return "computing";
  case ActivityKind::Call:
    return "call";
  case ActivityKind::Transfer:
    return "transfer";
  case ActivityKind::Waiting:
    return "waiting";
  }
  return "";
}

/// Texts of activities, each looked up once.
class Places {
public:
  Places(const causality::ActivityTable &activities, const CallSites &sites)
      : activities_(activities), sites_(sites), known_(activities.size()) {}
  const TimePlace &operator[](ActivityId id) {
    TimePlace &place = known_[id.index()];
    if (place.kind.empty())
      place = of(activities_[id]);
    return place;
  }
  TimePlace of(const Activity &activity) const {
    TimePlace place;
    place.kind = kindText(activity.kind);
    if (activity.region != nullptr)
      place.region = activity.region;
    if (activity.call != 0 && activity.call < kCallCount)
      place.call = nameOf(static_cast<CallId>(activity.call));
    const CallSite site = sites_.siteOf(activity.place);
    place.function = site.function;
    place.file = site.file;
    place.line = site.line;
    return place;
  }

private:
  const causality::ActivityTable &activities_;
  const CallSites &sites_;
  std::vector<TimePlace> known_;
};

/// Segments in the order of time; those next to each other become one until they are few enough.
class Ribbon {
public:
  /// Before those given so far.
  void add(const Segment &segment) {
    if (!parts_.empty() && parts_.back().activity == segment.activity && parts_.back().rank == segment.rank)
      parts_.back().length += segment.duration;
    else
      parts_.push_back({segment.activity, segment.rank, segment.duration});
  }
  std::vector<PathSegment> take(Places &places) {
    while (parts_.size() > kMostSegments)
      joinPairs();
    std::reverse(parts_.begin(), parts_.end());
    std::vector<PathSegment> segments;
    sim::SimDuration begin;
    for (const Part &part : parts_) {
      segments.push_back({places[part.activity], part.rank, begin.seconds(), part.length.seconds()});
      begin += part.length;
    }
    return segments;
  }

private:
  struct Part {
    ActivityId activity; ///< Of the longer half.
    std::int32_t rank;
    sim::SimDuration length;
  };
  void joinPairs() {
    std::vector<Part> joined;
    for (std::size_t i = 0; i < parts_.size(); i += 2) {
      joined.push_back(parts_[i]);
      if (i + 1 == parts_.size())
        break;
      const Part &next = parts_[i + 1];
      const sim::SimDuration length = parts_[i].length + next.length;
      if (next.length > joined.back().length)
        joined.back() = next;
      joined.back().length = length;
    }
    parts_ = std::move(joined);
  }

  std::vector<Part> parts_;
};

bool isLonger(const CriticalPath::Line &a, const CriticalPath::Line &b) { return a.picoseconds > b.picoseconds; }
bool takesMore(const CriticalPath::OfRank &a, const CriticalPath::OfRank &b) { return a.picoseconds > b.picoseconds; }

} // namespace

void CausalityRecorder::fillPath(CriticalPath &path, const Chain &chain, const CallSites &sites) const {
  Places places(activities_, sites);
  std::map<TimePlace, sim::SimDuration> by_line; ///< The compiler may make several calls of one.
  std::map<std::int32_t, sim::SimDuration> by_rank;
  Ribbon ribbon;
  chains_.backwards(chain, [&](const Segment &segment) {
    if (segment.duration == sim::SimDuration())
      return true;
    by_line[places[segment.activity]] += segment.duration;
    by_rank[segment.rank] += segment.duration;
    ribbon.add(segment);
    return true;
  });
  path.picoseconds = (chains_.end(chain) - sim::SimTime()).ps();
  for (const auto &[place, time] : by_line)
    path.lines.push_back({place, time.ps()});
  std::stable_sort(path.lines.begin(), path.lines.end(), isLonger);
  for (const auto &[rank, time] : by_rank)
    path.ranks.push_back({rank, time.ps()});
  std::stable_sort(path.ranks.begin(), path.ranks.end(), takesMore);
  path.ranks.resize(std::min(path.ranks.size(), kMostRanks));
  path.segments = ribbon.take(places);
}

void CausalityRecorder::fillWaits(RunResult &result, const CallSites &sites) const {
  Places places(activities_, sites);
  std::map<std::pair<std::string, TimePlace>, WaitState> by_line;
  std::map<const WaitState *, std::map<TimePlace, double>> causes;
  for (const causality::WaitStates::Entry &entry : waits_.entries()) {
    const causality::Wait &longest = entry.longest;
    const std::string kind = causality::nameOf(longest.kind);
    const TimePlace place = places.of({ActivityKind::Waiting, longest.call, longest.place});
    WaitState &state = by_line[{kind, place}];
    state.kind = kind;
    state.place = place;
    state.count += entry.count;
    state.seconds += static_cast<double>(entry.time_ps) * 1e-12;
    if (const double seconds = (longest.end - longest.begin).seconds(); seconds > state.longest_seconds) {
      state.longest_seconds = seconds;
      state.longest_rank = longest.rank;
      state.late_rank = entry.late_rank;
    }
    for (const auto &[activity, time_ps] : entry.causes)
      causes[&state][places[activity]] += static_cast<double>(time_ps) * 1e-12;
  }
  for (auto &[key, state] : by_line) {
    for (const auto &[place, seconds] : causes[&state])
      state.causes.push_back({place, seconds});
    std::stable_sort(state.causes.begin(), state.causes.end(),
                     [](const WaitState::Cause &a, const WaitState::Cause &b) { return a.seconds > b.seconds; });
    state.causes.resize(std::min(state.causes.size(), kMostCauses));
    result.wait_states.push_back(std::move(state));
  }
  std::stable_sort(result.wait_states.begin(), result.wait_states.end(),
                   [](const WaitState &a, const WaitState &b) { return a.seconds > b.seconds; });
}

void CausalityRecorder::fill(RunResult &result, const Rank &last, const CallSites &sites) {
  extend(of(last), last.clock, {ActivityKind::Computing, 0, nullptr}, last.id);
  result.critical_path.emplace();
  result.critical_path->last_rank = last.id;
  fillPath(*result.critical_path, of(last), sites);
  fillWaits(result, sites);
  fillTimeline(result);
}

void CausalityRecorder::fillTimeline(RunResult &result) const {
  using causality::RankState;
  TimelineRows &rows = result.timeline;
  rows.window_seconds = timeline_.windowLength().seconds();
  const double end = result.predicted_seconds / rows.window_seconds;
  const auto windows = std::min(static_cast<std::size_t>(std::ceil(end)), causality::Timeline::kMostWindows);
  for (std::size_t group = 0; group < timeline_.groupCount(); ++group) {
    TimelineRows::Row row{timeline_.firstRankOf(group), timeline_.ranksOf(group), {}, {}, {}};
    for (std::size_t window = 0; window < windows; ++window) {
      row.computing.push_back(timeline_.share(group, window, RankState::Computing));
      row.calls.push_back(timeline_.share(group, window, RankState::InCall));
      row.waiting.push_back(timeline_.share(group, window, RankState::Waiting));
    }
    rows.rows.push_back(std::move(row));
  }
}

} // namespace maquette::runtime
