//===- runtime/causality/lib/chain_pool.cpp - segments of time, each caused by the one before ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/causality/chain_pool.h"

#include <algorithm>
#include <utility>

namespace maquette::causality {

ChainPool::ChainPool() : pasts_(1) { tables_.push_back(std::make_unique<Block[]>(kTableBlocks)); }
ChainPool::~ChainPool() = default;

std::optional<ActivityId> ChainPool::lastActivity(const Chain &chain) const {
  if (chain.own > 0)
    return chain.last[chain.own - 1u].activity;
  return chain.used > 0 ? std::optional(at(chain.block).segments[chain.used - 1u].activity) : std::nullopt;
}

std::uint32_t ChainPool::take() {
  if (live_ >= limit_)
    sumUp();
  ++live_;
  if (free_ != 0) {
    const std::uint32_t number = std::exchange(free_, at(free_).before);
    __builtin_prefetch(&at(free_), 1); // Who takes one will soon take another.
    return number;
  }
  if (fresh_ == tables_.size() * kTableBlocks)
    tables_.push_back(std::make_unique<Block[]>(kTableBlocks));
  return fresh_++;
}

/// Moves the first of the chain's own segments to the end of its block: into a new one if that is full, or if other
/// chains have gone on there.
void ChainPool::store(Chain &chain) {
  Block *block = &at(chain.block);
  if (chain.block != 0 && block->references == 1)
    block->used = chain.used; // What stands behind belongs to nobody any more.
  if (chain.block == 0 || block->used != chain.used || block->used == kSegments) {
    const std::uint32_t number = take();
    block = &at(number);
    block->before = chain.block;
    block->before_used = chain.used;
    block->begin = endOf(chain.block, chain.used);
    block->references = 1;
    block->used = 0;
    block->past = 0;
    chain.block = number;
  }
  block->segments[block->used++] = chain.last[0];
  chain.used = block->used;
  std::move(chain.last.begin() + 1, chain.last.end(), chain.last.begin());
  --chain.own;
}

/// With all that only it led to.
void ChainPool::free(std::uint32_t number) {
  while (number != 0) {
    Block &block = at(number);
    if (block.past != 0) {
      pasts_[block.past] = {};
      free_pasts_.push_back(block.past);
    }
    const std::uint32_t before = std::exchange(block.before, free_);
    block.references = 0;
    free_ = number;
    --live_;
    number = before != 0 && --at(before).references == 0 ? before : 0;
  }
}

std::uint32_t ChainPool::pastOf(Block &block) {
  if (block.past != 0)
    return block.past;
  if (free_pasts_.empty()) {
    free_pasts_.push_back(static_cast<std::uint32_t>(pasts_.size()));
    pasts_.emplace_back();
  }
  block.past = free_pasts_.back();
  free_pasts_.pop_back();
  return block.past;
}

/// The block before it, which nothing else refers to, becomes a part of its past.
void ChainPool::absorbBefore(Block &block) {
  Block &before = at(block.before);
  const bool is_first = block.past == 0;
  Past &past = pasts_[pastOf(block)];
  const auto add = [&](ActivityId activity, sim::SimDuration duration, std::int32_t rank) {
    if (is_first && past.sums.empty())
      past.rank = rank;
    else if (past.rank != rank)
      past.rank = kNoRank;
    const auto same =
        std::find_if(past.sums.begin(), past.sums.end(), [&](const Sum &sum) { return sum.activity == activity; });
    if (same != past.sums.end())
      same->duration += duration;
    else
      past.sums.push_back({activity, duration});
  };
  sim::SimTime begin = before.begin;
  for (std::size_t i = 0; i < block.before_used; ++i) {
    const SegmentEnd &segment = before.segments[i];
    add(segment.activity, segment.end - begin, segment.rank);
    begin = segment.end;
  }
  past.begin = before.begin;
  if (before.past != 0) {
    past.begin = pasts_[before.past].begin;
    for (const Sum &sum : pasts_[before.past].sums)
      add(sum.activity, sum.duration, pasts_[before.past].rank);
    pasts_[before.past] = {};
    free_pasts_.push_back(std::exchange(before.past, 0));
  }
  block.before_used = before.before_used;
  const std::uint32_t absorbed = std::exchange(block.before, before.before);
  before.before = std::exchange(free_, absorbed);
  before.references = 0;
  --live_;
}

void ChainPool::sumUp() {
  for (std::uint32_t number = 1; number < fresh_; ++number) {
    Block &block = at(number);
    while (block.references > 0 && block.before != 0 && at(block.before).references == 1)
      absorbBefore(block);
  }
  limit_ = std::max(limit_, 2 * live_);
}

std::size_t ChainPool::memoryBytes() const {
  std::size_t bytes = tables_.size() * kTableBlocks * sizeof(Block) + pasts_.capacity() * sizeof(Past);
  for (const Past &past : pasts_)
    bytes += past.sums.capacity() * sizeof(Sum);
  return bytes;
}

} // namespace maquette::causality
