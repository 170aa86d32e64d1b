// Threads of a rank that wait for what others promise, through the C++ library's own waiting.
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <chrono>
#include <future>
#include <mutex>
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

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double start = MPI_Wtime();
  CHECK(promised() == 4);
  CHECK(MPI_Wtime() - start >= 3e-3);
  CHECK(started(rank) == 4 * rank + 6 + 4);
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> given = task.get_future();
  std::thread worker(std::move(task), 7);
  CHECK(given.get() == 8);
  worker.join();
  MPI_Finalize();
  return 0;
}
