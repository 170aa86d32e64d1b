//===- runtime/memory/lib/process_heap.cpp - the heap of ranks in processes of their own -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/process_heap.h"
#include "maquette/sim/assert.h"

#include <boost/interprocess/mem_algo/rbtree_best_fit.hpp>
#include <boost/interprocess/sync/mutex_family.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>

namespace maquette::runtime {
namespace {

using Segment =
    boost::interprocess::rbtree_best_fit<boost::interprocess::mutex_family, boost::interprocess::offset_ptr<void>,
                                         ProcessHeap::kSmallestAlignment>;

constexpr std::uintptr_t kPage = 4096;
/// As the GNU C library has them when a program starts.
constexpr std::size_t kMappedFrom = std::size_t{128} << 10, kFreeAtEnd = std::size_t{128} << 10,
                      kPad = std::size_t{128} << 10;

/// At the begin of a part.
struct Header {
  std::atomic<std::uintptr_t> untouched; ///< Nothing was given out from here on, or it was given back.
  std::atomic<std::uintptr_t> last_page; ///< No page of the part behind this one has blocks.
  std::size_t mapped_from = kMappedFrom; ///< Blocks of so many bytes go back to the host at once.
  std::size_t free_at_end = kFreeAtEnd;  ///< What is more goes back.
};
/// Behind it, of each page of the part: how many blocks lie on it.
using BlockCount = std::atomic<std::uint16_t>;
constexpr std::size_t kHeaderBytes = kPage + ProcessHeap::kPartBytes / kPage * sizeof(BlockCount);
/// The tree of free blocks has its nodes in them, at their begin.
constexpr std::size_t kNodeBytes = 128;
/// Blocks above this always go back at once.
constexpr std::size_t kLargeBytes = std::size_t{32} << 20;

Segment &segmentAt(std::uintptr_t part) { return *reinterpret_cast<Segment *>(part + kHeaderBytes); }
Header &headerAt(std::uintptr_t part) { return *reinterpret_cast<Header *>(part); }
BlockCount &blocksOn(std::uintptr_t part, std::uintptr_t page) {
  return reinterpret_cast<BlockCount *>(part + kPage)[page];
}

std::uintptr_t roundedUp(std::uintptr_t address) { return (address + kPage - 1) / kPage * kPage; }

void giveBack(std::uintptr_t begin, std::uintptr_t end) {
  if (begin < end)
    static_cast<void>(madvise(reinterpret_cast<void *>(begin), end - begin, MADV_REMOVE));
}

/// A block more, or (-1) less, on the pages of the part where it lies.
void count(std::uintptr_t part, std::uintptr_t block, std::size_t bytes, int change) {
  const std::uintptr_t first = (block - part) / kPage, last = (block + bytes - 1 - part) / kPage;
  for (std::uintptr_t page = first; page <= last; ++page)
    blocksOn(part, page).fetch_add(static_cast<std::uint16_t>(change), std::memory_order_relaxed);
  std::atomic<std::uintptr_t> &known = headerAt(part).last_page;
  if (change > 0 && last > known.load(std::memory_order_relaxed))
    known.store(last, std::memory_order_relaxed);
}

/// Behind the last block all is one free one, whose node is at its begin.
void trimEnd(std::uintptr_t part) {
  Header &header = headerAt(part);
  std::uintptr_t last = header.last_page.load(std::memory_order_relaxed);
  while (last > kHeaderBytes / kPage && blocksOn(part, last).load(std::memory_order_relaxed) == 0)
    --last;
  header.last_page.store(last, std::memory_order_relaxed);
  const std::uintptr_t free = part + (last + 1) * kPage + roundedUp(kNodeBytes),
                       end = roundedUp(header.untouched.load(std::memory_order_relaxed));
  if (end < free + std::max(header.free_at_end, kPad + kPage))
    return;
  giveBack(free + kPad, end);
  header.untouched.store(free + kPad, std::memory_order_relaxed);
}

} // namespace

ProcessHeap *ProcessHeap::current_ = nullptr;
std::uintptr_t ProcessHeap::begin_ = 0;
std::size_t ProcessHeap::bytes_ = 0;

sim::Result<std::unique_ptr<ProcessHeap>> ProcessHeap::create(std::size_t parts) {
  const std::size_t bytes = parts * kPartBytes;
  const int file = memfd_create("heaps of ranks", MFD_CLOEXEC);
  void *range = MAP_FAILED;
  if (file >= 0 && ftruncate(file, static_cast<off_t>(bytes)) == 0)
    range = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (range == MAP_FAILED) {
    const int error = errno;
    if (file >= 0)
      close(file);
    return sim::Diagnostic{"",
                           "not enough address space for the heaps of " + std::to_string(parts - 1) +
                               " ranks: " + std::strerror(error),
                           "maquette-run-memory", "",
                           "run fewer ranks, raise the limit of the address space (ulimit -v), or use --host-cores 1"};
  }
  return std::unique_ptr<ProcessHeap>(new ProcessHeap(file, range, bytes));
}

std::unique_ptr<ProcessHeap> ProcessHeap::createForRuntime() {
  void *const range =
      mmap(nullptr, kPartBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return nullptr;
  std::unique_ptr<ProcessHeap> heap(new ProcessHeap(-1, range, kPartBytes));
  heap->use(0);
  return heap;
}

ProcessHeap::ProcessHeap(int file, void *range, std::size_t bytes) : file_(file) {
  begin_ = reinterpret_cast<std::uintptr_t>(range);
  bytes_ = bytes;
}

ProcessHeap::~ProcessHeap() {
  current_ = nullptr;
  munmap(reinterpret_cast<void *>(begin_), bytes_);
  bytes_ = 0;
  if (file_ >= 0)
    close(file_);
}

void ProcessHeap::use(std::size_t part) {
  const std::uintptr_t begin = begin_ + part * kPartBytes;
  auto *const header = new (reinterpret_cast<void *>(begin)) Header;
  new (reinterpret_cast<void *>(begin + kHeaderBytes)) Segment(kPartBytes - kHeaderBytes, 0);
  header->untouched = begin;
  part_ = part;
  current_ = this;
}

void *ProcessHeap::allocate(std::size_t bytes, std::size_t alignment) {
  const std::uintptr_t part = begin_ + part_ * kPartBytes;
  Segment &segment = segmentAt(part);
  bytes = std::max<std::size_t>(bytes, 1);
  if (bytes >= kPartBytes || alignment >= kPartBytes)
    return nullptr;
  void *const block =
      alignment <= kSmallestAlignment ? segment.allocate(bytes) : segment.allocate_aligned(bytes, alignment);
  if (block == nullptr)
    return nullptr;
  std::atomic<std::uintptr_t> &untouched = headerAt(part).untouched;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(block) + bytes;
  if (end > untouched.load(std::memory_order_relaxed))
    untouched.store(
        end, std::memory_order_relaxed); // Threads of a rank may lose one: then zeros are written where there are some.
  if (!isForRuntime())
    count(part, reinterpret_cast<std::uintptr_t>(block), segment.size(block), 1);
  return block;
}

void *ProcessHeap::allocateZeros(std::size_t bytes) {
  const std::uintptr_t touched = headerAt(begin_ + part_ * kPartBytes).untouched.load(std::memory_order_relaxed);
  void *const block = allocate(bytes);
  if (block == nullptr)
    return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t written = std::max(touched, begin) - begin + kNodeBytes;
  std::memset(block, 0, std::min<std::size_t>(bytes, written));
  return block;
}

void *ProcessHeap::reallocate(void *block, std::size_t bytes) {
  MAQUETTE_ASSERT(contains(block));
  const std::size_t before = sizeOf(block);
  if (bytes <= before && bytes >= before / 2)
    return block;
  void *const moved = allocate(bytes);
  if (moved == nullptr)
    return nullptr;
  std::memcpy(moved, block, std::min(before, bytes));
  release(block);
  return moved;
}

void ProcessHeap::release(void *block) {
  MAQUETTE_ASSERT(contains(block));
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t part = begin_ + (begin - begin_) / kPartBytes * kPartBytes;
  Segment &segment = segmentAt(part);
  if (current_ == nullptr || current_->isForRuntime())
    return segment.deallocate(block);
  Header &header = headerAt(part);
  const std::size_t bytes = segment.size(block);
  const bool is_own = current_->isOwnPart(part), is_mapped = bytes >= header.mapped_from;
  count(part, begin, bytes, -1);
  if (is_mapped)
    giveBack(roundedUp(begin + kNodeBytes), (begin + bytes) / kPage * kPage);
  if (is_mapped && is_own && bytes <= kLargeBytes) {
    header.mapped_from = roundedUp(bytes + kNodeBytes);
    header.free_at_end = 2 * header.mapped_from;
  }
  segment.deallocate(block);
  if (is_own)
    trimEnd(part);
}

std::size_t ProcessHeap::sizeOf(const void *block) {
  MAQUETTE_ASSERT(contains(block));
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(block) - begin_;
  return segmentAt(begin_ + offset / kPartBytes * kPartBytes).size(block);
}

std::uint64_t ProcessHeap::touchedBytes() const {
  struct stat about{};
  return fstat(file_, &about) == 0 ? static_cast<std::uint64_t>(about.st_blocks) * 512 : 0;
}

} // namespace maquette::runtime
