//===- runtime/analysis/lib/report_sections.cpp - what a report shows -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "report_causes.h"
#include "report_files.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

/// Slowdown by the host's caches that is worth a line.
constexpr double kCachesMatter = 1.02;

double shareOf(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// The entries of a map, largest by \p weight first, at most \p most.
template <class Map, class Weight>
std::vector<typename Map::const_iterator> largest(const Map &map, std::size_t most, Weight weight) {
  std::vector<typename Map::const_iterator> order;
  for (auto entry = map.begin(); entry != map.end(); ++entry)
    order.push_back(entry);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weight(a->second) > weight(b->second); });
  if (order.size() > most)
    order.resize(most);
  return order;
}

void noteRest(ReportSection &section, std::size_t all) {
  if (all > section.rows.size())
    section.lines.push_back(fmt::format("The {} largest of {}.", section.rows.size(), all));
}

ReportSection overview(const RunResult &result) {
  ReportSection section{"Predicted time: " + secondsText(result.predicted_seconds), {}, {}, {}};
  section.lines.push_back(fmt::format("{}, {} ranks on {}, {} mode", result.program,
                                      countText(static_cast<double>(result.ranks)),
                                      result.machine.empty() ? "the default machine" : result.machine, result.mode));
  return section;
}

/// The ratio has no meaning where even the busiest rank hardly computes.
std::string imbalanceText(const RunResult &result) {
  constexpr double kHardlyAny = 0.001;
  const double ratio = 1 + result.imbalance;
  if (result.compute_seconds * ratio < kHardlyAny * result.predicted_seconds)
    return "Imbalance: not shown, because there is almost no computing.";
  return fmt::format("Imbalance: the busiest rank computes {:.3g} times as long as the mean.", ratio);
}

ReportSection timeSection(const RunResult &result) {
  ReportSection section{"Where a rank's time goes (mean over ranks)", {}, {"", "time", "share"}, {}};
  const auto row = [&](const char *name, double seconds) {
    section.rows.push_back({{name}, {secondsText(seconds)}, shareCell(shareOf(seconds, result.predicted_seconds))});
  };
  row("computing", result.compute_seconds);
  row("MPI", result.mpi_seconds);
  row("  of it waiting for others", result.wait_seconds);
  const double files = secondsOutsideMpi(result);
  if (files > 0)
    row("files, but for MPI's", files);
  if (result.thread_wait_seconds > 0)
    row("waiting for its threads", result.thread_wait_seconds);
  row("idle after its end", std::max(0.0, result.predicted_seconds - result.compute_seconds - result.mpi_seconds -
                                              files - result.thread_wait_seconds));
  if (result.thread_compute_seconds > 0)
    section.lines.push_back("Other threads of the rank compute " + secondsText(result.thread_compute_seconds) +
                            " in total, at the same time.");
  if (result.compute_seconds > 0)
    section.lines.push_back(imbalanceText(result));
  if (result.cache_slowdown > kCachesMatter)
    section.lines.push_back(fmt::format(
        "Sharing the caches of one host core made computing {:.2f} times as long. The times are corrected for this.",
        result.cache_slowdown));
  return section;
}

ReportSection callSection(const RunResult &result, std::size_t most) {
  ReportSection section{
      "MPI calls (times: mean over ranks)", {}, {"call", "count", "bytes", "time", "waiting", "share"}, {}, {}};
  if (result.window_seconds > 0) {
    section.lines.push_back(
        "Congestion: the delay of messages by other messages, listed for the call that sent them. It is " +
        shareText(result.congestion_share) + " of the time of all messages.");
    section.header.push_back("congestion");
  }
  for (const auto &call : largest(result.calls, most, [](const CallStatistics &c) { return c.seconds; })) {
    const CallStatistics &use = call->second;
    section.rows.push_back({{call->first},
                            {countText(static_cast<double>(use.count))},
                            {bytesText(static_cast<double>(use.bytes))},
                            {secondsText(use.seconds)},
                            {secondsText(use.wait_seconds)},
                            shareCell(shareOf(use.seconds, result.predicted_seconds))});
    if (result.window_seconds > 0)
      section.rows.back().push_back(shareCell(shareOf(use.congestion_seconds, use.network_seconds)));
  }
  noteRest(section, result.calls.size());
  return section;
}

