// Threads that wait for their work with atomics, a queue between two threads, and values that come as futures.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Team {
public:
  explicit Team(int size) {
    for (int i = 0; i < size; ++i)
      members_.emplace_back([this, i] { serve(i); });
  }
  ~Team() {
    stop_ = true;
    ++generation_;
    for (std::thread &member : members_)
      member.join();
  }
  void run(std::function<void(int)> work) {
    work_ = std::move(work);
    left_ = static_cast<int>(members_.size());
    ++generation_;
    while (left_.load() > 0)
      std::this_thread::yield();
  }

private:
  void serve(int member) {
    for (int seen = 0;; ++seen) {
      while (generation_.load() == seen)
        std::this_thread::yield();
      if (stop_)
        return;
      work_(member);
      --left_;
    }
  }
  std::atomic<int> generation_{0}, left_{0};
  std::atomic<bool> stop_{false};
  std::function<void(int)> work_;
  std::vector<std::thread> members_;
};

class Queue {
public:
  void put(int value) {
    {
      const std::lock_guard<std::mutex> hold(mutex_);
      values_.push(value);
    }
    some_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> hold(mutex_);
    some_.wait(hold, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop();
    return value;
  }

private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::queue<int> values_;
};

static int halvings(double tolerance) {
  int steps = 0;
  for (double error = 1; error > tolerance; error *= 0.5)
    ++steps;
  return steps;
}

int main(int argc, char **argv) {
  int provided, rank, ranks;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  std::packaged_task<int(double)> task(halvings);
  std::future<int> steps = task.get_future();
  std::thread(std::move(task), 1e-3).join();
  std::promise<int> width;
  std::future<int> promised = width.get_future();
  {
    Team team(3);
    std::vector<double> field(3000, rank);
    std::mutex mutex;
    int found = 0;
    for (int step = steps.get(); step > 0; --step) {
      team.run([&](int member) {
        double sum = 0;
        for (int i = member * 1000; i < (member + 1) * 1000; ++i)
          sum += field[i] = std::sqrt(field[i] + i);
        const std::lock_guard<std::mutex> hold(mutex);
        found += member + 1;
      });
      MPI_Sendrecv(field.data(), found, MPI_DOUBLE, next, 1, field.data() + 1500, 1500, MPI_DOUBLE, previous, 1,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    width.set_value(found);
  }
  Queue asked, answered;
  std::thread doubling([&] {
    for (int value = asked.take(); value >= 0; value = asked.take())
      answered.put(2 * value);
  });
  std::vector<int> sent(1000), received(1000);
  for (int i = 0; i < 4; ++i) {
    asked.put(i + 5);
    MPI_Sendrecv(sent.data(), answered.take(), MPI_INT, next, 2, received.data(), 1000, MPI_INT, previous, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  asked.put(-1);
  doubling.join();
  auto later = std::async(std::launch::async, [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return promised.get() + rank % 2;
  });
  int tries = 0;
  while (later.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready)
    ++tries;
  const int count = later.get() + tries;
  MPI_Sendrecv(sent.data(), count, MPI_INT, next, 3, received.data(), 1000, MPI_INT, previous, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
}
