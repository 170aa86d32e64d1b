//===- maquette/formats/jobs.h - several jobs at once on one machine ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which ranks and nodes each of several jobs gets that share a machine: docs/guide/several-jobs.md.
#ifndef MAQUETTE_FORMATS_JOBS_H
#define MAQUETTE_FORMATS_JOBS_H

#include "maquette/formats/run_config.h"
#include "maquette/models/machine.h"
#include "maquette/sim/result.h"

#include <cstdint>
#include <vector>

namespace maquette::runtime {

/// Where a job is. Slots are places for ranks, numbered as ranks of one big job would be; where a node's ranks follow
/// each other every job begins with a node of its own.
struct JobPlace {
  std::int64_t first_rank = 0;
  std::int64_t ranks = 0;
  std::int64_t first_slot = 0;
  std::vector<models::NodeId> nodes; ///< Of traffic.
};

struct JobLayout {
  std::vector<JobPlace> jobs;
  std::int64_t ranks = 0; ///< Of all jobs.
  std::int64_t slots = 0; ///< That their places take, those between jobs included.
};

/// Errors: more slots than the machine has cores.
sim::Result<JobLayout> layOut(const std::vector<Job> &jobs, const models::Machine &machine);

} // namespace maquette::runtime

#endif
