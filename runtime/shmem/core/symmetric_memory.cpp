//===- runtime/shmem/core/symmetric_memory.cpp - memory that all PEs have alike --===//
// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_memory.h"

#include "maquette/abi/skeleton.h"
#include "maquette/memory/dlopen_images.h"
#include "maquette/memory/private_data.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace maquette::shmem {

namespace {

constexpr std::size_t kPage = 4096;

std::size_t roundUp(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

char *aligned(char *address, std::size_t alignment) {
  return reinterpret_cast<char *>(roundUp(reinterpret_cast<std::uintptr_t>(address), alignment));
}

/// SHMEM_SYMMETRIC_SIZE, or what it was called before: a number, maybe with a fraction, and perhaps one of the letters
/// k, m, g and t. \p otherwise: neither is set.
sim::Result<std::int64_t> symmetricSize(std::int64_t otherwise) {
  for (const char *variable : {"SHMEM_SYMMETRIC_SIZE", "SMA_SYMMETRIC_SIZE"}) {
    const char *const text = std::getenv(variable);
    if (text == nullptr)
      continue;
    constexpr std::string_view kLetters = "kmgt";
    char *end = nullptr;
    const double number = std::strtod(text, &end);
    const std::size_t power = *end == '\0' ? 0 : kLetters.find(static_cast<char>(*end | 0x20)) + 1;
    const bool whole = *end == '\0' || end[1] == '\0';
    const double bytes = power <= kLetters.size() ? std::ldexp(number, static_cast<int>(10 * power)) : 0;
    if (end == text || !whole || (*end != '\0' && power == 0) || !(bytes >= 1 && bytes < 0x1p62))
      return sim::Diagnostic{std::string(variable) + "=" + text, "is no size of a symmetric heap",
                             "maquette-shmem-heap-size", "",
                             "write a number of bytes, or a number with one of the letters k, m, g and t, as in 512m"};
    return static_cast<std::int64_t>(bytes);
  }
  return otherwise;
}

} // namespace

SymmetricMemory::SymmetricMemory(World &world) : world_(world) {
  if (world.config().forksRanks())
    before_forks_ = reserve();
}

SymmetricMemory::~SymmetricMemory() {
  if (heap_ != nullptr)
    munmap(heap_, reserved_);
}

sim::Status SymmetricMemory::prepare() {
  const sim::Result<std::int64_t> limit = symmetricSize(world_.machine().shmem.symmetric_heap.value.count);
  if (!limit)
    return limit.error();
  limit_ = *limit;
  if (world_.config().forksRanks())
    return before_forks_;
  return heap_ != nullptr ? sim::Status(sim::Nothing{}) : reserve();
}

sim::Status SymmetricMemory::reserve() {
  const bool shared = world_.config().forksRanks();
  reserved_ = shared ? kReservedShared : kReserved;
  const int kind = shared ? MAP_SHARED : MAP_PRIVATE;
  void *const range = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return sim::Diagnostic{"",
                           "cannot reserve " + std::to_string(reserved_ >> 40) +
                               " TiB of addresses for the symmetric heap: " + std::strerror(errno),
                           "maquette-run-memory", "", "raise the limit of the address space (ulimit -v)"};
  heap_ = static_cast<char *>(range);
  return sim::Nothing{};
}

char *SymmetricMemory::takeRange(std::size_t length, std::size_t alignment) {
  for (auto at = free_.begin(); at != free_.end(); ++at) {
    char *const begin = aligned(at->first, alignment);
    char *const end = at->first + at->second;
    if (begin + length > end)
      continue;
    const auto before = static_cast<std::size_t>(begin - at->first);
    char *const first = at->first;
    free_.erase(at);
    if (before > 0)
      free_.emplace(first, before);
    if (begin + length < end)
      free_.emplace(begin + length, static_cast<std::size_t>(end - begin) - length);
    return begin;
  }
  const std::size_t begin = static_cast<std::size_t>(aligned(heap_ + end_, alignment) - heap_);
  if (begin + length > reserved_)
    return nullptr;
  if (begin > end_)
    free_.emplace(heap_ + end_, begin - end_);
  end_ = begin + length;
  return heap_ + begin;
}

char *SymmetricMemory::allocate(const Job &job, std::size_t bytes, std::size_t alignment) {
  const auto pes = static_cast<std::size_t>(job.size());
  if (bytes > reserved_ || alignment > reserved_)
    return nullptr;
  const std::size_t stride = roundUp(bytes, std::max<std::size_t>(alignment, 16));
  if (stride > reserved_ / pes)
    return nullptr;
  // Ends at a page if it is large: its pages can be given back alone.
  const std::size_t length = stride * pes >= kPage ? roundUp(stride * pes, kPage) : stride * pes;
  char *const object = takeRange(length, std::max(alignment, length >= kPage ? kPage : std::size_t{16}));
  if (object != nullptr)
    objects_[object] = {++allocated_, bytes, stride, length, job.rankOf(0), job.size()};
  return object;
}

char *SymmetricMemory::globals(const Job &job, std::size_t bytes, int pe) {
  const auto [at, is_new] = globals_.try_emplace(&job, nullptr);
  if (is_new)
    at->second = allocate(job, bytes, alignof(std::max_align_t));
  return at->second == nullptr ? nullptr : partOf(at->second, pe);
}

void SymmetricMemory::release(const char *object) {
  const auto found = objects_.find(object);
  char *const begin = heap_ + (object - heap_);
  std::size_t length = found->second.length;
  objects_.erase(found);
  if (length >= kPage)
    madvise(begin, length, world_.config().forksRanks() ? MADV_REMOVE : MADV_DONTNEED);
  else
    std::memset(begin, 0, length);
  auto after = free_.lower_bound(begin);
  if (after != free_.end() && after->first == begin + length) {
    length += after->second;
    after = free_.erase(after);
  }
  if (after != free_.begin())
    if (const auto before = std::prev(after); before->first + before->second == begin) {
      before->second += length;
      return;
    }
  free_.emplace(begin, length);
}

SymmetricMemory::Objects::const_iterator SymmetricMemory::holding(const void *address) const {
  const auto *const byte = static_cast<const char *>(address);
  if (heap_ == nullptr || byte < heap_ || byte >= heap_ + end_)
    return objects_.end();
  auto after = objects_.upper_bound(byte);
  if (after == objects_.begin())
    return objects_.end();
  --after;
  return byte < after->first + after->second.length ? after : objects_.end();
}

char *SymmetricMemory::objectAt(const void *address, const Rank &rank) const {
  const auto found = holding(address);
  if (found == objects_.end())
    return nullptr;
  const Object &object = found->second;
  const auto pe = static_cast<std::size_t>(rank.id - object.first_rank);
  return static_cast<const char *>(address) == found->first + pe * object.stride ? heap_ + (found->first - heap_)
                                                                                 : nullptr;
}

char *SymmetricMemory::find(const void *address, std::size_t bytes, const Rank &from, const Rank &to) const {
  if (const std::int64_t owner = world_.privateData().copies().ownerOf(address); owner >= 0) {
    if (owner != from.id ||
        (bytes > 0 && world_.privateData().copies().ownerOf(static_cast<const char *>(address) + bytes - 1) != from.id))
      return nullptr;
    return world_.privateData().copies().moved(address, from.id, to.id);
  }
  const auto found = holding(address);
  if (found == objects_.end())
    return nullptr;
  const Object &object = found->second;
  const auto offset = static_cast<std::size_t>(static_cast<const char *>(address) - found->first);
  const auto pe = static_cast<std::size_t>(from.id - object.first_rank);
  const auto to_pe = static_cast<std::size_t>(to.id - object.first_rank);
  const std::size_t inside = offset - pe * object.stride;
  if (offset < pe * object.stride || inside > object.bytes || bytes > object.bytes - inside ||
      to_pe >= static_cast<std::size_t>(object.pes))
    return nullptr;
  return heap_ + (found->first - heap_) + to_pe * object.stride + inside;
}

std::int64_t SymmetricMemory::placeOf(const void *address, const Rank &rank) const {
  const runtime::PrivateCopies &copies = world_.privateData().copies();
  if (copies.ownerOf(address) == rank.id)
    return static_cast<const char *>(address) - copies.moved(copies.first, 0, rank.id);
  const auto found = holding(address);
  if (found == objects_.end())
    return -1;
  const Object &object = found->second;
  const auto pe = static_cast<std::size_t>(rank.id - object.first_rank);
  const std::int64_t inside = static_cast<const char *>(address) - (found->first + pe * object.stride);
  return inside < 0 || inside > static_cast<std::int64_t>(object.bytes)
             ? -1
             : object.number * MAQUETTE_SYMMETRIC_OBJECT + inside;
}

std::string SymmetricMemory::whyNot(const void *address, std::size_t bytes, const Rank &from) const {
  constexpr const char *kRange =
      " [maquette-shmem-range]\n  fix: check the number of elements against what was allocated\n";
  constexpr const char *kAddress = " [maquette-shmem-address]\n  fix: pass an address in this PE's own symmetric "
                                   "memory: of a global, or of what shmem_malloc gave it\n";
  if (const std::int64_t owner = world_.privateData().copies().ownerOf(address); owner >= 0)
    return owner == from.id ? std::to_string(bytes) + " bytes go beyond the end of the program's globals" + kRange
                            : "the address is a global of rank " + std::to_string(owner) + kAddress;
  const auto found = holding(address);
  if (found == objects_.end())
    return std::string("the address is not symmetric") +
           (address == nullptr                                                    ? ": it is null"
            : heap_ != nullptr && address >= heap_ && address < heap_ + reserved_ ? ": its memory was freed"
                                                                                  : "") +
           kAddress;
  const Object &object = found->second;
  const auto offset = static_cast<std::size_t>(static_cast<const char *>(address) - found->first);
  const std::size_t pe = offset / object.stride;
  if (pe != static_cast<std::size_t>(from.id - object.first_rank))
    return "the address is in the symmetric heap of PE " + std::to_string(pe) + kAddress;
  return std::to_string(bytes) + " bytes from byte " + std::to_string(offset % object.stride) +
         " on go beyond the object, which has " + std::to_string(object.bytes) + kRange;
}

std::string SymmetricMemory::nameOf(const void *address, const Rank &rank) const {
  const auto found = holding(address);
  if (found == objects_.end())
    return world_.privateData().copies().ownerOf(address) >= 0 ? "a global" : "memory of its own";
  const auto offset = static_cast<std::size_t>(static_cast<const char *>(address) - found->first);
  const auto pe = static_cast<std::size_t>(rank.id - found->second.first_rank);
  return "byte " + std::to_string(offset - pe * found->second.stride) + " of " + std::to_string(found->second.bytes) +
         " in the symmetric heap";
}

std::size_t SymmetricMemory::touchedBytes() const {
  return heap_ != nullptr ? runtime::touchedBytesOf(heap_, roundUp(end_, kPage)) : 0;
}

} // namespace maquette::shmem
