// A feature is written as its region can name it: with its namespace, and not at all where it is private or local
// elsewhere.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
namespace sizes {
namespace {
int rows = 7;
}
int columns = 3;
} // namespace sizes
static double cells[64];
class Block {
public:
  explicit Block(int n) : inner_(n), outer(n) {}
  static void fill(Block &block) {
    for (int i = 0; i < block.inner_; ++i)
      cells[i % 64] += 1;
    for (int i = 0; i < block.outer; ++i)
      cells[i % 64] += 2;
  }
  int inner() const { return inner_; }

private:
  int inner_;

public:
  int outer;
};
void sweep() {
  static int width = 5;
  for (int i = 0; i < width; ++i)
    cells[i] = 0;
  for (int j = 0; j < sizes::rows; ++j)
    cells[j % 64] += 1;
  MPI_Barrier(MPI_COMM_WORLD);
  width += sizes::rows;
  for (int k = 0; k < width; ++k)
    MPI_Barrier(MPI_COMM_WORLD);
}
void each() {
  for (int j = 0; j < sizes::rows; ++j)
    cells[j % 64] += 1;
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Block block(argc * 8);
  sizes::rows += argc;
  sizes::columns += argc;
  sweep();
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 1, (double)block.outer);
  // CHECK-NEXT: MPI_Send(MAQUETTE_PHANTOM, block.inner()
  Block::fill(block);
  MPI_Send(cells, block.inner() + block.outer, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  // CHECK: maquette_compute("main#{{[0-9a-f]+}}", 2, (double)sizes::columns, (double)sizes::rows);
  for (int i = 0; i < sizes::columns; ++i)
    cells[i % 64] *= 0.5;
  each();
  MPI_Send(cells, sizes::columns, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
