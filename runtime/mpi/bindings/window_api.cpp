//===- runtime/mpi/bindings/window_api.cpp - making and asking windows -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times: a window costs a new communicator, and an allgather of each rank's base, size and displacement unit.
#include "collectives/launch.h"
#include "objects/communicator_calls.h"
#include "objects/handles.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace maquette::mpi;

namespace {

constexpr std::int64_t kPartBytes = 24;    ///< Base, size, unit.
constexpr MPI_Aint kSegmentAlignment = 64; ///< Of each rank's part in shared memory.

struct Making {
  int flavor;
  char *base;
  MPI_Aint size;
  int unit;
};

int checkMaking(const Call &call, MPI_Comm comm, const Making &making, MPI_Info info) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (int code = call.checkComm(comm, view))
    return code;
  if (view.isInter())
    return call.raise(comm, MPI_ERR_COMM, "an inter-communicator cannot have a window [maquette-mpi-argument]");
  if (making.size < 0)
    return call.raise(comm, MPI_ERR_SIZE, "the size is " + std::to_string(making.size) + " [maquette-mpi-argument]");
  if (making.unit < 1)
    return call.raise(comm, MPI_ERR_DISP,
                      "the displacement unit is " + std::to_string(making.unit) + " [maquette-mpi-argument]");
  return call.checkInfo(info, Absent::Allowed);
}

void inform(Window &window, MPI_Info info) {
  if (isPredefined(info))
    return;
  for (const auto &[key, value] : infoOf(info)->entries)
    for (auto &[known, old] : window.info)
      if (known == key)
        old = value;
}

/// Collective: all ranks of \p comm come out of it with their handle.
Window *make(const Call &call, MPI_Comm comm, const Making &making, MPI_Info info) {
  const Share share = duplicateTogether(call, call.view(comm));
  Pool<Window> &pool = call.mpi().handles().windows;
  Window *const window = pool.make();
  window->comm = maquette::mpi::handleOf(call, share);
  window->rank = share.rank;
  window->owner = call.rank().id;
  window->shared = call.mpi().oneSided().shared(share.comm->context, share.comm->size(), making.flavor);
  Exposure &own = window->own();
  own.base = making.base;
  own.size = making.size;
  own.unit = making.unit;
  own.window = WindowPointer(window, {&pool});
  window->info = {{"no_locks", "false"},
                  {"accumulate_ordering", "rar,raw,war,waw"},
                  {"accumulate_ops", "same_op_no_op"},
                  {"same_size", "false"},
                  {"same_disp_unit", "false"}};
  if (making.flavor == MPI_WIN_FLAVOR_ALLOCATE || making.flavor == MPI_WIN_FLAVOR_SHARED)
    window->info.emplace_back("alloc_shm", "true");
  if (making.flavor == MPI_WIN_FLAVOR_SHARED)
    window->info.emplace_back("alloc_shared_noncontig", "false");
  inform(*window, info);
  runPhantomAllgather(call, call.view(window->comm), kPartBytes);
  return window;
}

MPI_Aint aligned(MPI_Aint size) { return (size + kSegmentAlignment - 1) / kSegmentAlignment * kSegmentAlignment; }

bool isApart(const Window &window) {
  return std::find(window.info.begin(), window.info.end(),
                   std::pair<std::string, std::string>("alloc_shared_noncontig", "true")) != window.info.end();
}

/// The first rank to come here lays all parts out in one piece of memory.
void layOut(Window &window) {
  std::vector<Exposure> &parts = window.shared->exposures;
  MPI_Aint total = 0;
  for (const Exposure &part : parts)
    total += isApart(window) ? aligned(part.size) : part.size;
  if (parts.front().allocated != nullptr || total == 0)
    return;
  char *place = static_cast<char *>(std::calloc(1, static_cast<std::size_t>(total)));
  parts.front().allocated = place;
  for (Exposure &part : parts) {
    part.base = isApart(window) && part.size == 0 ? nullptr : place;
    place += isApart(window) ? aligned(part.size) : part.size;
  }
}