/// Where the path begins in "solve() at /home/me/app/solve.c:12"; npos when there is none.
std::size_t pathIn(const std::string &site) {
  const std::size_t at = site.rfind(" at /");
  return at == std::string::npos ? at : at + 4;
}

/// The folder with its last slash that all places have in common; empty without one.
std::string folderOf(const std::vector<CallSiteUse> &uses) {
  std::string folder;
  bool first = true;
  for (const CallSiteUse &use : uses) {
    const std::size_t begin = pathIn(use.site);
    if (begin == std::string::npos)
      continue;
    const std::string path = use.site.substr(begin);
    folder = first ? path
                   : folder.substr(0, std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first -
                                          folder.begin());
    first = false;
  }
  return folder.substr(0, folder.rfind('/') + 1);
}

ReportSection siteSection(const RunResult &result, std::size_t most) {
  ReportSection section{
      "MPI calls by place (times: mean over ranks)", {}, {"call", "count", "bytes", "time", "waiting", "share"}, {}};
  const std::string folder = folderOf(result.call_sites);
  if (!folder.empty())
    section.lines.push_back("Paths are relative to " + folder + ".");
  for (std::size_t i = 0; i < std::min(most, result.call_sites.size()); ++i) {
    const CallSiteUse &use = result.call_sites[i];
    std::string site = use.site;
    if (const std::size_t begin = pathIn(site); begin != std::string::npos)
      site.erase(begin, folder.size());
    section.rows.push_back({{use.call + " at " + site},
                            {countText(static_cast<double>(use.count))},
                            {bytesText(static_cast<double>(use.bytes))},
                            {secondsText(use.seconds)},
                            {secondsText(use.wait_seconds)},
                            shareCell(shareOf(use.seconds, result.predicted_seconds))});
  }
  noteRest(section, result.call_sites.size());
  return section;
}

ReportSection sizeSection(const RunResult &result) {
  ReportSection section{"Messages by size", {}, {"from", "messages", "bytes", "share of messages"}, {}};
  for (const SizeClass &size : result.message_sizes)
    section.rows.push_back(
        {{bytesText(static_cast<double>(size.from_bytes))},
         {countText(static_cast<double>(size.messages))},
         {bytesText(static_cast<double>(size.bytes))},
         shareCell(shareOf(static_cast<double>(size.messages), static_cast<double>(result.messages)))});
  return section;
}

ReportSection linkSection(const RunResult &result, std::size_t most) {
  ReportSection section{"Busiest links", {}, {"link", "bytes", "busy"}, {}};
  for (std::size_t i = 0; i < std::min(most, result.hottest_links.size()); ++i) {
    const LinkUse &link = result.hottest_links[i];
    section.rows.push_back({{link.name}, {bytesText(static_cast<double>(link.bytes))}, shareCell(link.utilisation)});
    if (!link.windows.empty()) {
      section.heat.names.push_back(link.name);
      section.heat.rows.push_back(link.windows);
    }
  }
  section.heat.column_seconds = result.window_seconds;
  if (!section.rows.empty())
    section.lines.push_back(boundText(result));
  return section;
}

ReportSection jobSection(const RunResult &result, std::size_t most) {
  ReportSection section{"Jobs", {}, {"job", "ranks", "nodes", "alone", "together", "slowdown"}, {}, {}};
  for (std::size_t i = 0; i < std::min(most, result.jobs.size()); ++i) {
    const JobUse &job = result.jobs[i];
    const bool traffic = job.ranks == 0;
    const double alone = traffic ? job.alone_message_seconds : job.alone_seconds;
    const double together = traffic ? job.message_seconds : job.seconds;
    section.rows.push_back({{traffic ? job.name + " (" + job.traffic + " traffic, time of a message)" : job.name},
                            {traffic ? "" : countText(static_cast<double>(job.ranks))},
                            {countText(static_cast<double>(job.nodes))},
                            {alone > 0 ? secondsText(alone) : "?"},
                            {secondsText(together)},
                            {alone > 0 ? fmt::format("{:.3f}x", together / alone) : "?"}});
  }
  if (result.mode == "direct" && !section.rows.empty())
    section.lines.push_back("Computing was measured again in the run of each job alone. Use --set node.cpu_scale=1e9 "
                            "to leave computing out.");
  noteRest(section, result.jobs.size());
  return section;
}

