//===- runtime/mpi/core/mpi_state.cpp - the MPI state of one simulation --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/mpi_state.h"

#include "io/file.h"
#include "objects/error_handler.h"
#include "objects/handles.h"
#include "p2p/partitioned.h"
#include "rma/window.h"

namespace maquette::mpi {

Mpi::Mpi(World &world)
    : world_(world), costs_(world.machine()), usage_(world.config(), world.calls().sites()),
      handles_(std::make_unique<Handles>(memory_.pages())), communicators_(world, memory_.pages(), usage_),
      messages_(memory_.pages(), memory_.bytes(), costs_, world.calls().causality()),
      requests_(memory_.pages(), messages_, types_, communicators_, world.calls().causality()), progress_(world),
      protocol_(world, costs_, messages_, requests_, progress_), waiting_(world, costs_, progress_),
      collectives_(world), partitioned_channels_(std::make_unique<PartitionedChannels>()),
      one_sided_(std::make_unique<OneSided>()), files_(std::make_unique<Files>()) {
  if (world.config().mode == runtime::Mode::Direct || world.config().mode == runtime::Mode::Profile)
    memory_.bytes().keepLarge(); // Of a skeleton's contents what waits long may be compressed.
}

Mpi::~Mpi() = default;

int raise(Mpi &mpi, Rank &rank, MPI_Comm comm, int code, const std::string &what) {
  const bool valid = comm != MPI_COMM_NULL && !mpi.usage().isFreed(comm);
  const MPI_Errhandler handler = !valid                                              ? objectsOf(rank).world.errhandler
                                 : comm == MPI_COMM_WORLD && rank.objects == nullptr ? MPI_ERRORS_ARE_FATAL
                                                                                     : extrasOf(rank, comm).errhandler;
  return handleError<MPI_Comm_errhandler_function>(mpi, rank, handler, valid ? comm : MPI_COMM_WORLD, code, what);
}

} // namespace maquette::mpi
