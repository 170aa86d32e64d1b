// What is passed for the dots of a variadic function goes to whoever takes it from the list; steps in the list stay
// together.
// RUN: %skeleton %s | FileCheck %s
#include <mpi.h>
#include <stdarg.h>
static int calls, seen;
// CHECK-LABEL: static int second(
static int second(int n, ...) {
  va_list list;
  // CHECK: va_start(list, n);
  va_start(list, n);
  // CHECK-NEXT: va_arg(list, double);
  double first = va_arg(list, double);
  // CHECK-NEXT: int value = va_arg(list, int);
  int value = va_arg(list, int);
  va_end(list);
  seen += first > 1.0;
  return value;
}
static void note(int kind, ...) { calls += kind; }
int main(int argc, char **argv) {
  double *none = 0;
  MPI_Init(&argc, &argv);
  // CHECK: int to = argc * 3;
  int to = argc * 3;
  // CHECK: note(2, 0.0, 0);
  note(2, none[3], seen);
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, calls, MPI_INT, second(1, 0.5 * argc, to),
  MPI_Send(&seen, calls, MPI_INT, second(1, 0.5 * argc, to), 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
