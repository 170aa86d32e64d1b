//===- runtime/replay/session.h - one rank that does what a trace says -----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_SESSION_H
#define MAQUETTE_REPLAY_SESSION_H

#include "handles.h"
#include "maquette/traces/trace.h"

#include <tuple>

namespace maquette::replay {

/// What one rank has made so far.
class Session {
public:
  explicit Session(const traces::EventReader &reader) : reader_(reader) {}

  template <class Handle> Handles<Handle> &handles() { return std::get<Handles<Handle>>(handles_); }
  template <class Handle> Handle find(std::int64_t number) { return handles<Handle>().find(number); }

private:
  const traces::EventReader &reader_;
  std::tuple<Handles<MPI_Comm>, Handles<MPI_Datatype>, Handles<MPI_Group>, Handles<MPI_Op>, Handles<MPI_Request>,
             Handles<MPI_Win>, Handles<MPI_File>>
      handles_;
};

/// A datatype that the trace uses and does not make is so many bytes, if it says how many.
template <> MPI_Datatype Session::find<MPI_Datatype>(std::int64_t number);

/// Whether it is a call of MPI and has something to do with other ranks or with handles: others take no part in a
/// replay.
bool isReplayed(traces::CallNumber call);
/// Makes the call of \p event. \pre isReplayed(event.call). Throws RecordProblem.
void replay(Session &session, const traces::Event &event);

} // namespace maquette::replay

#endif
