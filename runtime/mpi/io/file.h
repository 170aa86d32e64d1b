//===- runtime/mpi/io/file.h - files that ranks open together ------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// FileShared is an open file, shared by its ranks: one descriptor of the host, one shared file pointer. File is the
/// handle of one rank: its view and its individual file pointer.
///
/// Contents  are read and written in the host's file when a rank's call begins, in the order of simulated time. Phantom
///           data only changes the size of the file.
///
/// Times     runtime::TargetStorage, without the page caches of nodes. Nonblocking calls are complete when the storage
///           says so.
/// Source    MPI 3.1, chapter 13
#ifndef MAQUETTE_MPI_IO_FILE_H
#define MAQUETTE_MPI_IO_FILE_H

#include "collectives/launch.h"
#include "core/call.h"
#include "io/file_view.h"

#include "maquette/context/target_storage.h"
#include "maquette/files/file_space.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::mpi {

struct FileShared {
  std::string path;
  runtime::TargetFile target;
  std::uint32_t context = 0;         ///< Of its communicator.
  files::FileSpace *files = nullptr; ///< Where it is open.
  int descriptor = -1;
  int open_error = 0; ///< errno of the host's open.
  int amode = 0;
  bool modes_differ = false;
  bool opened = false;
  bool atomic = false;
  std::int32_t handles = 0;
  MPI_Offset position = 0;       ///< The shared pointer, in etypes.
  MPI_Offset end_at_opening = 0; ///< With MPI_MODE_APPEND, where all pointers begin.
  std::uint32_t done_once = 0;   ///< Number of the last collective whose common part is done.
  /// Sizes that the ranks bring to ordered accesses, in etypes, by number of the collective.
  std::map<std::uint32_t, std::vector<MPI_Offset>> ordered;

  ~FileShared();
  /// In bytes; of the host's file.
  MPI_Offset size() const;
  /// Makes the file at least that long.
  bool extend(MPI_Offset bytes);
};

/// The first half of a split collective.
struct SplitAccess {
  std::uint16_t begun_by = 0; ///< CallId of ..._begin; 0: none is open.
  bool pending = false;       ///< The storage is not yet through.
  bool awaited = false;       ///< The second half waits for it.
  runtime::Rank *rank = nullptr;
  std::uint16_t thread = 0;
  std::int64_t bytes = 0;
};

struct File {
  FileShared *shared = nullptr;
  MPI_Comm comm = MPI_COMM_NULL; ///< Its own.
  std::int32_t rank = 0;
  FileView view;
  MPI_Offset position = 0; ///< Its own pointer, in etypes.
  SplitAccess split;
  MPI_Errhandler errhandler = MPI_ERRORS_RETURN;
  std::vector<std::pair<std::string, std::string>> info;
};

inline File *fileOf(MPI_File handle) { return reinterpret_cast<File *>(handle); }

/// A data representation of the program (MPI_Register_datarep).
struct UserRepresentation {
  /// The program's functions of either form; empty: contents stay as they are.
  using Conversion = std::function<int(void *, MPI_Datatype, MPI_Count, void *, MPI_Offset, void *)>;
  Conversion read;
  Conversion write;
  MPI_Datarep_extent_function *extent;
  void *extra_state;
};

/// The files of one simulation.
class Files {
public:
  FileShared *shared(std::uint32_t context, std::int32_t size);
  /// One handle less.
  void drop(FileShared &file);
  /// What MPI_FILE_NULL has, and each new file takes. By rank.
  MPI_Errhandler &defaultHandler(std::int32_t rank);
  std::map<std::string, UserRepresentation> &representations(std::int32_t rank) { return representations_[rank]; }

private:
  std::unordered_map<std::uint32_t, std::unique_ptr<FileShared>> files_;
  std::unordered_map<std::int32_t, MPI_Errhandler> handlers_;
  std::unordered_map<std::int32_t, std::map<std::string, UserRepresentation>> representations_;
};

// Each returns MPI_SUCCESS or what raise() gave.
int raise(const Call &call, MPI_File file, int code, const std::string &what);
int checkFile(const Call &call, MPI_File file);
/// Of MPI_FILE_NULL: what each new file takes.
MPI_Errhandler &handlerOf(const Call &call, MPI_File file);
/// The error of a failed operation of the host on the file.
int raiseHostError(const Call &call, MPI_File file, int host_error, const std::string &path);

enum class Access : std::uint8_t { Read, Write };

/// One access of one rank.
struct AccessArguments {
  Access access = Access::Read;
  MPI_File file = MPI_FILE_NULL;
  MPI_Offset position = 0; ///< In etypes.
  Elements elements;
  bool together = false; ///< Of a collective: the pieces go as one request.
};

struct AccessResult {
  int code = MPI_SUCCESS;
  std::int64_t bytes = 0;                       ///< As the memory knows them.
  std::vector<models::StorageRequest> requests; ///< What it asks of the storage; empty: nothing.
};

/// Arguments that every access has. \p moves_pointer: it has no offset of its own.
int checkAccess(const Call &call, const AccessArguments &arguments, bool moves_pointer);
/// Moves the contents. The storage is not yet asked.
AccessResult access(const Call &call, const AccessArguments &arguments);
/// Makes the file \p size bytes long; with \p grows_only a longer one stays as it is. 0 or errno.
int resize(const Call &call, FileShared &file, MPI_Offset size, bool grows_only);
/// The rank waits for an operation without contents: open, close, resize, delete or flush a file.
void operate(const Call &call, const runtime::TargetFile &file);
/// For the statistics of files: what the call has taken since \p begin.
void countAccess(const Call &call, const File &file, Access access, const AccessResult &result, SimTime begin);
/// Etypes of the view that so many elements are.
MPI_Offset etypesIn(const File &file, const Elements &elements);
/// All ranks are here; true for the first of them to go on.
bool meet(const Call &call, File &file);

} // namespace maquette::mpi

#endif
