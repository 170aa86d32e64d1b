// Swapped, moved and copied containers and records take each part along: their sizes do not need their elements.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <utility>
#include <vector>
struct Field {
  int rows;
  std::vector<double> values;
};
static void step(const Field &from, Field &to) {
  for (std::size_t i = 1; i + 1 < from.values.size(); ++i)
    to.values[i] = 0.5 * (from.values[i - 1] + from.values[i + 1]);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Field current, previous;
  // CHECK: current.rows = argc * 10;
  current.rows = argc * 10;
  current.values.resize(current.rows * 100);
  // CHECK: previous = current;
  previous = current;
  // CHECK: std::vector<double> edge(
  std::vector<double> edge(current.rows), other;
  // CHECK: other = edge;
  other = edge;
  for (int i = 0; i < 50; ++i) {
    step(previous, current);
    edge[0] = current.values[0];
    // CHECK-NOT: maquette_predict
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, previous.rows, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(previous.values.data(), previous.rows, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, static_cast<int>(other.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(other.data(), static_cast<int>(other.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    // CHECK-NEXT: std::swap(current, previous);
    std::swap(current, previous);
    // CHECK-NEXT: other.swap(edge);
    other.swap(edge);
  }
  MPI_Finalize();
  return 0;
}
