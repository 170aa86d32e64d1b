//===- runtime/context/lib/world_sharing.cpp - memory that ranks share ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/world.h"

#include "maquette/context/call_ids.h"
#include "maquette/context/computing_clock.h"
#include "maquette/host/call_site.h"
#include "maquette/host/tick_clock.h"
#include "maquette/memory/shared_blocks.h"
#include "maquette/sim/number_text.h"

#include <sys/mman.h>

#include <utility>

namespace maquette::runtime {
namespace {

constexpr std::size_t kPage = 4096;

/// Not from the heap: it is zero, and free() of the C library never sees it.
void *mapped(std::size_t alignment, std::size_t bytes) {
  const std::size_t lead = alignment > kPage ? alignment : 0;
  void *const memory =
      mmap(nullptr, bytes + lead, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  return lead == 0 ? memory : reinterpret_cast<void *>((begin + lead - 1) / alignment * alignment);
}

} // namespace

sim::Status World::prepareSharing() {
  if (config_.mode != Mode::Direct || config_.share.empty())
    return sim::Nothing{};
  std::vector<ShareRule> rules;
  for (const std::string &text : config_.share) {
    sim::Result<ShareRule> rule = parseShareRule(text);
    if (!rule)
      return rule.error();
    rules.push_back(std::move(*rule));
  }
  const auto resolver = std::make_shared<CallSiteResolver>();
  const auto place_of = [resolver](const void *return_address) {
    const CallSite site = resolver->resolve(return_address);
    return SharedBlocks::Place{site.file, site.line};
  };
  shared_blocks_ = std::make_unique<SharedBlocks>(std::move(rules), config_.ranks, place_of, mapped);
  return sim::Nothing{};
}

/// What the tables of blocks and places allocate meanwhile is not the rank's, nor is the time.
void *World::sharedBlock(Rank &rank, std::size_t bytes, std::size_t alignment, const void *return_address) {
  computing_clock_->pause();
  const std::uint16_t outer = std::exchange(rank.call, mpi::kInBinding);
  void *const block = shared_blocks_->allocate(rank.id, bytes, alignment, return_address);
  rank.call = outer;
  computing_clock_->resume(0);
  return block;
}

void World::judgeSharing() {
  if (!shared_blocks_)
    return;
  result_.shared_bytes = shared_blocks_->savedBytes();
  for (const std::string &rule : shared_blocks_->unusedRules())
    result_.warnings.push_back("--share " + rule + ": no rank asked for such a block");
  if (shared_blocks_->bytes() > 0)
    result_.warnings.push_back(
        "ranks shared blocks of " + sim::bytesText(static_cast<double>(shared_blocks_->bytes())) +
        " (--share): what the program computes and prints holds only if every rank writes the same there");
}

} // namespace maquette::runtime