bool onOneNode(const Call &call, const Window &window) {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(window.shared->exposures.size()); ++i)
    if (call.world().placement().nodeOf(worldRank(call, window, i)) != call.world().placement().nodeOf(call.rank().id))
      return false;
  return true;
}

/// The handle goes; the object stays while others may still reach it.
void destroy(const Call &call, Window *window) {
  WindowShared &shared = *window->shared;
  call.mpi().communicators().releaseHandle(window->comm);
  window->comm = MPI_COMM_NULL;
  Exposure &own = window->own();
  if (shared.flavor == MPI_WIN_FLAVOR_ALLOCATE)
    std::free(std::exchange(own.allocated, nullptr));
  if (--shared.handles > 0)
    return;
  if (shared.flavor == MPI_WIN_FLAVOR_SHARED)
    std::free(shared.exposures.front().allocated);
  call.mpi().oneSided().dropUnused(shared);
}

} // namespace

extern "C" {

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_create);
  const Making making{MPI_WIN_FLAVOR_CREATE, static_cast<char *>(originOf(base)), size, disp_unit};
  if (int code = checkMaking(call, comm, making, info))
    return code;
  *win = maquette::mpi::handleOf(make(call, comm, making, info));
  return MPI_SUCCESS;
}

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate);
  Making making{MPI_WIN_FLAVOR_ALLOCATE, nullptr, size, disp_unit};
  if (int code = checkMaking(call, comm, making, info))
    return code;
  making.base = static_cast<char *>(std::calloc(1, static_cast<std::size_t>(std::max<MPI_Aint>(size, 1))));
  if (making.base == nullptr)
    return call.raise(comm, MPI_ERR_NO_MEM,
                      "the host does not have " + std::to_string(size) +
                          " bytes for a window [maquette-mpi-window-memory]");
  Window *const window = make(call, comm, making, info);
  window->own().allocated = making.base;
  *static_cast<void **>(baseptr) = making.base;
  *win = maquette::mpi::handleOf(window);
  return MPI_SUCCESS;
}

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_allocate_shared);
  const Making making{MPI_WIN_FLAVOR_SHARED, nullptr, size, disp_unit};
  if (int code = checkMaking(call, comm, making, info))
    return code;
  Window *const window = make(call, comm, making, info);
  if (!onOneNode(call, *window)) {
    destroy(call, window);
    return call.raise(comm, MPI_ERR_RMA_SHARED,
                      "the communicator's ranks are not all on one node [maquette-mpi-window-memory]\n"
                      "  fix: split it with MPI_Comm_split_type and MPI_COMM_TYPE_SHARED\n");
  }
  layOut(*window);
  *static_cast<void **>(baseptr) = window->own().base;
  *win = maquette::mpi::handleOf(window);
  return MPI_SUCCESS;
}

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
  MAQUETTE_MPI_BEGIN(Win_shared_query);
  if (int code = checkWindow(call, win))
    return code;
  const Window &window = *windowOf(win);
  if (window.shared->flavor != MPI_WIN_FLAVOR_SHARED)
    return raise(call, win, MPI_ERR_RMA_FLAVOR,
                 "the window was not made by MPI_Win_allocate_shared [maquette-mpi-argument]");
  // MPI_PROC_NULL: the lowest rank that has memory.
  const std::vector<Exposure> &parts = window.shared->exposures;
  if (rank == MPI_PROC_NULL) {
    rank = 0;
    while (rank + 1 < static_cast<int>(parts.size()) && parts[static_cast<std::size_t>(rank)].size == 0)
      ++rank;
  }
  if (int code = checkTarget(call, win, rank))
    return code;
  const Exposure &part = window.exposure(rank);
  *size = part.size;
  *disp_unit = part.unit;
  *static_cast<void **>(baseptr) = part.base;
  return MPI_SUCCESS;
}

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_create_dynamic);
  const Making making{MPI_WIN_FLAVOR_DYNAMIC, nullptr, 0, 1};
  if (int code = checkMaking(call, comm, making, info))
    return code;
  *win = maquette::mpi::handleOf(make(call, comm, making, info));
  return MPI_SUCCESS;
}

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
  MAQUETTE_MPI_BEGIN(Win_attach);
  if (int code = checkWindow(call, win))
    return code;
  Window &window = *windowOf(win);
  if (window.shared->flavor != MPI_WIN_FLAVOR_DYNAMIC)
    return raise(call, win, MPI_ERR_RMA_FLAVOR,
                 "the window was not made by MPI_Win_create_dynamic [maquette-mpi-argument]");
  if (size < 0)
    return raise(call, win, MPI_ERR_SIZE, "the size is " + std::to_string(size) + " [maquette-mpi-argument]");
  char *const begin = static_cast<char *>(base);
  auto next = window.own().attached.upper_bound(begin + size - (size > 0 ? 1 : 0));
  if (size > 0 && next != window.own().attached.begin()) {
    --next;
    if (next->first + next->second > begin)
      return raise(call, win, MPI_ERR_RMA_ATTACH,
                   "part of this memory is already attached [maquette-mpi-window-range]");
  }
  window.own().attached[begin] = size;
  return MPI_SUCCESS;
}

