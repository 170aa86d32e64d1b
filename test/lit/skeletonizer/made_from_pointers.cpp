// What a container is made of, by pointers or iterators, is what it holds.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
#include <string>
#include <vector>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char text[9] = "";
  std::vector<char> letters(9);
  std::vector<int> numbers(9);
  double costly[100];
  // CHECK: MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(text, 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  // CHECK: MPI_Bcast(letters.data(), 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Bcast(letters.data(), 9, MPI_CHAR, 0, MPI_COMM_WORLD);
  // CHECK: MPI_Bcast(numbers.data(), 9, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(numbers.data(), 9, MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(costly, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // CHECK: std::string one(text);
  std::string one(text);
  // CHECK: std::string two(letters.begin(), letters.end());
  std::string two(letters.begin(), letters.end());
  // CHECK: std::vector<int> three(numbers.begin(), numbers.end());
  std::vector<int> three(numbers.begin(), numbers.end());
  std::vector<double> four(costly, costly + 100);
  int far = argc;
  int *cells[2] = {&numbers[0], &far};
  std::vector<int *> five(cells, cells + 2);
  // CHECK: *five[1] = argc + 3;
  *five[1] = argc + 3;
  // CHECK: if (far == 5)
  if (far == 5)
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: if (one[0] == 'a')
  if (one[0] == 'a')
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: if (two.find("b") == 3)
  if (two.find("b") == 3)
    MPI_Barrier(MPI_COMM_WORLD);
  // CHECK: if (three[1] == 4)
  if (three[1] == 4)
    MPI_Barrier(MPI_COMM_WORLD);
  double sum = 0;
  for (double each : four)
    sum += each;
  costly[0] = sum;
  MPI_Finalize();
  return 0;
}