ReportSection regionSection(const RunResult &result, std::size_t most) {
  ReportSection section{
      "Regions (computing, sum over ranks)", {}, {"region", "count", "time", "share", "extrapolated"}, {}};
  double sum = 0;
  for (const auto &[name, region] : result.regions)
    sum += region.seconds;
  for (const auto &region : largest(result.regions, most, [](const RegionUse &r) { return r.seconds; })) {
    const RegionUse &use = region->second;
    std::string outside = shareText(shareOf(use.extrapolated_seconds, use.seconds));
    if (use.farthest > 1)
      outside += fmt::format(", up to {:.3g}x", use.farthest);
    section.rows.push_back({{region->first},
                            {countText(static_cast<double>(use.count))},
                            {secondsText(use.seconds)},
                            shareCell(shareOf(use.seconds, sum)),
                            {outside}});
  }
  noteRest(section, result.regions.size());
  return section;
}

/// How far what regions take is from what was measured.
void noteDoubtOfComputing(ReportSection &section, const RunResult &result) {
  const auto farthest =
      std::max_element(result.regions.begin(), result.regions.end(),
                       [](const auto &a, const auto &b) { return a.second.farthest < b.second.farthest; });
  std::string line = shareText(result.extrapolated_share) + " of predicted compute time is extrapolated";
  if (farthest != result.regions.end() && farthest->second.farthest > 1)
    line += fmt::format(", farthest by {:.3g}x in `{}` of {}", farthest->second.farthest,
                        farthest->second.farthest_feature, farthest->first);
  section.lines.push_back(line + ".");
  if (result.unjudged_share < 1)
    section.lines.push_back("The cost models are within +-" + shareText(result.compute_uncertainty) +
                            " in 19 of 20 cases.");
  if (result.roofline_share > 0)
    section.lines.push_back(shareText(result.roofline_share) +
                            " of the computing time is scaled with the roofline of a core.");
  if (result.unjudged_share > 0)
    section.lines.push_back("The error of " + shareText(result.unjudged_share) +
                            " is unknown: these regions were profiled with one size and run with another.");
}

ReportSection uncertaintySection(const RunResult &result, std::size_t most) {
  ReportSection section{"Uncertainty", {}, {}, {}};
  if (result.mode != "skeleton")
    return section;
  if (result.compute_seconds > 0)
    noteDoubtOfComputing(section, result);
  if (result.predicted_values.empty()) {
    section.lines.push_back("No predicted values.");
    return section;
  }
  section.header = {"predicted value", "count", "mean", "spread", "unseen features"};
  const auto weight = [](const PredictedUse &p) { return static_cast<double>(p.count); };
  for (const auto &value : largest(result.predicted_values, most, weight)) {
    const PredictedUse &use = value->second;
    section.rows.push_back(
        {{value->first},
         {countText(static_cast<double>(use.count))},
         {fmt::format("{:.4g}", use.mean)},
         {"+-" + shareText(use.relative_error)},
         {shareText(shareOf(static_cast<double>(use.extrapolated), static_cast<double>(use.count)))}});
  }
  noteRest(section, result.predicted_values.size());
  return section;
}

