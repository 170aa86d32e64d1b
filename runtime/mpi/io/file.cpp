//===- runtime/mpi/io/file.cpp - files that ranks open together ----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "io/file.h"

#include "collectives/launch.h"
#include "objects/error_handler.h"
#include "objects/external32.h"

#include "maquette/context/io_statistics.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace maquette::mpi {

FileShared::~FileShared() {
  if (descriptor >= 0)
    files->close(descriptor);
}

MPI_Offset FileShared::size() const { return files->size(descriptor); }

bool FileShared::extend(MPI_Offset bytes) { return size() >= bytes || files->resize(descriptor, bytes) == 0; }

FileShared *Files::shared(std::uint32_t context, std::int32_t size) {
  std::unique_ptr<FileShared> &file = files_[context];
  if (!file) {
    file = std::make_unique<FileShared>();
    file->context = context;
    file->handles = size;
  }
  return file.get();
}

void Files::drop(FileShared &file) {
  if (--file.handles == 0)
    files_.erase(file.context);
}

MPI_Errhandler &Files::defaultHandler(std::int32_t rank) {
  return handlers_.try_emplace(rank, MPI_ERRORS_RETURN).first->second;
}

MPI_Errhandler &handlerOf(const Call &call, MPI_File file) {
  return file == MPI_FILE_NULL ? call.mpi().files().defaultHandler(call.rank().id) : fileOf(file)->errhandler;
}

int raise(const Call &call, MPI_File file, int code, const std::string &what) {
  return handleError<MPI_File_errhandler_function>(call.mpi(), call.rank(), handlerOf(call, file), file, code, what);
}

int checkFile(const Call &call, MPI_File file) {
  if (file == MPI_FILE_NULL)
    return raise(call, file, MPI_ERR_FILE, "the file is MPI_FILE_NULL [maquette-mpi-argument]");
  if (call.mpi().usage().checks().freed && Pool<File>::isFree(fileOf(file)))
    return call.raise(MPI_COMM_WORLD, MPI_ERR_FILE, "the file was closed [maquette-mpi-use-after-free]");
  return MPI_SUCCESS;
}

int raiseHostError(const Call &call, MPI_File file, int host_error, const std::string &path) {
  int code = MPI_ERR_IO;
  switch (host_error) {
  case ENOENT:
    code = MPI_ERR_NO_SUCH_FILE;
    break;
  case EEXIST:
    code = MPI_ERR_FILE_EXISTS;
    break;
  case EACCES:
  case EPERM:
    code = MPI_ERR_ACCESS;
    break;
  case EROFS:
    code = MPI_ERR_READ_ONLY;
    break;
  case ENOSPC:
    code = MPI_ERR_NO_SPACE;
    break;
  case EDQUOT:
    code = MPI_ERR_QUOTA;
    break;
  case EISDIR:
  case ENAMETOOLONG:
  case ENOTDIR:
    code = MPI_ERR_BAD_FILE;
    break;
  default:
    break;
  }
  return raise(call, file, code, path + ": " + std::strerror(host_error) + " [maquette-mpi-file]");
}

MPI_Offset etypesIn(const File &file, const Elements &elements) {
  const std::int64_t size = file.view.etypeSize();
  return size == 0 ? 0 : elements.bytes() / size;
}

bool meet(const Call &call, File &file) {
  const CommView view = call.view(file.comm);
  runBarrier(call, view);
  if (file.shared->done_once == *view.collectives)
    return false;
  file.shared->done_once = *view.collectives;
  return true;
}

int checkAccess(const Call &call, const AccessArguments &what, bool moves_pointer) {
  if (int code = checkFile(call, what.file))
    return code;
  const File &file = *fileOf(what.file);
  const bool reads = what.access == Access::Read;
  call.trace(file.comm, Call::kNone, Call::kNone, what.elements.count, what.elements.type);
  if (const Fault fault = faultOfData(call.mpi().usage().checks(), what.elements.count, what.elements.type))
    return raise(call, what.file, fault.code, fault.what);
  if (what.position < 0)
    return raise(call, what.file, MPI_ERR_ARG,
                 "the offset is " + std::to_string(what.position) + " [maquette-mpi-argument]");
  if (reads && (file.shared->amode & MPI_MODE_WRONLY) != 0)
    return raise(call, what.file, MPI_ERR_ACCESS, "the file is open for writing only [maquette-mpi-file]");
  if (!reads && (file.shared->amode & MPI_MODE_RDONLY) != 0)
    return raise(call, what.file, MPI_ERR_READ_ONLY, "the file is open for reading only [maquette-mpi-file]");
  if (!moves_pointer && (file.shared->amode & MPI_MODE_SEQUENTIAL) != 0)
    return raise(call, what.file, MPI_ERR_UNSUPPORTED_OPERATION,
                 "a file opened with MPI_MODE_SEQUENTIAL has only a shared file pointer [maquette-mpi-file]");
  const std::int64_t etype = file.view.etypeSize();
  if (etype > 0 && what.elements.bytes() % etype != 0)
    return raise(call, what.file, MPI_ERR_IO, "the data is not a whole number of etypes [maquette-mpi-argument]");
  return MPI_SUCCESS;
}

