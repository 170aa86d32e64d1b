//===- runtime/context/lib/target_storage.cpp - the storage of the target machine, as ranks use it ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/target_storage.h"

#include "maquette/context/io_statistics.h"
#include "maquette/context/world.h"
#include "maquette/files/file_space.h"

#include <cerrno>
#include <filesystem>

namespace maquette::runtime {

std::string absolutePath(const std::string &path) {
  std::error_code error; // Of a folder that is gone: the path stays as it is.
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error)
    absolute = path;
  // ".." is the folder above where a link leads, not above the link.
  if (path.find("..") != std::string::npos)
    if (std::filesystem::path resolved = std::filesystem::weakly_canonical(absolute, error); !error)
      absolute = std::move(resolved);
  std::string normal = absolute.lexically_normal().string();
  if (normal.size() > 1 && normal.back() == '/')
    normal.pop_back();
  return normal;
}

namespace {

std::string workingFolder() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

} // namespace

TargetStorage::TargetStorage(World &world)
    : world_(world), files_(std::make_unique<files::FileSpace>(world.config().files, workingFolder(),
                                                               [this] { return world_.engine().now().ps(); })),
      statistics_(std::make_unique<IoStatistics>()) {}

TargetStorage::~TargetStorage() = default;

TargetFile TargetStorage::fileOf(const std::string &path) {
  const auto [entry, is_new] = by_path_.try_emplace(path);
  if (is_new) {
    entry->second = {system_->volumeOf(path), paths_.size()};
    names_.push_back(std::make_unique<std::string>(path));
    paths_.push_back(names_.back().get());
  }
  return entry->second;
}

void TargetStorage::renamed(const std::string &from, const std::string &to, const Rank &rank) {
  if (from == to)
    return;
  removed(to, rank);
  const auto entry = by_path_.find(from);
  if (entry == by_path_.end())
    return;
  const TargetFile file = entry->second;
  by_path_.erase(entry);
  by_path_.insert_or_assign(to, file);
}

int TargetStorage::growTo(const Rank &rank, const TargetFile &file, std::int64_t size, std::int64_t end) {
  const models::NodeId node = world_.placement().nodeOf(rank.id);
  std::int64_t &counted = counted_.try_emplace(file.number, size).first->second;
  if (end <= counted)
    return 0;
  using Space = models::StorageSystem::Space;
  const Space space = system_->reserve(file.volume, node, end - counted);
  if (space != Space::Enough)
    return space == Space::Full ? ENOSPC : EDQUOT;
  counted = end;
  return 0;
}

void TargetStorage::cutTo(const Rank &rank, const TargetFile &file, std::int64_t end) {
  const auto counted = counted_.find(file.number);
  if (counted == counted_.end() || counted->second <= end)
    return;
  system_->release(file.volume, world_.placement().nodeOf(rank.id), counted->second - end);
  counted->second = end;
}

void TargetStorage::removed(const std::string &path, const Rank &rank) {
  const auto entry = by_path_.find(path);
  if (entry == by_path_.end())
    return;
  const models::NodeId node = world_.placement().nodeOf(rank.id);
  const TargetFile file = entry->second;
  if (const auto counted = counted_.extract(file.number))
    system_->release(file.volume, node, counted.mapped());
  system_->forget(node, file.volume, file.number);
  by_path_.erase(entry);
}

models::StorageRequest TargetStorage::requestOf(const Rank &rank, const TargetFile &file,
                                                models::StorageOperation operation) const {
  models::StorageRequest request;
  request.operation = operation;
  request.node = world_.placement().nodeOf(rank.id);
  request.volume = file.volume;
  request.file = file.number;
  return request;
}

void TargetStorage::begin(std::span<const models::StorageRequest> requests, sim::EventAction action, void *target,
                          std::uint64_t argument) {
  MAQUETTE_ASSERT(!requests.empty());
  std::uint64_t group = groups_.size();
  if (free_groups_.empty()) {
    groups_.emplace_back();
  } else {
    group = free_groups_.back();
    free_groups_.pop_back();
  }
  groups_[group] = {requests.size(), action, target, argument};
  for (models::StorageRequest request : requests) {
    request.cookie = group;
    system_->submit(request);
  }
}

void TargetStorage::storageDone(std::uint64_t number) {
  Group &group = groups_[number];
  if (--group.open > 0)
    return;
  free_groups_.push_back(number);
  group.action(group.target, group.argument);
}

void TargetStorage::wake(void *self, std::uint64_t rank) {
  World &world = static_cast<TargetStorage *>(self)->world_;
  world.scheduler().completedOne(world.rank(static_cast<std::int64_t>(rank & 0xffffffff)),
                                 static_cast<std::uint16_t>(rank >> 32));
}

void TargetStorage::perform(Rank &rank, std::span<const models::StorageRequest> requests) {
  world_.scheduler().synchronize(rank);
  const std::uint64_t thread = world_.dispatcher().threadOf(rank);
  begin(requests, wake, this, thread << 32 | static_cast<std::uint64_t>(rank.id));
  world_.scheduler().waitFor(rank, 1);
  waited(rank);
}

void TargetStorage::waited(Rank &rank) {
  const sim::SimTime end = world_.engine().now();
  if (end <= rank.clock)
    return;
  if (rank.call != 0)
    world_.calls().counters().countWait({rank.call, rank.call_site}, end - rank.clock);
  if (CausalityRecorder *const causality = world_.calls().causality())
    causality->waitedAlone(rank, end, WaitKind::Storage);
  rank.clock = end;
}

} // namespace maquette::runtime
