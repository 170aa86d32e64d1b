//===- runtime/mpi/bindings/communicator_api.cpp - making and asking communicators ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times: as real libraries do it, a new communicator costs an allreduce of context numbers, a split also an allgather
/// of color and key.
#include "collectives/launch.h"
#include "objects/communicator_calls.h"
#include "objects/handles.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <cstring>

using namespace maquette::mpi;

namespace maquette::mpi {

namespace {
constexpr std::int64_t kContextBytes = 256; ///< A bit mask of free context numbers.
constexpr std::int64_t kColorBytes = 8;
} // namespace

CommunicatorConstruction::Name constructionName(const Call &call, const CommView &comm) {
  // Ranks share MPI_COMM_SELF's context, but not its communicatorConstruction.
  const std::uint64_t own = comm.shared->group ? 0 : static_cast<std::uint64_t>(call.rank().id) + 1;
  return {comm.shared->context, *comm.collectives, own};
}

Share splitTogether(const Call &call, const CommView &comm, int color, int key) {
  const CommunicatorConstruction::Name name = constructionName(call, comm);
  call.mpi().communicators().construction().leave(name, comm.rank, comm.size(), {color, key, nullptr, {}});
  runPhantomAllgather(call, comm, kColorBytes);
  runPhantomAllreduce(call, comm, kContextBytes);
  if (!comm.shared->group) {
    if (color == MPI_UNDEFINED) {
      call.mpi().communicators().construction().copy(name, comm.rank, *comm.shared, nullptr);
      return {};
    }
    return call.mpi().communicators().construction().copy(name, comm.rank, *comm.shared,
                                                          Group::evenly(call.rank().id, 1, 1));
  }
  return call.mpi().communicators().construction().split(name, comm.rank, *comm.shared);
}

std::int32_t interPlace(const CommView &comm) {
  return comm.rank + (comm.shared->side == 0 ? 0 : comm.shared->remote->size());
}

Share splitInterTogether(const Call &call, const CommView &comm, int color, int key) {
  const CommunicatorConstruction::Name name = constructionName(call, comm);
  call.mpi().communicators().construction().leave(name, interPlace(comm), comm.size() + comm.peers(),
                                                  {color, key, nullptr, {}});
  runPhantomAllgather(call, comm, kColorBytes);
  runPhantomAllreduce(call, comm, kContextBytes);
  return call.mpi().communicators().construction().splitInter(name, interPlace(comm), *comm.shared);
}

Share duplicateTogether(const Call &call, const CommView &comm) {
  if (comm.isInter())
    return splitInterTogether(call, comm, 0, comm.rank);
  const CommunicatorConstruction::Name name = constructionName(call, comm);
  call.mpi().communicators().construction().leave(name, comm.rank, comm.size(), {});
  runPhantomAllreduce(call, comm, kContextBytes);
  return call.mpi().communicators().construction().copy(
      name, comm.rank, *comm.shared, comm.shared->group ? nullptr : Group::evenly(call.rank().id, 1, 1));
}

namespace {

/// Notes who makes a communicator.
MPI_Comm signedBy(const Call &call, MPI_Comm comm) {
  auto *const object = reinterpret_cast<Communicator *>(comm);
  object->call = call.rank().call;
  object->call_site = call.rank().call_site;
  object->owner = call.rank().id;
  return comm;
}

} // namespace

MPI_Comm handleOf(const Call &call, const Share &share) {
  return share.comm == nullptr ? MPI_COMM_NULL
                               : signedBy(call, call.mpi().communicators().newHandle(share.comm, share.rank));
}

MPI_Comm inherit(const Call &call, MPI_Comm parent, MPI_Comm child) {
  if (child != MPI_COMM_NULL && !(parent == MPI_COMM_WORLD && call.rank().objects == nullptr)) {
    const MPI_Errhandler handler = call.extras(parent).errhandler;
    if (handler != MPI_ERRORS_ARE_FATAL)
      call.extras(child).errhandler = handler;
  }
  return child;
}

namespace {

void copyTopology(const CommShared &from, CommShared &to) {
  to.cartesian = from.cartesian;
  to.graph = from.graph;
}

/// What a duplicate has of its parent beyond the groups. When a copy function fails, there is no new communicator.
int inheritAll(const Call &call, MPI_Comm parent, MPI_Comm *child) {
  inherit(call, parent, *child);
  if (const auto edges = distributedEdges(call, parent))
    call.extras(*child).neighbours = edges;
  const int code = copyAttributes(call, parent, *child);
  if (code == MPI_SUCCESS)
    return code;
  call.mpi().communicators().releaseHandle(*child);
  *child = MPI_COMM_NULL;
  return call.raise(parent, code, "the copy function of an attribute failed [maquette-mpi-program-error]");
}

int duplicate(const Call &call, MPI_Comm comm, MPI_Comm *newcomm) {
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  const Share share = duplicateTogether(call, view);
  copyTopology(*view.shared, *share.comm);
  *newcomm = handleOf(call, share);
  return inheritAll(call, comm, newcomm);
}

/// The handle is there at once, what it stands for when the request is complete.
int duplicateLater(const Call &call, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  const CommunicatorConstruction::Name name = constructionName(call, view);
  const std::int32_t place = view.isInter() ? interPlace(view) : view.rank;
  const std::int32_t total = view.isInter() ? view.size() + view.peers() : view.size();
  call.mpi().communicators().construction().leave(name, place, total, {0, view.rank, nullptr, {}});
  *newcomm = signedBy(call, call.mpi().communicators().newHandle(nullptr, view.rank));
  if (int code = inheritAll(call, comm, newcomm))
    return code;
  auto *const child = reinterpret_cast<Communicator *>(*newcomm);
  Mpi &mpi = call.mpi();
  CommShared *const parent = view.shared;
  const GroupPointer own = parent->group ? nullptr : Group::evenly(call.rank().id, 1, 1);
  Collective *const c = newCollective(mpi, call.rank(), view, {call.number(), -1, kContextBytes, 0});
  return launch(call, c, phantomAllreduce(*c, view, kContextBytes), request, [=, &mpi] {
    const Share share = parent->isInter() ? mpi.communicators().construction().splitInter(name, place, *parent)
                                          : mpi.communicators().construction().copy(name, place, *parent, own);
    child->shared = share.comm;
    child->rank = share.rank;
    copyTopology(*parent, *share.comm);
  });
}

int free(const Call &call, MPI_Comm *comm) {
  const CommView view = call.view(*comm);
  traceMaking(call, view);
  if (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF || *comm == MPI_COMM_NULL)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_COMM, "this communicator cannot be freed [maquette-mpi-argument]");
  if (int code = call.checkComm(*comm, view))
    return code;
  if (int code = removeAttributes(call, *comm))
    return code;
  call.mpi().communicators().releaseHandle(*comm);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

Share split(const Call &call, const CommView &comm, int color, int key) {
  return comm.isInter() ? splitInterTogether(call, comm, color, key) : splitTogether(call, comm, color, key);
}

/// The node is the only resource that ranks share.
bool namesNode(MPI_Info info) {
  const auto resource = infoValue(info, "mpi_hw_resource_type");
  return resource == "mpi_shared_memory" || resource == "node" || resource == "machine";
}

int splitByType(const Call &call, MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *newcomm) {
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = call.checkInfo(info, Absent::Allowed))
    return code;
  const bool known = type == MPI_COMM_TYPE_SHARED || type == MPI_COMM_TYPE_HW_GUIDED ||
                     type == MPI_COMM_TYPE_HW_UNGUIDED || type == MPI_UNDEFINED;
  if (!known)
    return call.raise(comm, MPI_ERR_ARG, "unknown split type [maquette-mpi-argument]");
  int color = type == MPI_UNDEFINED ? MPI_UNDEFINED : call.world().placement().nodeOf(call.rank().id).value();
  if (type == MPI_COMM_TYPE_HW_GUIDED && !namesNode(info))
    color = MPI_UNDEFINED;
  const Share share = split(call, view, color, key);
  *newcomm = inherit(call, comm, handleOf(call, share));
  // Of hardware nobody named, only a part counts that is smaller than the whole.
  if (type == MPI_COMM_TYPE_HW_UNGUIDED && share.comm != nullptr && share.comm->size() == view.size()) {
    call.mpi().communicators().releaseHandle(*newcomm);
    *newcomm = MPI_COMM_NULL;
  } else if (type == MPI_COMM_TYPE_HW_UNGUIDED && share.comm != nullptr) {
    setInfoValue(info, "mpi_hw_resource_type", "mpi_shared_memory");
  }
  return MPI_SUCCESS;
}

} // namespace
} // namespace maquette::mpi

