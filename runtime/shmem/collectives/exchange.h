//===- runtime/shmem/collectives/exchange.h - messages of one collective operation ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An Exchange carries the messages of one call of a collective operation between the members of a team. Its messages
/// meet those of no other call: members call the collectives of a team in the same order.
#ifndef MAQUETTE_SHMEM_COLLECTIVES_EXCHANGE_H
#define MAQUETTE_SHMEM_COLLECTIVES_EXCHANGE_H

#include "core/call.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace maquette::shmem {

/// Bytes of a message; only their number if they come from phantom memory.
class Payload {
public:
  Payload() = default;
  Payload(const void *data, std::size_t bytes);
  std::size_t bytes() const { return bytes_; }
  /// False: there are no contents.
  bool present() const { return !data_.empty() || bytes_ == 0; }
  const char *data() const { return data_.data(); }
  char *data() { return data_.data(); }
  /// Does nothing if there are no contents, or \p to is phantom.
  void copyTo(void *to) const { copyTo(to, 0, bytes_); }
  void copyTo(void *to, std::size_t from, std::size_t bytes) const;

private:
  std::vector<char> data_;
  std::size_t bytes_ = 0;
};

class CollectiveMessage final : public Operation {
public:
  CollectiveMessage(Shmem &shmem, Rank &target, const MessageKey &key, Payload payload)
      : key(key), payload(std::move(payload)), shmem_(shmem), target_(target) {}
  void delivered(SimTime now) override;

  const MessageKey key;
  Payload payload;

private:
  Shmem &shmem_;
  Rank &target_;
};

class Exchange {
public:
  /// Of \p bytes that each member gives.
  Exchange(const Call &call, Member &member, std::size_t bytes)
      : call_(call), member_(member), sequence_(member.nextCollective()) {
    call.trace(Call::kNobody, bytes, member.team().id);
  }

  int me() const { return member_.me(); }
  int size() const { return member_.size(); }
  void send(int to, int step, const void *data, std::size_t bytes) { send(to, step, Payload(data, bytes)); }
  void send(int to, int step, Payload payload);
  /// Waits for what \p from has sent in \p step.
  Payload receive(int from, int step);

private:
  MessageKey keyOf(int from, int step) const;

  const Call &call_;
  Member &member_;
  std::uint32_t sequence_;
};

} // namespace maquette::shmem

#endif
