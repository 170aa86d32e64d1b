//===- maquette/models/storage/storage_system.h - all storage of a machine -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A StorageSystem knows the volumes of a machine, their servers and devices, and each node's page cache. It knows
/// files by number, sizes and times, but no names and no contents.
///
/// Order     submit() is a request at Engine::now(). storageDone() is called once for each, from an event at its end.
/// Network   servers on I/O nodes exchange messages through the NetworkModel. The owner of the model hands their
///           deliveries to transferDelivered(); ownsTransfer() tells which are these.
/// Equations docs/models/storage.md
#ifndef MAQUETTE_MODELS_STORAGE_STORAGE_SYSTEM_H
#define MAQUETTE_MODELS_STORAGE_STORAGE_SYSTEM_H

#include "maquette/models/machine.h"
#include "maquette/models/network_model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::models {

class PageCache;
class Volume;
template <class T> class Slots;

using VolumeId = sim::StrongId<struct VolumeTag, std::int32_t>;

/// Metadata: open, close, stat and the like. Sync: until what was written is on its device.
enum class StorageOperation : std::uint8_t { Read, Write, Metadata, Sync };

struct StorageRequest {
  StorageOperation operation = StorageOperation::Metadata;
  NodeId node; ///< Of the rank that asks.
  VolumeId volume;
  std::uint64_t file = 0;     ///< Chosen by the caller; also decides which server has the first stripe.
  std::int64_t offset = 0;    ///< Of reads and writes.
  std::int64_t bytes = 0;     ///< The same, above 0.
  std::int64_t file_size = 0; ///< Of reads: nothing is read ahead beyond.
  bool cached = true;         ///< Through the page cache of the node, where there is one.
  std::uint64_t cookie = 0;
};

class StorageListener {
public:
  virtual ~StorageListener() = default;
  virtual void storageDone(std::uint64_t cookie) = 0;
};

/// What a server, or a node's device, has done.
struct ServerUse {
  std::string name; ///< "scratch server 3", "node 5 disk"
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  sim::SimDuration busy;
};

class StorageSystem : private StorageListener {
public:
  /// \p network may be null while no volume has I/O nodes. All outlive this.
  StorageSystem(const Machine &machine, sim::Engine &engine, NetworkModel *network, StorageListener &listener);
  ~StorageSystem() override;

  /// The volume of a file: that with the longest mount point that \p path is in. \pre path is absolute.
  VolumeId volumeOf(std::string_view path) const;
  const VolumeParameters &parametersOf(VolumeId volume) const { return parameters_.volumes[volume.index()]; }
  void submit(const StorageRequest &request);
  /// Of a file that is gone: what is not yet written of it never will be.
  void forget(NodeId node, VolumeId volume, std::uint64_t file);
  /// What the node's page cache has of the file from \p begin to \p end goes, but for what is not yet written back.
  void drop(NodeId node, VolumeId volume, std::uint64_t file, std::int64_t begin, std::int64_t end);

  enum class Space { Enough, Full, OverQuota };
  /// \p bytes more of files on the volume; of a volume of each node, on \p node.
  Space reserve(VolumeId volume, NodeId node, std::int64_t bytes);
  void release(VolumeId volume, NodeId node, std::int64_t bytes);
  std::int64_t usedBytes(VolumeId volume, NodeId node) const;

  static bool ownsTransfer(std::uint64_t cookie) { return cookie >> 62 == 3; }
  void transferDelivered(std::uint64_t cookie);
  Transfer transferOf(std::uint64_t cookie) const;

  /// Busiest first.
  std::vector<ServerUse> serverUse() const;
  std::size_t memoryBytes() const;

private:
  /// Whom the end of a request of a volume is told.
  struct Asked {
    StorageListener *listener = nullptr;
    std::uint64_t cookie = 0;
  };
  Volume &volume(VolumeId id) const { return *volumes_[id.index()]; }
  void ask(StorageRequest request, StorageListener &listener);
  void storageDone(std::uint64_t slot) override;
  std::int64_t &usedOn(VolumeId volume, NodeId node);

  StorageParameters parameters_;
  sim::Engine &engine_;
  StorageListener &listener_;
  std::vector<std::unique_ptr<Volume>> volumes_;
  std::unique_ptr<Slots<Asked>> asked_;
  std::function<void(const StorageRequest &, StorageListener &)> below_caches_;
  std::unordered_map<std::int32_t, std::unique_ptr<PageCache>> caches_; ///< By node.
  std::unordered_map<std::uint64_t, std::int64_t> used_;                ///< By volume and node.
};

} // namespace maquette::models

#endif
