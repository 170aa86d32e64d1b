//===- runtime/tools/jobs_file.h - several jobs in a TOML file ----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_JOBS_FILE_H
#define MAQUETTE_TOOLS_JOBS_FILE_H

#include "maquette/formats/run_config.h"
#include "maquette/sim/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace maquette::tool {

/// The tables [[job]] of a file; docs/guide/several-jobs.md says how they are written. \p filename is for messages.
/// Errors: all of the file at once.
sim::Result<std::vector<runtime::Job>> parseJobs(std::string_view text, const std::string &filename);

} // namespace maquette::tool

#endif
