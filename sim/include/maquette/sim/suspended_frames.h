//===- maquette/sim/suspended_frames.h - where a debugger finds stacks -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The addresses from which a debugger, which can only read memory, finds the frames of every process. All members are
/// words of eight bytes, so that it needs no type information; runtime/session/debugger/maquette-gdb.py reads them in
/// this order.
///
/// A process's record holds its context: 0 before it starts, `finished` after its end, else its stack pointer, where
/// suspending has left its registers as `registers` says. Under Copied the frames of a process, from the context up to
/// `shared_top`, are on the shared stack only while it is `*current` or `*resident`. Else they are in the slice whose
/// number is in the record.
///
/// Slice  a chain of blocks. The first block and every `group`-th after it begin with the numbers, of four bytes each,
/// of the `group`
///        blocks that follow; the rest of a block is contents. Block n is in chunk n / `blocks_in_chunk` of the table
///        `*blocks`.
/// Contents  the frames, when the record's pattern is `plain`; when it is `whole`, there is no slice, but its number is
/// that of a
///        pair of words in the table `*wholes`, of which the first is the address of the frames. Else as many bytes as
///        the record says of what differs from that pattern of the table `*patterns`: for each eight words of four
///        bytes a byte, whose bits tell which of them differ, the lowest first; padding to four bytes; the words that
///        differ.
#ifndef MAQUETTE_SIM_SUSPENDED_FRAMES_H
#define MAQUETTE_SIM_SUSPENDED_FRAMES_H

#include <cstdint>

namespace maquette::sim {

struct SuspendedFrames {
  const void *records = nullptr;
  std::uint64_t record_bytes = 0;
  std::uint64_t context_at = 0; ///< Offset in a record.
  std::uint64_t slice_at = 0;   ///< Offset in a record of the slice's number, four bytes.
  std::uint64_t pattern_at = 0; ///< Offset in a record of its pattern's number, two bytes.
  std::uint64_t written_at = 0; ///< Offset in a record of how many bytes the contents have, two bytes.
  const std::int64_t *current = nullptr;
  const std::int64_t *resident = nullptr;
  const void *finished = nullptr;
  std::uint64_t copied = 0; ///< 1 under Copied, else 0.
  const char *shared_top = nullptr;
  char *const *const *blocks = nullptr;
  std::uint64_t block_bytes = 0;
  std::uint64_t blocks_in_chunk = 0;
  std::uint64_t group = 0;
  const char *const *const *patterns = nullptr;
  std::uint64_t plain = 0;
  const void *const *wholes = nullptr;
  std::uint64_t whole = 0;
  /// "rip=56 rsp+64": rip is the word at context + 56, rsp is context + 64. Empty on processors for which it is not
  /// known.
  const char *registers = "";
};

} // namespace maquette::sim

#endif
