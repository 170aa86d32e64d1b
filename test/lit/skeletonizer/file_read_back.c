// What is read from a file that is open for both is what was written there. A buffer for messages is given to MPI and
// taken back, whatever they hold.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
typedef struct maquette_test_file *MPI_File;
#define MPI_MODE_RDWR 8
int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file);
int MPI_File_write_at_all(MPI_File file, long offset, const void *buf, int count, MPI_Datatype type,
                          MPI_Status *status);
int MPI_File_read_at(MPI_File file, long offset, void *buf, int count, MPI_Datatype type, MPI_Status *status);
int MPI_Buffer_attach(void *buffer, int size);
int MPI_Buffer_detach(void *buffer, int *size);
/* Nobody needs what it gives. */
// CHECK-LABEL: int takeBack(void)
static int takeBack(void) {
  void *room;
  int size;
  // CHECK: MPI_Buffer_detach(&room, &size);
  MPI_Buffer_detach(&room, &size);
  return size;
}
int main(int argc, char **argv) {
  static char room[100];
  MPI_File file;
  int count, number;
  MPI_Init(&argc, &argv);
  // CHECK: MPI_Buffer_attach(room, 100);
  MPI_Buffer_attach(room, 100);
  MPI_File_open(MPI_COMM_WORLD, "numbers", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  // CHECK: number = argc + 3;
  number = argc + 3;
  MPI_File_write_at_all(file, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at(file, 0, &count, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Send(argv, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  // CHECK: takeBack();
  takeBack();
  MPI_Finalize();
  return 0;
}
