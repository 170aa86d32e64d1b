// What a void pointer may lead to is told apart again where it becomes a pointer to a class: a plan is no load.
// RUN: %skeleton --whole %s | FileCheck %s
#include <mpi.h>
#include <vector>

struct Plan : std::vector<int> {};
struct Load : std::vector<int> {};

static void *slots[2];

static void *slot(int i) { return slots[i]; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Plan plan;
  Load load;
  plan.resize(4);
  load.resize(1000);
  slots[0] = &plan;
  slots[1] = &load;
  // CHECK: (*static_cast<Plan *>(slot(0)))[i] = i + 1;
  for (int i = 0; i < 4; ++i)
    (*static_cast<Plan *>(slot(0)))[i] = i + 1;
  double data[16] = {0};
  for (int step = 0; step < 4; ++step) {
    // CHECK: maquette_compute(
    // CHECK-NOT: static_cast<Load *>(slot(1)))[i] =
    for (int i = 1; i < 1000; ++i)
      (*static_cast<Load *>(slot(1)))[i] = (*static_cast<Load *>(slot(1)))[i - 1] * 3 + step;
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, (*static_cast<Plan *>(slot(0)))[step]
    MPI_Bcast(data, (*static_cast<Plan *>(slot(0)))[step], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
