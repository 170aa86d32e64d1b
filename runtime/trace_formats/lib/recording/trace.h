//===- runtime/trace_formats/lib/recording/trace.h - reads what native processes wrote ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_RECORDING_TRACE_H
#define MAQUETTE_TRACE_FORMATS_LIB_RECORDING_TRACE_H

#include "maquette/traces/trace.h"

namespace maquette::traces::recording {

/// True for a folder with files that `maquette record` lets processes write.
bool isRecording(const std::string &path);

/// \p path: the folder with a file of each node. Threads of a rank become one after another, by when a call began.
sim::Result<std::unique_ptr<Trace>> openRecording(const std::string &path);

} // namespace maquette::traces::recording

#endif
