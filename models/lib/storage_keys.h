//===- models/lib/storage_keys.h - keys of the tables of storage --------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_KEYS_H
#define MAQUETTE_MODELS_LIB_STORAGE_KEYS_H

#include <string_view>

namespace maquette::models {

inline constexpr std::string_view kVolumeKeys[] = {"source", "kind", "mount", "capacity", "quota"};
/// Of all kinds but "free".
inline constexpr std::string_view kDeviceKeys[] = {"latency",   "metadata_time", "flush_on_close", "request_time",
                                                   "bandwidth", "raid",          "devices",        "chunk"};
inline constexpr std::string_view kDiskKeys[] = {"inner_bandwidth", "rotation",  "seek_track",
                                                 "seek_mean",       "seek_full", "size",
                                                 "track_cache",     "scheduler", "allocation_time"};
inline constexpr std::string_view kFlashKeys[] = {"write_bandwidth", "write_time", "channels", "page",
                                                  "erase_block",     "erase_time"};
inline constexpr std::string_view kParallelKeys[] = {"device",       "servers",  "metadata_servers", "stripe",
                                                     "stripe_count", "io_nodes", "message",          "lock_time"};
inline constexpr std::string_view kPageCacheKeys[] = {
    "source",  "size",       "dirty_limit", "bandwidth",          "write_bandwidth",
    "latency", "read_ahead", "write_back",  "write_back_requests"};

} // namespace maquette::models

#endif