namespace {

/// How elements are kept in the file.
class Representation {
public:
  Representation(const Call &call, const File &file) : external_(file.view.representation == "external32") {
    auto &known = call.mpi().files().representations(call.rank().id);
    if (const auto found = known.find(file.view.representation); found != known.end())
      user_ = &found->second;
  }
  /// Bytes in the file of one element.
  std::int64_t size(MPI_Datatype type) const {
    if (external_)
      return externalSize(*typeOf(type));
    if (user_ == nullptr || user_->extent == nullptr)
      return typeOf(type)->size;
    MPI_Aint extent = 0;
    user_->extent(type, &extent, user_->extra_state);
    return extent;
  }
  /// True when the program's memory is what the file holds.
  bool isPlain(const Datatype &type) const { return !external_ && user_ == nullptr && type.contiguous; }
  void toFile(const Elements &elements, char *bytes) const {
    if (user_ != nullptr && user_->write) {
      user_->write(const_cast<void *>(elements.buffer), elements.type, elements.count, bytes, 0, user_->extra_state);
      return;
    }
    const Datatype &type = *typeOf(elements.type);
    const void *const base = originOf(elements.buffer);
    if (!external_) {
      pack(type, elements.count, base, bytes);
      return;
    }
    std::vector<char> native(static_cast<std::size_t>(elements.bytes()));
    pack(type, elements.count, base, native.data());
    toExternal(type, elements.count, native.data(), bytes);
  }
  /// \p moved bytes of the file came; returns bytes of memory.
  std::int64_t fromFile(const Elements &elements, const char *bytes, std::int64_t moved) const {
    const Datatype &type = *typeOf(elements.type);
    void *const base = const_cast<void *>(originOf(elements.buffer));
    if (!external_ && (user_ == nullptr || !user_->read)) {
      unpack(type, bytes, moved, base);
      return moved;
    }
    const std::int64_t size_in_file = size(elements.type);
    const std::int64_t count = size_in_file == 0 ? 0 : moved / size_in_file;
    if (!external_) {
      user_->read(base, elements.type, count, const_cast<char *>(bytes), 0, user_->extra_state);
      return count * type.size;
    }
    std::vector<char> native(static_cast<std::size_t>(count * type.size));
    fromExternal(type, count, bytes, native.data());
    unpack(type, native.data(), count * type.size, base);
    return count * type.size;
  }

private:
  bool external_;
  const UserRepresentation *user_ = nullptr;
};

/// Reads or writes the pieces; \p bytes may be nullptr: phantom. Returns bytes moved, or -1 with errno set.
std::int64_t moveBytes(FileShared &file, Access access, const std::vector<FilePiece> &pieces, char *bytes) {
  std::int64_t moved = 0;
  const MPI_Offset end = bytes == nullptr ? file.size() : 0;
  for (const FilePiece &piece : pieces) {
    std::int64_t here = 0;
    if (bytes == nullptr)
      here = access == Access::Write ? piece.bytes : std::clamp<std::int64_t>(end - piece.offset, 0, piece.bytes);
    while (bytes != nullptr && here < piece.bytes) {
      const std::int64_t left = piece.bytes - here;
      const ssize_t done = access == Access::Write
                               ? file.files->writeAt(file.descriptor, bytes + moved + here, left, piece.offset + here)
                               : file.files->readAt(file.descriptor, bytes + moved + here, left, piece.offset + here);
      if (done < 0 && errno == EINTR)
        continue;
      if (done < 0)
        return -1;
      if (done == 0)
        break;
      here += done;
    }
    moved += here;
    if (here < piece.bytes)
      break; // The end of the file.
  }
  if (bytes == nullptr && access == Access::Write && !pieces.empty() &&
      !file.extend(pieces.back().offset + pieces.back().bytes))
    return -1;
  return moved;
}

/// Those of a collective access go as one request.
std::vector<models::StorageRequest> requestsFor(const Call &call, const FileShared &file, Access access,
                                                const std::vector<FilePiece> &pieces, std::int64_t moved,
                                                bool together) {
  std::vector<models::StorageRequest> requests;
  for (const FilePiece &piece : pieces) {
    if (moved == 0)
      break;
    models::StorageRequest request = call.world().storage().requestOf(
        call.rank(), file.target,
        access == Access::Read ? models::StorageOperation::Read : models::StorageOperation::Write);
    request.cached = false;
    request.offset = piece.offset;
    request.bytes = together ? moved : std::min(piece.bytes, moved);
    moved -= request.bytes;
    if (request.bytes > 0)
      requests.push_back(request);
  }
  return requests;
}

/// 0, or the errno of a volume without room for the file to end at \p end.
int claimRoom(const Call &call, const FileShared &file, MPI_Offset end) {
  runtime::TargetStorage &storage = call.world().storage();
  return storage.isLimited() ? storage.growTo(call.rank(), file.target, file.size(), end) : 0;
}

} // namespace

