//===- runtime/tools/storage_calibration.h - what a folder's storage needs ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_STORAGE_CALIBRATION_H
#define MAQUETTE_TOOLS_STORAGE_CALIBRATION_H

#include "launch.h"
#include "maquette/sim/result.h"

#include <string>

namespace maquette::tool {

/// What was measured below a folder. Times in seconds, rates in bytes a second.
struct StorageCalibration {
  double read_rate = 0, write_rate = 0;           ///< Of long requests, past the page cache.
  double read_seconds = 0, write_seconds = 0;     ///< Of a request of 4 KiB, one after the other.
  double deep_reads_a_second = 0;                 ///< Of 4 KiB, 32 at once.
  double cached_rate = 0, cached_seconds = 0;     ///< Reads from the page cache: of long ones, and of each.
  double buffered_write_rate = 0;                 ///< Of long writes into new pages of the page cache.
  double metadata_seconds = 0;                    ///< Of making, closing or removing an empty file.
  double memory_bytes = 0, dirty_limit_bytes = 0; ///< Of the host: for its page cache, and what may be dirty.
};

/// Runs fio in \p folder for about half a minute, with files of 1 GiB that it removes.
/// Errors: maquette-calibration when fio is not there, or fails.
sim::Result<StorageCalibration> calibrateStorage(const std::string &folder, const ScratchFolder &scratch);
/// The tables [storage] and [page_cache] of a machine file.
std::string toTables(const StorageCalibration &measured, const std::string &folder, const std::string &host);

} // namespace maquette::tool

#endif
