//===- maquette/formats/call_trace_parts.h - parts of a call that is recorded -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What CallRecord::part says beside 0, the whole of most calls, and 1, what MPI_Sendrecv receives.
#ifndef MAQUETTE_FORMATS_CALL_TRACE_PARTS_H
#define MAQUETTE_FORMATS_CALL_TRACE_PARTS_H

#include <cstdint>

namespace maquette::runtime {

/// A polling call found something. It is not compared: it says that the order of what the rank does may differ between
/// runs.
constexpr std::uint16_t kPolled = 2;

} // namespace maquette::runtime

#endif
