// What one rank gets from a window is what another has stored in its memory; what lies in a shared one is seen by all.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
int MPI_Win_allocate_shared(long size, int unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win);
int MPI_Win_shared_query(MPI_Win win, int rank, long *size, int *unit, void *base);
int MPI_Get(void *origin, int count, MPI_Datatype type, int target, long displacement, int target_count,
            MPI_Datatype target_type, MPI_Win win);
int main(int argc, char **argv) {
  MPI_Win win;
  int *mine, *theirs, count, unit;
  long size;
  MPI_Init(&argc, &argv);
  MPI_Win_allocate_shared(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  // CHECK: mine[0] = argc;
  mine[0] = argc;
  MPI_Win_fence(0, win);
  MPI_Get(&count, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Send(argv, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  // CHECK: mine[1] = 2 * argc;
  mine[1] = 2 * argc;
  // CHECK: MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
  MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
  MPI_Send(argv, theirs[1], MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
