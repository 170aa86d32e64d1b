//===- models/lib/storage/storage_system.cpp --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/storage/storage_system.h"

#include "lib/storage/page_cache.h"
#include "lib/storage/volume.h"
#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::models {
namespace {

/// Accesses take no time.
class FreeVolume : public Volume {
public:
  FreeVolume(sim::Engine &engine, StorageListener &listener) : engine_(engine), listener_(listener) {}
  void submit(const StorageRequest &request) override {
    engine_.schedule(
        engine_.now(),
        [](void *self, std::uint64_t cookie) { static_cast<FreeVolume *>(self)->listener_.storageDone(cookie); }, this,
        request.cookie);
  }
  bool isOfNodes() const override { return false; }
  void addUse(std::vector<ServerUse> &) const override {}
  std::size_t memoryBytes() const override { return 0; }

private:
  sim::Engine &engine_;
  StorageListener &listener_;
};

bool isIn(std::string_view path, std::string_view mount) {
  if (mount == "/")
    return true;
  return path.starts_with(mount) && (path.size() == mount.size() || path[mount.size()] == '/');
}

std::size_t numberOf(std::uint64_t cookie) { return cookie << 2 >> 2 >> ParallelVolume::kPartBits; }

} // namespace

StorageSystem::StorageSystem(const Machine &machine, sim::Engine &engine, NetworkModel *network,
                             StorageListener &listener)
    : parameters_(machine.storage), engine_(engine), listener_(listener), asked_(std::make_unique<Slots<Asked>>()),
      below_caches_([this](const StorageRequest &request, StorageListener &asker) { ask(request, asker); }) {
  StorageListener &ends = *this;
  std::int64_t next_node = machine.node.count.value;
  for (std::size_t i = 0; i < parameters_.volumes.size(); ++i) {
    const VolumeParameters &volume = parameters_.volumes[i];
    const std::int64_t nodes = volume.io_nodes.value;
    next_node -= nodes;
    MAQUETTE_ASSERT(nodes == 0 || (network != nullptr && next_node >= 0));
    if (volume.kind == VolumeKind::Free)
      volumes_.push_back(std::make_unique<FreeVolume>(engine, ends));
    else if (volume.kind == VolumeKind::Parallel)
      volumes_.push_back(
          std::make_unique<ParallelVolume>(i, volume, engine, nodes > 0 ? network : nullptr, NodeId{next_node}, ends));
    else
      volumes_.push_back(std::make_unique<NodeVolume>(volume, engine, ends));
  }
}

StorageSystem::~StorageSystem() = default;

VolumeId StorageSystem::volumeOf(std::string_view path) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < parameters_.volumes.size(); ++i)
    if (const std::string &mount = parameters_.volumes[i].mount;
        isIn(path, mount) && mount.size() > parameters_.volumes[best].mount.size())
      best = i;
  return VolumeId{static_cast<std::int64_t>(best)};
}

void StorageSystem::submit(const StorageRequest &request) {
  const bool accesses = request.operation == StorageOperation::Read || request.operation == StorageOperation::Write;
  MAQUETTE_ASSERT(!accesses || (request.bytes > 0 && request.offset >= 0));
  if (!request.cached || parameters_.cache.size.value.count == 0 ||
      parametersOf(request.volume).kind == VolumeKind::Free)
    return ask(request, listener_);
  std::unique_ptr<PageCache> &cache = caches_[request.node.value()];
  if (cache == nullptr)
    cache = std::make_unique<PageCache>(parameters_.cache, engine_, below_caches_, listener_);
  cache->submit(request);
}

void StorageSystem::ask(StorageRequest request, StorageListener &listener) {
  request.cookie = asked_->add({&listener, request.cookie});
  volume(request.volume).submit(request);
}

void StorageSystem::storageDone(std::uint64_t slot) {
  const Asked asked = asked_->remove(slot);
  asked.listener->storageDone(asked.cookie);
}

void StorageSystem::forget(NodeId node, VolumeId volume, std::uint64_t file) {
  if (const auto cache = caches_.find(node.value()); cache != caches_.end())
    cache->second->forget(volume, file);
}

void StorageSystem::drop(NodeId node, VolumeId volume, std::uint64_t file, std::int64_t begin, std::int64_t end) {
  if (const auto cache = caches_.find(node.value()); cache != caches_.end())
    cache->second->drop(volume, file, begin, end);
}

// ---- Space ----

std::int64_t &StorageSystem::usedOn(VolumeId id, NodeId node) {
  const std::uint64_t place = volume(id).isOfNodes() ? static_cast<std::uint64_t>(node.value()) : 0;
  return used_[static_cast<std::uint64_t>(id.value()) << 32 | place];
}

StorageSystem::Space StorageSystem::reserve(VolumeId id, NodeId node, std::int64_t bytes) {
  const VolumeParameters &parameters = parametersOf(id);
  std::int64_t &used = usedOn(id, node);
  if (parameters.capacity.value.count > 0 && used + bytes > parameters.capacity.value.count)
    return Space::Full;
  if (parameters.quota.value.count > 0 && used + bytes > parameters.quota.value.count)
    return Space::OverQuota;
  used += bytes;
  return Space::Enough;
}

void StorageSystem::release(VolumeId id, NodeId node, std::int64_t bytes) {
  std::int64_t &used = usedOn(id, node);
  used = std::max<std::int64_t>(0, used - bytes);
}

// ---- Transfers, and what was done ----

void StorageSystem::transferDelivered(std::uint64_t cookie) { volumes_[numberOf(cookie)]->delivered(cookie); }
Transfer StorageSystem::transferOf(std::uint64_t cookie) const {
  return volumes_[numberOf(cookie)]->transferOf(cookie);
}

std::vector<ServerUse> StorageSystem::serverUse() const {
  std::vector<ServerUse> use;
  for (const auto &volume : volumes_)
    volume->addUse(use);
  std::sort(use.begin(), use.end(), [](const ServerUse &a, const ServerUse &b) {
    return std::pair(-a.busy.ps(), std::string_view(a.name)) < std::pair(-b.busy.ps(), std::string_view(b.name));
  });
  return use;
}

std::size_t StorageSystem::memoryBytes() const {
  std::size_t bytes = used_.size() * 48 + asked_->memoryBytes();
  for (const auto &volume : volumes_)
    bytes += volume->memoryBytes();
  for (const auto &[node, cache] : caches_)
    bytes += sizeof(PageCache) + 48 + cache->memoryBytes();
  return bytes;
}

} // namespace maquette::models
