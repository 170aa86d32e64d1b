//===- runtime/mpi/bindings/session_api.cpp - MPI_Session_* ----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A session knows two process sets: the simulation's ranks, and the rank itself. Between MPI_Session_init and
/// MPI_Session_finalize a rank may use what needs no MPI_COMM_WORLD, without MPI_Init.
///
/// Source    MPI 4.0, 11.3 (sessions), 7.4.2 (communicators from groups)
#include "objects/communicator_calls.h"
#include "objects/error_handler.h"
#include "objects/handles.h"

#include "maquette/sim/random.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <cstring>

using namespace maquette::mpi;
using maquette::runtime::RankPhase;

namespace {

struct Session {
  MPI_Errhandler errhandler;
};

constexpr std::array<const char *, 2> kSets = {"mpi://WORLD", "mpi://SELF"};

Session *sessionOf(MPI_Session session) { return reinterpret_cast<Session *>(session); }

int raise(const Call &call, MPI_Session session, int code, const std::string &what) {
  if (session == MPI_SESSION_NULL)
    return call.raise(MPI_COMM_WORLD, code, what);
  return handleError<MPI_Session_errhandler_function>(call.mpi(), call.rank(), sessionOf(session)->errhandler, session,
                                                      code, what);
}

int checkSession(const Call &call, MPI_Session session) {
  if (session == MPI_SESSION_NULL)
    return raise(call, session, MPI_ERR_SESSION, "the session is MPI_SESSION_NULL [maquette-mpi-argument]");
  const std::vector<MPI_Session> &open = call.objects().sessions;
  if (!call.mpi().usage().checks().freed || std::find(open.begin(), open.end(), session) != open.end())
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_SESSION, "the session was finalized [maquette-mpi-use-after-free]");
}

/// The number of the set; -1 if there is none of this name.
int setOf(const char *name) {
  for (std::size_t i = 0; i < kSets.size(); ++i)
    if (strcasecmp(name, kSets[i]) == 0)
      return static_cast<int>(i);
  return -1;
}

int noSet(const Call &call, MPI_Session session, const std::string &which) {
  return raise(call, session, MPI_ERR_ARG, "unknown process set " + which + " [maquette-mpi-argument]");
}

MPI_Info infoWith(const Call &call, const std::string &key, const std::string &value) {
  return call.mpi().handles().newInfo({{{key, value}}});
}

int tagOf(const char *text) {
  std::uint64_t hash = 0;
  for (; *text != '\0'; ++text)
    hash = maquette::sim::mixBits(hash ^ static_cast<unsigned char>(*text));
  return static_cast<int>(hash & 0x3fffffff);
}

int createFromGroup(MPI_Group group, const char *tag, MPI_Errhandler errhandler, MPI_Comm *newcomm) {
  if (const int code = PMPI_Comm_create_group(MPI_COMM_WORLD, group, tagOf(tag), newcomm); code != MPI_SUCCESS)
    return code;
  return *newcomm == MPI_COMM_NULL || errhandler == MPI_ERRHANDLER_NULL
             ? MPI_SUCCESS
             : PMPI_Comm_set_errhandler(*newcomm, errhandler);
}

} // namespace

extern "C" {

int PMPI_Session_init(MPI_Info, MPI_Errhandler errhandler, MPI_Session *session) {
  MAQUETTE_MPI_BEGIN(Session_init);
  RankObjects &objects = call.objects();
  if (objects.sessions.empty() && call.rank().phase != RankPhase::InMpi) {
    objects.phase_outside_sessions = call.rank().phase;
    objects.only_sessions = true;
    call.rank().phase = RankPhase::InMpi;
  }
  *session = reinterpret_cast<MPI_Session>(new Session{errhandler});
  objects.sessions.push_back(*session);
  return MPI_SUCCESS;
}

int PMPI_Session_finalize(MPI_Session *session) {
  MAQUETTE_MPI_BEGIN(Session_finalize);
  if (int code = checkSession(call, *session))
    return code;
  RankObjects &objects = call.objects();
  std::erase(objects.sessions, *session);
  delete sessionOf(*session);
  *session = MPI_SESSION_NULL;
  if (objects.sessions.empty() && objects.only_sessions) {
    call.rank().phase = objects.phase_outside_sessions;
    objects.only_sessions = false;
  }
  return MPI_SUCCESS;
}

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info, int *count) {
  MAQUETTE_MPI_BEGIN(Session_get_num_psets);
  if (int code = checkSession(call, session))
    return code;
  *count = static_cast<int>(kSets.size());
  return MPI_SUCCESS;
}

