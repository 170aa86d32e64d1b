//===- runtime/analysis/lib/report_causes.cpp - why a run takes its time ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "report_causes.h"

#include "maquette/formats/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace maquette::runtime {
namespace {

/// Names places, with paths relative to the folder that all absolute ones have in common; without such, all.
class PlaceNames {
public:
  explicit PlaceNames(const RunResult &result) {
    std::vector<std::string> files;
    for (const CriticalPath::Line &line : result.critical_path->lines)
      files.push_back(line.place.file);
    for (const WaitState &state : result.wait_states)
      files.push_back(state.place.file);
    const bool absolute =
        std::any_of(files.begin(), files.end(), [](const std::string &file) { return file.starts_with('/'); });
    for (const std::string &file : files)
      if (file.starts_with('/') == absolute)
        narrow(file);
    folder_.resize(folder_.rfind('/') + 1);
  }
  /// Empty: paths are given as they are.
  const std::string &folder() const { return folder_; }
  /// "MPI_Recv at cg.c:31"
  std::string callText(const TimePlace &place) const;
  /// "computing before the call at cg.c:31", "messages of MPI_Send at cg.c:40"
  std::string text(const TimePlace &place) const;

private:
  void narrow(const std::string &file) {
    if (file.empty())
      return;
    if (is_first_)
      folder_ = file;
    is_first_ = false;
    folder_.resize(static_cast<std::size_t>(
        std::mismatch(folder_.begin(), folder_.end(), file.begin(), file.end()).first - folder_.begin()));
  }
  /// "cg.c:31"
  std::string lineText(const TimePlace &place) const;

  std::string folder_;
  bool is_first_ = true;
};

std::string PlaceNames::lineText(const TimePlace &place) const {
  if (place.file.empty())
    return !place.function.empty() ? place.function : "an unknown place";
  return fmt::format("{}:{}", place.file.starts_with(folder_) ? place.file.substr(folder_.size()) : place.file,
                     place.line);
}

std::string PlaceNames::callText(const TimePlace &place) const {
  return fmt::format("{} at {}", place.call.empty() ? "a call" : place.call, lineText(place));
}

std::string PlaceNames::text(const TimePlace &place) const {
  if (!place.region.empty())
    return fmt::format("computing in {}{}", place.region, place.file.empty() ? "" : " at " + lineText(place));
  if (place.kind == "computing")
    return place.file.empty() && place.function.empty() ? "computing after the last call"
                                                        : "computing before the call at " + lineText(place);
  if (place.kind == "transfer")
    return place.call.empty() ? "messages on the network" : "messages of " + callText(place);
  return (place.kind == "waiting" ? "waiting in " : "") + callText(place);
}

/// "late_sender" -> "late sender"
std::string kindText(std::string kind) {
  if (kind == "wait_at_nxn")
    return "wait at NxN";
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}

double shareOf(std::int64_t picoseconds, const CriticalPath &path) {
  return path.picoseconds > 0 ? static_cast<double>(picoseconds) / static_cast<double>(path.picoseconds) : 0;
}

std::string rankText(const CriticalPath &path) {
  const auto busiest =
      std::find_if(path.ranks.begin(), path.ranks.end(), [](const auto &of_rank) { return of_rank.rank >= 0; });
  if (busiest == path.ranks.end())
    return fmt::format("It ends with rank {}.", path.last_rank);
  return fmt::format("It ends with rank {}; {} of it is on rank {}.", path.last_rank,
                     shareText(shareOf(busiest->picoseconds, path)), busiest->rank);
}

} // namespace

