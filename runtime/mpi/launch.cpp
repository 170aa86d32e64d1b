//===- runtime/mpi/launch.cpp - from a collective call to its algorithm -----===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/launch.h"

namespace maquette::mpi {

Elements Elements::from(std::int64_t elements, std::int64_t new_count) const {
  if (isPhantom(buffer))
    return {buffer, new_count, type};
  const char *const base = buffer == MPI_BOTTOM ? nullptr : static_cast<const char *>(buffer);
  return {base + elements * typeOf(type)->extent(), new_count, type};
}

Block packed(Collective &c, const Elements &elements) {
  Block block = room(c, elements.bytes(), elements.buffer);
  if (block.data() != nullptr)
    pack(*typeOf(elements.type), elements.count, elements.buffer == MPI_BOTTOM ? nullptr : elements.buffer, block.data());
  return block;
}

Block room(Collective &c, std::int64_t bytes, const void *buffer) { return {c, bytes, bytes == 0 || isPhantom(buffer)}; }

void unpackTo(const Elements &elements, const char *data) {
  if (data == nullptr || isPhantom(elements.buffer))
    return;
  void *const base = elements.buffer == MPI_BOTTOM ? nullptr : const_cast<void *>(elements.buffer);
  unpack(*typeOf(elements.type), data, elements.bytes(), base);
}

Elements Parts::at(const void *buffer, int part) const {
  const MPI_Datatype part_type = typeAt(part);
  if (isPhantom(buffer))
    return {buffer, counts[part], part_type};
  const std::int64_t step = types != nullptr ? 1 : typeOf(part_type)->extent();
  const char *const base = buffer == MPI_BOTTOM ? nullptr : static_cast<const char *>(buffer);
  return {base + displacements[part] * step, counts[part], part_type};
}

Layout Parts::layout(int parts) const {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts));
  for (int i = 0; i < parts; ++i)
    sizes[static_cast<std::size_t>(i)] = counts[i] * typeOf(typeAt(i))->size;
  return Layout(std::move(sizes));
}

void runPhantomAllreduce(const Call &call, const CommView &comm, std::int64_t bytes) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, bytes, 0});
  c->begin(allreduce(*c, nullptr, bytes));
  c->finishBlocking();
  c->release();
}

void runPhantomAllgather(const Call &call, const CommView &comm, std::int64_t bytes) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, bytes, 0});
  c->out_layout = Layout(bytes, comm.size());
  c->begin(allgather(*c, nullptr, c->out_layout));
  c->finishBlocking();
  c->release();
}

void runBarrier(const Call &call, const CommView &comm) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, 0, 0});
  c->begin(barrier(*c));
  c->finishBlocking();
  c->release();
}

} // namespace maquette::mpi
