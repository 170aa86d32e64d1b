//===- maquette/trace_formats/waits.h - what PEs waited for, said without contents -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A PE of OpenSHMEM waits until a variable has a value that another PE writes. A trace holds no contents, so a replay
/// waits until as many writes to the variable have come as had begun before the recorded wait ended. The order of the
/// recorded run obeys all of its dependences, so this never waits for itself; where a write began before the wait
/// ended and was not needed, the replay waits for a little more than the program did.
///
/// Cells   The variables that PE waits for, numbered by their place in the PE's memory.
/// Clocks  Times of different ranks are compared: they must come from one clock, as those of a simulation and of the
///         processes of one node do.
#ifndef MAQUETTE_TRACE_FORMATS_WAITS_H
#define MAQUETTE_TRACE_FORMATS_WAITS_H

#include "maquette/traces/trace.h"

namespace maquette::traces {

/// The same trace, which must live longer, with the arguments cells, writes, most_cells, lock and locks of
/// shmem_calls.def filled in. Null: nobody calls OpenSHMEM. Reads the trace twice.
sim::Result<std::unique_ptr<Trace>> withWaits(const Trace &trace);

} // namespace maquette::traces

#endif