/// \p length: room on entry, 0 to ask; what the name needs on return.
int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info, int index, int *length, char *name) {
  MAQUETTE_MPI_BEGIN(Session_get_nth_pset);
  if (int code = checkSession(call, session))
    return code;
  if (index < 0 || static_cast<std::size_t>(index) >= kSets.size())
    return noSet(call, session, std::to_string(index));
  const std::string text = kSets[static_cast<std::size_t>(index)];
  if (*length > 0) {
    const std::size_t count = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(name, text.data(), count);
    name[count] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
  return MPI_SUCCESS;
}

int PMPI_Session_get_pset_info(MPI_Session session, const char *name, MPI_Info *info) {
  MAQUETTE_MPI_BEGIN(Session_get_pset_info);
  if (int code = checkSession(call, session))
    return code;
  const int set = setOf(name);
  if (set < 0)
    return noSet(call, session, name);
  *info = infoWith(call, "mpi_size", std::to_string(set == 0 ? call.view(MPI_COMM_WORLD).size() : 1));
  return MPI_SUCCESS;
}

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used) {
  MAQUETTE_MPI_BEGIN(Session_get_info);
  if (int code = checkSession(call, session))
    return code;
  *info_used = infoWith(call, "thread_level", "MPI_THREAD_MULTIPLE");
  return MPI_SUCCESS;
}

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *function, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Session_create_errhandler);
  *errhandler = newErrorHandler(function);
  return MPI_SUCCESS;
}

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
  MAQUETTE_MPI_BEGIN(Session_set_errhandler);
  if (int code = checkSession(call, session))
    return code;
  if (int code = call.checkHandler(errhandler))
    return code;
  sessionOf(session)->errhandler = errhandler;
  return MPI_SUCCESS;
}

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) {
  MAQUETTE_MPI_BEGIN(Session_get_errhandler);
  if (int code = checkSession(call, session))
    return code;
  *errhandler = anotherHandle(sessionOf(session)->errhandler);
  return MPI_SUCCESS;
}

int PMPI_Session_call_errhandler(MPI_Session session, int code) {
  MAQUETTE_MPI_BEGIN(Session_call_errhandler);
  if (int invalid = checkSession(call, session))
    return invalid;
  raise(call, session, code, "the program raised error " + std::to_string(code) + " [maquette-mpi-program-error]");
  return MPI_SUCCESS;
}

int PMPI_Group_from_session_pset(MPI_Session session, const char *name, MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(Group_from_session_pset);
  if (int code = checkSession(call, session))
    return code;
  const int set = setOf(name);
  if (set < 0)
    return noSet(call, session, name);
  return PMPI_Comm_group(set == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF, group);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *tag, MPI_Info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_create_from_group);
  call.trace({}, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  return createFromGroup(group, tag, errhandler, newcomm);
}

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
                                      int remote_leader, const char *tag, MPI_Info, MPI_Errhandler errhandler,
                                      MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Intercomm_create_from_groups);
  call.trace({}, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  MPI_Comm local = MPI_COMM_NULL;
  for (MPI_Group group : {local_group, remote_group})
    if (const int code = call.checkGroup(group); code != MPI_SUCCESS)
      return code;
  if (const int code = createFromGroup(local_group, tag, errhandler, &local); code != MPI_SUCCESS)
    return code;
  const int leader = groupPointer(remote_group)->at(remote_leader);
  const int code = PMPI_Intercomm_create(local, local_leader, MPI_COMM_WORLD, leader, tagOf(tag), newcomm);
  PMPI_Comm_free(&local);
  return code;
}

} // extern "C"
