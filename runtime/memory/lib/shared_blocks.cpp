//===- runtime/memory/lib/shared_blocks.cpp - blocks of the heap that all ranks share -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/shared_blocks.h"

#include "maquette/memory/working_sets.h"

#include <algorithm>

namespace maquette::runtime {

SharedBlocks::SharedBlocks(std::vector<ShareRule> rules, std::int64_t ranks, PlaceOf place_of, Source source)
    : rules_(std::move(rules)), used_(rules_.size()), ranks_(ranks), place_of_(std::move(place_of)),
      source_(std::move(source)) {}

std::optional<std::size_t> SharedBlocks::ruleOf(std::size_t bytes, const void *return_address) {
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (rules_[rule].file.empty()) {
      if (bytes >= rules_[rule].least)
        return rule;
      continue;
    }
    auto found = places_.find(return_address);
    if (found == places_.end())
      found = places_.emplace(return_address, place_of_(return_address)).first;
    if (isAt(rules_[rule], found->second.file, found->second.line))
      return rule;
  }
  return std::nullopt;
}

SharedBlocks::Block *SharedBlocks::blockFor(std::int64_t rank, std::size_t rule, std::size_t bytes,
                                            std::size_t alignment) {
  std::vector<std::size_t> &alike = alike_[{rule, bytes}];
  for (const std::size_t index : alike) {
    Block &block = blocks_[index];
    if (!block.holders[static_cast<std::size_t>(rank)] &&
        reinterpret_cast<std::uintptr_t>(block.memory) % alignment == 0)
      return &block;
  }
  void *const memory = source_(alignment, bytes);
  if (memory == nullptr)
    return nullptr;
  bytes_ += bytes;
  alike.push_back(blocks_.size());
  index_.emplace(memory, blocks_.size());
  blocks_.push_back({static_cast<char *>(memory), bytes, std::vector<bool>(static_cast<std::size_t>(ranks_))});
  return &blocks_.back();
}

void *SharedBlocks::allocate(std::int64_t rank, std::size_t bytes, std::size_t alignment, const void *return_address) {
  if (bytes < WorkingSets::kSmallestBlock)
    return nullptr;
  const HeapLock::Guard guard(lock_);
  if (guard.isNested())
    return nullptr;
  const auto rule = ruleOf(bytes, return_address);
  Block *const block = rule ? blockFor(rank, *rule, bytes, alignment) : nullptr;
  if (block == nullptr)
    return nullptr;
  used_[*rule] = true;
  block->holders[static_cast<std::size_t>(rank)] = true;
  held_ += bytes;
  saved_ = std::max(saved_, held_ > bytes_ ? held_ - bytes_ : 0);
  return block->memory;
}

bool SharedBlocks::release(std::int64_t rank, const void *memory) {
  const HeapLock::Guard guard(lock_);
  const auto found = index_.find(memory);
  if (found == index_.end())
    return false;
  Block &block = blocks_[found->second];
  if (rank >= 0 && block.holders[static_cast<std::size_t>(rank)]) {
    block.holders[static_cast<std::size_t>(rank)] = false;
    held_ -= block.bytes;
  }
  return true;
}

std::optional<std::size_t> SharedBlocks::sizeOf(const void *memory) const {
  const HeapLock::Guard guard(lock_);
  const auto found = index_.find(memory);
  if (found == index_.end())
    return std::nullopt;
  return blocks_[found->second].bytes;
}

std::vector<std::string> SharedBlocks::unusedRules() const {
  std::vector<std::string> unused;
  for (std::size_t rule = 0; rule < rules_.size(); ++rule)
    if (!used_[rule])
      unused.push_back(rules_[rule].text);
  return unused;
}

} // namespace maquette::runtime
