// RUN: %skeleton --whole --exact %s | FileCheck %s
// What was thrown is reached through the pointer that catches it.
#include <mpi.h>

struct Error {
  const char *text;
  int code;
};

static void fail(int n) {
  Error *error = new Error;
  error->text = "too many";
  error->code = n;
  throw error;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double data[16] = {0};
  int count = 1;
  try {
    fail(argc + 3);
  } catch (Error *error) {
    count = error->code;
    delete error;
  }
  MPI_Bcast(data, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}

// CHECK: error->code = n;
// CHECK: throw error;
// CHECK: count = error->code;
// CHECK: MPI_Bcast(MAQUETTE_PHANTOM, count
