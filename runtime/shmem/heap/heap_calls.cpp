//===- runtime/shmem/heap/heap_calls.cpp - the symmetric heap as PEs see it ------===//
// SPDX-License-Identifier: Apache-2.0
#include "heap/heap_calls.h"

#include "collectives/barrier.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace maquette::shmem {

namespace {

std::string textOf(const Call &call, const Job::HeapCall &made) {
  std::string text = runtime::nameOf(static_cast<CallId>(made.call));
  if (made.bytes > 0)
    text += " of " + std::to_string(made.bytes) + " bytes";
  if (made.freed != nullptr)
    text += " of the block of " + std::to_string(call.shmem().memory().sizeOf(made.freed)) + " bytes";
  return text;
}

void failMismatch(const Call &call, const Job::HeapCall &mine, const Job::HeapCall &first) {
  call.fail("calls " + textOf(call, mine) + ", but PE " + std::to_string(first.first_pe) + " called " +
            textOf(call, first) +
            " [maquette-shmem-heap]\n  fix: let all PEs make the same calls of the symmetric heap in the same order\n");
}

/// The object that a call gives: decided by the first PE that makes it.
char *newObject(const Call &call, const Job::HeapCall &made) {
  Job &job = call.pe().job();
  if (made.bytes == 0 || job.heap_bytes + static_cast<std::int64_t>(made.bytes) > call.shmem().memory().limit())
    return nullptr;
  char *const object = call.shmem().memory().allocate(job, made.bytes, made.alignment);
  if (object != nullptr)
    job.heap_bytes += static_cast<std::int64_t>(made.bytes);
  return object;
}

/// \p mine is what this PE asks for. Returns what all get.
Job::HeapCall makeAlike(const Call &call, Job::HeapCall mine) {
  Pe &pe = call.pe();
  Job &job = pe.job();
  const std::size_t place = pe.heap_calls++ - job.forgotten_heap_calls;
  mine.call = call.rank().call;
  mine.first_pe = pe.number();
  if (place == job.heap_calls.size()) {
    mine.result = newObject(call, mine);
    job.heap_calls.push_back(mine);
  }
  Job::HeapCall &first = job.heap_calls[place];
  if (first.call != mine.call || first.bytes != mine.bytes || first.alignment != mine.alignment ||
      first.freed != mine.freed)
    failMismatch(call, mine, first);
  ++first.made;
  const Job::HeapCall made = first;
  while (!job.heap_calls.empty() && job.heap_calls.front().made == job.size()) {
    job.heap_calls.pop_front();
    ++job.forgotten_heap_calls;
  }
  return made;
}

char *objectOf(const Call &call, void *block) {
  char *const object = call.shmem().memory().objectAt(block, call.rank());
  if (object == nullptr)
    call.fail("frees what is not a block of its symmetric heap [maquette-shmem-heap]\n"
              "  fix: pass what shmem_malloc gave this PE, once\n");
  return object;
}

/// The last PE to come gives it back.
void forget(const Call &call, char *object, const Job::HeapCall &made) {
  Job &job = call.pe().job();
  if (made.made < job.size())
    return;
  job.heap_bytes -= static_cast<std::int64_t>(call.shmem().memory().sizeOf(object));
  call.shmem().memory().release(object);
}

} // namespace

void *allocate(const Call &call, std::size_t bytes, std::size_t alignment) {
  if (bytes == 0)
    return nullptr;
  Job::HeapCall mine;
  mine.bytes = bytes;
  mine.alignment = alignment;
  char *const object = makeAlike(call, mine).result;
  barrier(call, call.pe().world());
  return object == nullptr ? nullptr : call.shmem().memory().partOf(object, call.pe().number());
}

void *allocateZeros(const Call &call, std::size_t count, std::size_t bytes) {
  if (bytes != 0 && count > SIZE_MAX / bytes)
    return nullptr;
  return allocate(call, count * bytes); // The heap gives zeros.
}

void *allocateAligned(const Call &call, std::size_t alignment, std::size_t bytes) {
  return std::has_single_bit(alignment) ? allocate(call, bytes, alignment) : nullptr;
}

void *reallocate(const Call &call, void *block, std::size_t bytes) {
  if (block == nullptr)
    return allocate(call, bytes);
  if (bytes == 0) {
    release(call, block);
    return nullptr;
  }
  SymmetricMemory &memory = call.shmem().memory();
  Job::HeapCall mine;
  mine.bytes = bytes;
  mine.alignment = 16;
  mine.freed = objectOf(call, block);
  char *const object = makeAlike(call, mine).result;
  barrier(call, call.pe().world());
  if (object == nullptr)
    return nullptr;
  char *const part = memory.partOf(object, call.pe().number());
  std::memcpy(part, block, std::min(bytes, memory.sizeOf(mine.freed)));
  release(call, block);
  return part;
}

void release(const Call &call, void *block) {
  if (block == nullptr)
    return;
  Job::HeapCall mine;
  mine.freed = objectOf(call, block);
  barrier(call, call.pe().world());
  forget(call, mine.freed, makeAlike(call, mine));
}

} // namespace maquette::shmem
