/* test/integration/mpi/threads.c - ranks with several threads, each of which calls MPI (MPI 4.0, 11.6)
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { kThreads = 4, kRounds = 20 };
/* Differences of times lose their last bits. */
static const double kRounding = 1e-9;

static int rank, size;
static int measured; /* Computing takes time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t together;
static pthread_rwlock_t many = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t places;
static int counter, stage, inits, destroyed, inside, most_inside;

static void startAll(pthread_t *threads, void *(*function)(void *)) {
  for (long i = 0; i < kThreads; ++i)
    CHECK(pthread_create(&threads[i], NULL, function, (void *)i) == 0);
}
static long joinAll(pthread_t *threads) {
  long sum = 0;
  for (int i = 0; i < kThreads; ++i) {
    void *result;
    CHECK(pthread_join(threads[i], &result) == 0);
    sum += (long)result;
  }
  return sum;
}

/* Each thread has a partner of its own on the next rank; all wait in MPI at once. */
static void *exchange(void *number) {
  const int tag = (int)(long)number, next = (rank + 1) % size, last = (rank + size - 1) % size;
  int main_thread = 1;
  MPI_Is_thread_main(&main_thread);
  CHECK(!main_thread);
  for (int round = 0; round < kRounds; ++round) {
    int got = -1;
    const int out = rank * 1000 + tag * 100 + round;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &request);
    if (round % 2)
      MPI_Ssend(&out, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
    else
      MPI_Send(&out, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == last * 1000 + tag * 100 + round);
  }
  return number;
}

/* A collective on a communicator for each thread. */
static MPI_Comm comms[kThreads];
static void *collect(void *number) {
  const int mine = (int)(long)number;
  for (int round = 0; round < kRounds; ++round) {
    int sum = 0;
    const int value = rank + mine + round;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comms[mine]);
    CHECK(sum == size * (size - 1) / 2 + size * (mine + round));
    MPI_Barrier(comms[mine]);
  }
  return NULL;
}

/* One thread waits for a probe, another for the same rank's answer. */
static void *probeAndAnswer(void *number) {
  const int tag = 50 + (int)(long)number;
  MPI_Status status;
  int value;
  MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
  MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(value == tag);
  return NULL;
}

static int query(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete) {
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}
/* Another thread completes what the main one waits for. */
static void *completeRequest(void *request) {
  usleep(1000);
  MPI_Grequest_complete(*(MPI_Request *)request);
  return NULL;
}

static void communication(void) {
  pthread_t threads[kThreads];
  startAll(threads, exchange);
  CHECK(joinAll(threads) == kThreads * (kThreads - 1) / 2);
  for (int i = 0; i < kThreads; ++i)
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  startAll(threads, collect);
  joinAll(threads);
  for (int i = 0; i < kThreads; ++i)
    MPI_Comm_free(&comms[i]);
  startAll(threads, probeAndAnswer);
  for (int tag = 50 + kThreads - 1; tag >= 50; --tag)
    MPI_Send(&tag, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
  joinAll(threads);
  MPI_Request request;
  MPI_Status status;
  int count;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  const double before = MPI_Wtime();
  pthread_create(&threads[0], NULL, completeRequest, &request);
  MPI_Wait(&request, &status);
  CHECK(MPI_Wtime() - before > 1e-3 - kRounding);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 3);
  pthread_join(threads[0], NULL);
}

