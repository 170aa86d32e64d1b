// What a read may find in a file stays, with all that writes it: by the name's buffer, by its text, through a rename.
// What is written to other files goes.
// RUN: %skeleton %s | FileCheck %s
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
static int table[64];
static void save(const char *name, const int *values) {
  // CHECK: FILE *f = fopen(name, "wb");
  // CHECK-NEXT: fwrite(values, sizeof *values, 64, f);
  // CHECK-NEXT: fclose(f);
  FILE *f = fopen(name, "wb");
  fwrite(values, sizeof *values, 64, f);
  fclose(f);
}
static int first(const char *name) {
  int value = 0;
  FILE *f = fopen(name, "rb");
  if (f && fread(&value, sizeof value, 1, f) == 1)
    fclose(f);
  return value;
}
static void protocol(int rank, int step) {
  char name[64];
  snprintf(name, sizeof name, "log.%d", rank);
  FILE *f = fopen(name, "a");
  fprintf(f, "step %d\n", step);
  fclose(f);
}
int main(int argc, char **argv) {
  int rank, begin[1] = {0}, count = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // CHECK: table[i] = rank + i;
  for (int i = 0; i < 64; ++i)
    table[i] = rank + i;
  // CHECK-NOT: protocol
  protocol(rank, 1);
  // CHECK: save("table", table);
  save("table", table);
  MPI_Bcast(table, first("table"), MPI_INT, 0, MPI_COMM_WORLD);
  // CHECK: open("counts.new", O_WRONLY | O_CREAT, 0600);
  // CHECK-NEXT: write(out, &rank, sizeof rank);
  // CHECK-NEXT: close(out);
  // CHECK-NEXT: rename("counts.new", "counts");
  int out = open("counts.new", O_WRONLY | O_CREAT, 0600);
  if (write(out, &rank, sizeof rank) < 0)
    perror("write");
  close(out);
  rename("counts.new", "counts");
  int in = open("counts", O_RDONLY);
  if (read(in, begin, sizeof begin) > 0)
    count = begin[0];
  close(in);
  MPI_Bcast(table, count, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
