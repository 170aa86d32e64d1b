//===- runtime/mpi/bindings/file_access_api.cpp - MPI_File_read, MPI_File_write --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// All accesses are one: where (explicit offset, own pointer, shared pointer, shared pointer in the order of ranks),
/// alone or together with the others, and how it ends (blocking, with a request, in two calls).
#include "io/file.h"
#include "objects/status.h"

#include <algorithm>
#include <numeric>

using namespace maquette::mpi;

namespace {

enum class Pointer : std::uint8_t { Explicit, Own, Shared, Ordered };
enum class Who : std::uint8_t { Alone, Together };

constexpr std::int64_t kRangeBytes = 16; ///< Offset and size, which ranks tell each other before they access together.

struct Plan {
  Pointer pointer;
  Who who;
  AccessArguments arguments;

  bool together() const { return who == Who::Together; }
};

Plan planOf(Pointer pointer, Who who, Access access, MPI_File file, MPI_Offset offset, const void *buffer, int count,
            MPI_Datatype type) {
  return {pointer, who, {access, file, offset, {buffer, count, type}, who == Who::Together}};
}

/// The places of all ranks in an ordered access, from the sizes they bring.
MPI_Offset orderedPosition(const Call &call, File &file, MPI_Offset etypes) {
  const CommView view = call.view(file.comm);
  const std::uint32_t number = *view.collectives;
  std::vector<MPI_Offset> &sizes = file.shared->ordered[number];
  sizes.resize(static_cast<std::size_t>(view.size()));
  sizes[static_cast<std::size_t>(view.rank)] = etypes;
  runPhantomAllgather(call, view, kRangeBytes);
  FileShared &shared = *file.shared;
  if (shared.done_once != *view.collectives) {
    shared.done_once = *view.collectives;
    std::vector<MPI_Offset> &all = shared.ordered[number];
    const MPI_Offset total = std::accumulate(all.begin(), all.end(), MPI_Offset{0});
    std::exclusive_scan(all.begin(), all.end(), all.begin(), shared.position);
    shared.position += total;
    shared.ordered.erase(shared.ordered.begin(), shared.ordered.find(number)); // Of earlier ones, which all have read.
  }
  return shared.ordered[number][static_cast<std::size_t>(view.rank)];
}

/// Decides where, and goes together with the others where asked.
void place(const Call &call, Plan &plan) {
  File &file = *fileOf(plan.arguments.file);
  const MPI_Offset etypes = etypesIn(file, plan.arguments.elements);
  switch (plan.pointer) {
  case Pointer::Explicit:
    break;
  case Pointer::Own:
    plan.arguments.position = file.position;
    break;
  case Pointer::Shared:
    // The pointer is with the file system: ranks take it in the order of their times.
    call.world().scheduler().synchronize(call.rank());
    plan.arguments.position = file.shared->position;
    file.shared->position += etypes;
    operate(call, file.shared->target);
    return;
  case Pointer::Ordered:
    plan.arguments.position = orderedPosition(call, file, etypes);
    return;
  }
  if (plan.together())
    runPhantomAllgather(call, call.view(file.comm), kRangeBytes);
}

AccessResult run(const Call &call, Plan &plan) {
  const bool shared_pointer = plan.pointer == Pointer::Shared || plan.pointer == Pointer::Ordered;
  if (int code = checkAccess(call, plan.arguments, shared_pointer))
    return {code, 0, {}};
  place(call, plan);
  const AccessResult result = access(call, plan.arguments);
  File &file = *fileOf(plan.arguments.file);
  if (plan.pointer == Pointer::Own && file.view.etypeSize() > 0)
    file.position += result.bytes / file.view.etypeSize();
  return result;
}

int blocking(const Call &call, Plan plan, MPI_Status *status) {
  const SimTime begin = call.rank().clock;
  const AccessResult result = run(call, plan);
  if (result.code != MPI_SUCCESS)
    return result.code;
  if (!result.requests.empty())
    call.world().storage().perform(call.rank(), result.requests);
  countAccess(call, *fileOf(plan.arguments.file), plan.arguments.access, result, begin);
  setEmptyStatus(status, result.bytes);
  return MPI_SUCCESS;
}

int nonblocking(const Call &call, Plan plan, MPI_Request *handle) {
  const SimTime begin = call.rank().clock;
  const AccessResult result = run(call, plan);
  if (result.code != MPI_SUCCESS)
    return result.code;
  Mpi &mpi = call.mpi();
  Request *const request = mpi.requests().make(call.rank(), RequestKind::File);
  request->room = result.bytes;
  *handle = handleOf(request);
  if (result.requests.empty())
    mpi.protocol().complete(request, call.rank().clock);
  else
    mpi.protocol().completeAfter(request, result.requests);
  countAccess(call, *fileOf(plan.arguments.file), plan.arguments.access, result, begin);
  return MPI_SUCCESS;
}

/// The storage is through with a split collective.
void splitDone(void *world, std::uint64_t split_address) {
  SplitAccess &split = *reinterpret_cast<SplitAccess *>(split_address);
  split.pending = false;
  if (split.awaited)
    static_cast<World *>(world)->scheduler().completedOne(*split.rank, split.thread);
}

int begin(const Call &call, Plan plan) {
  if (int code = checkFile(call, plan.arguments.file))
    return code;
  File &file = *fileOf(plan.arguments.file);
  if (file.split.begun_by != 0)
    return raise(call, plan.arguments.file, MPI_ERR_IO,
                 std::string("a split collective is active, begun by ") +
                     nameOf(static_cast<CallId>(file.split.begun_by)) + " [maquette-mpi-file]");
  const SimTime begin = call.rank().clock;
  const AccessResult result = run(call, plan);
  if (result.code != MPI_SUCCESS)
    return result.code;
  file.split = {call.number(), !result.requests.empty(), false, &call.rank(), 0, result.bytes};
  if (file.split.pending)
    call.world().storage().begin(result.requests, splitDone, &call.world(),
                                 reinterpret_cast<std::uint64_t>(&file.split));
  countAccess(call, file, plan.arguments.access, result, begin);
  return MPI_SUCCESS;
}

/// The rank waits until the storage is through with its split collective.
void awaitSplit(const Call &call, SplitAccess &split) {
  maquette::runtime::Rank &rank = call.rank();
  call.world().scheduler().synchronize(rank);
  if (!split.pending)
    return;
  split.awaited = true;
  split.thread = call.world().dispatcher().threadOf(rank);
  call.world().scheduler().waitFor(rank, 1);
  call.world().storage().waited(rank);
}

int end(const Call &call, MPI_File handle, CallId begun_by, MPI_Status *status) {
  if (int code = checkFile(call, handle))
    return code;
  File &file = *fileOf(handle);
  call.trace(file.comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (file.split.begun_by != static_cast<std::uint16_t>(begun_by))
    return raise(call, handle, MPI_ERR_IO, std::string(nameOf(begun_by)) + " has not been called [maquette-mpi-file]");
  awaitSplit(call, file.split);
  setEmptyStatus(status, file.split.bytes);
  file.split = {};
  return MPI_SUCCESS;
}

} // namespace

// The functions differ in name, direction and pointer only. `constness` is `const` for writes.
#define MAQUETTE_FILE_AT(name, access, constness, who)                                                                 \
  int PMPI_File_##name(MPI_File fh, MPI_Offset offset, constness void *buf, int count, MPI_Datatype datatype,          \
                       MPI_Status *status) {                                                                           \
    MAQUETTE_MPI_BEGIN(File_##name);                                                                                   \
    return blocking(call, planOf(Pointer::Explicit, who, access, fh, offset, buf, count, datatype), status);           \
  }
#define MAQUETTE_FILE_IAT(name, access, constness, who)                                                                \
  int PMPI_File_##name(MPI_File fh, MPI_Offset offset, constness void *buf, int count, MPI_Datatype datatype,          \
                       MPI_Request *request) {                                                                         \
    MAQUETTE_MPI_BEGIN(File_##name);                                                                                   \
    return nonblocking(call, planOf(Pointer::Explicit, who, access, fh, offset, buf, count, datatype), request);       \
  }
#define MAQUETTE_FILE(name, access, constness, pointer, who)                                                           \
  int PMPI_File_##name(MPI_File fh, constness void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {       \
    MAQUETTE_MPI_BEGIN(File_##name);                                                                                   \
    return blocking(call, planOf(pointer, who, access, fh, 0, buf, count, datatype), status);                          \
  }
#define MAQUETTE_FILE_I(name, access, constness, pointer, who)                                                         \
  int PMPI_File_##name(MPI_File fh, constness void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {     \
    MAQUETTE_MPI_BEGIN(File_##name);                                                                                   \
    return nonblocking(call, planOf(pointer, who, access, fh, 0, buf, count, datatype), request);                      \
  }
#define MAQUETTE_FILE_SPLIT(name, access, constness, pointer)                                                          \
  int PMPI_File_##name##_begin(MPI_File fh, constness void *buf, int count, MPI_Datatype datatype) {                   \
    MAQUETTE_MPI_BEGIN(File_##name##_begin);                                                                           \
    return begin(call, planOf(pointer, Who::Together, access, fh, 0, buf, count, datatype));                           \
  }                                                                                                                    \
  MAQUETTE_FILE_SPLIT_END(name, constness)
#define MAQUETTE_FILE_SPLIT_AT(name, access, constness)                                                                \
  int PMPI_File_##name##_begin(MPI_File fh, MPI_Offset offset, constness void *buf, int count,                         \
                               MPI_Datatype datatype) {                                                                \
    MAQUETTE_MPI_BEGIN(File_##name##_begin);                                                                           \
    return begin(call, planOf(Pointer::Explicit, Who::Together, access, fh, offset, buf, count, datatype));            \
  }                                                                                                                    \
  MAQUETTE_FILE_SPLIT_END(name, constness)
#define MAQUETTE_FILE_SPLIT_END(name, constness)                                                                       \
  int PMPI_File_##name##_end(MPI_File fh, constness void *, MPI_Status *status) {                                      \
    MAQUETTE_MPI_BEGIN(File_##name##_end);                                                                             \
    return end(call, fh, CallId::MPI_File_##name##_begin, status);                                                     \
  }
#define MAQUETTE_NOT_CONST

extern "C" {

MAQUETTE_FILE_AT(read_at, Access::Read, MAQUETTE_NOT_CONST, Who::Alone)
MAQUETTE_FILE_AT(read_at_all, Access::Read, MAQUETTE_NOT_CONST, Who::Together)
MAQUETTE_FILE_AT(write_at, Access::Write, const, Who::Alone)
MAQUETTE_FILE_AT(write_at_all, Access::Write, const, Who::Together)
MAQUETTE_FILE_IAT(iread_at, Access::Read, MAQUETTE_NOT_CONST, Who::Alone)
MAQUETTE_FILE_IAT(iread_at_all, Access::Read, MAQUETTE_NOT_CONST, Who::Together)
MAQUETTE_FILE_IAT(iwrite_at, Access::Write, const, Who::Alone)
MAQUETTE_FILE_IAT(iwrite_at_all, Access::Write, const, Who::Together)

MAQUETTE_FILE(read, Access::Read, MAQUETTE_NOT_CONST, Pointer::Own, Who::Alone)
MAQUETTE_FILE(read_all, Access::Read, MAQUETTE_NOT_CONST, Pointer::Own, Who::Together)
MAQUETTE_FILE(write, Access::Write, const, Pointer::Own, Who::Alone)
MAQUETTE_FILE(write_all, Access::Write, const, Pointer::Own, Who::Together)
MAQUETTE_FILE_I(iread, Access::Read, MAQUETTE_NOT_CONST, Pointer::Own, Who::Alone)
MAQUETTE_FILE_I(iread_all, Access::Read, MAQUETTE_NOT_CONST, Pointer::Own, Who::Together)
MAQUETTE_FILE_I(iwrite, Access::Write, const, Pointer::Own, Who::Alone)
MAQUETTE_FILE_I(iwrite_all, Access::Write, const, Pointer::Own, Who::Together)

MAQUETTE_FILE(read_shared, Access::Read, MAQUETTE_NOT_CONST, Pointer::Shared, Who::Alone)
MAQUETTE_FILE(write_shared, Access::Write, const, Pointer::Shared, Who::Alone)
MAQUETTE_FILE_I(iread_shared, Access::Read, MAQUETTE_NOT_CONST, Pointer::Shared, Who::Alone)
MAQUETTE_FILE_I(iwrite_shared, Access::Write, const, Pointer::Shared, Who::Alone)
MAQUETTE_FILE(read_ordered, Access::Read, MAQUETTE_NOT_CONST, Pointer::Ordered, Who::Together)
MAQUETTE_FILE(write_ordered, Access::Write, const, Pointer::Ordered, Who::Together)

MAQUETTE_FILE_SPLIT_AT(read_at_all, Access::Read, MAQUETTE_NOT_CONST)
MAQUETTE_FILE_SPLIT_AT(write_at_all, Access::Write, const)
MAQUETTE_FILE_SPLIT(read_all, Access::Read, MAQUETTE_NOT_CONST, Pointer::Own)
MAQUETTE_FILE_SPLIT(write_all, Access::Write, const, Pointer::Own)
MAQUETTE_FILE_SPLIT(read_ordered, Access::Read, MAQUETTE_NOT_CONST, Pointer::Ordered)
MAQUETTE_FILE_SPLIT(write_ordered, Access::Write, const, Pointer::Ordered)

} // extern "C"
