//===- maquette/sim/suspended_frames.h - where a debugger finds stacks -------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The addresses with which a debugger finds the frames of every process. It can only read memory, so all members are
/// words of eight bytes: no type information is needed. runtime/session/debugger/maquette-gdb.py reads them in this
/// order.
///
/// The record of a process holds its context: 0 before it starts, `finished` after its end, otherwise its stack
/// pointer. The suspended process has saved its registers there; `registers` says where. Under Copied, the frames of a
/// process, from the context up to `shared_top`, are on the shared stack only while it is `*current` or `*resident`.
/// Otherwise they are in the slice whose number is in the record.
///
/// Slice     a chain of blocks. The first block and every `group`-th block after it begin with the numbers of the next
///           `group` blocks, four bytes each. The rest of a block is contents. Block n is in chunk n /
///           `blocks_in_chunk` of the table `*blocks`.
/// Contents  depend on the pattern number in the record.
///           `plain`: the slice holds the frames.
///           `whole`: there is no slice. Its number is the index of a pair of words in the table `*wholes`; the first
///           word is the address of the frames.
///           Any other: the slice holds the differences from this pattern of the table `*patterns`, of the length in
///           the record. One byte for every eight words of four bytes: its bits, lowest first, say which words differ.
///           Then padding to four bytes, then the words that differ.
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
  std::uint64_t written_at = 0; ///< Offset in a record of the number of bytes of contents, two bytes.
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
  /// "rip=56 rsp+64": rip is the word at context + 56, rsp is context + 64. Empty on processors whose layout is
  /// unknown.
  const char *registers = "";
};

} // namespace maquette::sim

#endif
