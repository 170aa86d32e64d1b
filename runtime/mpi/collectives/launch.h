//===- runtime/mpi/collectives/launch.h - from a collective call to its algorithm -------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_LAUNCH_H
#define MAQUETTE_MPI_COLLECTIVES_LAUNCH_H

#include "collectives/algorithms.h"
#include "collectives/collective.h"
#include "core/call.h"

#include <vector>

namespace maquette::mpi {

/// A buffer of a call: elements of a type at an address.
struct Elements {
  const void *buffer = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_BYTE;

  std::int64_t bytes() const { return count * typeOf(type)->size; }
  /// The part that begins \p elements further.
  Elements from(std::int64_t elements, std::int64_t new_count) const;
};

/// Of what kind the only basic type is that the elements are made of; 0 if there are several, none, or raw bytes.
std::uint8_t kindOf(const Elements &elements);

/// The packed contents, or room for them. Either keeps the type until the collective is over.
Block packed(Collective &c, const Elements &elements);
Block room(Collective &c, const Elements &elements);
/// The same, or the program's own memory: where ranks compute with what they have (direct mode, profiles), a call that
/// blocks (no
/// \p request) finds its buffers at their places until its end, and contiguous ones are not copied.
/// What is to be received comes first (c.out): what overlaps it is copied. Not for algorithms that change what is to be
/// sent.
Block toSend(Collective &c, const Elements &elements, const MPI_Request *request);
Block toReceive(Collective &c, const Elements &elements, const MPI_Request *request);
/// Copies packed bytes to the program's buffer, if both are real and they are not there already.
void unpackTo(const Elements &elements, const char *data);

/// An array of counts as byte sizes, and the places of the parts in the program's buffer.
struct Parts {
  const int *counts;
  const int *displacements; ///< In elements; in bytes when there are `types`.
  MPI_Datatype type;        ///< Of all parts, unless there are `types`.
  const MPI_Datatype *types;
  const MPI_Aint *addresses = nullptr; ///< In place of displacements: in bytes.

  MPI_Datatype typeAt(int part) const { return types != nullptr ? types[part] : type; }
  Elements at(const void *buffer, int part) const;
  Layout layout(int parts) const;
};

/// Elements that are used: MPI_IN_PLACE is none of them.
int checkElements(const Call &call, MPI_Comm comm, const Elements &elements);
int checkParts(const Call &call, MPI_Comm comm, const void *buffer, const Parts &parts, int count);

/// The parts of a buffer, one for each rank that it goes to or comes from.
class Places {
public:
  Places() = default;
  /// \p count equal parts, one after the other.
  Places(const Elements &part, int count);
  Places(const void *buffer, const Parts &parts, int count);

  const Layout &layout() const { return layout_; }
  bool phantom() const { return phantom_; }
  /// The packed contents of all parts; phantom if the buffer is.
  Block packed(Collective &c) const;
  Block room(Collective &c) const;
  /// As the functions above; the parts must lie one after the other.
  Block toSend(Collective &c, const MPI_Request *request) const;
  Block toReceive(Collective &c, const MPI_Request *request) const;
  /// Copies packed bytes to the parts, if both are real and they are not there already.
  void unpack(const char *data) const;

private:
  char *borrowed(Collective &c, const MPI_Request *request) const;

  Layout layout_;
  std::vector<Elements> elements_; ///< One for each part, or one for all.
  bool phantom_ = true;
};

/// Begins \p task. Blocking (no \p handle): comes back when all is done and unpacked; else unpacking is left to the
/// call that completes the request.
template <class Unpack>
int launch(const Call &call, Collective *c, CollectiveTask task, MPI_Request *handle, Unpack unpack) {
  c->begin(std::move(task));
  if (handle == nullptr) {
    c->finishBlocking();
    unpack();
    c->release();
    return MPI_SUCCESS;
  }
  Request *const request = call.mpi().requests().make(call.rank(), RequestKind::Collective);
  *handle = handleOf(request);
  c->finishLater(request, std::function<void()>(unpack));
  return MPI_SUCCESS;
}

/// An allreduce of so many bytes without contents, on any communicator.
CollectiveTask phantomAllreduce(Collective &c, const CommView &comm, std::int64_t bytes);
/// A collective of no data, for calls that only synchronize or exchange what the runtime keeps elsewhere. Waits for its
/// end.
void runPhantomAllreduce(const Call &call, const CommView &comm, std::int64_t bytes);
void runPhantomAllgather(const Call &call, const CommView &comm, std::int64_t bytes);
void runBarrier(const Call &call, const CommView &comm);

} // namespace maquette::mpi

#endif
