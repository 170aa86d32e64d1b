//===- runtime/shmem/core/pe.h - one rank as a PE --------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Pe is what a rank that uses OpenSHMEM has: its number, contexts, teams, and what it waits for.
#ifndef MAQUETTE_SHMEM_CORE_PE_H
#define MAQUETTE_SHMEM_CORE_PE_H

#include "core/team.h"

#include "maquette/sim/time.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace maquette::shmem {

class Access;
class CollectiveMessage;

/// PEs that see each other: the ranks of one of the jobs that share the machine.
class Job {
public:
  Job(std::int32_t first_rank, std::int32_t size) : world_{first_rank, 0, 1, size, 0} {}
  const Team &world() const { return world_; }
  int size() const { return world_.size; }
  std::int32_t rankOf(int pe) const { return world_.first_rank + pe; }
  bool holds(int pe) const { return pe >= 0 && pe < world_.size; }

  /// Calls that all PEs make in the same order: of the symmetric heap. Kept until the last PE has made it.
  struct HeapCall {
    std::uint16_t call = 0;
    std::size_t bytes = 0;
    std::size_t alignment = 0;
    char *freed = nullptr;  ///< Object that is freed or moved.
    char *result = nullptr; ///< Object that it gives.
    std::int32_t first_pe = 0;
    std::int32_t made = 0;
  };
  std::deque<HeapCall> heap_calls;
  std::size_t forgotten_heap_calls = 0; ///< Made by all; no longer in heap_calls.
  std::int64_t heap_bytes = 0;          ///< In use, of each PE.

private:
  Team world_;
};

/// Accesses whose completion shmem_quiet waits for together.
class Context {
public:
  explicit Context(Member &member) : member_(&member) {}
  Member &member() const { return *member_; }

  std::uint32_t open = 0;   ///< Accesses that are not complete.
  std::uint32_t epoch = 0;  ///< Grows with each fence behind an open one.
  sim::SimTime last;        ///< When the last of those that are complete was.
  Access *latest = nullptr; ///< The open one that began last.
  bool awaited = false;     ///< By shmem_quiet, of a thread:
  std::uint16_t thread = 0;
  std::vector<std::uint16_t> more_threads; ///< And of these.

private:
  Member *member_;
};

/// A thread that waits for memory of its PE to change.
struct MemoryWait {
  const char *begin = nullptr;
  const char *end = nullptr;
  std::uint16_t thread = 0;
  /// "until the long at flag is equal to 1; it is 0"; for reports.
  std::function<std::string()> text;
};

/// A message of a collective operation.
struct MessageKey {
  std::uint32_t team = 0;
  std::uint32_t sequence = 0; ///< Of the collectives of the team.
  std::uint16_t call = 0;
  std::int32_t step = 0;
  std::int32_t from = 0; ///< Index in the team.
  bool operator==(const MessageKey &) const = default;
};

struct MessageWait {
  MessageKey key;
  std::uint16_t thread = 0;
};

class alignas(64) Pe {
  static constexpr std::size_t kHotBytes = 192; ///< At the begin: what every access needs.

  Job &job_;
  int number_;
  int thread_level_ = 0;

public:
  bool in_use = false;
  bool finalized = false;
  std::vector<MemoryWait> memory_waits;
  std::vector<std::int32_t> reached; ///< Ranks to whose memory it has pointers, from shmem_ptr.

private:
  Member world_;
  Context default_;

public:
  Pe(Job &job, int number) : job_(job), number_(number), world_(job.world(), number), default_(world_) {}
  Pe(const Pe &) = delete;
  Pe &operator=(const Pe &) = delete;

  Job &job() { return job_; }
  const Job &job() const { return job_; }
  int number() const { return number_; }
  Member &world() { return world_; }
  Context &defaultContext() { return default_; }
  int threadLevel() const { return thread_level_; }
  void setThreadLevel(int level) { thread_level_ = level; }

  /// Made at the first use: also by a message that comes before the PE takes part.
  Member &memberOf(const Team &team);
  bool owns(const Member *member) const;
  void remove(const Member &member);

  /// Brings what an access needs into the cache.
  void prefetch() const {
    for (std::size_t offset = 0; offset < kHotBytes; offset += 64)
      __builtin_prefetch(reinterpret_cast<const char *>(this) + offset, 1);
  }

  std::size_t heap_calls = 0;
  std::size_t looks = 0; ///< How often it looked for one true element of an array.
  std::vector<MessageWait> message_waits;
  std::vector<CollectiveMessage *> messages; ///< That have come before they were waited for.
  std::vector<std::unique_ptr<Context>> contexts;
  const char *waits_for = nullptr; ///< In a call that waits: "its own accesses to be complete".
  Member *shared = nullptr;        ///< Of SHMEM_TEAM_SHARED, when it has been used.

private:
  std::vector<std::unique_ptr<Member>> members_; ///< Of other teams.
};

} // namespace maquette::shmem

#endif
