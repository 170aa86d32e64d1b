//===- runtime/mpi/rma/window_accesses.h - operations on windows that conflict --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Accesses of concurrent operations to the window memory of one rank. The result is undefined if one writes bytes that
/// another reads or writes, or if two accumulate to the same bytes with different operations or types. Real libraries
/// do not report this.
///
/// Concurrent  of one origin: no flush, fence, unlock or complete between them. Of two: the first is not completed when
/// the second
///             acts, or both are of one epoch of fences or one exposure epoch. What only reads is completed by a local
///             flush, too, and for others when it is so for its origin; what writes is not completed by a wait for its
///             request
/// Ordered     accumulations of one origin and one type, whatever their operations
/// Limits      loads and stores of the program are not seen, nor types of more than 256 runs
/// Source      MPI 3.1, 11.7
#ifndef MAQUETTE_MPI_RMA_WINDOW_ACCESSES_H
#define MAQUETTE_MPI_RMA_WINDOW_ACCESSES_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace maquette::mpi {

/// Fetch reads as accumulations do: MPI_NO_OP.
enum class AccessKind : std::uint8_t { Read, Write, Fetch, Accumulate };

constexpr bool onlyReads(AccessKind kind) { return kind == AccessKind::Read || kind == AccessKind::Fetch; }

/// Calls that completed what was under way.
struct Completions {
  std::uint64_t remote = 0;
  std::uint64_t local = 0; ///< These too end what only reads.

  friend Completions operator+(const Completions &a, const Completions &b) {
    return {a.remote + b.remote, a.local + b.local};
  }
  /// True when there was none from \p earlier to here for an operation of \p kind.
  bool noneSince(const Completions &earlier, AccessKind kind) const {
    return remote == earlier.remote && !(onlyReads(kind) && local != earlier.local);
  }
};

/// The origin's side of an operation.
struct WindowAccess {
  AccessKind kind = AccessKind::Read;
  std::uint16_t op = 0;       ///< Of Accumulate and Fetch; 0 goes with every other.
  std::uint16_t basic = 0;    ///< Of Accumulate and Fetch: the basic type.
  std::int32_t origin = 0;    ///< Rank in the window.
  Completions completions;    ///< Of the origin towards this target, so far.
  std::int64_t fence = -1;    ///< Fences that the origin has passed; -1: not an epoch of fences.
  std::int64_t exposure = -1; ///< Exposure epochs of the target so far; -1: not in one.
  std::uint16_t call = 0;
  const void *site = nullptr;
};

class WindowAccesses {
public:
  using Ask = std::function<bool(const WindowAccess &)>;

  /// Adds bytes [\p from, \p to). Returns an earlier access that conflicts, or nullptr; it lives until the next call.
  /// \p completed tells whether the origin has completed an access; \p over, whether none that comes can conflict with
  /// it.
  const WindowAccess *add(std::int64_t from, std::int64_t to, const WindowAccess &access, const Ask &completed,
                          const Ask &over);

private:
  struct Place {
    std::int64_t from, to;
    std::int32_t origin;
    friend auto operator<=>(const Place &, const Place &) = default;
  };
  /// Those that cannot conflict with each other, or write. Of one origin and one place the latest is enough: earlier
  /// ones are completed when it is.
  struct Alike {
    AccessKind kind;
    std::uint16_t op, basic;
    std::map<Place, WindowAccess> by_place;
    std::int64_t longest = 0;
  };
  const WindowAccess *conflictIn(const Alike &alike, std::int64_t from, std::int64_t to, const WindowAccess &access,
                                 const Ask &completed) const;
  void forget(const Ask &over);
  Alike &like(const WindowAccess &access);

  std::vector<Alike> all_;
  WindowAccess conflict_; ///< The last one found.
  std::size_t count_ = 0;
  std::size_t forget_at_ = 64; ///< Count at which those that are over are looked for.
};

} // namespace maquette::mpi

#endif
