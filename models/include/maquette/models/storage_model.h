//===- maquette/models/storage_model.h - how long accesses to files take ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// StorageModel is a parallel file system. Files are divided into stripes on the servers in turn, and each server
/// handles one request after the other. It knows sizes and times, but no contents.
///
/// Equations docs/models/storage.md
/// Order     access() must be called in the order of start times; equal ones are served in the order of the calls.
/// Example
///   const SimTime end = storage.access(now, file, offset, Bytes{4096});
#ifndef MAQUETTE_MODELS_STORAGE_MODEL_H
#define MAQUETTE_MODELS_STORAGE_MODEL_H

#include "maquette/models/machine.h"

#include <cstdint>
#include <vector>

namespace maquette::models {

class StorageModel {
public:
  explicit StorageModel(const StorageParameters &parameters);

  /// End of an access to \p size bytes from \p offset of file number \p file that the rank starts at \p start. An
  /// access of no bytes takes no time. \pre offset >= 0, size >= 0.
  sim::SimTime access(sim::SimTime start, std::uint64_t file, std::int64_t offset, sim::Bytes size);
  /// End of an operation without contents: open, close, resize, delete or flush a file.
  sim::SimTime operate(sim::SimTime start) const { return start + latency_; }

private:
  sim::SimTime serve(std::size_t server, sim::SimTime arrival, std::int64_t bytes);

  sim::SimDuration latency_;
  sim::SimDuration request_time_;
  sim::BitRate bandwidth_;
  std::int64_t stripe_;
  std::vector<sim::SimTime> free_from_; ///< By server.
};

} // namespace maquette::models

#endif
