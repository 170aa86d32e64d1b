// Where an object ends, so do its bases and parts: their destructors do not look for what the skeleton has not made,
// though nothing in them stays.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
static double sum;
struct Matrix {
  explicit Matrix(int n) : data(new double[n]) {}
  ~Matrix() { delete[] data; }
  double *data;
};
struct Table {
  // CHECK: ~Table() { }
  ~Table() { delete matrix; }
  Matrix *matrix;
};
class Solver {
public:
  explicit Solver(int n);
  ~Solver();
  int size() const { return n_; }

protected:
  Matrix *main_layer;
  Table table;
  int n_;
};
class MpiSolver : public Solver {
public:
  explicit MpiSolver(int n) : Solver(n) { buffer = new Matrix(n); }
  ~MpiSolver();
  void step();

private:
  Matrix *buffer;
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    // CHECK: MpiSolver solver(argc + 4);
    MpiSolver solver(argc + 4);
    solver.step();
  }
  MPI_Finalize();
  return 0;
}
// CHECK: Solver::Solver(int n) : n_(n) {
// CHECK-NEXT: }
Solver::Solver(int n) : n_(n) {
  main_layer = new Matrix(n);
  table.matrix = new Matrix(n);
}
// CHECK-NEXT: Solver::~Solver() { }
Solver::~Solver() { delete main_layer; }
// CHECK-NEXT: MpiSolver::~MpiSolver() { }
MpiSolver::~MpiSolver() { delete buffer; }
void MpiSolver::step() {
  for (int i = 0; i < n_; ++i)
    sum += main_layer->data[i] = 1;
  MPI_Bcast(main_layer->data, n_, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
