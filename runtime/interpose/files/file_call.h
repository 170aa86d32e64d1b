//===- runtime/interpose/files/file_call.h - a rank's call about a file -----------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_INTERPOSE_FILES_FILE_CALL_H
#define MAQUETTE_INTERPOSE_FILES_FILE_CALL_H

#include "maquette/context/call_scope.h"
#include "maquette/context/io_statistics.h"
#include "maquette/context/target_storage.h"
#include "maquette/files/file_space.h"
#include "shims.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <type_traits>

namespace maquette::bootstrap {

using files::FileSpace;
using models::StorageOperation;
using runtime::CallId;

/// Those of the simulation that runs; nullptr: none does.
inline FileSpace *simulatedFiles() {
  runtime::World *const world = runtime::currentWorld();
  return world != nullptr ? &world->storage().files() : nullptr;
}
/// True for code of this library, and of those it reads debug information with.
bool isOfRuntime(const void *code);
/// The files of the rank whose own code asks, at \p call_site; nullptr: the C library's functions are meant. Files are
/// the host's with --host-cores, where ranks and the simulation have memory of their own; where a region may hold the
/// call, as what it costs is the region's; and in a replay, which reads its trace.
inline FileSpace *askedFiles(const void *call_site) {
  if (askingRank() == nullptr || isOfRuntime(call_site))
    return nullptr;
  runtime::World &world = *runtime::currentWorld();
  const runtime::Mode mode = world.config().mode;
  const bool simulated = mode == runtime::Mode::Direct || mode == runtime::Mode::Skeleton;
  return !simulated || world.meter().hostProcesses() != nullptr ? nullptr : &world.storage().files();
}
/// The files of the rank whose own code asks, if \p descriptor is of one.
inline FileSpace *filesWith(int descriptor) {
  FileSpace *const files = askingRank() != nullptr ? simulatedFiles() : nullptr;
  return files != nullptr && files->find(descriptor) != nullptr ? files : nullptr;
}

/// Accesses at the file's own offset, which moves.
constexpr std::int64_t kOwnOffset = -1;
// What functions of the C library do for a rank. \p call_site is where it calls them.
int openFile(int folder, const char *path, int flags, mode_t mode, const void *call_site);
int closeFile(int descriptor, const void *call_site);
/// \p at: kOwnOffset, or where.
ssize_t readFile(int descriptor, void *data, std::size_t bytes, std::int64_t at, const void *call_site);
ssize_t writeFile(int descriptor, const void *data, std::size_t bytes, std::int64_t at, const void *call_site);
int unlinkFile(int folder, const char *path, const void *call_site);
int makeTemporaryFile(char *pattern, int suffix, int flags, const void *call_site);
FILE *openStream(const char *path, const char *mode, const void *call_site);

/// \p path, as seen from the folder that \p folder is open for; AT_FDCWD: from the rank's. A path that nothing is at
/// stays empty.
std::string pathFrom(int folder, const char *path);

/// While it lives, a function that takes no time works on files for a rank: as FileCall. errno stays as it is.
class FileWork {
public:
  FileWork() : rank_(*runtime::currentRank()), work_(std::in_place, rank_) { rank_.call = runtime::kUncounted; }
  ~FileWork() {
    const int error = errno;
    rank_.call = 0;
    work_.reset();
    errno = error;
  }
  FileWork(const FileWork &) = delete;
  FileWork &operator=(const FileWork &) = delete;

private:
  runtime::Rank &rank_;
  std::optional<runtime::HostWork> work_;
};

/// While it lives, a function on files runs for a rank: other functions of the C library are the host's. It begins when
/// no other rank can do anything earlier, so that ranks see each other's changes in the order of simulated time. When
/// it ends, errno is that of a failure given to keep(), else as before.
class FileCall : public runtime::CallScope {
public:
  FileCall(CallId id, const void *call_site, int error = errno)
      : CallScope(id, call_site), started_(rank().clock), error_(error) {
    world().scheduler().synchronize(rank());
  }
  ~FileCall() {
    leave([] {});
    errno = error_;
  }

  FileSpace &files() const { return world().storage().files(); }
  /// What was just done is what the program gets, with its errno if it failed.
  template <class Result> Result keep(Result result) {
    if (isFailure(result))
      error_ = errno;
    return result;
  }
  /// The rank waits for an operation without contents on \p path. \p result of the function, whose errno stays.
  template <class Result> Result operated(Result result, const std::string &path) {
    keep(result);
    operate(path);
    return result;
  }
  /// The same for reads and writes of \p descriptor; nothing where \p done is not above 0.
  ssize_t accessed(StorageOperation operation, int descriptor, std::int64_t offset, ssize_t done);
  /// Until what was written to \p descriptor is on its device.
  void sync(int descriptor);
  /// False with errno where the volume has no room for the file to grow to \p end.
  bool hasRoom(int descriptor, std::int64_t end);
  bool hasRoom(const std::string &path, std::int64_t size, std::int64_t end);
  /// The file at \p path ends at \p end now, or before: what it had behind is room for others.
  void cutTo(const std::string &path, std::int64_t end);

private:
  template <class Result> static bool isFailure(Result result) {
    if constexpr (std::is_pointer_v<Result>)
      return result == nullptr || reinterpret_cast<std::intptr_t>(result) == -1;
    else
      return result < 0;
  }
  void operate(const std::string &path);
  bool isTimed(const std::string &path) const { return !FileSpace::isSpecial(path); }
  void perform(models::StorageRequest request, runtime::IoStatistics::Kind kind);

  sim::SimTime started_;
  int error_;
};

} // namespace maquette::bootstrap

#endif
