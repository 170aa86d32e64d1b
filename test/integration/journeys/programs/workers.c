// Each rank has three threads that take work from a list; how much of the field changed says how much is sent.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { PARTS = 4, CELLS = 1000, STEPS = 12, THREADS = 3 };

typedef struct task {
  void (*run)(void *);
  void *argument;
  struct task *next;
} task;

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t some, none;
  task *first;
  int busy, stop;
} pool;

typedef struct {
  double *field;
  int cells, step, changed;
} part;

static void *serve(void *given) {
  pool *work = given;
  long served = 0;
  pthread_mutex_lock(&work->mutex);
  for (;;) {
    while (!work->first && !work->stop)
      pthread_cond_wait(&work->some, &work->mutex);
    if (!work->first)
      break;
    task *mine = work->first;
    work->first = mine->next;
    work->busy++;
    pthread_mutex_unlock(&work->mutex);
    mine->run(mine->argument);
    free(mine);
    served++;
    pthread_mutex_lock(&work->mutex);
    if (--work->busy == 0 && !work->first)
      pthread_cond_signal(&work->none);
  }
  pthread_mutex_unlock(&work->mutex);
  return (void *)served;
}

static void submit(pool *work, void (*run)(void *), void *argument) {
  task *made = malloc(sizeof *made);
  made->run = run;
  made->argument = argument;
  pthread_mutex_lock(&work->mutex);
  made->next = work->first;
  work->first = made;
  pthread_cond_signal(&work->some);
  pthread_mutex_unlock(&work->mutex);
}

static void drain(pool *work) {
  pthread_mutex_lock(&work->mutex);
  while (work->first || work->busy)
    pthread_cond_wait(&work->none, &work->mutex);
  pthread_mutex_unlock(&work->mutex);
}

static void relax(void *given) {
  part *mine = given;
  for (int sweep = 0; sweep < 20; ++sweep)
    for (int i = 1; i < mine->cells - 1; ++i)
      mine->field[i] = 0.5 * (mine->field[i - 1] + mine->field[i + 1]);
  mine->changed = mine->cells / (2 + mine->step % 3);
}

static void start(pthread_t *thread, void *(*function)(void *), pool *work) {
  if (pthread_create(thread, NULL, function, work) != 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv) {
  int provided, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  pool work = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0, 0};
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i)
    start(&threads[i], serve, &work);
  part parts[PARTS];
  for (int i = 0; i < PARTS; ++i) {
    parts[i] = (part){calloc(CELLS, sizeof(double)), CELLS - 100 * i, 0, 0};
    parts[i].field[0] = rank + i;
  }
  for (int step = 0; step < STEPS; ++step) {
    int changed = 0;
    for (int i = 0; i < PARTS; ++i) {
      parts[i].step = step + i;
      submit(&work, relax, &parts[i]);
    }
    drain(&work);
    for (int i = 0; i < PARTS; ++i)
      changed += parts[i].changed;
    MPI_Sendrecv(parts[0].field, changed / PARTS, MPI_DOUBLE, (rank + 1) % ranks, step, parts[3].field, changed / PARTS,
                 MPI_DOUBLE, (rank + ranks - 1) % ranks, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  pthread_mutex_lock(&work.mutex);
  work.stop = 1;
  pthread_cond_broadcast(&work.some);
  pthread_mutex_unlock(&work.mutex);
  long served = 0;
  for (int i = 0; i < THREADS; ++i) {
    void *by_one;
    pthread_join(threads[i], &by_one);
    served += (long)by_one;
  }
  for (long i = 0; i < served; i += PARTS)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
