//===- models/lib/storage/page_cache.h - a node's memory of file contents ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads of what a node has read or written before take its memory's time. What is written is copied into memory, and
/// written back at once by a few requests at a time. Writers wait while more than the dirty limit is not written back.
///
/// Source  the behaviour of Linux (Documentation/admin-guide/sysctl/vm.rst): dirty_bytes, read-ahead; reclaim takes
///         what was used longest ago.
#ifndef MAQUETTE_MODELS_LIB_STORAGE_PAGE_CACHE_H
#define MAQUETTE_MODELS_LIB_STORAGE_PAGE_CACHE_H

#include "lib/storage/cached_ranges.h"
#include "lib/storage/slots.h"
#include "lib/storage/volume.h"

#include <functional>
#include <map>
#include <vector>

namespace maquette::models {

class PageCache : private StorageListener {
public:
  /// \p below gets requests whose cookies are numbers of this cache, with `listener` set to where their ends go.
  using Below = std::function<void(const StorageRequest &, StorageListener &listener)>;
  /// All outlive the cache.
  PageCache(const PageCacheParameters &parameters, sim::Engine &engine, const Below &below, StorageListener &listener)
      : parameters_(parameters), engine_(engine), below_(below), listener_(listener) {}

  void submit(const StorageRequest &request);
  void forget(VolumeId volume, std::uint64_t file);
  /// Of the file, what is written back. Nothing while some of it is on its way.
  void drop(VolumeId volume, std::uint64_t file, std::int64_t begin, std::int64_t end);
  std::size_t memoryBytes() const;

private:
  /// A call of a rank, or a request that writes back.
  struct Operation {
    StorageRequest request;
    bool writes_back = false;
    std::int64_t open = 0;      ///< Requests below.
    std::int64_t remaining = 0; ///< Of a write: not yet in the cache.
    sim::SimTime copied;        ///< Of a write: when what is in the cache is copied.
  };
  struct Range {
    std::int64_t begin, end;
  };
  struct File {
    StorageRequest like;              ///< Its node and volume.
    std::vector<Range> dirty;         ///< Not yet on their way.
    std::int64_t in_flight = 0;       ///< Bytes on their way.
    std::vector<std::uint64_t> syncs; ///< Operations that wait until both are empty.
    std::int64_t next_read = 0;       ///< Where a read goes on from the one before.
  };

  void read(std::uint64_t slot);
  void write(std::uint64_t slot);
  void addDirty(const StorageRequest &request, Range range);
  void writeBack();
  void wrote(const StorageRequest &request);
  void wakeWriters();
  void sync(std::uint64_t slot);
  void endSyncs(File &file);
  void dropIfIdle(FileKey key);
  void endAt(sim::SimTime when, std::uint64_t slot) { engine_.schedule(when, end, this, slot); }
  sim::SimDuration readTime(std::int64_t bytes) const {
    return transferTime(sim::Bytes{bytes}, parameters_.bandwidth.value);
  }
  sim::SimDuration writeTime(std::int64_t bytes) const {
    return transferTime(sim::Bytes{bytes}, parameters_.write_bandwidth.value);
  }
  static FileKey keyOf(const StorageRequest &request) { return {request.volume.value(), request.file}; }
  static void end(void *self, std::uint64_t slot);
  void storageDone(std::uint64_t slot) override;

  const PageCacheParameters &parameters_;
  sim::Engine &engine_;
  const Below &below_;
  StorageListener &listener_;
  CachedRanges ranges_;
  std::map<FileKey, File> files_;      ///< That are read in a row, or have something to write back.
  std::vector<FileKey> to_write_;      ///< Files with dirty ranges; those that wait longest first.
  std::vector<std::uint64_t> writers_; ///< Operations that wait for room, oldest first.
  std::int64_t dirty_ = 0;             ///< Bytes; those on their way count, too.
  std::int64_t write_backs_ = 0;       ///< Requests on their way.
  Slots<Operation> operations_;
};

} // namespace maquette::models

#endif
