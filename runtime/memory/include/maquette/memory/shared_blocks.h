//===- maquette/memory/shared_blocks.h - blocks of the heap that all ranks share --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the user allows it (`maquette run --direct --share`), ranks get the same memory for blocks that are alike:
/// those of the same size and rule, the first a rank holds with the first of the others, its second with their second,
/// and so on. That is right for data that all ranks fill alike and then only read; else what one writes the others see.
///
/// Rules     a size ("1 MiB"): all blocks from there on; or FILE:LINE, the call of malloc() or its kin, or Fortran's
/// ALLOCATE. At least
///           WorkingSets::kSmallestBlock bytes: smaller ones stay the rank's own.
/// Zeros     a block of calloc() is zero for the first rank that gets it.
/// Life      memory is given back to the host at the end of the simulation.
/// Threads   any.
#ifndef MAQUETTE_MEMORY_SHARED_BLOCKS_H
#define MAQUETTE_MEMORY_SHARED_BLOCKS_H

#include "maquette/host/heap_lock.h"

#include "maquette/formats/share_rule.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::runtime {

class SharedBlocks {
public:
  struct Place {
    std::string file;
    int line = 0;
  };
  /// The place in the sources of the call that returns to an address.
  using PlaceOf = std::function<Place(const void *return_address)>;
  /// Memory of so many bytes, aligned and zero; nullptr when there is none.
  using Source = std::function<void *(std::size_t alignment, std::size_t bytes)>;

  SharedBlocks(std::vector<ShareRule> rules, std::int64_t ranks, PlaceOf place_of, Source source);

  /// The block for \p rank, or nullptr if no rule says that it is shared.
  void *allocate(std::int64_t rank, std::size_t bytes, std::size_t alignment, const void *return_address);
  /// \p rank holds \p block no longer. False when it is none of these.
  bool release(std::int64_t rank, const void *block);
  /// Its size, if it is one of these.
  std::optional<std::size_t> sizeOf(const void *block) const;

  /// Host memory of all blocks.
  std::uint64_t bytes() const { return bytes_; }
  /// What the ranks would have held besides if each had its own, at most.
  std::uint64_t savedBytes() const { return saved_; }
  /// Rules that applied to no block.
  std::vector<std::string> unusedRules() const;

private:
  struct Block {
    char *memory = nullptr;
    std::size_t bytes = 0;
    std::vector<bool> holders; ///< By rank.
  };

  std::optional<std::size_t> ruleOf(std::size_t bytes, const void *return_address);
  Block *blockFor(std::int64_t rank, std::size_t rule, std::size_t bytes, std::size_t alignment);

  mutable HeapLock lock_;
  std::vector<ShareRule> rules_;
  std::vector<bool> used_;
  std::int64_t ranks_;
  PlaceOf place_of_;
  Source source_;
  std::unordered_map<const void *, Place> places_; ///< By return address.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>>
      alike_; ///< By rule and size: places in blocks_.
  std::vector<Block> blocks_;
  std::unordered_map<const void *, std::size_t> index_;
  std::uint64_t bytes_ = 0;
  std::uint64_t held_ = 0; ///< Sum over ranks of what they hold now.
  std::uint64_t saved_ = 0;
};

} // namespace maquette::runtime

#endif