int PMPI_Win_detach(MPI_Win win, const void *base) {
  MAQUETTE_MPI_BEGIN(Win_detach);
  if (int code = checkWindow(call, win))
    return code;
  if (windowOf(win)->own().attached.erase(static_cast<char *>(const_cast<void *>(base))) > 0)
    return MPI_SUCCESS;
  return raise(call, win, MPI_ERR_RMA_ATTACH, "no attached memory begins at this address [maquette-mpi-window-range]");
}

int PMPI_Win_free(MPI_Win *win) {
  MAQUETTE_MPI_BEGIN(Win_free);
  if (int code = checkWindow(call, *win))
    return code;
  Window *const window = windowOf(*win);
  call.trace(window->comm, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (window->inEpoch())
    return raise(call, *win, MPI_ERR_RMA_SYNC,
                 "an epoch of the window is open [maquette-mpi-window-epoch]\n  fix: end it before MPI_Win_free\n");
  if (int code = removeWindowAttributes(call, *win))
    return code;
  flush(call, *window, MPI_ANY_SOURCE);
  runBarrier(call, call.view(window->comm));
  destroy(call, window);
  *win = MPI_WIN_NULL;
  return MPI_SUCCESS;
}

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(Win_get_group);
  if (int code = checkWindow(call, win))
    return code;
  return PMPI_Comm_group(windowOf(win)->comm, group);
}

int PMPI_Win_set_info(MPI_Win win, MPI_Info info) {
  MAQUETTE_MPI_BEGIN(Win_set_info);
  if (int code = checkWindow(call, win))
    return code;
  if (int code = call.checkInfo(info))
    return code;
  inform(*windowOf(win), info);
  return MPI_SUCCESS;
}

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used) {
  MAQUETTE_MPI_BEGIN(Win_get_info);
  if (int code = checkWindow(call, win))
    return code;
  *info_used = call.mpi().handles().newInfo({windowOf(win)->info});
  return MPI_SUCCESS;
}

int PMPI_Win_set_name(MPI_Win win, const char *name) {
  MAQUETTE_MPI_BEGIN(Win_set_name);
  if (int code = checkWindow(call, win))
    return code;
  windowOf(win)->name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  return MPI_SUCCESS;
}

int PMPI_Win_get_name(MPI_Win win, char *name, int *length) {
  MAQUETTE_MPI_BEGIN(Win_get_name);
  if (int code = checkWindow(call, win))
    return code;
  const std::string &text = windowOf(win)->name;
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

} // extern "C"
