//===- runtime/mpi/core/moved_buffers.cpp - memory that calls read and write ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/moved_buffers.h"
#include "core/names.h"

#include "maquette/context/host_processes.h"

namespace maquette::mpi {

void tellHostProcesses(World &world, const Rank &rank, const Datatype &type, std::int64_t bytes, const void *buffer) {
  if (isPhantom(buffer))
    return;
  runtime::HostProcesses &processes = *world.meter().hostProcesses();
  const char *const base = static_cast<const char *>(originOf(buffer));
  if (type.contiguous || type.size == 0)
    return processes.moved(rank, {base, bytes, bytes, 1});
  for (std::int64_t element = 0; element * type.size < bytes; ++element)
    for (const Run &run : type.runs)
      processes.moved(rank, {base + element * type.extent() + run.offset, run.length, run.stride, run.count});
}

} // namespace maquette::mpi
