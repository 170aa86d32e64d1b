/* What is attached to a communicator is what is asked for later.
 * RUN: %skeleton %s | FileCheck %s
 */
#include <mpi.h>
static int width;
int main(int argc, char **argv) {
  int key, found, *value;
  double x[100] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, 0);
  /* CHECK: width = 4 * argc;
   * CHECK-NEXT: MPI_Comm_set_attr(MPI_COMM_WORLD, key, &width);
   */
  width = 4 * argc;
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &width);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &found);
  if (found)
    MPI_Bcast(x, *value, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
