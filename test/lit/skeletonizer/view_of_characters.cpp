// find() and its like read what a std::string_view is made of.
// RUN: %skeleton --std=c++17 --exact %s | FileCheck %s
#include <mpi.h>
#include <string_view>
#include <utility>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char text[9] = "";
  // CHECK: MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  std::string_view view(text, 3);
  if (view.find('b') == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  char name[9] = "abc";
  // CHECK: name[argc] = 'x';
  name[argc] = 'x';
  std::string_view other = name;
  if (other.substr(1).compare("bx") == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  int a = argc;
  std::pair<int &, int> refers(a, 2);
  // CHECK: refers.first += 3;
  // CHECK-NEXT: MPI_Bcast(text, a,
  refers.first += 3;
  MPI_Bcast(text, a, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
