// What makes threads, waits for them and keeps them apart stays, with all it needs; what else they compute does not.
// Without threads a lock does not matter.
// RUN: %skeleton %s | FileCheck %s
// RUN: %skeleton --option=-DALONE %s | FileCheck --check-prefix=ALONE %s
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
typedef struct {
  double *x;
  int n, count;
} job;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int ready;
static double unread;
// CHECK: static void *work(void *given)
static void *work(void *given) {
  job *mine = given;
  // CHECK: pthread_mutex_lock(&mutex);
  // CHECK: while (!ready)
  // CHECK: pthread_cond_wait(&go, &mutex);
  // CHECK: pthread_mutex_unlock(&mutex);
  // ALONE-NOT: pthread_mutex_lock(
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&go, &mutex);
  pthread_mutex_unlock(&mutex);
  // CHECK-NOT: mine->x[i]
  for (int i = 0; i < mine->n; i++)
    mine->x[i] = 0.5 * i;
  // CHECK: mine->count = mine->n / 2;
  mine->count = mine->n / 2;
  // CHECK: return (void *)
  return (void *)(long)(mine->n + 1);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  job one = {malloc(1000 * sizeof(double)), 1000, 0};
  void *more = 0;
  // CHECK: pthread_create(&thread, {{.*}}, work, &one);
#ifndef ALONE
  pthread_t thread;
  pthread_create(&thread, NULL, work, &one);
#else
  ready = 1;
  more = work(&one);
#endif
  // CHECK: ready = 1;
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&mutex);
  // CHECK-NOT: unread =
  unread = 3;
  // CHECK: pthread_join(thread, &more);
#ifndef ALONE
  pthread_join(thread, &more);
#endif
  // CHECK: MPI_Send(MAQUETTE_PHANTOM, one.count + (int)(long)more,
  MPI_Send(one.x, one.count + (int)(long)more, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
