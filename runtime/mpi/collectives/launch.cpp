//===- runtime/mpi/collectives/launch.cpp - from a collective call to its algorithm -----===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/launch.h"

#include "collectives/inter.h"
#include "core/moved_buffers.h"

namespace maquette::mpi {

namespace {
/// The running rank's call reads or writes \p elements.
void noteMoved(const Elements &elements) {
  mpi::noteMoved(*runtime::currentWorld(), *runtime::currentRank(), *typeOf(elements.type), elements.bytes(),
                 elements.buffer);
}

int checkBuffer(const Call &call, MPI_Comm comm, const void *buffer) {
  return buffer != MPI_IN_PLACE
             ? MPI_SUCCESS
             : call.raise(comm, MPI_ERR_BUFFER, "MPI_IN_PLACE is not allowed for this buffer [maquette-mpi-argument]");
}

/// The program's memory, if a collective may work in it.
char *borrowed(Collective &c, const Elements &elements, const MPI_Request *request) {
  World &world = c.mpi().world();
  if (request != nullptr || !world.meter().measures() || world.dispatcher().copiesStacks())
    return nullptr;
  if (isPhantom(elements.buffer) || elements.buffer == MPI_BOTTOM || !typeOf(elements.type)->contiguous)
    return nullptr;
  noteMoved(elements);
  return static_cast<char *>(const_cast<void *>(elements.buffer));
}
} // namespace

Elements Elements::from(std::int64_t elements, std::int64_t new_count) const {
  if (isPhantom(buffer))
    return {buffer, new_count, type};
  return {bufferAfter(buffer, elements * typeOf(type)->extent()), new_count, type};
}

std::uint8_t kindOf(const Elements &elements) {
  const std::uint16_t basic = elements.bytes() > 0 ? basicOf(*typeOf(elements.type)) : 0;
  if (basic == 0 || predefinedType(basic).scalar == Scalar::Byte)
    return 0;
  return static_cast<std::uint8_t>(predefinedType(basic).scalar);
}

Block packed(Collective &c, const Elements &elements) {
  Block block = room(c, elements);
  if (block.data() != nullptr) {
    pack(*typeOf(elements.type), elements.count, originOf(elements.buffer), block.data());
    noteMoved(elements);
  }
  return block;
}

Block room(Collective &c, const Elements &elements) {
  c.keep(elements.type);
  return {c, elements.bytes(), elements.bytes() == 0 || isPhantom(elements.buffer)};
}

Block toSend(Collective &c, const Elements &elements, const MPI_Request *request) {
  char *const memory = borrowed(c, elements, request);
  const bool stays = memory != nullptr && !c.out.overlaps(memory, elements.bytes());
  return stays ? Block(memory, elements.bytes()) : packed(c, elements);
}

Block toReceive(Collective &c, const Elements &elements, const MPI_Request *request) {
  char *const memory = borrowed(c, elements, request);
  return memory != nullptr ? Block(memory, elements.bytes()) : room(c, elements);
}

void unpackTo(const Elements &elements, const char *data) {
  if (data == nullptr || data == elements.buffer || isPhantom(elements.buffer))
    return;
  void *const base = const_cast<void *>(originOf(elements.buffer));
  unpack(*typeOf(elements.type), data, elements.bytes(), base);
  noteMoved(elements);
}

Elements Parts::at(const void *buffer, int part) const {
  const MPI_Datatype part_type = typeAt(part);
  if (isPhantom(buffer))
    return {buffer, counts[part], part_type};
  const std::int64_t step = types != nullptr ? 1 : typeOf(part_type)->extent();
  return {bufferAfter(buffer, addresses != nullptr ? addresses[part] : displacements[part] * step), counts[part],
          part_type};
}

Layout Parts::layout(int parts) const {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(parts));
  for (int i = 0; i < parts; ++i)
    sizes[static_cast<std::size_t>(i)] = counts[i] * typeOf(typeAt(i))->size;
  return Layout(std::move(sizes));
}