ReportSection simulatorSection(const RunResult &result) {
  ReportSection section{"The simulator itself", {}, {}, {}};
  section.lines.push_back(fmt::format(
      "{} on the host ({} of processor time), {} messages, {} events, {} switches", secondsText(result.host.seconds),
      secondsText(result.host.cpu_seconds), countText(static_cast<double>(result.messages)),
      countText(static_cast<double>(result.events)), countText(static_cast<double>(result.switches))));
  if (result.host.slowdown > 0)
    section.lines.push_back(fmt::format("slowdown {:.3g}: host time divided by the ranks' computing{}",
                                        result.host.slowdown,
                                        result.host.cores > 1 ? fmt::format(", on {} cores", result.host.cores) : ""));
  if (result.host.raised_seconds > 0)
    section.lines.push_back(fmt::format(
        "{} was added to the computing of ranks, in total, because other ranks were already ahead in simulated time",
        secondsText(result.host.raised_seconds)));
  if (result.host.stolen_seconds > 0)
    section.lines.push_back(fmt::format(
        "other work or pauses of the host took {}, in {} of the spans between MPI calls; the ranks' time does not "
        "include it",
        secondsText(result.host.stolen_seconds), shareText(result.host.disturbed_share)));
  if (result.host.outlier_share > 0)
    section.lines.push_back(
        fmt::format("{} of the spans took longer than equal ones; the excess, {} in total, was subtracted",
                    shareText(result.host.outlier_share), secondsText(result.host.outlier_seconds)));
  std::string speed;
  if (result.messages > 0)
    speed = fmt::format("{} per message, ", secondsText(result.host.seconds / static_cast<double>(result.messages)));
  if (result.host.seconds > 0)
    speed += countText(static_cast<double>(result.events) / result.host.seconds) + " events/s, ";
  section.lines.push_back(speed + "peak memory " + bytesText(static_cast<double>(result.host.peak_rss_bytes)) + ", " +
                          bytesText(result.host.bytes_per_rank) + " per rank");
  if (!result.host.memory.empty())
    section.header = {"memory", "size", "a rank", "share of the peak"};
  const double ranks = static_cast<double>(std::max<std::int64_t>(1, result.ranks));
  for (const auto &[category, bytes] : result.host.memory)
    section.rows.push_back(
        {{category},
         {bytesText(static_cast<double>(bytes))},
         {category == kBaseMemory ? "-" : bytesText(static_cast<double>(bytes) / ranks)},
         shareCell(shareOf(static_cast<double>(bytes), static_cast<double>(result.host.peak_rss_bytes)))});
  return section;
}

/// Links that are idle most of the time may still hold messages up.
std::string burstText(const RunResult &result) {
  constexpr double kMuch = 0.1;
  if (result.window_seconds == 0 || result.congestion_share < kMuch)
    return "";
  return " Messages come in bursts and delay each other: " + shareText(result.congestion_share) +
         " of their time is congestion.";
}

} // namespace

std::string boundText(const RunResult &result) {
  constexpr double kLittle = 0.02, kBusy = 0.5, kImpossible = 1.05; ///< Rates that are held may be a little too high.
  const double nic = result.nic_utilisation, link = result.link_utilisation;
  if (result.messages == 0)
    return "There are no messages: the network does not matter.";
  if (nic == 0 && link == 0)
    return "No data went between nodes: at most the latency of the network matters.";
  const std::string use = "the busiest NIC is busy " + shareText(nic) +
                          " of the time, the busiest link between switches " + shareText(link);
  if (shareOf(result.mpi_seconds, result.predicted_seconds) < kLittle)
    return "Bound by computing: " + shareText(shareOf(result.mpi_seconds, result.predicted_seconds)) +
           " of the time is in MPI; " + use + ".";
  if (std::max(nic, link) > kImpossible)
    return "Not bound: messages of this network model do not delay each other. The busiest NIC or link carried " +
           fmt::format("{:.1f}", std::max(nic, link)) +
           " times its capacity. The models logp and flow-fair include contention.";
  if (std::max(nic, link) < kBusy)
    return "Not bound by a link: " + use + ". Computing takes " +
           shareText(shareOf(result.compute_seconds, result.predicted_seconds)) +
           " of the time. The rest is latency, overhead and waiting." + burstText(result);
  if (nic >= link)
    return "Bound by NICs: " + use + ".";
  return "Bound by links between switches: " + use + ".";
}

std::vector<ReportSection> reportSections(const RunResult &result, std::size_t most) {
  std::vector<ReportSection> sections;
  const auto add = [&](ReportSection section) {
    if (!section.lines.empty() || !section.rows.empty())
      sections.push_back(std::move(section));
  };
  ReportSection failures{"The simulated program failed", {}, {}, {}};
  for (const Failure &failure : result.failures)
    failures.lines.push_back(failure.message);
  add(failures);
  add(overview(result));
  add(jobSection(result, most));
  add(timeSection(result));
  add(callSection(result, most));
  std::vector<ReportSection> of_files;
  addFileSections(of_files, result, most);
  for (ReportSection &section : of_files)
    add(std::move(section));
  add(criticalPathSection(result, most));
  add(waitSection(result, most));
  add(siteSection(result, most));
  add(sizeSection(result));
  add(linkSection(result, most));
  add(regionSection(result, most));
  add(uncertaintySection(result, most));
  add(simulatorSection(result));
  add({"Warnings", result.warnings, {}, {}});
  return sections;
}

} // namespace maquette::runtime
