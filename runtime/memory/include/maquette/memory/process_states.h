//===- maquette/memory/process_states.h - what each rank changed of its process -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An MPI program may change what the operating system and the C library keep per process: its working folder, its
/// environment, where its standard streams lead. All ranks are one process here, so what a rank changed is put in place
/// whenever that rank runs. Ranks that change nothing cost nothing.
///
/// What stays common: signal handlers, the locale, file descriptors 0 to 2 themselves, limits, umask.
#ifndef MAQUETTE_MEMORY_PROCESS_STATES_H
#define MAQUETTE_MEMORY_PROCESS_STATES_H

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

class ProcessStates {
public:
  /// Where the C library keeps its standard streams.
  using Streams = std::array<FILE **, 3>;
  explicit ProcessStates(const Streams &streams);

  /// A rank, known by its copy of the globals, is about to run.
  void enter(const char *copy);
  /// The process as it was before any rank changed it.
  void leave() { apply(process_); }

  // In the running rank, whose copy it is.
  /// It has changed the working folder.
  void folderChanged(const char *copy);
  /// \p text is "NAME=value", or "NAME" to remove it; it is not copied.
  void setVariable(const char *copy, char *text);
  void clearEnvironment(const char *copy);
  /// \p stream, one of the standard ones, is \p file from now on.
  void setStream(const char *copy, const FILE *stream, FILE *file);

private:
  struct State {
    std::string folder;
    std::vector<char *> variables; ///< Ends with nullptr; empty: those of the process.
    std::array<FILE *, 3> streams{};
  };
  State &own(const char *copy);
  void apply(State &state);

  Streams streams_;
  State process_;
  State *current_ = &process_;
  std::unordered_map<const char *, State> states_;
};

} // namespace maquette::runtime

#endif