int checkElements(const Call &call, MPI_Comm comm, const Elements &elements) {
  if (int code = checkBuffer(call, comm, elements.buffer))
    return code;
  return call.checkData(comm, elements.count, elements.type);
}

int checkParts(const Call &call, MPI_Comm comm, const void *buffer, const Parts &parts, int count) {
  if (int code = checkBuffer(call, comm, buffer))
    return code;
  const Untyped untyped = parts.types != nullptr ? Untyped::WithoutElements : Untyped::Refused;
  for (int i = 0; i < count; ++i)
    if (int code = call.checkData(comm, parts.counts[i], parts.typeAt(i), untyped))
      return code;
  return MPI_SUCCESS;
}

Places::Places(const Elements &part, int count)
    : layout_(part.bytes(), count), elements_{{part.buffer, part.count * count, part.type}},
      phantom_(isPhantom(part.buffer)) {}

Places::Places(const void *buffer, const Parts &parts, int count)
    : layout_(parts.layout(count)), phantom_(isPhantom(buffer)) {
  for (int i = 0; i < count && !phantom_; ++i)
    elements_.push_back(parts.at(buffer, i));
}

Block Places::room(Collective &c) const {
  for (const Elements &place : elements_)
    c.keep(place.type);
  return {c, layout_.total(), layout_.total() == 0 || phantom_};
}

Block Places::packed(Collective &c) const {
  Block block = room(c);
  if (block.data() == nullptr)
    return block;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Elements &place = elements_[i];
    pack(*typeOf(place.type), place.count, originOf(place.buffer), block.at(layout_.offset(static_cast<int>(i))));
    noteMoved(place);
  }
  return block;
}

char *Places::borrowed(Collective &c, const MPI_Request *request) const {
  char *first = nullptr; // Where the parts begin.
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_[i].bytes() == 0)
      continue;
    char *const memory = mpi::borrowed(c, elements_[i], request);
    const std::int64_t offset = layout_.offset(static_cast<int>(i));
    if (memory == nullptr || (first != nullptr && memory != first + offset))
      return nullptr;
    first = memory - offset;
  }
  return first;
}

Block Places::toSend(Collective &c, const MPI_Request *request) const {
  char *const memory = borrowed(c, request);
  const bool stays = memory != nullptr && !c.out.overlaps(memory, layout_.total());
  return stays ? Block(memory, layout_.total()) : packed(c);
}

Block Places::toReceive(Collective &c, const MPI_Request *request) const {
  char *const memory = borrowed(c, request);
  return memory != nullptr ? Block(memory, layout_.total()) : packed(c); // What nothing arrives for stays as it is.
}

void Places::unpack(const char *data) const {
  for (std::size_t i = 0; data != nullptr && i < elements_.size(); ++i)
    unpackTo(elements_[i], data + layout_.offset(static_cast<int>(i)));
}

CollectiveTask phantomAllreduce(Collective &c, const CommView &comm, std::int64_t bytes) {
  return comm.isInter() ? interAllreduce(c, nullptr, nullptr, bytes) : allreduce(c, nullptr, bytes);
}

void runPhantomAllreduce(const Call &call, const CommView &comm, std::int64_t bytes) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, bytes, 0});
  c->begin(phantomAllreduce(*c, comm, bytes));
  c->finishBlocking();
  c->release();
}

void runPhantomAllgather(const Call &call, const CommView &comm, std::int64_t bytes) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, bytes, 0});
  c->out_layout = Layout(bytes, comm.peers());
  c->begin(comm.isInter() ? interAllgather(*c, nullptr, bytes, nullptr, c->out_layout)
                          : allgather(*c, nullptr, c->out_layout));
  c->finishBlocking();
  c->release();
}

void runBarrier(const Call &call, const CommView &comm) {
  Collective *const c = newCollective(call.mpi(), call.rank(), comm, {call.number(), -1, 0, 0});
  c->begin(comm.isInter() ? interBarrier(*c) : barrier(*c));
  c->finishBlocking();
  c->release();
}

} // namespace maquette::mpi
