/* test/integration/mpi/dynamic_processes.c - ports and names; what a simulation refuses
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int rank, size;

static int errorOf(int code) {
  int class_of;
  MPI_Error_class(code, &class_of);
  return class_of;
}

/* The lower half accepts, the upper connects; then each upper rank sends to a lower one. */
static void meet(void) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm half, other;
  const int accepts = rank < size / 2;
  MPI_Comm_split(MPI_COMM_WORLD, accepts, rank, &half);
  int half_rank, remote, got = -1;
  MPI_Comm_rank(half, &half_rank);
  if (accepts) {
    if (half_rank == 0) {
      MPI_Open_port(MPI_INFO_NULL, port);
      CHECK(strlen(port) > 0);
      CHECK(MPI_Publish_name("meeting", MPI_INFO_NULL, port) == MPI_SUCCESS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &other) == MPI_SUCCESS);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    if (half_rank == 0)
      CHECK(MPI_Lookup_name("meeting", MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &other) == MPI_SUCCESS);
  }
  MPI_Comm_remote_size(other, &remote);
  CHECK(remote == (accepts ? size - size / 2 : size / 2));
  if (!accepts && half_rank < remote)
    MPI_Send(&rank, 1, MPI_INT, half_rank, 9, other);
  if (accepts) {
    MPI_Recv(&got, 1, MPI_INT, half_rank, 9, other, MPI_STATUS_IGNORE);
    CHECK(got == half_rank + size / 2);
  }
  MPI_Comm_disconnect(&other);
  CHECK(other == MPI_COMM_NULL);
  if (accepts && half_rank == 0) {
    CHECK(MPI_Unpublish_name("meeting", MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(MPI_Close_port(port) == MPI_SUCCESS);
  }
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  char port[MPI_MAX_PORT_NAME], command[] = "none", *commands[] = {command};
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  meet();
  MPI_Barrier(MPI_COMM_WORLD); /* The name is gone. */
  CHECK(errorOf(MPI_Lookup_name("meeting", MPI_INFO_NULL, port)) == MPI_ERR_NAME);
  CHECK(errorOf(MPI_Unpublish_name("meeting", MPI_INFO_NULL, port)) == MPI_ERR_SERVICE);
  CHECK(errorOf(MPI_Close_port("nowhere")) == MPI_ERR_PORT);
  CHECK(errorOf(MPI_Comm_connect("nowhere", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm)) == MPI_ERR_PORT);
  CHECK(errorOf(MPI_Comm_join(0, &comm)) == MPI_ERR_UNSUPPORTED_OPERATION);
  const int one = 1;
  const MPI_Info none = MPI_INFO_NULL;
  if (argc < 2) {
    CHECK(errorOf(MPI_Comm_spawn(command, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm,
                                 MPI_ERRCODES_IGNORE)) == MPI_ERR_SPAWN);
    CHECK(errorOf(MPI_Comm_spawn_multiple(1, commands, MPI_ARGVS_NULL, &one, &none, 0, MPI_COMM_WORLD, &comm,
                                          MPI_ERRCODES_IGNORE)) == MPI_ERR_SPAWN);
  } else {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_spawn(command, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm, MPI_ERRCODES_IGNORE);
  }
  MPI_Comm_get_parent(&comm);
  CHECK(comm == MPI_COMM_NULL);
  MPI_Finalize();
  return 0;
}
