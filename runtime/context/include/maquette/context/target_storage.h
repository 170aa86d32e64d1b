//===- maquette/context/target_storage.h - the storage of the target machine, as ranks use it ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_TARGET_STORAGE_H
#define MAQUETTE_CONTEXT_TARGET_STORAGE_H

#include "maquette/models/storage/storage_system.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::files {
class FileSpace;
} // namespace maquette::files

namespace maquette::runtime {

class IoStatistics;
class World;
struct Rank;

/// A file as the target machine knows it.
struct TargetFile {
  models::VolumeId volume;
  std::uint64_t number = 0; ///< In the order in which files were first seen.
};

/// \p path seen from the folder in which the program runs, without "." and "..".
std::string absolutePath(const std::string &path);

/// Ranks wait here for what they read and write.
class TargetStorage : private models::StorageListener {
public:
  explicit TargetStorage(World &world);
  ~TargetStorage() override;
  /// Once, when the network is there. All outlive this.
  void connect(const models::Machine &machine, sim::Engine &engine, models::NetworkModel &network) {
    models::StorageListener &ends = *this;
    system_ = std::make_unique<models::StorageSystem>(machine, engine, &network, ends);
    for (const models::VolumeParameters &volume : machine.storage.volumes)
      limited_ |= volume.capacity.value.count > 0 || volume.quota.value.count > 0;
  }
  models::StorageSystem &system() const { return *system_; }
  IoStatistics &statistics() { return *statistics_; }
  /// The files that ranks see.
  files::FileSpace &files() { return *files_; }

  /// Of the file with that absolute path, whether it is there or not.
  TargetFile fileOf(const std::string &path);
  const std::string &pathOf(std::uint64_t number) const { return *paths_[number]; }
  /// The file at \p from is at \p to from now on. By \p rank, as the next.
  void renamed(const std::string &from, const std::string &to, const Rank &rank);
  /// The file at \p path is gone; what has its name later is another.
  void removed(const std::string &path, const Rank &rank);
  /// A volume has a capacity or a quota.
  bool isLimited() const { return limited_; }
  /// The file, which is \p size bytes long, is to end at \p end or before: 0, ENOSPC or EDQUOT.
  int growTo(const Rank &rank, const TargetFile &file, std::int64_t size, std::int64_t end);
  /// The file ends at \p end now, if it was longer; its room behind is given back.
  void cutTo(const Rank &rank, const TargetFile &file, std::int64_t end);
  /// Closing the file waits until it is written back.
  bool flushesOnClose(const std::string &path) { return system_->parametersOf(fileOf(path).volume).flush_on_close; }

  /// A request of \p rank about a file. The caller fills in the rest.
  models::StorageRequest requestOf(const Rank &rank, const TargetFile &file, models::StorageOperation operation) const;
  /// The rank waits until all \p requests have ended; its clock is there then. On its stack, in the order of time.
  void perform(Rank &rank, std::span<const models::StorageRequest> requests);
  void perform(Rank &rank, const models::StorageRequest &request) { perform(rank, {&request, 1}); }
  /// The clock of \p rank, which has waited for the storage until now, goes on from now.
  void waited(Rank &rank);
  /// Calls \p action from an event when all have ended. \pre the rank is in the order of time (synchronize()).
  void begin(std::span<const models::StorageRequest> requests, sim::EventAction action, void *target,
             std::uint64_t argument);

private:
  /// Requests that end together.
  struct Group {
    std::size_t open = 0;
    sim::EventAction action = nullptr;
    void *target = nullptr;
    std::uint64_t argument = 0;
  };
  void storageDone(std::uint64_t group) override;
  static void wake(void *self, std::uint64_t rank);

  World &world_;
  std::unique_ptr<models::StorageSystem> system_;
  std::unique_ptr<files::FileSpace> files_;
  std::unique_ptr<IoStatistics> statistics_;
  std::unordered_map<std::string, TargetFile> by_path_; ///< By path.
  std::vector<const std::string *> paths_;              ///< By number; of a renamed file, its first one.
  std::vector<std::unique_ptr<std::string>> names_;
  bool limited_ = false;
  std::unordered_map<std::uint64_t, std::int64_t> counted_; ///< By file: bytes for which room was taken.
  std::vector<Group> groups_;
  std::vector<std::uint64_t> free_groups_;
};

} // namespace maquette::runtime

#endif