static void *countUp(void *unused) {
  (void)unused;
  for (int i = 0; i < kRounds; ++i) {
    pthread_mutex_lock(&lock);
    const int before = counter;
    usleep(1); /* Others run here, if the lock lets them. */
    counter = before + 1;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void *takeTurns(void *number) {
  pthread_mutex_lock(&lock);
  while (stage != (int)(long)number)
    pthread_cond_wait(&changed, &lock);
  ++stage;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *meet(void *number) {
  const double begin = MPI_Wtime();
  usleep(1000 * (unsigned)((long)number + 1));
  const int code = pthread_barrier_wait(&together);
  /* All leave when the slowest, of kThreads ms, has come. */
  const double passed = MPI_Wtime() - begin;
  CHECK(passed > kThreads * 1e-3 - kRounding && (measured || passed < kThreads * 1e-3 + 1e-4));
  return (void *)(long)(code == PTHREAD_BARRIER_SERIAL_THREAD);
}

static void initialize(void) {
  MPI_Barrier(MPI_COMM_SELF);
  ++inits;
}
static void destroy(void *value) {
  CHECK(value != NULL);
  ++destroyed;
}
static void *useOwn(void *number) {
  pthread_once(&once, initialize);
  CHECK(inits == 1);
  CHECK(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, (char *)number + 1);
  errno = (int)(long)number;
  sched_yield();
  CHECK(errno == (int)(long)number);
  CHECK(pthread_getspecific(key) == (char *)number + 1);
  if ((long)number % 2)
    pthread_exit(number);
  return number;
}

static void *enter(void *number) {
  sem_wait(&places);
  if (++inside > most_inside)
    most_inside = inside;
  usleep(100);
  --inside;
  sem_post(&places);
  if ((long)number == 0) {
    pthread_rwlock_wrlock(&many);
    counter = -1;
    usleep(100);
    counter = 1;
  } else {
    pthread_rwlock_rdlock(&many);
    CHECK(counter != -1);
    usleep(100);
  }
  pthread_rwlock_unlock(&many);
  return NULL;
}

static void *holdAgain(void *mutex) {
  CHECK(pthread_mutex_trylock(mutex) == EBUSY);
  CHECK(pthread_mutex_unlock(mutex) == EPERM);
  pthread_mutex_lock(mutex); /* Until the main thread has given it back twice. */
  CHECK(stage == 2);
  pthread_mutex_unlock(mutex);
  return NULL;
}

static void locks(void) {
  pthread_t threads[kThreads];
  startAll(threads, countUp);
  joinAll(threads);
  CHECK(counter == kThreads * kRounds);
  startAll(threads, takeTurns);
  joinAll(threads);
  CHECK(stage == kThreads);
  pthread_barrier_init(&together, NULL, kThreads);
  startAll(threads, meet);
  CHECK(joinAll(threads) == 1);
  pthread_barrier_destroy(&together);
  CHECK(pthread_key_create(&key, destroy) == 0);
  pthread_setspecific(key, &rank);
  startAll(threads, useOwn);
  CHECK(joinAll(threads) == kThreads * (kThreads - 1) / 2);
  CHECK(pthread_getspecific(key) == &rank && destroyed == kThreads);
  sem_init(&places, 0, 2);
  startAll(threads, enter);
  joinAll(threads);
  CHECK(most_inside == 2);
  pthread_mutexattr_t attributes;
  pthread_mutex_t again;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &attributes);
  stage = 0;
  pthread_mutex_lock(&again);
  pthread_create(&threads[0], NULL, holdAgain, &again);
  pthread_mutex_lock(&again);
  usleep(1000);
  for (; stage < 2; usleep(10)) {
    ++stage;
    pthread_mutex_unlock(&again);
  }
  pthread_join(threads[0], NULL);
}

/* Threads have clocks of their own: four sleep at once. */
static void *sleepLong(void *unused) {
  usleep(50000);
  return unused;
}
static void times(void) {
  pthread_t threads[kThreads];
  const double begin = MPI_Wtime();
  startAll(threads, sleepLong);
  joinAll(threads);
  const double passed = MPI_Wtime() - begin;
  CHECK(passed > 0.05 - kRounding && (measured || passed < 0.051));
  /* A wait that nobody ends lasts to its deadline. */
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 2;
  const double before = MPI_Wtime();
  pthread_mutex_lock(&lock);
  CHECK(pthread_cond_timedwait(&changed, &lock, &deadline) == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  CHECK(MPI_Wtime() - before > 1.999 && (measured || MPI_Wtime() - before < 2.001));
}

/* Loops that look again and again, which takes no time of its own, for what a thread does later. */
static void *actLater(void *unused) {
  usleep(20);
  pthread_mutex_lock(&lock);
  stage = 1;
  pthread_mutex_unlock(&lock);
  usleep(20);
  MPI_Recv(NULL, 0, MPI_INT, rank, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(NULL, 0, MPI_INT, rank, 71, MPI_COMM_WORLD);
  return unused;
}
static void looks(void) {
  pthread_t thread;
  MPI_Status status;
  int seen = 0;
  stage = 0;
  MPI_Send(NULL, 0, MPI_INT, rank, 70, MPI_COMM_WORLD);
  pthread_create(&thread, NULL, actLater, NULL);
  while (!seen) {
    pthread_mutex_lock(&lock);
    seen = stage;
    pthread_mutex_unlock(&lock);
  }
  do
    MPI_Probe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  while (status.MPI_TAG == 70);
  MPI_Recv(NULL, 0, MPI_INT, rank, 71, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  pthread_join(thread, NULL);
}

static void *receiveForever(void *unused) {
  int value;
  MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return unused;
}
static void *lockForever(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}
static void hang(void) {
  pthread_t first, second;
  pthread_mutex_lock(&lock);
  pthread_create(&first, NULL, receiveForever, NULL);
  pthread_create(&second, NULL, lockForever, NULL);
  pthread_join(first, NULL);
}

static void *leave(void *unused) {
  (void)unused;
  exit(5);
}

static int dig(int levels) {
  volatile char much[4096];
  much[levels % 4096] = 1;
  return levels > 0 ? dig(levels - 1) + much[levels % 4096] : 0;
}
static void *deep(void *unused) {
  printf("%d\n", dig(10000));
  return unused;
}

/* One rank after the other ends while its threads wait or have not begun: all ranks together make more than there can
 * be at once. */
static void abandon(void) {
  const struct timespec turn = {rank, 0}, moment = {0, 1000};
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 2000; ++i) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, lockForever, NULL) == 0);
    if (i == 0 || i == 1900) /* With a thread beside it, the rank lets others run as it sleeps. */
      nanosleep(i == 0 ? &turn : &moment, NULL);
  }
}

int main(int argc, char **argv) {
  int provided, given = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Query_thread(&given);
  CHECK(given == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  pthread_t thread;
  const char *const what = argc > 1 ? argv[1] : "";
  measured = !strcmp(what, "measured");
  if (!strcmp(what, "hang"))
    hang();
  if (!strcmp(what, "cancel") && pthread_create(&thread, NULL, sleepLong, NULL) == 0)
    pthread_cancel(thread);
  if (!strcmp(what, "exit") && pthread_create(&thread, NULL, leave, NULL) == 0)
    pthread_join(thread, NULL);
  if (!strcmp(what, "deep") && pthread_create(&thread, NULL, deep, NULL) == 0)
    pthread_join(thread, NULL);
  communication();
  locks();
  times();
  looks();
  MPI_Finalize();
  if (!strcmp(what, "end")) /* The rank ends when its last thread does. */
    pthread_create(&thread, NULL, sleepLong, NULL), pthread_exit(NULL);
  if (!strcmp(what, "abandon"))
    abandon();
  return 0;
}
