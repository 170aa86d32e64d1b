// Threads of a rank that wait for what others promise, and for one another, through the C++ library's own waiting.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstring>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

static int promised() {
  std::promise<int> promise;
  std::future<int> result = promise.get_future();
  std::thread giver([&promise] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    promise.set_value(4);
  });
  CHECK(result.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
  const int value = result.get();
  giver.join();
  return value;
}

/// Several that are started at once, each with something that is done once in it.
static int started(int rank) {
  std::vector<std::future<int>> parts;
  for (int part = 0; part < 4; part++)
    parts.push_back(std::async(std::launch::async, [rank, part] {
      int inner = 0;
      std::once_flag flag;
      std::call_once(flag, [&inner] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        inner = 1;
      });
      return rank + part + inner;
    }));
  int sum = 0;
  for (std::future<int> &part : parts)
    sum += part.get();
  return sum;
}

/// Three threads meet four times, then take turns with the main thread, which waits 1 ms each time.
static int synchronized() {
  int meetings = 0, turns = 0;
  std::barrier meeting(3, [&meetings]() noexcept { meetings++; });
  std::latch met(3);
  std::atomic<int> phase{0};
  std::counting_semaphore<8> room(1), items(0);
  std::vector<std::jthread> team;
  for (int member = 0; member < 3; member++)
    team.emplace_back([&] {
      for (int i = 0; i < 4; i++)
        meeting.arrive_and_wait();
      met.count_down();
      phase.wait(0);
      room.acquire();
      turns++;
      items.release();
    });
  met.wait();
  CHECK(turns == 0 && meetings == 4);
  phase = 1;
  phase.notify_all();
  for (int i = 1; i <= 3; i++) {
    items.acquire();
    CHECK(turns == i && !items.try_acquire_for(std::chrono::milliseconds(1)));
    room.release();
  }
  return turns;
}

/// Nobody is there to keep the promise.
static void neverKept(const char *how) {
  std::promise<int> promise;
  std::latch latch(2);
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock<std::mutex> hold(mutex);
  if (std::strcmp(how, "future") == 0)
    promise.get_future().get();
  else if (std::strcmp(how, "latch") == 0)
    latch.arrive_and_wait();
  else
    condition.wait(hold);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1)
    neverKept(argv[1]);
  const double start = MPI_Wtime();
  CHECK(promised() == 4);
  CHECK(MPI_Wtime() - start >= 3e-3);
  CHECK(started(rank) == 4 * rank + 6 + 4);
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> given = task.get_future();
  std::thread worker(std::move(task), 7);
  CHECK(given.get() == 8);
  worker.join();
  const double before = MPI_Wtime();
  CHECK(synchronized() == 3);
  CHECK(MPI_Wtime() - before >= 3e-3);
  MPI_Finalize();
  return 0;
}
