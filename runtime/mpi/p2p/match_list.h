//===- runtime/mpi/p2p/match_list.h - receives or messages in order -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// MatchList keeps objects that wait to be matched, in the order they came, and finds the first that fits. It is a view
/// of one word in the Rank: 0 is empty; a single object is the word itself, so a rank that waits for one message pays
/// nothing; up to 31 stand in one packed array; more in a table with a hash over (context, source, tag), so that the
/// time to find one does not grow with their number. Wildcard receives have a chain of their own there; a receive with
/// a wildcard looks at the messages in their order.
///
/// Side      says how an object's key is found, and which of object and sought key is the receive that may have
/// wildcards. Memory    from a SizePool; all is given back when the list is empty.
#ifndef MAQUETTE_MPI_P2P_MATCH_LIST_H
#define MAQUETTE_MPI_P2P_MATCH_LIST_H

#include "core/names.h"
#include "p2p/match_table.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace maquette::mpi {

template <class Side> class MatchList {
public:
  using Object = typename Side::Object;

  MatchList(std::uintptr_t &word, SizePool &pool) : word_(word), pool_(pool) {}

  bool empty() const { return word_ == 0; }
  static void prefetch(std::uintptr_t word) {
    const char *const data = reinterpret_cast<const char *>(word & ~kForm);
    __builtin_prefetch(data, 1);
    __builtin_prefetch(data + 64, 1);
  }
  /// Brings the object into the cache that find() would give, as far as the list tells without looking at objects.
  static void prefetchFitting(std::uintptr_t word, const MatchKey &key) {
    if ((word & kForm) != kPacked)
      return;
    const Packed &all = *reinterpret_cast<const Packed *>(word - kPacked);
    for (std::uint32_t place = 0; place < all.count; ++place)
      if (const Entry &entry = all.entries[place]; fits({key.context, entry.source, entry.tag}, key)) {
        mpi::prefetch(objectOf(entry));
        return;
      }
  }

  /// The only one in the list, if it is the word itself.
  static const Object *onlyOf(std::uintptr_t word) {
    return (word & kForm) == kSingle ? reinterpret_cast<const Object *>(word) : nullptr;
  }

  void add(Object &object) {
    if (word_ == 0) {
      word_ = reinterpret_cast<std::uintptr_t>(&object);
      return;
    }
    if (form() == kSingle)
      pack();
    else if (form() == kPacked && packed()->count == packed()->capacity)
      grow();
    if (form() == kPacked)
      packed()->entries[packed()->count++] = entryOf(object);
    else
      table()->add(Side::keyOf(object), &object);
  }

  /// The first that fits \p key; it stays. nullptr if there is none.
  Object *find(const MatchKey &key) {
    switch (form()) {
    case kSingle: {
      Object *const only = single();
      return only != nullptr && fits(Side::keyOf(*only), key) ? only : nullptr;
    }
    case kPacked: {
      const std::uint32_t place = findPacked(key);
      return place < packed()->count ? objectOf(packed()->entries[place]) : nullptr;
    }
    default: {
      const std::uint32_t place = findInTable(key);
      return place != MatchTable::kNone ? static_cast<Object *>(table()->at(place)) : nullptr;
    }
    }
  }

  /// The same, and takes it out.
  Object *take(const MatchKey &key) {
    switch (form()) {
    case kSingle: {
      Object *const only = single();
      if (only == nullptr || !fits(Side::keyOf(*only), key))
        return nullptr;
      word_ = 0;
      return only;
    }
    case kPacked: {
      const std::uint32_t place = findPacked(key);
      return place < packed()->count ? removePacked(place) : nullptr;
    }
    default: {
      const std::uint32_t place = findInTable(key);
      return place != MatchTable::kNone ? removeFromTable(place) : nullptr;
    }
    }
  }

  /// Takes this one out. False when it is not here.
  bool remove(const Object &object) {
    if (form() == kSingle) {
      if (single() != &object)
        return false;
      word_ = 0;
      return true;
    }
    if (form() == kTable) {
      const std::uint32_t place = table()->placeOf(&object);
      if (place != MatchTable::kNone)
        removeFromTable(place);
      return place != MatchTable::kNone;
    }
    for (std::uint32_t place = 0; place < packed()->count; ++place)
      if (objectOf(packed()->entries[place]) == &object) {
        removePacked(place);
        return true;
      }
    return false;
  }

  /// Calls \p visit with each, in order.
  template <class Visit> void forEach(Visit visit) const {
    if (form() == kSingle) {
      if (single() != nullptr)
        visit(*single());
    } else if (form() == kPacked) {
      for (std::uint32_t place = 0; place < packed()->count; ++place)
        visit(*objectOf(packed()->entries[place]));
    } else {
      table()->forEach([&](void *object) { visit(*static_cast<Object *>(object)); });
    }
  }

private:
  static constexpr std::uintptr_t kSingle = 0, kPacked = 1, kTable = 2, kForm = 3;
  static constexpr std::uint32_t kMostPacked = 31;
  static constexpr unsigned kDigestShift = 48;

  /// 16 bytes: the address has 48 bits, and 16 of the context stand above them.
  struct Entry {
    std::uint64_t object_digest;
    std::int32_t source;
    std::int32_t tag;
  };
  struct Packed {
    std::uint32_t count;
    std::uint32_t capacity;
    Entry entries[1];
  };
  static std::size_t packedBytes(std::uint32_t capacity) {
    return offsetof(Packed, entries) + capacity * sizeof(Entry);
  }

  static bool fits(const MatchKey &object, const MatchKey &key) {
    return Side::kObjectsReceive ? satisfies(object, key) : satisfies(key, object);
  }
  static Entry entryOf(const Object &object) {
    const MatchKey key = Side::keyOf(object);
    return {reinterpret_cast<std::uintptr_t>(&object) | std::uint64_t{key.context} << kDigestShift, key.source,
            key.tag};
  }
  static Object *objectOf(const Entry &entry) {
    return reinterpret_cast<Object *>(entry.object_digest & ((std::uint64_t{1} << kDigestShift) - 1));
  }

  std::uintptr_t form() const { return word_ & kForm; }
  Object *single() const { return reinterpret_cast<Object *>(word_); }
  Packed *packed() const { return reinterpret_cast<Packed *>(word_ - kPacked); }
  MatchTable *table() const { return reinterpret_cast<MatchTable *>(word_ - kTable); }

  std::uint32_t findPacked(const MatchKey &key) const {
    const Packed &all = *packed();
    const std::uint16_t digest = static_cast<std::uint16_t>(key.context);
    std::uint32_t place = 0;
    for (; place < all.count; ++place) {
      const Entry &entry = all.entries[place];
      if (static_cast<std::uint16_t>(entry.object_digest >> kDigestShift) == digest &&
          fits({key.context, entry.source, entry.tag}, key) && Side::keyOf(*objectOf(entry)).context == key.context)
        break;
    }
    return place;
  }
  [[gnu::noinline]] Object *removePacked(std::uint32_t place) {
    Packed &all = *packed();
    Object *const object = objectOf(all.entries[place]);
    --all.count;
    std::memmove(&all.entries[place], &all.entries[place + 1], (all.count - place) * sizeof(Entry));
    if (all.count == 0) {
      pool_.give(&all, packedBytes(all.capacity));
      word_ = 0;
    }
    return object;
  }
  [[gnu::noinline]] std::uint32_t findInTable(const MatchKey &key) const {
    return !Side::kObjectsReceive && key.wild() ? table()->scan(key) : table()->find(key);
  }
  [[gnu::noinline]] Object *removeFromTable(std::uint32_t place) {
    MatchTable *const all = table();
    auto *const object = static_cast<Object *>(all->remove(place));
    if (all->empty()) {
      delete all;
      word_ = 0;
    }
    return object;
  }

  Packed *newPacked(std::uint32_t capacity) {
    auto *const made = static_cast<Packed *>(pool_.take(packedBytes(capacity)));
    made->count = 0;
    made->capacity = capacity;
    return made;
  }
  [[gnu::noinline]] void pack() {
    Packed *const made = newPacked(3);
    made->entries[made->count++] = entryOf(*single());
    word_ = reinterpret_cast<std::uintptr_t>(made) | kPacked;
  }
  /// To the next size that fills a block of the pool, or to a table.
  [[gnu::noinline]] void grow() {
    Packed *const old = packed();
    if (old->capacity >= kMostPacked) {
      auto *const made = new MatchTable;
      for (std::uint32_t place = 0; place < old->count; ++place)
        made->add(Side::keyOf(*objectOf(old->entries[place])), objectOf(old->entries[place]));
      word_ = reinterpret_cast<std::uintptr_t>(made) | kTable;
    } else {
      Packed *const made = newPacked(2 * old->capacity + 1);
      std::memcpy(made->entries, old->entries, old->count * sizeof(Entry));
      made->count = old->count;
      word_ = reinterpret_cast<std::uintptr_t>(made) | kPacked;
    }
    pool_.give(old, packedBytes(old->capacity));
  }

  std::uintptr_t &word_;
  SizePool &pool_;
};

} // namespace maquette::mpi

#endif
