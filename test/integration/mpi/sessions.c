/* test/integration/mpi/sessions.c - MPI without MPI_Init
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int handled;
static void onError(MPI_Session *session, int *code, ...) {
  (void)session;
  MPI_Error_class(*code, &handled);
}

/* A communicator of a process set, used and freed; returns its size. */
static int useSet(MPI_Session session, const char *name) {
  MPI_Group group;
  MPI_Comm comm;
  int size, sum, one = 1;
  CHECK(MPI_Group_from_session_pset(session, name, &group) == MPI_SUCCESS);
  CHECK(MPI_Comm_create_from_group(group, "test", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm) == MPI_SUCCESS);
  MPI_Group_free(&group);
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size);
  MPI_Comm_free(&comm);
  return size;
}

static void sets(MPI_Session session, int ranks) {
  int count, flag;
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
  CHECK(count == 2);
  for (int i = 0; i < count; ++i) {
    char name[MPI_MAX_PSET_NAME_LEN], value[16];
    int length = 0, room = 2;
    MPI_Info info;
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
    CHECK(length > 0 && length <= (int)sizeof name);
    MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
    CHECK((int)strlen(name) + 1 == length);
    MPI_Session_get_pset_info(session, name, &info);
    MPI_Info_get_string(info, "mpi_size", &room, value, &flag);
    CHECK(flag && strlen(value) <= 1);
    room = sizeof value;
    MPI_Info_get_string(info, "mpi_size", &room, value, &flag);
    CHECK(flag && atoi(value) == useSet(session, name) && room == (int)strlen(value) + 1);
    CHECK(atoi(value) == (strcmp(name, "mpi://WORLD") == 0 ? ranks : 1));
    MPI_Info_free(&info);
  }
}

/* Both halves of the ranks, by two groups. */
static void halves(MPI_Session session, int rank, int size) {
  MPI_Group all, low, high;
  MPI_Comm both;
  int remote, range[1][3] = {{0, size / 2 - 1, 1}};
  MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
  MPI_Group_range_incl(all, 1, range, &low);
  MPI_Group_range_excl(all, 1, range, &high);
  const int is_low = rank < size / 2;
  MPI_Intercomm_create_from_groups(is_low ? low : high, 0, is_low ? high : low, 0, "halves", MPI_INFO_NULL,
                                   MPI_ERRORS_ARE_FATAL, &both);
  MPI_Comm_remote_size(both, &remote);
  CHECK(remote == (is_low ? size - size / 2 : size / 2));
  MPI_Comm_free(&both);
  MPI_Group_free(&all);
  MPI_Group_free(&low);
  MPI_Group_free(&high);
}

int main(int argc, char **argv) {
  MPI_Session session, second;
  MPI_Errhandler handler, read_back;
  MPI_Info info;
  int flag, rank, size, room = 64;
  char level[64];
  MPI_Session_create_errhandler(onError, &handler);
  CHECK(MPI_Session_init(MPI_INFO_NULL, handler, &session) == MPI_SUCCESS);
  MPI_Initialized(&flag);
  CHECK(!flag);
  MPI_Session_get_errhandler(session, &read_back);
  CHECK(read_back == handler);
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  CHECK(handled == MPI_ERR_OTHER);
  MPI_Session_get_pset_info(session, "nonsense", &info);
  CHECK(handled == MPI_ERR_ARG);
  MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
  MPI_Session_get_info(session, &info);
  MPI_Info_get_string(info, "thread_level", &room, level, &flag);
  CHECK(flag && strncmp(level, "MPI_THREAD_", 11) == 0);
  MPI_Info_free(&info);
  CHECK(useSet(session, "mpi://SELF") == 1 && useSet(session, "mpi://self") == 1);
  const int ranks = useSet(session, "mpi://WORLD");
  sets(session, ranks);
  CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS && session == MPI_SESSION_NULL);

  /* Beside MPI_Init, and twice. */
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Init(&argc, &argv);
  MPI_Initialized(&flag);
  CHECK(flag);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &second);
  if (size > 1)
    halves(second, rank, size);
  MPI_Session_finalize(&second);
  MPI_Session_finalize(&session);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Info_create_env(argc, argv, &info);
  MPI_Info_get_string(info, "thread_level", &room, level, &flag);
  CHECK(flag);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
