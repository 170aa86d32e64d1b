//===- models/lib/storage/volume.h - a file system without caches ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_VOLUME_H
#define MAQUETTE_MODELS_LIB_STORAGE_VOLUME_H

#include "lib/storage/extents.h"
#include "lib/storage/slots.h"
#include "maquette/models/storage/block_device.h"
#include "maquette/models/storage/storage_system.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace maquette::models {

/// Serves reads, writes and metadata of one volume, in the order of time.
class Volume {
public:
  virtual ~Volume() = default;
  /// Ends with storageDone() of the listener.
  virtual void submit(const StorageRequest &request) = 0;
  virtual bool isOfNodes() const = 0; ///< Each node has one of its own.
  virtual void addUse(std::vector<ServerUse> &use) const = 0;
  virtual std::size_t memoryBytes() const = 0;
  virtual void delivered(std::uint64_t) {}
  virtual Transfer transferOf(std::uint64_t) const { return {}; }
};

/// A device, where files are on it, and what it did.
struct Server {
  std::unique_ptr<BlockDevice> device;
  Extents extents; ///< Of disks.
  std::uint64_t requests = 0, bytes = 0;

  void count(std::int64_t size) {
    ++requests;
    bytes += static_cast<std::uint64_t>(size);
  }
};

/// A device in each node.
class NodeVolume : public Volume, private DeviceListener {
public:
  NodeVolume(const VolumeParameters &parameters, sim::Engine &engine, StorageListener &listener)
      : parameters_(parameters), engine_(engine), listener_(listener) {}
  void submit(const StorageRequest &request) override;
  bool isOfNodes() const override { return true; }
  void addUse(std::vector<ServerUse> &use) const override;
  std::size_t memoryBytes() const override;

private:
  struct Operation {
    StorageRequest request;
    std::int64_t open = 0; ///< Device requests.
  };
  void begin(std::uint64_t slot);
  void access(std::uint64_t slot); ///< Of a disk.
  void done(std::uint64_t slot) override;
  static void access(void *self, std::uint64_t slot) { static_cast<NodeVolume *>(self)->access(slot); }
  static void begin(void *self, std::uint64_t slot) { static_cast<NodeVolume *>(self)->begin(slot); }
  static void end(void *self, std::uint64_t slot) { static_cast<NodeVolume *>(self)->done(slot); }

  VolumeParameters parameters_;
  sim::Engine &engine_;
  StorageListener &listener_;
  std::unordered_map<std::int32_t, Server> of_node_;
  Slots<Operation> operations_;
};

/// Servers that all nodes reach, over the target machine's network or beside it. Stripes of a file are on them in
/// turn.
class ParallelVolume : public Volume, private DeviceListener {
public:
  /// The volume sends messages from and to the nodes from \p first_node on, one server after the other. \p network is
  /// null where it has none.
  static constexpr int kPartBits = 48; ///< Of a transfer's cookie; the volume's number is above.
  ParallelVolume(std::size_t number, const VolumeParameters &parameters, sim::Engine &engine, NetworkModel *network,
                 NodeId first_node, StorageListener &listener);
  void submit(const StorageRequest &request) override;
  bool isOfNodes() const override { return false; }
  void addUse(std::vector<ServerUse> &use) const override;
  std::size_t memoryBytes() const override;
  void delivered(std::uint64_t cookie) override { arrived(partOf(cookie)); }
  Transfer transferOf(std::uint64_t cookie) const override { return parts_[partOf(cookie)].transfer; }

private:
  struct Operation {
    StorageRequest request;
    std::int64_t open = 0; ///< Parts under way.
  };
  /// What one server has of an operation.
  struct Part {
    std::uint64_t operation = 0;
    std::int32_t server = -1; ///< -1: the metadata server.
    bool answered = false;    ///< It is on its way back.
    std::int64_t open = 0;    ///< Device requests.
    std::int64_t offset = 0;  ///< In the part of the file that the server has.
    std::int64_t bytes = 0;
    Transfer transfer;
  };
  struct Lock {
    NodeId owner;
    sim::SimTime free_from;
  };
  static std::uint64_t partOf(std::uint64_t cookie) { return cookie & ((std::uint64_t{1} << kPartBits) - 1); }
  std::uint64_t cookieOf(std::uint64_t part) const {
    return std::uint64_t{3} << 62 | std::uint64_t{number_} << kPartBits | part;
  }
  NodeId nodeOf(std::int64_t server) const;

  void divide(std::uint64_t operation);
  void ask(std::uint64_t part);     ///< The request goes to its server.
  void arrived(std::uint64_t part); ///< The request is at its server, or the answer is back.
  void lock(std::uint64_t part);
  void serve(std::uint64_t part);
  void access(std::uint64_t part);        ///< Of a disk.
  void done(std::uint64_t part) override; ///< By a device.
  void answer(std::uint64_t part);
  void end(std::uint64_t part);
  void send(std::uint64_t part, NodeId from, NodeId to, std::int64_t bytes);
  template <void (ParallelVolume::*step)(std::uint64_t)> static void run(void *self, std::uint64_t argument) {
    (static_cast<ParallelVolume *>(self)->*step)(argument);
  }

  std::size_t number_;
  VolumeParameters parameters_;
  sim::Engine &engine_;
  NetworkModel *network_;
  NodeId first_node_;
  StorageListener &listener_;
  std::vector<Server> servers_;
  std::vector<sim::SimTime> metadata_free_from_; ///< By metadata server.
  std::uint64_t metadata_requests_ = 0;
  std::unordered_map<std::uint64_t, Lock> locks_; ///< By file and server.
  Slots<Operation> operations_;
  Slots<Part> parts_;
};

} // namespace maquette::models

#endif