int resize(const Call &call, FileShared &file, MPI_Offset size, bool grows_only) {
  if (grows_only && file.size() >= size)
    return 0;
  if (const int error = claimRoom(call, file, size))
    return error;
  if (file.files->resize(file.descriptor, size) != 0)
    return errno;
  call.world().storage().cutTo(call.rank(), file.target, size);
  return 0;
}

void operate(const Call &call, const runtime::TargetFile &file) {
  runtime::TargetStorage &storage = call.world().storage();
  const SimTime begin = call.rank().clock;
  models::StorageRequest request = storage.requestOf(call.rank(), file, models::StorageOperation::Metadata);
  request.cached = false;
  storage.perform(call.rank(), request);
  storage.statistics().count({nameOf(static_cast<CallId>(call.number())), runtime::IoStatistics::Kind::Other,
                              call.rank().id, file.number, 0, 0, call.rank().clock - begin});
}

void countAccess(const Call &call, const File &file, Access access, const AccessResult &result, SimTime begin) {
  using runtime::IoStatistics;
  const std::int64_t offset = result.requests.empty() ? 0 : result.requests.front().offset;
  call.world().storage().statistics().count(
      {nameOf(static_cast<CallId>(call.number())),
       access == Access::Read ? IoStatistics::Kind::Read : IoStatistics::Kind::Write, call.rank().id,
       file.shared->target.number, offset, result.bytes, call.rank().clock - begin});
}

AccessResult access(const Call &call, const AccessArguments &what) {
  call.world().scheduler().synchronize(call.rank());
  File &file = *fileOf(what.file);
  const Representation representation(call, file);
  const std::int64_t bytes = what.elements.count * representation.size(what.elements.type);
  const std::vector<FilePiece> pieces = file.view.pieces(what.position * representation.size(file.view.etype), bytes);
  const bool phantom = isPhantom(what.elements.buffer);
  const bool plain =
      !phantom && what.elements.buffer != MPI_BOTTOM && representation.isPlain(*typeOf(what.elements.type));
  if (what.access == Access::Write && !pieces.empty())
    if (const int error = claimRoom(call, *file.shared, pieces.back().offset + pieces.back().bytes))
      return {raiseHostError(call, what.file, error, file.shared->path), 0, {}};
  std::vector<char> contents(phantom || plain ? 0 : static_cast<std::size_t>(bytes));
  if (!phantom && !plain && what.access == Access::Write)
    representation.toFile(what.elements, contents.data());
  char *const real = plain ? static_cast<char *>(const_cast<void *>(what.elements.buffer)) : contents.data();
  const std::int64_t moved = moveBytes(*file.shared, what.access, pieces, phantom ? nullptr : real);
  AccessResult result;
  if (moved < 0) {
    result.code = raiseHostError(call, what.file, errno, file.shared->path);
    return result;
  }
  result.bytes = moved;
  if (!phantom && !plain && what.access == Access::Read)
    result.bytes = representation.fromFile(what.elements, contents.data(), moved);
  result.requests = requestsFor(call, *file.shared, what.access, pieces, moved, what.together);
  call.mpi().counters().sums(call.number()).bytes += static_cast<std::uint64_t>(result.bytes);
  return result;
}

} // namespace maquette::mpi
