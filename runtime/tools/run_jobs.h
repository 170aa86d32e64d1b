//===- runtime/tools/run_jobs.h - jobs together and alone ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_RUN_JOBS_H
#define MAQUETTE_TOOLS_RUN_JOBS_H

#include "launch.h"

namespace maquette::tool {

/// Reads a jobs file into \p config, whose number of ranks becomes that of all jobs.
void readJobs(const std::string &path, runtime::RunConfig &config, sim::Error &errors);

/// Runs each job without the others, on the same nodes, and adds what it takes then to the jobs of \p together.
/// Returns the first exit status that is not 0.
int runAlone(const CommandLine &program, const runtime::RunConfig &config, const ScratchFolder &scratch,
             Pinning pinning, runtime::RunResult &together);

} // namespace maquette::tool

#endif
