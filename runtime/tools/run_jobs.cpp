//===- runtime/tools/run_jobs.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "run_jobs.h"

#include "jobs_file.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/sim/time.h"

#include <algorithm>

namespace maquette::tool {

void readJobs(const std::string &path, runtime::RunConfig &config, sim::Error &errors) {
  const sim::Result<std::string> text = runtime::readFile(path);
  if (!gather(text, errors))
    return;
  const sim::Result<std::vector<runtime::Job>> jobs = parseJobs(*text, path);
  if (!gather(jobs, errors))
    return;
  config.jobs = *jobs;
  config.ranks = 0;
  for (const runtime::Job &job : *jobs)
    config.ranks += job.ranks;
}

int runAlone(const CommandLine &program, const runtime::RunConfig &config, const ScratchFolder &scratch,
             Pinning pinning, runtime::RunResult &together) {
  double ranks_end = 0; // Then traffic stopped; its last messages arrived later.
  for (const runtime::JobUse &job : together.jobs)
    ranks_end = std::max(ranks_end, job.ranks > 0 ? job.seconds : 0);
  for (std::size_t i = 0; i < config.jobs.size(); ++i) {
    runtime::RunConfig alone = config;
    alone.only_job = static_cast<std::int64_t>(i);
    alone.gather.observe = alone.gather.causality = false;
    // Nothing else would end it.
    if (config.jobs[i].ranks == 0)
      alone.traffic_end_ps = sim::SimDuration::fromSeconds(ranks_end).ps();
    const Simulation simulation = simulate("maquette run", program, alone, scratch, pinning);
    if (!simulation.ended())
      return simulation.exit_status;
    const runtime::JobUse &use = simulation.result->jobs[i];
    runtime::JobUse &job = together.jobs[i];
    job.alone_seconds = use.seconds;
    job.alone_message_seconds = use.message_seconds;
    job.alone_bytes_per_second = use.bytes_per_second;
  }
  return kOk;
}

} // namespace maquette::tool
