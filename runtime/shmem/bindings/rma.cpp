//===- runtime/shmem/bindings/rma.cpp - puts, gets and atomic operations of the interface ---===//
// SPDX-License-Identifier: Apache-2.0
#include "bindings/rma.h"

namespace maquette::shmem {

namespace {

AccessArguments arguments(AccessArguments::Kind kind, shmem_ctx_t context, int pe, Mode mode) {
  AccessArguments given;
  given.kind = kind;
  given.context = context;
  given.pe = pe;
  given.mode = mode;
  given.fetches = kind == AccessArguments::Kind::Get;
  return given;
}

Layout strided(const Call &call, std::ptrdiff_t stride, std::size_t count, std::size_t bytes) {
  if (stride < 1)
    call.fail("the stride is " + std::to_string(stride) +
              " [maquette-shmem-argument]\n  fix: pass a stride of at least 1 element\n");
  return {count, bytes, stride * static_cast<std::ptrdiff_t>(bytes)};
}

} // namespace

void put(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes, int pe, Mode mode) {
  AccessArguments given = arguments(AccessArguments::Kind::Put, context, pe, mode);
  given.remote = dest;
  given.local = const_cast<void *>(source);
  given.remote_layout = given.local_layout = Layout::dense(bytes);
  access(call, given);
}

void get(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes, int pe, Mode mode) {
  AccessArguments given = arguments(AccessArguments::Kind::Get, context, pe, mode);
  given.remote = const_cast<void *>(source);
  given.local = dest;
  given.remote_layout = given.local_layout = Layout::dense(bytes);
  access(call, given);
}

void putStrided(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::ptrdiff_t dest_stride,
                std::ptrdiff_t source_stride, std::size_t count, std::size_t bytes, int pe) {
  AccessArguments given = arguments(AccessArguments::Kind::Put, context, pe, Mode::Blocking);
  given.remote = dest;
  given.local = const_cast<void *>(source);
  given.remote_layout = strided(call, dest_stride, count, bytes);
  given.local_layout = strided(call, source_stride, count, bytes);
  access(call, given);
}

void getStrided(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::ptrdiff_t dest_stride,
                std::ptrdiff_t source_stride, std::size_t count, std::size_t bytes, int pe) {
  AccessArguments given = arguments(AccessArguments::Kind::Get, context, pe, Mode::Blocking);
  given.remote = const_cast<void *>(source);
  given.local = dest;
  given.remote_layout = strided(call, source_stride, count, bytes);
  given.local_layout = strided(call, dest_stride, count, bytes);
  access(call, given);
}

void putSignal(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes,
               const Signal &signal, int pe, Mode mode) {
  AccessArguments given = arguments(AccessArguments::Kind::Put, context, pe, mode);
  given.remote = dest;
  given.local = const_cast<void *>(source);
  given.remote_layout = given.local_layout = Layout::dense(bytes);
  given.signal = signal;
  access(call, given);
}

std::uint64_t fetchSignal(const Call &call, const std::uint64_t *address) {
  call.symmetric(address, sizeof *address, call.rank());
  call.world().calls().polling().begin(call.rank());
  const std::uint64_t value = *address;
  call.world().calls().polling().lookedInVain(call.rank(), call.shmem().costs().poll_cost.value);
  return value;
}

} // namespace maquette::shmem
