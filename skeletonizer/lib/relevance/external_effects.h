//===- skeletonizer/lib/relevance/external_effects.h - what library functions do -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A table of effects for functions whose bodies are not the application's: libc, libm, POSIX, compiler built-ins and the standard
/// library's containers. A function that is not in the table is assumed to read and write through its pointer arguments.
#ifndef MAQUETTE_SKELETONIZER_EXTERNAL_EFFECTS_H
#define MAQUETTE_SKELETONIZER_EXTERNAL_EFFECTS_H

#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class Effect {
  Unknown,  ///< Reads and writes through its pointers.
  Pure,     ///< Its result depends on its arguments and what they point to; it writes nothing.
  Output,   ///< Writes to a stream or releases something: nothing needs it.
  Allocate, ///< Gives new memory, uninitialized.
  AllocateZero,
  Reallocate,
  AllocateInto, ///< Gives new memory through its first argument.
  Free,
  NoReturn, ///< Ends the program.
  Random,   ///< Reads and changes hidden state.
  Clock,    ///< Reads a clock.
  Copy,     ///< (to, from, ...): copies contents; returns its first argument.
};

Effect effectOf(const std::string &function);
/// What a function of no class of its own does with what each argument points to, one letter an argument, the last for all that
/// follow: i read, d read with what pointers in it point to, o written, x both. Empty if it is not in the table.
std::string argumentRoles(const std::string &function, unsigned argument_count);
/// What the function, or the library's variable, shares with others of its kind: scanf() and scanf(), getopt() and optind. Empty if it
/// shares nothing; \p changes if later ones depend on it.
std::string hiddenStateOf(const std::string &name, bool &changes);

/// Makes folders or goes to one: files that are opened later may lie there.
bool preparesFolders(const std::string &function);

/// Members of the standard library's containers and strings.
enum class ContainerEffect {
  Unknown,
  QuerySize,   ///< size(), empty()
  Access,      ///< operator[], begin(), data(): gives a way to the elements
  ChangeSize,  ///< resize(), clear(), reserve(): the size alone, unless a value is given
  ChangeBoth,  ///< push_back(), insert(), assign()
};

ContainerEffect containerEffectOf(const std::string &member);

/// Arguments of MPI functions, from maquette/abi/mpi_calls.def.
enum class MpiArgument {
  PayloadIn,
  PayloadOut,
  PayloadInOut,
  Matching,  ///< Peer, tag, communicator, root: decides who talks to whom.
  Value,     ///< Count, datatype, operation, ...: needed.
  ArrayIn,   ///< An array or object that is read.
  Out,       ///< Written: status, new handle, flag, result.
  InOut,     ///< Read and written: request, array of requests.
  Callback,
};

struct MpiFunction {
  bool communicates = true; ///< Its execution is part of what the skeleton must do.
  std::vector<MpiArgument> arguments;
  int datatype = -1; ///< Index of the argument that types the payload sent.
  int tag = -1;
  int count = -1;
  int op = -1; ///< Of a reduction.
  int communicator = -1;
};

/// nullptr if \p name is not an MPI function that Maquette knows.
const MpiFunction *mpiFunction(const std::string &name);

} // namespace maquette::skeletonizer

#endif
