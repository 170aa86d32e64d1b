//===- runtime/session/lib/prepare.h - makes the parts of a simulation ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps from a configuration to a simulation that can run, in the order in which they are to be called.
///
/// Errors  what the configuration asks for and the machine or the host does not give.
#ifndef MAQUETTE_SESSION_PREPARE_H
#define MAQUETTE_SESSION_PREPARE_H

#include "maquette/context/world.h"

#include <memory>

namespace maquette::session {

/// The world with its machine, its jobs and its ranks, and with no other part.
sim::Result<std::unique_ptr<runtime::World>>
makeWorld(const runtime::RunConfig &config, const runtime::Program &program, runtime::PrivateData &private_data);
/// The network and the traffic of jobs without ranks.
sim::Status prepareNetwork(runtime::World &world);
/// The ranks' stacks and private data; \p program is what they run.
sim::Status prepareRanks(runtime::World &world, runtime::RankProgram &program);
/// MPI, and the record of its calls.
sim::Status prepareMessages(runtime::World &world);
/// What moves clocks by computing.
sim::Status prepareMeter(runtime::World &world);
/// Regions and predicted values.
sim::Status prepareHooks(runtime::World &world);

} // namespace maquette::session

#endif
