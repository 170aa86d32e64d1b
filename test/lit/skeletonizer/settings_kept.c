// What says how later calls go is said, whoever asks for it; a name comes back as it was given.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <string.h>
typedef struct maquette_test_errhandler *MPI_Errhandler;
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler);
int MPI_Comm_set_name(MPI_Comm comm, const char *name);
int MPI_Comm_get_name(MPI_Comm comm, char *name, int *length);
int main(int argc, char **argv) {
  char name[128] = "";
  int length;
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Comm_set_errhandler(MPI_COMM_WORLD, 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, 0);
  // CHECK: MPI_Comm_set_name(MPI_COMM_WORLD, argv[0]);
  MPI_Comm_set_name(MPI_COMM_WORLD, argv[0]);
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  MPI_Send(argv, (int)strlen(name), MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
