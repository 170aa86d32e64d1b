// A record that derives from a container is returned: what was written to its elements goes along with it.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <vector>
class Coordinates : private std::vector<int> {
public:
  // CHECK: explicit Coordinates(int n) : std::vector<int>(n, 0) {}
  explicit Coordinates(int n) : std::vector<int>(n, 0) {}
  using std::vector<int>::data;
  using std::vector<int>::operator[];
};
static double buffer[1000];
// CHECK: static void fill(int *to, int rank) { to[0] = rank / 2; }
static void fill(int *to, int rank) { to[0] = rank / 2; }
// CHECK-LABEL: Coordinates placeOf
static Coordinates placeOf(int rank) {
  Coordinates place(2);
  // CHECK: fill(place.data(), rank);
  fill(place.data(), rank);
  return place;
}
// CHECK-LABEL: Coordinates shifted
static Coordinates shifted(int by) {
  Coordinates place(2);
  // CHECK: place[1] = by;
  place[1] = by;
  return place;
}
// CHECK-LABEL: int main
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int rank = 0; rank < 4; ++rank) {
    // CHECK: const auto there{placeOf(rank)};
    const auto there{placeOf(rank)};
    MPI_Send(buffer, there[0] + 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  // CHECK: const Coordinates other = shifted(argc);
  const Coordinates other = shifted(argc);
  MPI_Send(buffer, other[1], MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
