//===- runtime/session/lib/network_result.cpp - what the network and the jobs on it did ---===//
// SPDX-License-Identifier: Apache-2.0
#include "assemble_result.h"

#include "maquette/models/registry.h"
#include "maquette/sim/number_text.h"

#include <algorithm>

namespace maquette::session {

using namespace runtime;

namespace {

constexpr std::size_t kHottestLinks = 10;
constexpr std::size_t kObservedLinks = 40; ///< A heat map has room for.

/// Rails that take turns are as fast as one.
void judgeRails(const models::NetworkModel &network, std::vector<std::string> &warnings) {
  constexpr double kMuch = 0.5;
  double sum = 0;
  for (models::LinkId link; link < models::LinkId{network.linkCount()} && network.isNic(link); ++link)
    sum += static_cast<double>(network.linkBytes(link)) / 2; // They leave a node and enter one.
  const double lone = static_cast<double>(models::loneRailBytes(network));
  if (lone > kMuch * sum)
    warnings.push_back(sim::shareText(lone / sum) +
                       " of the bytes between nodes used one rail while the other rails of the node were idle. "
                       "network.rail_choice = \"stripe\" spreads each message over all rails");
}

} // namespace

void fillNetwork(World &world, sim::SimTime end) {
  RunResult &result = world.outcome().result();
  const models::NetworkModel &network = world.targetNetwork().model();
  const models::NetworkObserver *const observer = world.targetNetwork().observer();
  const auto shareOf = [&](sim::SimDuration busy) { return end.ps() > 0 ? busy.seconds() / end.seconds() : 0; };
  const sim::SimDuration window = observer != nullptr ? observer->windowLength() : sim::SimDuration();
  result.window_seconds = window.seconds();
  for (models::LinkId link : network.busiestLinks(observer != nullptr ? kObservedLinks : kHottestLinks)) {
    const models::LinkStatistics statistics = network.statisticsOf(link);
    LinkUse use{statistics.name, shareOf(statistics.busy), statistics.bytes, network.isNic(link), {}};
    const double full = static_cast<double>(network.linkRate(link).bitsPerSecond()) / 8 * window.seconds();
    if (observer != nullptr)
      for (std::uint64_t bytes : observer->windowsOf(link))
        use.windows.push_back(static_cast<double>(bytes) / full);
    // Windows after the end hold nothing.
    if (!use.windows.empty())
      use.windows.resize(
          std::min<std::size_t>(use.windows.size(), static_cast<std::size_t>(end.ps() / window.ps()) + 1));
    result.hottest_links.push_back(std::move(use));
  }
  for (models::LinkId link; link < models::LinkId{network.linkCount()}; ++link)
    if (network.linkBytes(link) > 0) {
      double &most = network.isNic(link) ? result.nic_utilisation : result.link_utilisation;
      most = std::max(most, shareOf(sim::transferTime(sim::Bytes{static_cast<std::int64_t>(network.linkBytes(link))},
                                                      network.linkRate(link))));
    }
  judgeRails(network, result.warnings);
  if (observer == nullptr)
    return;
  double time = 0, beyond = 0;
  for (const models::TransferSums &sums : observer->sums()) {
    time += static_cast<double>(sums.time_ps);
    beyond += static_cast<double>(sums.beyond_ps);
  }
  result.congestion_share = time > 0 ? beyond / time : 0;
}

void fillJobs(World &world) {
  for (std::size_t i = 0; i < world.config().jobs.size(); ++i) {
    const Job &job = world.config().jobs[i];
    const JobPlace &place = world.placement().jobs()[i];
    JobUse use;
    use.name = job.name;
    use.ranks = job.ranks;
    use.traffic = job.traffic;
    use.nodes = job.nodes;
    sim::SimTime end;
    std::vector<models::NodeId> nodes;
    for (std::int64_t id = place.first_rank; id < place.first_rank + place.ranks; ++id) {
      end = std::max(end, world.rank(id).clock);
      nodes.push_back(world.placement().nodeOf(static_cast<std::int32_t>(id)));
    }
    if (job.ranks > 0) {
      std::sort(nodes.begin(), nodes.end());
      use.nodes = std::unique(nodes.begin(), nodes.end()) - nodes.begin();
    }
    if (const models::Traffic *const traffic = world.targetNetwork().traffic().ofJob(i);
        traffic != nullptr && traffic->messages() > 0) {
      end = traffic->lastDelivered();
      use.messages = traffic->messages();
      use.message_seconds = traffic->sumOfTimes().seconds() / static_cast<double>(use.messages);
      use.bytes_per_second = static_cast<double>(use.messages) * static_cast<double>(job.message_bytes) /
                             end.seconds() / static_cast<double>(job.nodes);
    }
    use.seconds = end.seconds();
    world.outcome().result().jobs.push_back(std::move(use));
  }
}

} // namespace maquette::session
