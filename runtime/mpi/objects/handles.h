//===- runtime/mpi/objects/handles.h - what programs have handles of ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The objects behind the handles of groups, infos, operations, windows and files. As those of communicators, requests
/// and datatypes they come from pools: one that was freed is recognized until its memory is given out again.
#ifndef MAQUETTE_MPI_OBJECTS_HANDLES_H
#define MAQUETTE_MPI_OBJECTS_HANDLES_H

#include "core/names.h"
#include "io/file.h"
#include "objects/group.h"
#include "objects/handle_numbers.h"
#include "objects/large_count.h"
#include "objects/op.h"
#include "objects/rank_objects.h"
#include "rma/window.h"

#include <utility>
#include <vector>

namespace maquette::mpi {

class Handles {
public:
  explicit Handles(PageSource &pages) : groups(pages), infos(pages), operations(pages), windows(pages), files(pages) {}
  ~Handles() {
    releaseAll(groups);
    releaseAll(infos);
    releaseAll(files);
  }
  Handles(const Handles &) = delete;
  Handles &operator=(const Handles &) = delete;

  Pool<GroupPointer> groups;
  Pool<Info> infos;
  Pool<UserOp> operations;
  Pool<Window> windows;
  Pool<File> files;
  HandleNumbers numbers; ///< Of those that Fortran knows.
  NarrowedCounts narrowed_counts;

  MPI_Group newGroup(GroupPointer group) {
    return group->size() == 0 ? MPI_GROUP_EMPTY : reinterpret_cast<MPI_Group>(groups.make(std::move(group)));
  }
  MPI_Info newInfo(Info info) { return reinterpret_cast<MPI_Info>(infos.make(std::move(info))); }
  MPI_Op newOperation(UserOp operation) { return reinterpret_cast<MPI_Op>(operations.make(operation)); }
  /// One user less; the last one removes it.
  void release(MPI_Op op) {
    if (!isPredefined(op) && --userOp(op)->users == 0)
      operations.release(userOp(op));
  }

private:
  template <class T> static void releaseAll(Pool<T> &pool) {
    std::vector<T *> left;
    pool.forEach([&](const T &object) { left.push_back(const_cast<T *>(&object)); });
    for (T *object : left)
      pool.release(object);
  }
};

inline bool isPredefined(MPI_Group group) { return group == MPI_GROUP_NULL || group == MPI_GROUP_EMPTY; }
inline bool isPredefined(MPI_Info info) { return info == MPI_INFO_NULL || info == MPI_INFO_ENV; }
inline Info *infoOf(MPI_Info handle) { return reinterpret_cast<Info *>(handle); }

} // namespace maquette::mpi

#endif
