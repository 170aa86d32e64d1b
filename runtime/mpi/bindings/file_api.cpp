//===- runtime/mpi/bindings/file_api.cpp - opening files, and what they are ------===//
// SPDX-License-Identifier: Apache-2.0
/// Size: all of MPI_File_ but access, one short function each.
#include "objects/communicator_calls.h"
#include "objects/error_handler.h"
#include "objects/external32.h"
#include "objects/handles.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

using namespace maquette::mpi;

namespace {

constexpr std::int64_t kModeBytes = 8; ///< What ranks tell each other to see that they open the file alike.

void traceFile(const Call &call, const File &file) {
  call.trace(file.comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
}

int argumentError(const Call &call, MPI_File file, const std::string &what) {
  return raise(call, file, MPI_ERR_ARG, what + " [maquette-mpi-argument]");
}

int checkMode(const Call &call, int amode) {
  const int kinds =
      ((amode & MPI_MODE_RDONLY) != 0) + ((amode & MPI_MODE_WRONLY) != 0) + ((amode & MPI_MODE_RDWR) != 0);
  const char *wrong = nullptr;
  if (kinds != 1)
    wrong = "the mode needs exactly one of MPI_MODE_RDONLY, WRONLY and RDWR";
  else if ((amode & MPI_MODE_RDONLY) != 0 && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
    wrong = "MPI_MODE_CREATE and EXCL cannot be combined with RDONLY";
  else if ((amode & MPI_MODE_RDWR) != 0 && (amode & MPI_MODE_SEQUENTIAL) != 0)
    wrong = "MPI_MODE_SEQUENTIAL cannot be combined with RDWR";
  return wrong == nullptr ? MPI_SUCCESS
                          : raise(call, MPI_FILE_NULL, MPI_ERR_AMODE, std::string(wrong) + " [maquette-mpi-file]");
}

/// On the host, by the first rank that is through with the collective.
void openOnHost(FileShared &file) {
  const std::string path = maquette::runtime::absolutePath(file.path);
  int flags = (file.amode & MPI_MODE_RDONLY) != 0 ? O_RDONLY : O_RDWR;
  if ((file.amode & MPI_MODE_CREATE) != 0)
    flags |= O_CREAT;
  if ((file.amode & MPI_MODE_EXCL) != 0)
    flags |= O_EXCL;
  file.descriptor = file.files->open(path, flags | O_CLOEXEC, 0666);
  if (file.descriptor < 0 && errno == EACCES && (file.amode & MPI_MODE_WRONLY) != 0)
    file.descriptor = file.files->open(path, (flags & ~O_RDWR) | O_WRONLY | O_CLOEXEC, 0666);
  file.open_error = file.descriptor < 0 ? errno : 0;
  if (file.descriptor >= 0 && (file.amode & MPI_MODE_APPEND) != 0)
    file.position = file.end_at_opening = file.size();
}

/// False with errno.
bool removeFile(const Call &call, const std::string &name) {
  const std::string path = maquette::runtime::absolutePath(name);
  if (call.world().storage().files().unlink(path) != 0)
    return false;
  call.world().storage().removed(path, call.rank());
  return true;
}

/// The handle goes, on all ranks; the file itself with the last one.
void drop(const Call &call, File *file) {
  call.mpi().types().release(file->view.etype);
  call.mpi().types().release(file->view.filetype);
  call.mpi().files().drop(*file->shared);
  call.mpi().communicators().releaseHandle(file->comm);
  call.mpi().handles().files.release(file);
}

void inform(File &file, MPI_Info info) {
  if (isPredefined(info))
    return;
  for (const auto &[key, value] : infoOf(info)->entries) {
    auto known = file.info.begin();
    while (known != file.info.end() && known->first != key)
      ++known;
    if (known != file.info.end())
      known->second = value;
    else
      file.info.emplace_back(key, value);
  }
}

int checkInfo(const Call &call, MPI_File file, MPI_Info info) {
  const Fault fault = faultOfInfo(call.mpi().usage().checks(), info, Absent::Allowed);
  return fault ? raise(call, file, fault.code, fault.what) : MPI_SUCCESS;
}

/// MPI_FILE_NULL has an error handler, too.
int checkHandled(const Call &call, MPI_File file) {
  return file == MPI_FILE_NULL ? MPI_SUCCESS : checkFile(call, file);
}

/// Etypes of the view before the end of the file.
MPI_Offset endOf(const File &file) {
  const std::int64_t etype = file.view.etypeSize();
  return etype == 0 ? 0 : file.view.placeOf(file.shared->size()) / etype;
}

/// \p from is the pointer as it is; the new one goes to \p position.
int seek(const Call &call, MPI_File handle, MPI_Offset offset, int whence, MPI_Offset from, MPI_Offset &position) {
  const File &file = *fileOf(handle);
  if (whence == MPI_SEEK_CUR)
    offset += from;
  else if (whence == MPI_SEEK_END)
    offset += endOf(file);
  else if (whence != MPI_SEEK_SET)
    return argumentError(call, handle, "'whence' is not MPI_SEEK_SET, CUR or END");
  if (offset < 0)
    return argumentError(call, handle, "the new position is before the start of the file");
  position = offset;
  return MPI_SUCCESS;
}

int checkSize(const Call &call, MPI_File file, MPI_Offset size) {
  if (int code = checkFile(call, file))
    return code;
  traceFile(call, *fileOf(file));
  if (size < 0)
    return argumentError(call, file, "the size is " + std::to_string(size));
  if ((fileOf(file)->shared->amode & MPI_MODE_RDONLY) != 0)
    return raise(call, file, MPI_ERR_READ_ONLY, "the file is open for reading only [maquette-mpi-file]");
  return MPI_SUCCESS;
}

/// MPI 3.1, 13.1.1: displacements do not decrease and are not negative; in a file that is written nothing overlaps.
const char *faultOf(const Datatype &type, bool written) {
  std::int64_t last_begin = 0, last_end = 0;
  for (const Run &run : type.runs) {
    if (run.offset < 0)
      return "begins before the displacement";
    if (run.offset < last_begin || (run.count > 1 && run.stride < 0))
      return "has displacements that decrease";
    if (written && (run.offset < last_end || (run.count > 1 && run.stride < run.length)))
      return "has parts that overlap";
    last_begin = run.offset + (run.count - 1) * run.stride;
    last_end = last_begin + run.length;
  }
  return nullptr;
}

bool isRepresentation(const Call &call, const std::string &name) {
  return name == "native" || name == "internal" || name == "external32" ||
         call.mpi().files().representations(call.rank().id).count(name) != 0;
}

int checkView(const Call &call, MPI_File fh, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
              const std::string &representation) {
  for (MPI_Datatype type : {etype, filetype})
    if (const Fault fault = faultOfData(call.mpi().usage().checks(), 1, type))
      return raise(call, fh, fault.code, fault.what);
  if (displacement < 0 && displacement != MPI_DISPLACEMENT_CURRENT)
    return argumentError(call, fh, "the displacement is " + std::to_string(displacement));
  if (displacement == MPI_DISPLACEMENT_CURRENT && (fileOf(fh)->shared->amode & MPI_MODE_SEQUENTIAL) == 0)
    return argumentError(call, fh, "MPI_DISPLACEMENT_CURRENT needs MPI_MODE_SEQUENTIAL");
  const Datatype &elementary = *typeOf(etype), &tile = *typeOf(filetype);
  if (elementary.size == 0 ? tile.size != 0 : tile.size % elementary.size != 0)
    return argumentError(call, fh, "the filetype is not a whole number of etypes");
  const bool written = (fileOf(fh)->shared->amode & MPI_MODE_RDONLY) == 0;
  for (const Datatype *type : {&elementary, &tile})
    if (const char *const fault = faultOf(*type, written))
      return raise(call, fh, MPI_ERR_IO, std::string("a datatype of the view ") + fault + " [maquette-mpi-argument]");
  if (!isRepresentation(call, representation))
    return raise(call, fh, MPI_ERR_UNSUPPORTED_DATAREP,
                 "unknown data representation '" + representation +
                     "' [maquette-mpi-file]\n  fix: use native, internal or "
                     "external32, or register it with MPI_Register_datarep\n");
  if (representation == "external32" && !tile.contiguous && externalSize(tile) != tile.size)
    return raise(call, fh, MPI_ERR_UNSUPPORTED_DATAREP,
                 "external32 is not supported for a filetype with holes whose elements have another size in the file "
                 "[maquette-mpi-file]");
  return MPI_SUCCESS;
}

int registerRepresentation(const Call &call, const char *name, UserRepresentation representation) {
  if (std::strlen(name) >= MPI_MAX_DATAREP_STRING)
    return argumentError(call, MPI_FILE_NULL, "the name of the data representation is too long");
  if (isRepresentation(call, name))
    return raise(call, MPI_FILE_NULL, MPI_ERR_DUP_DATAREP,
                 std::string("data representation '") + name + "' is already registered [maquette-mpi-file]");
  call.mpi().files().representations(call.rank().id)[name] = std::move(representation);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
  MAQUETTE_MPI_BEGIN(File_open);
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  *fh = MPI_FILE_NULL;
  if (!view)
    return raise(call, MPI_FILE_NULL, MPI_ERR_COMM, "the communicator is MPI_COMM_NULL [maquette-mpi-argument]");
  if (view.isInter())
    return raise(call, MPI_FILE_NULL, MPI_ERR_COMM, "an inter-communicator cannot open a file [maquette-mpi-argument]");
  if (int code = checkMode(call, amode))
    return code;
  if (int code = checkInfo(call, MPI_FILE_NULL, info))
    return code;
  const Share share = duplicateTogether(call, view);
  File *const file = call.mpi().handles().files.make();
  file->comm = maquette::mpi::handleOf(call, share);
  file->rank = share.rank;
  file->errhandler = call.mpi().files().defaultHandler(call.rank().id);
  file->shared = call.mpi().files().shared(share.comm->context, share.comm->size());
  FileShared &shared = *file->shared;
  if (shared.path.empty()) {
    shared.path = filename;
    shared.files = &call.world().storage().files();
    shared.target = call.world().storage().fileOf(maquette::runtime::absolutePath(filename));
    shared.amode = amode;
  }
  shared.modes_differ |= shared.amode != amode;
  runPhantomAllgather(call, call.view(file->comm), kModeBytes);
  call.world().scheduler().synchronize(call.rank());
  if (!shared.opened && !shared.modes_differ)
    openOnHost(shared);
  shared.opened = true;
  operate(call, shared.target);
  if (shared.modes_differ || shared.open_error != 0) {
    const bool differ = shared.modes_differ;
    const int host_error = shared.open_error;
    drop(call, file);
    return differ ? raise(call, MPI_FILE_NULL, MPI_ERR_NOT_SAME,
                          "ranks open the file with different modes [maquette-mpi-file]")
                  : raiseHostError(call, MPI_FILE_NULL, host_error, filename);
  }
  if ((amode & MPI_MODE_APPEND) != 0)
    file->position = shared.end_at_opening;
  inform(*file, info);
  *fh = reinterpret_cast<MPI_File>(file);
  return MPI_SUCCESS;
}

int PMPI_File_close(MPI_File *fh) {
  MAQUETTE_MPI_BEGIN(File_close);
  if (int code = checkFile(call, *fh))
    return code;
  File &file = *fileOf(*fh);
  traceFile(call, file);
  if (file.split.begun_by != 0)
    return raise(call, *fh, MPI_ERR_IO,
                 std::string("a split collective is active, begun by ") +
                     nameOf(static_cast<CallId>(file.split.begun_by)) + " [maquette-mpi-file]");
  const bool first = meet(call, file);
  if (first && (file.shared->amode & MPI_MODE_DELETE_ON_CLOSE) != 0)
    removeFile(call, file.shared->path);
  const maquette::runtime::TargetFile target = file.shared->target;
  drop(call, &file);
  operate(call, target);
  *fh = MPI_FILE_NULL;
  return MPI_SUCCESS;
}

int PMPI_File_delete(const char *filename, MPI_Info) {
  MAQUETTE_MPI_BEGIN(File_delete);
  operate(call, call.world().storage().fileOf(maquette::runtime::absolutePath(filename)));
  return removeFile(call, filename) ? MPI_SUCCESS : raiseHostError(call, MPI_FILE_NULL, errno, filename);
}

int PMPI_File_set_size(MPI_File fh, MPI_Offset size) {
  MAQUETTE_MPI_BEGIN(File_set_size);
  if (int code = checkSize(call, fh, size))
    return code;
  FileShared &shared = *fileOf(fh)->shared;
  const int error = meet(call, *fileOf(fh)) ? resize(call, shared, size, false) : 0;
  operate(call, shared.target);
  return error != 0 ? raiseHostError(call, fh, error, shared.path) : MPI_SUCCESS;
}

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  MAQUETTE_MPI_BEGIN(File_preallocate);
  if (int code = checkSize(call, fh, size))
    return code;
  FileShared &shared = *fileOf(fh)->shared;
  const int error = meet(call, *fileOf(fh)) ? resize(call, shared, size, true) : 0;
  operate(call, shared.target);
  return error != 0 ? raiseHostError(call, fh, error, shared.path) : MPI_SUCCESS;
}

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size) {
  MAQUETTE_MPI_BEGIN(File_get_size);
  if (int code = checkFile(call, fh))
    return code;
  call.world().scheduler().synchronize(call.rank());
  *size = fileOf(fh)->shared->size();
  return MPI_SUCCESS;
}

int PMPI_File_sync(MPI_File fh) {
  MAQUETTE_MPI_BEGIN(File_sync);
  if (int code = checkFile(call, fh))
    return code;
  traceFile(call, *fileOf(fh));
  runBarrier(call, call.view(fileOf(fh)->comm));
  operate(call, fileOf(fh)->shared->target);
  return MPI_SUCCESS;
}

int PMPI_File_get_group(MPI_File fh, MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(File_get_group);
  if (int code = checkFile(call, fh))
    return code;
  return PMPI_Comm_group(fileOf(fh)->comm, group);
}

int PMPI_File_get_amode(MPI_File fh, int *amode) {
  MAQUETTE_MPI_BEGIN(File_get_amode);
  if (int code = checkFile(call, fh))
    return code;
  *amode = fileOf(fh)->shared->amode;
  return MPI_SUCCESS;
}

int PMPI_File_set_info(MPI_File fh, MPI_Info info) {
  MAQUETTE_MPI_BEGIN(File_set_info);
  if (int code = checkFile(call, fh))
    return code;
  if (int code = checkInfo(call, fh, info))
    return code;
  traceFile(call, *fileOf(fh));
  inform(*fileOf(fh), info);
  return MPI_SUCCESS;
}

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
  MAQUETTE_MPI_BEGIN(File_get_info);
  if (int code = checkFile(call, fh))
    return code;
  *info_used = call.mpi().handles().newInfo({fileOf(fh)->info});
  return MPI_SUCCESS;
}

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep,
                       MPI_Info info) {
  MAQUETTE_MPI_BEGIN(File_set_view);
  if (int code = checkFile(call, fh))
    return code;
  File &file = *fileOf(fh);
  traceFile(call, file);
  if (int code = checkView(call, fh, disp, etype, filetype, datarep))
    return code;
  if (int code = checkInfo(call, fh, info))
    return code;
  if (disp == MPI_DISPLACEMENT_CURRENT)
    disp = file.view.offsetOf(file.shared->position * file.view.etypeSize());
  call.mpi().types().addUser(etype);
  call.mpi().types().addUser(filetype);
  call.mpi().types().release(file.view.etype);
  call.mpi().types().release(file.view.filetype);
  file.view = {disp, etype, filetype, datarep};
  file.position = 0;
  inform(file, info);
  if (meet(call, file))
    file.shared->position = 0;
  return MPI_SUCCESS;
}

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep) {
  MAQUETTE_MPI_BEGIN(File_get_view);
  if (int code = checkFile(call, fh))
    return code;
  const FileView &view = fileOf(fh)->view;
  call.mpi().types().addUser(view.etype);
  call.mpi().types().addUser(view.filetype);
  *disp = view.displacement;
  *etype = view.etype;
  *filetype = view.filetype;
  std::memcpy(datarep, view.representation.c_str(), view.representation.size() + 1);
  return MPI_SUCCESS;
}

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  MAQUETTE_MPI_BEGIN(File_seek);
  if (int code = checkFile(call, fh))
    return code;
  File &file = *fileOf(fh);
  if ((file.shared->amode & MPI_MODE_SEQUENTIAL) != 0)
    return raise(call, fh, MPI_ERR_UNSUPPORTED_OPERATION,
                 "a file opened with MPI_MODE_SEQUENTIAL has only a shared file pointer [maquette-mpi-file]");
  call.world().scheduler().synchronize(call.rank());
  return seek(call, fh, offset, whence, file.position, file.position);
}

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  MAQUETTE_MPI_BEGIN(File_seek_shared);
  if (int code = checkFile(call, fh))
    return code;
  File &file = *fileOf(fh);
  traceFile(call, file);
  // All see the old pointer; the first to go on sets the new one before any uses it.
  const MPI_Offset from = file.shared->position;
  MPI_Offset position = from;
  const bool first = meet(call, file);
  const int code = seek(call, fh, offset, whence, from, position);
  if (code == MPI_SUCCESS && first)
    file.shared->position = position;
  return code;
}

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
  MAQUETTE_MPI_BEGIN(File_get_position);
  if (int code = checkFile(call, fh))
    return code;
  *offset = fileOf(fh)->position;
  return MPI_SUCCESS;
}

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
  MAQUETTE_MPI_BEGIN(File_get_position_shared);
  if (int code = checkFile(call, fh))
    return code;
  call.world().scheduler().synchronize(call.rank());
  *offset = fileOf(fh)->shared->position;
  return MPI_SUCCESS;
}

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
  MAQUETTE_MPI_BEGIN(File_get_byte_offset);
  if (int code = checkFile(call, fh))
    return code;
  const FileView &view = fileOf(fh)->view;
  *disp = view.offsetOf(offset * view.etypeSize());
  return MPI_SUCCESS;
}

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) {
  MAQUETTE_MPI_BEGIN(File_get_type_extent);
  if (int code = checkFile(call, fh))
    return code;
  if (const Fault fault = faultOfType(call.mpi().usage().checks(), datatype))
    return raise(call, fh, fault.code, fault.what);
  const Datatype &type = *typeOf(datatype);
  const bool external = fileOf(fh)->view.representation == "external32" && type.contiguous;
  *extent = external ? externalSize(type) : type.extent();
  return MPI_SUCCESS;
}