extern "C" {

int PMPI_Comm_rank(MPI_Comm comm, int *rank) {
  MAQUETTE_MPI_BEGIN(Comm_rank);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  *rank = view.rank;
  return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size) {
  MAQUETTE_MPI_BEGIN(Comm_size);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  *size = view.size();
  return MPI_SUCCESS;
}

int PMPI_Comm_compare(MPI_Comm first, MPI_Comm second, int *result) {
  MAQUETTE_MPI_BEGIN(Comm_compare);
  const CommView a = call.view(first), b = call.view(second);
  if (int code = call.checkComm(first, a) != 0 ? MPI_ERR_COMM : call.checkComm(second, b))
    return code;
  const auto group = [&](const CommView &comm) {
    return comm.shared->group ? comm.shared->group : Group::evenly(call.rank().id, 1, 1);
  };
  const GroupPointer left = group(a), right = group(b);
  const auto isSame = [](const GroupPointer &one, const GroupPointer &other) {
    return one == other || (one && other && *one == *other);
  };
  const auto isSimilar = [](const GroupPointer &one, const GroupPointer &other) {
    return one == other || (one && other && one->sameMembers(*other));
  };
  if (a.shared == b.shared)
    *result = MPI_IDENT;
  else if (isSame(left, right) && isSame(a.shared->remote, b.shared->remote))
    *result = MPI_CONGRUENT;
  else
    *result = isSimilar(left, right) && isSimilar(a.shared->remote, b.shared->remote) ? MPI_SIMILAR : MPI_UNEQUAL;
  return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_dup);
  return duplicate(call, comm, newcomm);
}
int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_dup_with_info);
  return duplicate(call, comm, newcomm);
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Comm_idup);
  return duplicateLater(call, comm, newcomm, request);
}
int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info, MPI_Comm *newcomm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Comm_idup_with_info);
  return duplicateLater(call, comm, newcomm, request);
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_create);
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer members = groupPointer(group);
  if (view.isInter()) {
    const auto place = members->find(call.rank().id);
    const Share share = splitInterTogether(call, view, place ? 0 : MPI_UNDEFINED, place.value_or(0));
    *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
    return MPI_SUCCESS;
  }
  const CommunicatorConstruction::Name name = constructionName(call, view);
  call.mpi().communicators().construction().leave(name, view.rank, view.size(), {0, 0, members, {}});
  runPhantomAllreduce(call, view, kContextBytes);
  const Share share = call.mpi().communicators().construction().create(name, view.rank, *view.shared);
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_create_group);
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer members = groupPointer(group);
  *newcomm = MPI_COMM_NULL;
  const auto place = members->find(call.rank().id);
  if (!place)
    return MPI_SUCCESS;
  // Only the members take part: they meet within the group, on messages of the parent's context.
  const std::uint64_t which = maquette::sim::mixBits(members->fingerprint() ^ static_cast<std::uint32_t>(tag));
  std::uint32_t &number = call.objects().group_calls[which ^ view.shared->context];
  const CommunicatorConstruction::Name name{view.shared->context, 0x80000000u | number++, which};
  call.mpi().communicators().construction().leave(name, *place, members->size(), {});
  CommShared construction_place;
  construction_place.group = members;
  construction_place.context = view.shared->context;
  std::uint32_t sequence = static_cast<std::uint32_t>(which) & 0x1fffffffu;
  CommView among{call.mpi().communicators().construction().place(name, construction_place), *place, &sequence};
  runPhantomAllreduce(call, among, kContextBytes);
  const Share share = call.mpi().communicators().construction().copy(name, *place, *view.shared, members);
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, share));
  return MPI_SUCCESS;
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_split);
  const CommView view = call.view(comm);
  traceMaking(call, view);
  if (int code = call.checkComm(comm, view))
    return code;
  if (color < 0 && color != MPI_UNDEFINED)
    return call.raise(comm, MPI_ERR_ARG, "the color is " + std::to_string(color) + " [maquette-mpi-argument]");
  *newcomm = inherit(call, comm, maquette::mpi::handleOf(call, split(call, view, color, key)));
  return MPI_SUCCESS;
}

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_split_type);
  return splitByType(call, comm, split_type, key, info, newcomm);
}

