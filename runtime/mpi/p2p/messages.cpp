//===- runtime/mpi/p2p/messages.cpp - the messages of one simulation ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/messages.h"

#include "collectives/blocks.h"

namespace maquette::mpi {

Envelope *Messages::makeForCollective(std::int64_t bytes, const char *contents) {
  const bool borrowed =
      contents != nullptr && costs_.waitsForReceiver(bytes, SendMode::Standard) && bytes > Envelope::kMostInline;
  Envelope *const message = make(bytes, contents == nullptr || borrowed);
  if (borrowed) {
    message->phantom = false;
    message->borrowed = true;
    message->setBlock(const_cast<char *>(contents));
  } else {
    copyBytes(message->contents(), contents, bytes);
  }
  return message;
}

} // namespace maquette::mpi
