//===- runtime/replay/handles.h - handles of a trace and of the run that replays it ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_REPLAY_HANDLES_H
#define MAQUETTE_REPLAY_HANDLES_H

#include "maquette/traces/event.h"

#include "mpi.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace maquette::replay {

/// A record that cannot be replayed.
struct RecordProblem : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What people call the handles of a type, and which of MPI's own have which name: named(), null for others.
template <class Handle> struct HandleKind;

template <> struct HandleKind<MPI_Comm> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Comm;
  static constexpr const char *kWord = "communicator";
  static MPI_Comm named(std::string_view text);
};
template <> struct HandleKind<MPI_Group> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Group;
  static constexpr const char *kWord = "group";
  static MPI_Group named(std::string_view text);
};
template <> struct HandleKind<MPI_Op> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Op;
  static constexpr const char *kWord = "operation";
  static MPI_Op named(std::string_view text);
};
template <> struct HandleKind<MPI_Datatype> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Datatype;
  static constexpr const char *kWord = "datatype";
  static MPI_Datatype named(std::string_view text);
};
template <> struct HandleKind<MPI_Request> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Request;
  static constexpr const char *kWord = "request";
  static MPI_Request named(std::string_view) { return MPI_REQUEST_NULL; }
};
template <> struct HandleKind<MPI_Win> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::Window;
  static constexpr const char *kWord = "window";
  static MPI_Win named(std::string_view) { return MPI_WIN_NULL; }
};
template <> struct HandleKind<MPI_File> {
  static constexpr traces::ArgumentType kType = traces::ArgumentType::File;
  static constexpr const char *kWord = "file";
  static MPI_File named(std::string_view) { return MPI_FILE_NULL; }
};

/// The number that stands for \p handle in events if it is one of MPI's own that MPI names, else nothing.
template <class Handle> std::optional<std::int64_t> numberOfNamed(Handle handle) {
  const auto names = traces::namedHandles(HandleKind<Handle>::kType);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (HandleKind<Handle>::named(names[i]) == handle && (i == 0 || handle != HandleKind<Handle>::named("")))
      return -1 - static_cast<std::int64_t>(i);
  return std::nullopt;
}

template <class Handle> Handle nullHandle() { return HandleKind<Handle>::named(""); }

/// The run's handles by the trace's numbers.
template <class Handle> class Handles {
public:
  /// Throws RecordProblem where none was made.
  Handle find(std::int64_t number) const {
    const auto names = traces::namedHandles(HandleKind<Handle>::kType);
    if (number < 0)
      return HandleKind<Handle>::named(names[static_cast<std::size_t>(-1 - number)]);
    const auto found = made_.find(number);
    if (found == made_.end())
      throw RecordProblem(std::string(HandleKind<Handle>::kWord) + " " + std::to_string(number) + " was never made");
    return found->second;
  }
  bool knows(std::int64_t number) const { return number < 0 || made_.count(number) != 0; }
  /// Null: it is there no more.
  void set(std::int64_t number, Handle handle) {
    if (number >= 0 && handle != nullHandle<Handle>())
      made_[number] = handle;
    else
      made_.erase(number);
  }

private:
  std::map<std::int64_t, Handle> made_;
};

} // namespace maquette::replay

#endif
