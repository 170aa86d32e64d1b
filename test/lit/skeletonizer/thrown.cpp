// What is thrown for a reason that costs nothing is thrown: the loop ends there.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdexcept>
static double field[1000];
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  try {
    for (int step = 0; step < 10; ++step) {
      // CHECK: if (step == argc)
      // CHECK-NEXT: throw std::runtime_error("stop");
      if (step == argc)
        throw std::runtime_error("stop");
      double sum = 0;
      for (int i = 0; i < 1000; ++i)
        for (int j = 0; j < 1000; ++j)
          for (int k = 0; k < 1000; ++k)
            for (int l = 0; l < 1000; ++l)
              sum += field[i] += field[j] * field[k] * l;
      // CHECK-NOT: throw 
      if (sum != sum)
        throw 1;
      MPI_Barrier(MPI_COMM_WORLD);
    }
    // CHECK: } catch (const std::exception &) {
  } catch (const std::exception &) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