int PMPI_Comm_free(MPI_Comm *comm) {
  MAQUETTE_MPI_BEGIN(Comm_free);
  return maquette::mpi::free(call, comm);
}
int PMPI_Comm_disconnect(MPI_Comm *comm) {
  MAQUETTE_MPI_BEGIN(Comm_disconnect);
  return maquette::mpi::free(call, comm);
}

int PMPI_Comm_get_parent(MPI_Comm *parent) {
  MAQUETTE_MPI_BEGIN(Comm_get_parent);
  *parent = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

int PMPI_Comm_set_name(MPI_Comm comm, const char *name) {
  MAQUETTE_MPI_BEGIN(Comm_set_name);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  CommExtras &extras = call.extras(comm);
  extras.name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  extras.named = true;
  return MPI_SUCCESS;
}

int PMPI_Comm_get_name(MPI_Comm comm, char *name, int *length) {
  MAQUETTE_MPI_BEGIN(Comm_get_name);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  const CommExtras &extras = call.extras(comm);
  std::string text = extras.name;
  if (!extras.named && (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF))
    text = comm == MPI_COMM_WORLD ? "MPI_COMM_WORLD" : "MPI_COMM_SELF";
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  MAQUETTE_MPI_BEGIN(Comm_set_info);
  const int code = call.checkComm(comm, call.view(comm));
  return code != MPI_SUCCESS ? code : call.checkInfo(info);
}

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info) {
  MAQUETTE_MPI_BEGIN(Comm_get_info);
  if (int code = call.checkComm(comm, call.view(comm)))
    return code;
  *info = call.mpi().handles().newInfo({});
  return MPI_SUCCESS;
}

} // extern "C"
