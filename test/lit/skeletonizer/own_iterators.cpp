// A loop over a class of the program's own runs its begin(), !=, ++ and *.
// RUN: %skeleton --std=c++17 %s | FileCheck %s
#include <mpi.h>
struct Tile {
  int x, owner;
};
class Tiles {
  int count_, ranks_;

public:
  Tiles(int count, int ranks) : count_(count), ranks_(ranks) {}
  struct End {};
  struct Iterator {
    const Tiles *all;
    int i;
    // CHECK: Tile operator*() const { return {i, i * 5 % all->ranks_}; }
    Tile operator*() const { return {i, i * 5 % all->ranks_}; }
    // CHECK: ++i;
    Iterator &operator++() {
      ++i;
      return *this;
    }
    // CHECK: return i < all->count_;
    bool operator!=(End) const { return i < all->count_; }
  };
  Iterator begin() const { return {this, 0}; }
  End end() const { return {}; }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Tiles tiles(7, size);
  double x[8] = {};
  // CHECK: for (auto tile : tiles)
  // CHECK-NEXT: if (tile.owner == rank)
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, 1 + tile.x, MPI_DOUBLE, 0, tile.x, MPI_COMM_WORLD);
  for (auto tile : tiles)
    if (tile.owner == rank)
      MPI_Send(x, 1 + tile.x, MPI_DOUBLE, 0, tile.x, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
