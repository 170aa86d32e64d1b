// What a plan of FFTW transforms are the arrays that it was made for: transforms of arrays that nobody needs go, with
// their plans.
// RUN: %skeleton --exact %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
typedef struct fftw_plan_s *fftw_plan;
typedef double fftw_complex[2];
fftw_plan fftw_plan_many_dft(int rank, const int *n, int howmany, fftw_complex *in, const int *inembed, int istride,
                             int idist, fftw_complex *out, const int *onembed, int ostride, int odist, int sign,
                             unsigned flags);
fftw_plan fftw_plan_dft_1d(int n, fftw_complex *in, fftw_complex *out, int sign, unsigned flags);
void fftw_execute(const fftw_plan plan);
void fftw_destroy_plan(fftw_plan plan);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int n = 10 * argc;
  fftw_complex *data = calloc(n, sizeof(fftw_complex)), *sizes = calloc(n, sizeof(fftw_complex));
  // CHECK-NOT: fftw_plan lines
  // CHECK-NOT: fftw_plan_many_dft(1,
  fftw_plan lines = fftw_plan_many_dft(1, &n, 1, data, NULL, 1, n, data, NULL, 1, n, -1, 0);
  // CHECK: fftw_plan_dft_1d(n, sizes, sizes, -1, 0);
  fftw_plan counts = fftw_plan_dft_1d(n, sizes, sizes, -1, 0);
  // CHECK: sizes[1][0] = 5;
  sizes[1][0] = 5;
  data[1][0] = 5;
  // CHECK-NOT: fftw_execute(lines);
  // CHECK: fftw_execute(counts);
  fftw_execute(lines);
  fftw_execute(counts);
  // CHECK: MPI_Bcast(MAQUETTE_PHANTOM, (int)sizes[0][0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(data, (int)sizes[0][0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  fftw_destroy_plan(lines);
  fftw_destroy_plan(counts);
  MPI_Finalize();
  return 0;
}
