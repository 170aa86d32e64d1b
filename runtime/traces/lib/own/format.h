//===- runtime/traces/lib/own/format.h - Maquette's own traces: what writer and reader agree on ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_OWN_FORMAT_H
#define MAQUETTE_TRACES_LIB_OWN_FORMAT_H

#include "maquette/traces/event.h"

#include <cstdint>
#include <string_view>

namespace maquette::traces::own {

constexpr std::string_view kMagic = "MAQEVENT", kEndMagic = "MAQINDEX";
constexpr std::uint32_t kVersion = 1, kBlockMagic = 0x4b4c4254; // "TBLK"

/// Behind the file's magic; then the names of functions, each with a length of 16 bits.
struct FileHead {
  std::uint32_t version, functions;
  std::int64_t ranks, tick_ps;
  double compute_factor;
  std::uint64_t from_start; ///< 1 or 0.
};

/// Before each block's packed bytes.
struct BlockHead {
  std::uint32_t magic, rank, events, starts_anew;
  std::uint32_t raw, packed; ///< Bytes.
  std::uint64_t checksum;    ///< Of the packed bytes.
  std::int64_t first_tick;
};

struct IndexEntry {
  std::uint64_t offset;
  std::int64_t first_tick;
  std::uint32_t rank, events;
};

/// The last bytes of the file. Entries stand before it, by rank, then as they came.
struct IndexTail {
  std::uint64_t offset, entries;
  char magic[8];
};

/// Fowler, Noll and Vo's hash (1a), 64 bits.
inline std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes)
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return hash;
}

/// Seven bits a byte, the lowest first.
template <class Text> void putNumber(Text &to, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    to.push_back(static_cast<char>(number | 0x80));
  to.push_back(static_cast<char>(number));
}

/// Small numbers of either sign are short.
inline std::uint64_t folded(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
inline std::int64_t unfolded(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

/// Reads what putNumber() wrote.
class Numbers {
public:
  explicit Numbers(std::string_view bytes) : rest_(bytes) {}
  bool next(std::uint64_t &number);
  bool nextFolded(std::int64_t &number);
  bool bytes(std::size_t count, std::string_view &taken);
  std::size_t left() const { return rest_.size(); }

private:
  std::string_view rest_;
};

/// Whether an argument of the type is an array of numbers.
constexpr bool isArray(ArgumentType type) {
  return type == ArgumentType::Integers || type == ArgumentType::Datatypes || type == ArgumentType::Requests;
}

/// The call of \p event with its arguments.
template <class Text> void putCall(Text &to, const Event &event) {
  const std::span<const Argument> arguments = allCalls()[event.call].arguments;
  putNumber(to, event.call);
  putNumber(to, event.given.to_ulong());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!event.given[i])
      continue;
    if (isArray(arguments[i].type)) {
      putNumber(to, event.array(i).size());
      for (const std::int64_t number : event.array(i))
        putNumber(to, folded(number));
    } else if (arguments[i].type == ArgumentType::Text) {
      putNumber(to, event.text(i).size());
      to.append(event.text(i));
    } else {
      putNumber(to, folded(event.values[i]));
    }
  }
  putNumber(to, event.received.size());
  for (const Received &received : event.received) {
    putNumber(to, folded(received.source));
    putNumber(to, folded(received.tag));
    putNumber(to, folded(received.bytes));
  }
}
/// The other way; \p calls are the file's functions by their numbers there; empty: they are our own. False where the
/// bytes say no call.
bool getCall(std::string_view bytes, std::span<const int> calls, Event &event);

} // namespace maquette::traces::own

#endif
