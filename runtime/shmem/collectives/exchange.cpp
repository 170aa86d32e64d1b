//===- runtime/shmem/collectives/exchange.cpp - messages of one collective operation ---===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/exchange.h"

#include <algorithm>
#include <cstring>

namespace maquette::shmem {

Payload::Payload(const void *data, std::size_t bytes) : bytes_(bytes) {
  if (bytes > 0 && !isPhantom(data))
    data_.assign(static_cast<const char *>(data), static_cast<const char *>(data) + bytes);
}

void Payload::copyTo(void *to, std::size_t from, std::size_t bytes) const {
  if (bytes > 0 && !data_.empty() && !isPhantom(to))
    std::memcpy(to, data_.data() + from, bytes);
}

MessageKey Exchange::keyOf(int from, int step) const {
  return {member_.team().id, sequence_, call_.rank().call, step, from};
}

void Exchange::send(int to, int step, Payload payload) {
  Rank &target = call_.world().rank(member_.rankOf(to));
  const auto bytes = static_cast<std::int64_t>(payload.bytes());
  call_.rank().clock += call_.shmem().costs().put_overhead.value;
  call_.countMessage(target.id, bytes);
  auto *const message =
      call_.shmem().transport().make<CollectiveMessage>(call_.shmem(), target, keyOf(me(), step), std::move(payload));
  call_.shmem().transport().start(*message, call_.rank().id, target.id, bytes, call_.rank().clock);
}

namespace {

std::string mismatchText(World &world, const Rank &rank, const MessageKey &came, const Member &member) {
  return world.calls().sites().placeOf(rank) + ": PE " + std::to_string(came.from) + " of the team (" +
         world.calls().sites().placeOf(world.rank(member.rankOf(came.from))) + ") called " +
         runtime::nameOf(static_cast<CallId>(came.call)) +
         " here [maquette-shmem-collective]\n  fix: let all PEs of a team call its collectives in the same order\n";
}

bool contradicts(const MessageKey &one, const MessageKey &other) {
  return one.team == other.team && one.sequence == other.sequence && one.call != other.call;
}

} // namespace

void CollectiveMessage::delivered(SimTime) {
  Pe &pe = shmem_.peOf(target_);
  pe.messages.push_back(this);
  const auto found = std::find_if(pe.message_waits.begin(), pe.message_waits.end(), [&](const MessageWait &wait) {
    return wait.key == key || contradicts(wait.key, key);
  });
  if (found == pe.message_waits.end())
    return;
  const std::uint16_t thread = found->thread;
  pe.message_waits.erase(found);
  shmem_.world().scheduler().completedOne(target_, thread);
}

Payload Exchange::receive(int from, int step) {
  const MessageKey key = keyOf(from, step);
  std::vector<CollectiveMessage *> &messages = call_.pe().messages;
  for (;;) {
    const auto found = std::find_if(messages.begin(), messages.end(), [&](const CollectiveMessage *message) {
      return message->key == key || contradicts(message->key, key);
    });
    if (found == messages.end()) {
      call_.pe().message_waits.push_back({key, call_.thread()});
      call_.wait("a message", call_.shmem().costs().wait_overhead.value);
      continue;
    }
    CollectiveMessage *const message = *found;
    messages.erase(found);
    if (message->key != key)
      call_.world().fail("shmem", mismatchText(call_.world(), call_.rank(), message->key, member_), call_.rank().id);
    Payload payload = std::move(message->payload);
    call_.shmem().transport().release(message);
    return payload;
  }
}

} // namespace maquette::shmem
