//===- runtime/context/lib/world_traffic.cpp - traffic beside ranks -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include "maquette/context/message_layer.h"

namespace maquette::runtime {

void World::prepareTraffic() {
  traffic_.resize(layout_.jobs.size());
  for (std::size_t i = 0; i < config_.jobs.size(); ++i) {
    const Job &job = config_.jobs[i];
    if (job.ranks > 0 || (config_.only_job >= 0 && config_.only_job != static_cast<std::int64_t>(i)))
      continue;
    models::Traffic::Options options;
    options.pattern = job.traffic;
    options.nodes = layout_.jobs[i].nodes;
    options.size = sim::Bytes{job.message_bytes};
    options.interval = sim::SimDuration::ps(job.interval_ps);
    options.shift = job.shift;
    options.seed = config_.seed;
    options.first_cookie = std::uint64_t{1} << 63 | std::uint64_t{i} << 32;
    traffic_[i] = std::make_unique<models::Traffic>(options, engine_, *network_);
    has_traffic_ = true;
  }
}

/// Traffic rests when ranks do nothing but look: else it would keep a simulation alive that cannot go on.
void World::keepTrafficGoing() {
  if (seen_progress_ == messages_->progress())
    return;
  seen_progress_ = messages_->progress();
  for (const auto &traffic : traffic_)
    if (traffic)
      traffic->goOn();
}

void World::endTraffic(void *target, std::uint64_t) {
  for (const auto &traffic : static_cast<World *>(target)->traffic_)
    if (traffic)
      traffic->stop();
}

void World::describeParts(models::Transfer &transfer, std::int32_t from, std::int32_t to) const {
  transfer.label = ranks_[from].call;
  if (core_of_.empty())
    return;
  transfer.source_core = core_of_[static_cast<std::size_t>(from)];
  transfer.destination_core = core_of_[static_cast<std::size_t>(to)];
}

} // namespace maquette::runtime
