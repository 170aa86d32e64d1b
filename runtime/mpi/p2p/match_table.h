//===- runtime/mpi/p2p/match_table.h - many that wait to be matched -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MatchTable holds objects in the order they came and finds the first one of a key by a hash. Objects whose own key
/// has a wildcard form a chain beside the hashed ones; the earlier of both candidates is the one. Places are numbers
/// that hold until the next add().
///
/// Cost      add, find and remove take constant time, but for the wildcards that stand before the one that fits.
#ifndef MAQUETTE_MPI_P2P_MATCH_TABLE_H
#define MAQUETTE_MPI_P2P_MATCH_TABLE_H

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace maquette::mpi {

/// What a message says of itself, or what a receive asks for: source and tag may be MPI_ANY_SOURCE and MPI_ANY_TAG
/// then.
struct MatchKey {
  std::uint32_t context;
  std::int32_t source;
  std::int32_t tag;

  bool wild() const { return source == MPI_ANY_SOURCE || tag == MPI_ANY_TAG; }
};

/// True when the message with key \p message is one that \p receive asks for.
inline bool satisfies(const MatchKey &receive, const MatchKey &message) {
  return receive.context == message.context && (receive.source == message.source || receive.source == MPI_ANY_SOURCE) &&
         (receive.tag == message.tag || (receive.tag == MPI_ANY_TAG && message.tag >= 0));
}

class MatchTable {
public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void add(const MatchKey &key, void *object);
  /// The place of the first object of exactly \p key, or whose wildcards accept it. \pre \p key has no wildcard.
  std::uint32_t find(const MatchKey &key) const;
  /// The same for a \p key with wildcards, among objects that have none.
  std::uint32_t scan(const MatchKey &key) const;
  std::uint32_t placeOf(const void *object) const;
  void *at(std::uint32_t place) const { return slots_[place].object; }
  void *remove(std::uint32_t place);
  bool empty() const { return live_ == 0; }
  template <class Visit> void forEach(Visit visit) const {
    for (const Slot &slot : slots_)
      if (slot.object != nullptr)
        visit(slot.object);
  }

private:
  struct Slot {
    void *object; ///< nullptr: taken out.
    MatchKey key;
    std::uint32_t next; ///< In the chain.
  };
  struct Chain {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };
  Chain &chainOf(const MatchKey &key) { return key.wild() ? wild_ : chains_[bucketOf(key)]; }
  std::size_t bucketOf(const MatchKey &key) const;
  void append(std::uint32_t place);
  void rebuild();

  std::vector<Slot> slots_;
  std::vector<Chain> chains_;
  Chain wild_;
  std::uint32_t first_ = 0; ///< No object stands before it.
  std::uint32_t live_ = 0;
};

} // namespace maquette::mpi

#endif
