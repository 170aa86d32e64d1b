// With --io, reads and writes of files stay. Their data is no criterion: what nobody reads again is not computed. What
// is read again is kept apart by kind.
// RUN: %skeleton %s --io | FileCheck %s
// RUN: %skeleton %s | FileCheck %s --check-prefix=PLAIN
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static double *field;
static int counts[8];
static void compute(int cells) {
  // CHECK-NOT: field[i] = field
  for (int i = 0; i < cells; ++i)
    field[i] = field[i] * 0.5 + i;
}
static void save(int step, int cells) {
  // CHECK-LABEL: static void save
  // PLAIN-NOT: pwrite(
  // CHECK: FILE *file = fopen("state", "wb");
  FILE *file = fopen("state", "wb");
  counts[0] = step;
  // CHECK: fwrite(counts, sizeof counts, 1, file);
  fwrite(counts, sizeof counts, 1, file);
  // CHECK: fwrite({{.*}}, sizeof *field, cells, file);
  fwrite(field, sizeof *field, cells, file);
  // CHECK: fclose(file);
  fclose(file);
  // CHECK: int all = open("all", O_WRONLY | O_CREAT, 0644);
  int all = open("all", O_WRONLY | O_CREAT, 0644);
  // CHECK: pwrite(all, MAQUETTE_PHANTOM, cells * sizeof *field, 0);
  pwrite(all, field, cells * sizeof *field, 0);
  // CHECK: close(all);
  close(all);
  // CHECK-NOT: fprintf(stdout
  // CHECK-NOT: fwrite(counts, sizeof counts, 1, stdout
  fprintf(stdout, "%d\n", counts[0]);
  fwrite(counts, sizeof counts, 1, stdout);
}
static int restore(int cells) {
  // CHECK-LABEL: static int restore
  FILE *file = fopen("state", "rb");
  // CHECK: fread(counts, sizeof counts, 1, file);
  fread(counts, sizeof counts, 1, file);
  // CHECK: fread(MAQUETTE_PHANTOM, sizeof *field, cells, file);
  fread(field, sizeof *field, cells, file);
  fclose(file);
  return counts[0];
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int cells = atoi(argv[1]);
  field = malloc(cells * sizeof *field);
  for (int step = 0; step < 10; ++step) {
    compute(cells);
    save(step, cells);
  }
  for (int step = restore(cells); step < 20; ++step) {
    compute(cells);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
