//===- runtime/mpi/p2p/messages.h - the messages of one simulation --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages makes envelopes with room for their contents, takes them back, and finds those of a rank that wait to be
/// matched.
#ifndef MAQUETTE_MPI_P2P_MESSAGES_H
#define MAQUETTE_MPI_P2P_MESSAGES_H

#include "core/cost_parameters.h"
#include "core/names.h"
#include "p2p/matching.h"

#include <cstdint>

namespace maquette::mpi {

class Messages {
public:
  /// \p causality may be null.
  Messages(PageSource &pages, SizePool &bytes, const CostParameters &costs, CausalityRecorder *causality)
      : envelopes_(pages, causality != nullptr ? sizeof(ChainSlot) : 0), bytes_(bytes), costs_(costs),
        causality_(causality) {}

  /// A message with room for \p bytes of contents, or none if it is phantom.
  Envelope *make(std::int64_t bytes, bool phantom) {
    Envelope *const message = envelopes_.make();
    if (causality_ != nullptr)
      chainBehind(*message) = {};
    message->bytes = bytes;
    message->phantom = phantom || bytes == 0;
    if (!message->phantom && !message->fitsInline())
      message->setBlock(static_cast<char *>(bytes_.take(static_cast<std::size_t>(bytes))));
    return message;
  }
  /// One of a collective. If its sender waits for the receiver the contents are not copied: they must stay until then.
  Envelope *makeForCollective(std::int64_t bytes, const char *contents);
  void release(Envelope *message) {
    if (causality_ != nullptr)
      causality_->drop(chainBehind(*message));
    if (!message->phantom && !message->fitsInline() && !message->borrowed)
      bytes_.give(message->block(), static_cast<std::size_t>(message->bytes));
    envelopes_.release(message);
  }
  MatchList<PostedSide> posted(Rank &rank) { return postedOf(rank, bytes_); }
  MatchList<ArrivedSide> arrived(Rank &rank) { return arrivedOf(rank, bytes_); }

private:
  Pool<Envelope> envelopes_;
  SizePool &bytes_;
  const CostParameters &costs_;
  CausalityRecorder *causality_;
};

} // namespace maquette::mpi

#endif
