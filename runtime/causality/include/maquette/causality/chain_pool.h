//===- maquette/causality/chain_pool.h - segments of time, each caused by the one before ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A chain explains one point in simulated time: segments without gaps from time 0 to it, each of which could not begin
/// before the one before it ended. The chain of the rank that ends last is the critical path of a run. Chains that come
/// from the same past share it. What no chain needs any more is freed.
///
/// A message carries the chain of its send. A rank that waits for it drops its own and takes that of the message.
///
/// Memory    a chain holds its last two segments itself; those before lie in blocks of 128 bytes. A block grows at its
///           end while other chains use its begin. With many blocks, a past that only one chain needs is summed up by
///           activity: its order is lost, its durations stay exact.
///
/// Source    critical path: Schulz, "Extracting Critical Path Graphs from MPI Applications", 2005.
#ifndef MAQUETTE_CAUSALITY_CHAIN_POOL_H
#define MAQUETTE_CAUSALITY_CHAIN_POOL_H

#include "maquette/causality/activity_table.h"

#include "maquette/sim/assert.h"
#include "maquette/sim/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace maquette::causality {

/// No rank in particular.
inline constexpr std::int32_t kNoRank = -1;

/// The end of a segment, which begins where the one before ends.
struct SegmentEnd {
  sim::SimTime end;
  ActivityId activity;
  std::int32_t rank = kNoRank;
};

/// One reference to a chain. The empty one ends at time 0, where all begin. Whoever holds one releases it.
struct Chain {
  std::uint32_t block = 0; ///< 0: none.
  std::uint16_t used = 0;  ///< Segments of the block that belong to it.
  std::uint16_t own = 0;   ///< Segments of `last`, which come after those.
  std::array<SegmentEnd, 2> last;

  bool isEmpty() const { return block == 0 && own == 0; }
};

struct Segment {
  sim::SimTime begin;
  sim::SimTime end;
  sim::SimDuration duration; ///< Less than end - begin for one activity of several that were summed up.
  ActivityId activity;
  std::int32_t rank = kNoRank; ///< kNoRank: of several, or of the network.
  bool summed = false;
};

class ChainPool {
public:
  ChainPool();
  ~ChainPool();
  ChainPool(const ChainPool &) = delete;
  ChainPool &operator=(const ChainPool &) = delete;

  sim::SimTime end(const Chain &chain) const {
    return chain.own > 0 ? chain.last[chain.own - 1u].end : endOf(chain.block, chain.used);
  }
  /// Of its last segment; nullopt: it has none, or several were summed up.
  std::optional<ActivityId> lastActivity(const Chain &chain) const;
  /// One reference more.
  Chain share(const Chain &chain) {
    if (chain.block != 0)
      ++at(chain.block).references;
    return chain;
  }
  void release(const Chain &chain) {
    if (chain.block != 0 && --at(chain.block).references == 0)
      free(chain.block);
  }
  /// Adds a segment that ends at \p until; nothing if the chain ends later.
  void extend(Chain &chain, sim::SimTime until, ActivityId activity, std::int32_t rank) {
    if (until > end(chain))
      add(chain, {until, activity, rank});
  }
  /// The same; a segment of no length if the last one is of another activity or rank.
  void extendOrMark(Chain &chain, sim::SimTime until, ActivityId activity, std::int32_t rank) {
    const sim::SimTime now = end(chain);
    add(chain, {until > now ? until : now, activity, rank});
  }
  /// Calls \p visit with each segment, the last one first, until it returns false.
  template <class Visit> void backwards(const Chain &chain, Visit visit) const {
    for (std::size_t i = chain.own; i-- > 0;)
      if (!visit(segmentOf(chain.last[i], i > 0 ? chain.last[i - 1].end : endOf(chain.block, chain.used))))
        return;
    for (std::uint32_t number = chain.block, used = chain.used; number != 0;) {
      const Block &block = at(number);
      for (std::size_t i = used; i-- > 0;)
        if (!visit(segmentOf(block.segments[i], i > 0 ? block.segments[i - 1].end : block.begin)))
          return;
      if (!visitPast(block, visit))
        return;
      used = block.before_used;
      number = block.before;
    }
  }

  /// From how many blocks on pasts are summed up.
  void setLimit(std::size_t blocks) { limit_ = blocks; }
  std::size_t blockCount() const { return live_; }
  std::size_t memoryBytes() const;
  void prefetch(const Chain &chain) const { __builtin_prefetch(&at(chain.block), 1); }

private:
  struct Sum {
    ActivityId activity;
    sim::SimDuration duration;
  };
  /// What was before a block, by activity.
  struct Past {
    std::vector<Sum> sums;
    std::int32_t rank = kNoRank; ///< kNoRank: of several.
    sim::SimTime begin;
  };
  static constexpr std::size_t kSegments = 6;
  struct alignas(128) Block {
    std::uint32_t before = 0; ///< Of a free one: the next free one.
    std::uint32_t references = 0;
    std::uint16_t before_used = 0;
    std::uint16_t used = 0;
    std::uint32_t past = 0; ///< Number of its Past; 0: it has none.
    sim::SimTime begin;     ///< Of its first segment.
    std::array<SegmentEnd, kSegments> segments;
  };
  static_assert(sizeof(Block) == 128);
  static constexpr std::size_t kTableBlocks = 1024;
  static constexpr std::size_t kFirstLimit = std::size_t{1} << 18;

  Block &at(std::uint32_t number) { return tables_[number / kTableBlocks][number % kTableBlocks]; }
  const Block &at(std::uint32_t number) const { return tables_[number / kTableBlocks][number % kTableBlocks]; }
  sim::SimTime endOf(std::uint32_t number, std::uint32_t used) const {
    const Block &block = at(number);
    return used > 0 ? block.segments[used - 1].end : block.begin;
  }
  static Segment segmentOf(const SegmentEnd &end, sim::SimTime begin) {
    return {begin, end.end, end.end - begin, end.activity, end.rank, false};
  }
  template <class Visit> bool visitPast(const Block &block, Visit &visit) const {
    const Past &past = pasts_[block.past];
    for (const Sum &sum : past.sums)
      if (!visit(Segment{past.begin, block.begin, sum.duration, sum.activity, past.rank, true}))
        return false;
    return true;
  }

  void add(Chain &chain, const SegmentEnd &segment) {
    if (chain.own > 0) {
      SegmentEnd &last = chain.last[chain.own - 1u];
      if (last.activity == segment.activity && last.rank == segment.rank) {
        last.end = segment.end;
        return;
      }
    }
    if (chain.own == chain.last.size())
      store(chain);
    chain.last[chain.own++] = segment;
  }
  void store(Chain &chain);
  std::uint32_t take();
  void free(std::uint32_t number);
  void sumUp();
  void absorbBefore(Block &block);
  std::uint32_t pastOf(Block &block);

  std::vector<std::unique_ptr<Block[]>> tables_;
  std::uint32_t free_ = 0;
  std::uint32_t fresh_ = 1; ///< Block 0 is none: it ends at time 0.
  std::size_t live_ = 0;
  std::size_t limit_ = kFirstLimit;
  std::vector<Past> pasts_; ///< The first is empty.
  std::vector<std::uint32_t> free_pasts_;
};

} // namespace maquette::causality

#endif