int PMPI_File_set_atomicity(MPI_File fh, int flag) {
  MAQUETTE_MPI_BEGIN(File_set_atomicity);
  if (int code = checkFile(call, fh))
    return code;
  traceFile(call, *fileOf(fh));
  if (meet(call, *fileOf(fh)))
    fileOf(fh)->shared->atomic = flag != 0;
  return MPI_SUCCESS;
}

int PMPI_File_get_atomicity(MPI_File fh, int *flag) {
  MAQUETTE_MPI_BEGIN(File_get_atomicity);
  if (int code = checkFile(call, fh))
    return code;
  *flag = fileOf(fh)->shared->atomic ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion,
                          MPI_Datarep_conversion_function *write_conversion, MPI_Datarep_extent_function *extent,
                          void *extra_state) {
  MAQUETTE_MPI_BEGIN(Register_datarep);
  return registerRepresentation(call, datarep, {read_conversion, write_conversion, extent, extra_state});
}
int PMPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion,
                            MPI_Datarep_conversion_function_c *write_conversion, MPI_Datarep_extent_function *extent,
                            void *extra_state) {
  MAQUETTE_MPI_BEGIN(Register_datarep_c);
  return registerRepresentation(call, datarep, {read_conversion, write_conversion, extent, extra_state});
}

int PMPI_File_create_errhandler(MPI_File_errhandler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(File_create_errhandler);
  *errhandler = newErrorHandler(function);
  return MPI_SUCCESS;
}

int PMPI_File_set_errhandler(MPI_File fh, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(File_set_errhandler);
  if (int code = checkHandled(call, fh))
    return code;
  if (int code = call.checkHandler(errhandler))
    return code;
  handlerOf(call, fh) = errhandler;
  return MPI_SUCCESS;
}

int PMPI_File_get_errhandler(MPI_File fh, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(File_get_errhandler);
  if (int code = checkHandled(call, fh))
    return code;
  *errhandler = anotherHandle(handlerOf(call, fh));
  return MPI_SUCCESS;
}

int PMPI_File_call_errhandler(MPI_File fh, int code) {
  MAQUETTE_MPI_BEGIN(File_call_errhandler);
  if (int invalid = checkHandled(call, fh))
    return invalid;
  raise(call, fh, code, "the program raised error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}

} // extern "C"
