//===- runtime/formats/lib/jobs.cpp - where jobs are --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/jobs.h"

namespace maquette::runtime {
namespace {

/// True when a node's slots follow each other.
bool fillsNodes(models::Mapping mapping) {
  return mapping == models::Mapping::Block || mapping == models::Mapping::Random || mapping == models::Mapping::Greedy;
}

} // namespace

sim::Result<JobLayout> layOut(const std::vector<Job> &jobs, const models::Machine &machine) {
  JobLayout layout;
  const std::int64_t step = fillsNodes(machine.placement.mapping) ? machine.node.cores.value : 1;
  for (const Job &job : jobs) {
    layout.jobs.push_back({layout.ranks, job.ranks, layout.slots, {}});
    layout.ranks += job.ranks;
    layout.slots += job.ranks > 0 ? (job.ranks + step - 1) / step * step : job.nodes * step;
  }
  if (layout.slots > machine.coreCount())
    return sim::Diagnostic{"",
                           "the jobs need " + std::to_string(layout.slots) +
                               " cores, including those that other jobs cannot use, but the "
                               "machine has " +
                               std::to_string(machine.coreCount()),
                           "maquette-too-many-ranks", "", "use a larger machine, or fewer ranks and nodes"};
  if (sim::Status placed = machine.checkPlacement(layout.slots); !placed)
    return placed.error();
  for (std::size_t i = 0; i < jobs.size(); ++i)
    for (std::int64_t node = 0; node < jobs[i].nodes; ++node)
      layout.jobs[i].nodes.push_back(machine.nodeOf(layout.jobs[i].first_slot + node * step, layout.slots));
  return layout;
}

} // namespace maquette::runtime
