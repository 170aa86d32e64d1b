//===- runtime/mpi/core/mpi_state.h - the MPI state of one simulation ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mpi owns what the MPI layer of one World consists of. Each part knows only the parts above it, which its constructor
/// is given. The functions of C are in bindings/ and reach the parts through Call.
#ifndef MAQUETTE_MPI_CORE_MPI_STATE_H
#define MAQUETTE_MPI_CORE_MPI_STATE_H

#include "collectives/collective_state.h"
#include "core/cost_parameters.h"
#include "core/names.h"
#include "core/usage_checks.h"
#include "objects/communicators.h"
#include "p2p/message_protocol.h"
#include "p2p/messages.h"
#include "p2p/progress.h"
#include "p2p/requests.h"
#include "p2p/waiting.h"

#include <cstddef>
#include <memory>
#include <string>

namespace maquette::mpi {

class Files;
class Handles;
class OneSided;
class PartitionedChannels;

class Mpi {
public:
  explicit Mpi(World &world);
  ~Mpi();
  Mpi(const Mpi &) = delete;
  Mpi &operator=(const Mpi &) = delete;

  World &world() { return world_; }
  ObjectMemory &memory() { return memory_; }
  CostParameters &costs() { return costs_; }
  const CallSites &sites() { return world_.calls().sites(); }
  CallCounters &counters() { return world_.calls().counters(); }
  UsageChecks &usage() { return usage_; }
  TypeTable &types() { return types_; }
  Handles &handles() { return *handles_; }
  Communicators &communicators() { return communicators_; }
  Messages &messages() { return messages_; }
  Requests &requests() { return requests_; }
  Progress &progress() { return progress_; }
  MessageProtocol &protocol() { return protocol_; }
  Waiting &waiting() { return waiting_; }
  CollectiveState &collectives() { return collectives_; }
  PartitionedChannels &partitionedChannels() { return *partitioned_channels_; }
  OneSided &oneSided() { return *one_sided_; }
  Files &files() { return *files_; }

private:
  World &world_;
  ObjectMemory memory_;
  CostParameters costs_;
  UsageChecks usage_;
  std::unique_ptr<Handles> handles_; ///< Others below have what it made.
  TypeTable types_;
  Communicators communicators_;
  Messages messages_;
  Requests requests_;
  Progress progress_;
  MessageProtocol protocol_;
  Waiting waiting_;
  CollectiveState collectives_;
  std::unique_ptr<PartitionedChannels> partitioned_channels_;
  std::unique_ptr<OneSided> one_sided_;
  std::unique_ptr<Files> files_;
};

/// Raises an MPI error: by the error handler of \p comm it ends the run, calls the program's function, or comes back
/// with \p code.
int raise(Mpi &mpi, Rank &rank, MPI_Comm comm, int code, const std::string &what);

} // namespace maquette::mpi

#endif
