#include <mpi.h>
struct Cells {
  int *count;
  double *where;
};
inline void fillCells(Cells &cells, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * n; j++) {
      cells.where[i] += j;
      cells.count[(i * 7 + j) % 100]++;
    }
  MPI_Barrier(MPI_COMM_WORLD);
}
