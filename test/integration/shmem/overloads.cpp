// test/integration/shmem/overloads.cpp - OpenSHMEM from C++
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <complex>
#include <vector>

namespace {

std::vector<int> own; // Each PE has its own.
long value;

} // namespace

int main() {
  shmem_init();
  const int me = shmem_my_pe();
  const int size = shmem_n_pes();
  own.assign(3, me);
  auto *const numbers = static_cast<double *>(shmem_malloc(4 * sizeof(double)));
  const std::vector<double> mine(4, 0.5 + me);
  shmem_put(numbers, mine.data(), mine.size(), (me + 1) % size);
  shmem_barrier_all();
  CHECK(numbers[3] == 0.5 + (me + size - 1) % size && own[2] == me);
  CHECK(shmem_atomic_fetch_add(&value, 2L, 0) % 2 == 0);
  shmem_barrier_all();
  CHECK(shmem_g(&value, 0) == 2L * size);
  shmem_barrier_all();
  shmem_swap(&value, 1L, me);
  CHECK(shmem_test(&value, SHMEM_CMP_EQ, 1L) == 1);
  static std::complex<double> in, out;
  in = {1.0, static_cast<double>(me)};
  shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, &out, &in, 1);
  CHECK(out.real() == size && out.imag() == size * (size - 1) / 2);
  shmem_ctx_t context = SHMEM_CTX_INVALID;
  CHECK(shmem_ctx_create(0, &context) == 0);
  shmem_p(context, &value, 30L, me);
  shmem_ctx_quiet(context);
  CHECK(value == 30);
  shmem_ctx_destroy(context);
  shmem_finalize();
  return 0;
}
