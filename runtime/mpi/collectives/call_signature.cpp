//===- runtime/mpi/collectives/call_signature.cpp - what members of a collective must agree on -===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/call_signature.h"

#include "core/mpi_state.h"

#include "maquette/context/call_ids.h"
#include "maquette/sim/random.h"

namespace maquette::mpi {

namespace {

constexpr unsigned kKindAt = 40, kSizeAt = 46;
constexpr std::uint64_t kKinds = 0x3f;

std::int64_t rootOf(std::uint64_t signature) { return static_cast<std::int64_t>(signature >> 16 & 0xffffff) - 1; }
std::uint64_t kindOf(std::uint64_t signature) { return signature >> kKindAt & kKinds; }

/// Everything else agrees.
void checkKind(Mpi &mpi, const Participation &mine, const Participation &theirs) {
  if (!mpi.usage().checks().types || kindOf(theirs.signature) == 0 || kindOf(mine.signature) == 0)
    return;
  mpi.usage().findings().add(callOf(mine.signature), mine.site,
                             "was called with different element types on different ranks [maquette-mpi-type-mismatch]",
                             mine.rank);
}

} // namespace

std::uint64_t signatureOf(const CallSignature &call_signature) {
  const std::uint64_t size =
      call_signature.bytes < 0 ? 0 : sim::mixBits(static_cast<std::uint64_t>(call_signature.bytes)) >> kSizeAt;
  return std::uint64_t{call_signature.call} | std::uint64_t{call_signature.op & 0xfu} << 12 |
         (static_cast<std::uint64_t>(call_signature.root + 1) & 0xffffffu) << 16 |
         (call_signature.kind & kKinds) << kKindAt | size << kSizeAt;
}

std::uint16_t callOf(std::uint64_t signature) { return signature & 0xfff; }

std::string rootText(std::uint64_t signature) {
  return rootOf(signature) < 0 ? "" : " with root " + std::to_string(rootOf(signature));
}

void failSizes(Mpi &mpi, const Participation &mine, std::int64_t bytes, std::int64_t others) {
  mpi.world().fail("mpi",
                   "in " + std::string(nameOf(static_cast<CallId>(callOf(mine.signature)))) + " at " +
                       mpi.sites().siteText(mine.site) + ", rank " + std::to_string(mine.rank) + " expects " +
                       std::to_string(bytes) + " bytes from all ranks in total, but another rank expects " +
                       std::to_string(others) +
                       " [maquette-mpi-collective-mismatch]\n  fix: give the same counts on all ranks\n",
                   mine.rank);
}

void checkAgreement(Mpi &mpi, const Participation &mine, const Participation &theirs) {
  if (theirs.signature == mine.signature || !mpi.usage().checks().collectives)
    return;
  if (((theirs.signature ^ mine.signature) & ~(kKinds << kKindAt)) == 0)
    return checkKind(mpi, mine, theirs);
  const auto name = [](std::uint64_t signature) { return std::string(nameOf(static_cast<CallId>(callOf(signature)))); };
  const Rank &other = mpi.world().rank(theirs.rank);
  const void *const place = theirs.site != nullptr                   ? theirs.site
                            : other.call == callOf(theirs.signature) ? other.call_site
                                                                     : nullptr;
  std::string what = "the ranks' calls do not match: rank " + std::to_string(mine.rank) + " calls " +
                     name(mine.signature) + " at " + mpi.sites().siteText(mine.site) + ", rank " +
                     std::to_string(theirs.rank) + " calls " + name(theirs.signature);
  if (place != nullptr)
    what += " at " + mpi.sites().siteText(place);
  else if (other.call != 0) // It sent, and went on.
    what += " and is now in " + std::string(nameOf(static_cast<CallId>(other.call))) + " at " +
            mpi.sites().siteText(other.call_site);
  if (callOf(theirs.signature) == callOf(mine.signature)) {
    if (rootOf(theirs.signature) != rootOf(mine.signature))
      what += "; the roots are " + std::to_string(rootOf(mine.signature)) + " and " +
              std::to_string(rootOf(theirs.signature));
    else if ((theirs.signature >> kSizeAt) != (mine.signature >> kSizeAt))
      what += "; the amounts of data differ";
    else
      what += "; the operations differ";
  }
  mpi.world().fail("mpi",
                   what + " [maquette-mpi-collective-mismatch]\n  fix: all ranks must call the same collectives in "
                          "the same order, with the same root, operation and amount of data\n",
                   mine.rank);
}

} // namespace maquette::mpi
