//===- runtime/memory/lib/working_sets.cpp - what a rank left in the caches --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/working_sets.h"

#include "maquette/host/tick_clock.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace maquette::runtime {
namespace {

constexpr std::size_t kLine = 64;
/// Caches expect a line that was used once not to be used again and give it up first.
constexpr int kPasses = 3;

/// The first word of a file of the kernel's; empty when there is none.
std::string wordOf(const std::string &path) {
  char word[64] = "";
  if (std::FILE *const file = std::fopen(path.c_str(), "r")) {
    if (std::fscanf(file, "%63s", word) != 1)
      word[0] = 0;
    std::fclose(file);
  }
  return word;
}

/// Cores in a list such as "0-3,8,10-11".
std::size_t coresIn(const std::string &list) {
  std::size_t count = 0;
  for (const char *text = list.c_str(); *text != 0;) {
    char *end = nullptr;
    const unsigned long first = std::strtoul(text, &end, 10);
    const unsigned long last = *end == '-' ? std::strtoul(end + 1, &end, 10) : first;
    count += last - first + 1;
    text = *end == ',' ? end + 1 : "";
  }
  return std::max<std::size_t>(count, 1);
}

void readLines(const char *begin, std::size_t bytes) {
  const volatile char *const memory = begin;
  for (std::size_t offset = 0; offset < bytes; offset += kLine)
    static_cast<void>(memory[offset]);
}

} // namespace

CacheSizes cachesOfHost() {
  CacheSizes sizes;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string size = wordOf(folder + "size");
    if (size.empty() || wordOf(folder + "type") == "Instruction")
      continue;
    const std::size_t unit = size.back() == 'M' ? std::size_t{1} << 20 : std::size_t{1} << 10;
    const std::size_t bytes = std::strtoul(size.c_str(), nullptr, 10) * unit;
    const std::size_t cores = coresIn(wordOf(folder + "shared_cpu_list"));
    if (cores == 1)
      sizes.own = std::max(sizes.own, bytes);
    sizes.share += bytes / cores;
  }
  if (sizes.share == 0)
    return {std::size_t{1} << 20, std::size_t{2} << 20};
  return sizes;
}

WorkingSets::WorkingSets(std::int64_t ranks, CacheSizes caches)
    : caches_(caches), sets_(static_cast<std::size_t>(ranks)) {}

void WorkingSets::allocated(std::int64_t rank, const void *block, std::size_t bytes) {
  const HeapLock::Guard guard(lock_);
  if (guard.isNested() || bytes < kSmallestBlock)
    return;
  Set &set = sets_[static_cast<std::size_t>(rank)];
  places_[block] = {rank, set.blocks.size()};
  set.blocks.push_back({static_cast<const char *>(block), bytes});
  set.bytes += bytes;
  total_bytes_ += bytes;
}

void WorkingSets::freed(const void *block) {
  const HeapLock::Guard guard(lock_);
  if (guard.isNested())
    return;
  const auto found = places_.find(block);
  if (found == places_.end())
    return;
  const auto [rank, index] = found->second;
  places_.erase(found);
  Set &set = sets_[static_cast<std::size_t>(rank)];
  set.bytes -= set.blocks[index].bytes;
  total_bytes_ -= set.blocks[index].bytes;
  set.blocks[index] = set.blocks.back();
  set.blocks.pop_back();
  if (index < set.blocks.size())
    places_[set.blocks[index].begin].index = index;
}

bool WorkingSets::allFit() const { return total_bytes_ + globals_ * sets_.size() <= caches_.own / 2; }

void WorkingSets::restore(std::int64_t rank, std::span<const char> globals) {
  const HeapLock::Guard guard(lock_);
  const std::uint64_t begun = nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
  for (int pass = 0; pass < kPasses; ++pass)
    readBack(sets_[static_cast<std::size_t>(rank)].blocks, globals);
  spent_ns_ += nanosecondsOf(CLOCK_THREAD_CPUTIME_ID) - begun;
}

void WorkingSets::readBack(const std::vector<Block> &blocks, std::span<const char> globals) const {
  std::size_t room = caches_.share;
  const auto take = [&](const char *begin, std::size_t bytes) {
    readLines(begin, std::min(bytes, room));
    room -= std::min(bytes, room);
  };
  for (auto block = blocks.rbegin(); block != blocks.rend() && room > 0; ++block)
    take(block->begin, block->bytes);
  take(globals.data(), globals.size());
}

std::size_t WorkingSets::bytesOf(std::int64_t rank) const {
  const HeapLock::Guard guard(lock_);
  return sets_[static_cast<std::size_t>(rank)].bytes;
}

} // namespace maquette::runtime
