//===- runtime/shmem/collectives/collectives.cpp - collectives that move data ---===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collectives.h"

#include "collectives/exchange.h"

#include <bit>
#include <cstring>
#include <vector>

namespace maquette::shmem {

namespace {

/// Addresses in a buffer that may be phantom.
char *at(void *buffer, std::size_t offset) {
  return isPhantom(buffer) ? static_cast<char *>(buffer) : static_cast<char *>(buffer) + offset;
}
const char *at(const void *buffer, std::size_t offset) {
  return isPhantom(buffer) ? static_cast<const char *>(buffer) : static_cast<const char *>(buffer) + offset;
}

void copy(void *to, const void *from, std::size_t bytes) {
  if (bytes > 0 && to != from && !isPhantom(to) && !isPhantom(from))
    std::memmove(to, from, bytes);
}

/// Destinations and sources of collectives are symmetric.
void check(const Call &call, const void *address, std::size_t bytes) {
  if (!isPhantom(address))
    call.symmetric(address, bytes, call.rank());
  else if (address == nullptr && bytes > 0)
    call.fail(call.shmem().memory().whyNot(address, bytes, call.rank()));
}

} // namespace

/// Binomial tree.
void broadcast(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments, int root,
               RootCopies copies) {
  Member &member = arguments.member;
  call.target(member, root); // Checks the number.
  check(call, dest, arguments.bytes);
  Exchange exchange(call, member, arguments.bytes);
  const int size = member.size();
  const int place = (member.me() - root + size) % size; // Places begin at the root.
  Payload payload;
  int step =
      place == 0 ? std::bit_width(static_cast<unsigned>(size - 1)) : std::countr_zero(static_cast<unsigned>(place));
  if (place == 0) {
    check(call, source, arguments.bytes);
    payload = Payload(source, arguments.bytes);
    if (copies == RootCopies::Yes)
      copy(dest, source, arguments.bytes);
  } else {
    payload = exchange.receive((place - (1 << step) + root) % size, step);
    payload.copyTo(dest);
  }
  for (--step; step >= 0; --step)
    if (const std::int64_t child = place + (std::int64_t{1} << step); child < size)
      exchange.send(static_cast<int>((child + root) % size), step, payload);
}

namespace {

// Blocks lie one behind the other, from offsets[i] to offsets[i + 1]; each PE has its own and gets the others.

constexpr std::size_t kRingFrom = 64 << 10; ///< Bytes of all blocks.

void gatherRing(Exchange &exchange, void *dest, const std::vector<std::size_t> &offsets) {
  const int size = exchange.size();
  const int me = exchange.me();
  for (int i = 0; i + 1 < size; ++i) {
    const auto sent = static_cast<std::size_t>((me - i + size) % size);
    const auto got = static_cast<std::size_t>((me - i - 1 + size) % size);
    exchange.send((me + 1) % size, i, at(dest, offsets[sent]), offsets[sent + 1] - offsets[sent]);
    exchange.receive((me - 1 + size) % size, i).copyTo(at(dest, offsets[got]));
  }
}

/// The blocks of \p count PEs from \p first on, which may go on at the begin.
Payload blocksFrom(void *dest, const std::vector<std::size_t> &offsets, int first, int count) {
  const int size = static_cast<int>(offsets.size()) - 1;
  const int end = std::min(first + count, size);
  const int rest = first + count - end;
  const std::size_t head = offsets[static_cast<std::size_t>(end)] - offsets[static_cast<std::size_t>(first)];
  if (rest == 0 || isPhantom(dest))
    return Payload(at(dest, offsets[static_cast<std::size_t>(first)]), head + offsets[static_cast<std::size_t>(rest)]);
  std::vector<char> bytes(head + offsets[static_cast<std::size_t>(rest)]);
  if (head > 0)
    std::memcpy(bytes.data(), at(dest, offsets[static_cast<std::size_t>(first)]), head);
  if (const std::size_t tail = bytes.size() - head; tail > 0)
    std::memcpy(bytes.data() + head, dest, tail);
  return Payload(bytes.data(), bytes.size());
}

void gatherDoubling(Exchange &exchange, void *dest, const std::vector<std::size_t> &offsets) {
  const int size = exchange.size();
  const int me = exchange.me();
  for (int step = 0, known = 1; known < size; ++step, known *= 2) {
    const int count = std::min(known, size - known);
    exchange.send((me - known + size) % size, step, blocksFrom(dest, offsets, me, count));
    const int first = (me + known) % size;
    const Payload payload = exchange.receive(first, step);
    const int end = std::min(first + count, size);
    const std::size_t head = offsets[static_cast<std::size_t>(end)] - offsets[static_cast<std::size_t>(first)];
    payload.copyTo(at(dest, offsets[static_cast<std::size_t>(first)]), 0, head);
    payload.copyTo(dest, head, payload.bytes() - head);
  }
}

/// Few bytes go by recursive doubling of what is known (Bruck et al., 1997), many round a ring.
void gather(const Call &call, Member &member, void *dest, const std::vector<std::size_t> &offsets) {
  const auto me = static_cast<std::size_t>(member.me());
  Exchange exchange(call, member, offsets[me + 1] - offsets[me]);
  if (offsets.back() >= kRingFrom)
    gatherRing(exchange, dest, offsets);
  else
    gatherDoubling(exchange, dest, offsets);
}

std::vector<std::size_t> evenOffsets(int size, std::size_t bytes) {
  std::vector<std::size_t> offsets(static_cast<std::size_t>(size) + 1);
  for (std::size_t i = 0; i < offsets.size(); ++i)
    offsets[i] = i * bytes;
  return offsets;
}

} // namespace

void fcollect(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments) {
  Member &member = arguments.member;
  check(call, dest, arguments.bytes * static_cast<std::size_t>(member.size()));
  check(call, source, arguments.bytes);
  copy(at(dest, arguments.bytes * static_cast<std::size_t>(member.me())), source, arguments.bytes);
  gather(call, member, dest, evenOffsets(member.size(), arguments.bytes));
}

/// First the sizes, then the blocks.
void collect(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments) {
  Member &member = arguments.member;
  const auto size = static_cast<std::size_t>(member.size());
  check(call, source, arguments.bytes);
  std::vector<std::size_t> sizes(size);
  sizes[static_cast<std::size_t>(member.me())] = arguments.bytes;
  gather(call, member, sizes.data(), evenOffsets(member.size(), sizeof(std::size_t)));
  std::vector<std::size_t> offsets(size + 1);
  for (std::size_t i = 0; i < size; ++i)
    offsets[i + 1] = offsets[i] + sizes[i];
  check(call, dest, offsets.back());
  copy(at(dest, offsets[static_cast<std::size_t>(member.me())]), source, arguments.bytes);
  gather(call, member, dest, offsets);
}

namespace {

/// Every PE sends to the one behind it first.
void exchangeBlocks(const Call &call, void *dest, const void *source, Member &member, std::size_t bytes) {
  Exchange exchange(call, member, bytes * static_cast<std::size_t>(member.size()));
  const int size = member.size();
  const int me = member.me();
  const auto block = [bytes](int index) { return static_cast<std::size_t>(index) * bytes; };
  for (int i = 1; i < size; ++i)
    exchange.send((me + i) % size, 0, at(source, block((me + i) % size)), bytes);
  copy(at(dest, block(me)), at(source, block(me)), bytes);
  for (int i = 1; i < size; ++i) {
    const int from = (me - i + size) % size;
    exchange.receive(from, 0).copyTo(at(dest, block(from)));
  }
}

} // namespace

void alltoall(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments) {
  const std::size_t all = arguments.bytes * static_cast<std::size_t>(arguments.member.size());
  check(call, dest, all);
  check(call, source, all);
  exchangeBlocks(call, dest, source, arguments.member, arguments.bytes);
}

void alltoalls(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments,
               const Strides &strides) {
  if (strides.dest < 1 || strides.source < 1)
    call.fail("a stride is below 1 [maquette-shmem-argument]\n  fix: pass strides of at least 1 element\n");
  const std::size_t elements = strides.count * static_cast<std::size_t>(arguments.member.size());
  const auto spanOf = [&](std::ptrdiff_t stride) {
    return elements == 0 ? 0 : ((elements - 1) * static_cast<std::size_t>(stride) + 1) * strides.bytes;
  };
  check(call, dest, spanOf(strides.dest));
  check(call, source, spanOf(strides.source));
  if (isPhantom(dest) || isPhantom(source)) {
    exchangeBlocks(call, nullptr, nullptr, arguments.member, arguments.bytes);
    return;
  }
  std::vector<char> outgoing(elements * strides.bytes), incoming(outgoing.size());
  for (std::size_t i = 0; i < elements; ++i)
    std::memcpy(outgoing.data() + i * strides.bytes,
                at(source, i * static_cast<std::size_t>(strides.source) * strides.bytes), strides.bytes);
  exchangeBlocks(call, incoming.data(), outgoing.data(), arguments.member, arguments.bytes);
  for (std::size_t i = 0; i < elements; ++i)
    std::memcpy(at(dest, i * static_cast<std::size_t>(strides.dest) * strides.bytes),
                incoming.data() + i * strides.bytes, strides.bytes);
}

namespace {

/// What one PE has combined so far.
class Partial {
public:
  Partial(const void *source, std::size_t bytes, const Reduction &reduction)
      : payload_(source, bytes), reduction_(reduction) {}
  const Payload &payload() const { return payload_; }
  void set(Payload payload) { payload_ = std::move(payload); }
  /// \p other is of PEs before those that this is of, or behind them. Kept in order: all PEs round alike.
  void combine(Payload other, bool other_is_first) {
    if (!other.present() || !payload_.present())
      return;
    if (other_is_first)
      std::swap(payload_, other);
    reduction_.combine(payload_.data(), other.data(), payload_.bytes() / reduction_.bytes);
  }

private:
  Payload payload_;
  Reduction reduction_;
};

} // namespace

/// Recursive doubling between a power of two of PEs. Of the others, each gives its part to a neighbour first and gets
/// the result from it (Thakur, Rabenseifner and Gropp, 2005).
void reduce(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments,
            const Reduction &reduction) {
  Member &member = arguments.member;
  check(call, dest, arguments.bytes);
  check(call, source, arguments.bytes);
  Exchange exchange(call, member, arguments.bytes);
  const int size = member.size();
  const int me = member.me();
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(size)));
  const int extra = size - power;
  constexpr int kFold = 40, kUnfold = 41; // Steps that are no rounds.
  Partial partial(source, arguments.bytes, reduction);
  const bool folded = me < 2 * extra && me % 2 == 1;
  if (folded) {
    exchange.send(me - 1, kFold, partial.payload());
    partial.set(exchange.receive(me - 1, kUnfold));
  } else {
    if (me < 2 * extra)
      partial.combine(exchange.receive(me + 1, kFold), false);
    const auto placeOf = [extra](int pe) { return pe < 2 * extra ? pe / 2 : pe - extra; };
    const auto peOf = [extra](int place) { return place < extra ? 2 * place : place + extra; };
    const int place = placeOf(me);
    for (int step = 0; 1 << step < power; ++step) {
      const int other = place ^ (1 << step);
      exchange.send(peOf(other), step, partial.payload());
      partial.combine(exchange.receive(peOf(other), step), other < place);
    }
    if (me < 2 * extra)
      exchange.send(me + 1, kUnfold, partial.payload());
  }
  partial.payload().copyTo(dest);
}

} // namespace maquette::shmem