ReportSection criticalPathSection(const RunResult &result, std::size_t most) {
  ReportSection section{"Critical path", {}, {"", "time", "share"}, {}, {}};
  if (!result.critical_path)
    return section;
  const CriticalPath &path = *result.critical_path;
  std::map<std::string, std::int64_t> kinds;
  for (const CriticalPath::Line &line : path.lines)
    kinds[line.place.kind] += line.picoseconds;
  section.lines.push_back(
      fmt::format("Of the time that decides when the run ends, {} is computing, {} is in calls, {} "
                  "messages on the network and {} other waiting.",
                  shareText(shareOf(kinds["computing"], path)), shareText(shareOf(kinds["call"], path)),
                  shareText(shareOf(kinds["transfer"], path)), shareText(shareOf(kinds["waiting"], path))));
  section.lines.push_back(rankText(path));
  const PlaceNames names(result);
  if (!names.folder().empty())
    section.lines.push_back("Paths are relative to " + names.folder() + ".");
  for (std::size_t i = 0; i < std::min(most, path.lines.size()); ++i) {
    const CriticalPath::Line &line = path.lines[i];
    const double share = shareOf(line.picoseconds, path);
    section.rows.push_back({{names.text(line.place)},
                            {secondsText(static_cast<double>(line.picoseconds) * 1e-12)},
                            {shareText(share), share}});
  }
  return section;
}

ReportSection waitSection(const RunResult &result, std::size_t most) {
  ReportSection section{"Wait states", {}, {"", "time", "waits", "of the ranks' time"}, {}, {}};
  if (!result.critical_path)
    return section;
  if (result.wait_states.empty()) {
    section.lines.push_back("No rank waits for another one.");
    return section;
  }
  const double all = result.predicted_seconds * static_cast<double>(result.ranks);
  const auto shareOfAll = [&](double seconds) { return all > 0 ? seconds / all : 0; };
  const PlaceNames names(result);
  const WaitState &worst = result.wait_states.front();
  std::string sentence = fmt::format("Most is {} in {}", kindText(worst.kind), names.callText(worst.place));
  if (!worst.causes.empty())
    sentence += ", because of " + names.text(worst.causes.front().place);
  if (worst.late_rank >= 0)
    sentence += fmt::format(". The longest such wait: rank {} waits {} for rank {}", worst.longest_rank,
                            secondsText(worst.longest_seconds), worst.late_rank);
  section.lines.push_back(sentence + ".");
  for (std::size_t i = 0; i < std::min(most, result.wait_states.size()); ++i) {
    const WaitState &state = result.wait_states[i];
    const double share = shareOfAll(state.seconds);
    section.rows.push_back({{fmt::format("{}: {}", kindText(state.kind), names.callText(state.place))},
                            {secondsText(state.seconds)},
                            {countText(static_cast<double>(state.count))},
                            {shareText(share), std::clamp(share, 0.0, 1.0)}});
  }
  return section;
}

ReportSection timelineSection(const RunResult &result) {
  ReportSection section{"What ranks do over time", {}, {}, {}, {}, {}};
  const TimelineRows &timeline = result.timeline;
  if (timeline.rows.empty() || timeline.rows.front().computing.empty())
    return section;
  section.lines.push_back("Point to read, drag to zoom, double click for all. Keys: arrows move, + and - zoom, 0 shows "
                          "all.");
  const auto percent = [](const std::vector<double> &shares) {
    Json numbers = Json::array();
    for (const double share : shares)
      numbers.push_back(std::lround(100 * share));
    return numbers;
  };
  Json rows = Json::array();
  for (const TimelineRows::Row &row : timeline.rows)
    rows.push_back({{"first_rank", row.first_rank},
                    {"ranks", row.ranks},
                    {"computing", percent(row.computing)},
                    {"calls", percent(row.calls)},
                    {"waiting", percent(row.waiting)}});
  const Json data{{"window_seconds", timeline.window_seconds}, {"rows", std::move(rows)}};
  section.picture =
      "<div class=\"timeline\"><p><b style=\"background:#36a\">computing</b> <b style=\"background:#888\">in calls</b> "
      "<b style=\"background:#e69f00\">waiting</b> ranks from top to bottom, time from left to right</p>"
      "<canvas width=\"1024\" height=\"512\" tabindex=\"0\" role=\"img\" aria-label=\"what ranks do over time\">"
      "</canvas><output></output><script type=\"application/json\">" +
      data.dump() + "</script></div>";
  return section;
}

} // namespace maquette::runtime
