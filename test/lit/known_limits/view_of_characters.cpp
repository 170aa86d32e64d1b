// What find() and its like read through a std::string_view that was made of a pointer is not followed.
// XFAIL: *
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <string_view>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char text[9] = "";
  // CHECK: MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  std::string_view view(text, 3);
  if (view.find('b') == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
