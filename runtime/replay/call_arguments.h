//===- runtime/replay/call_arguments.h - arguments of C from those of events ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Passed<kind, Type> makes what a function of MPI is given for an argument of Type, which is of the kind that
/// mpi_calls.def says, and notes what the call gave. A function with an argument of a type that has none is not called.
#ifndef MAQUETTE_REPLAY_CALL_ARGUMENTS_H
#define MAQUETTE_REPLAY_CALL_ARGUMENTS_H

#include "session.h"

#include "maquette/abi/skeleton.h"
#include "maquette/traces/event_values.h"

#include <array>
#include <concepts>
#include <vector>

namespace maquette::replay {

/// As in mpi_calls.def.
enum class Kind {
  PayloadIn,
  PayloadOut,
  PayloadInOut,
  Count,
  Counts,
  Displacements,
  Datatype,
  Datatypes,
  Peer,
  Root,
  Tag,
  Comm,
  Op,
  Group,
  Request,
  Requests,
  Message,
  Window,
  File,
  RequestOut,
  CommOut,
  DatatypeOut,
  MessageOut,
  WindowOut,
  FileOut,
  StatusOut,
  StatusesOut,
  In,
  ArrayIn,
  Callback,
  Out,
  InOut
};

/// One argument of an event.
struct Source {
  Session &session;
  const traces::Event &event;
  std::size_t place;

  bool isGiven() const { return event.given[place]; }
  std::int64_t number() const { return isGiven() ? event.values[place] : 0; }
  /// What only the root has is empty elsewhere.
  std::vector<std::int64_t> numbers() const { return isGiven() ? event.array(place) : std::vector<std::int64_t>(); }
};

template <class Type>
concept Handle = requires { HandleKind<Type>::kWord; };
template <class Type>
concept Number = std::integral<Type> && !std::same_as<Type, char>;

/// Of types that stand in no trace.
template <Kind kind, class Type> struct Passed {
  static constexpr bool kSupported = false;
};

/// Of types that are passed as they are, and come back unchanged.
template <class Type> struct PassedValue {
  static constexpr bool kSupported = true;
  Type value;
  Type get() { return value; }
  void note(const Source &) {}
};

template <Kind kind, Number Type> struct Passed<kind, Type> : PassedValue<Type> {
  explicit Passed(const Source &source) : PassedValue<Type>{static_cast<Type>(source.number())} {}
};

template <Kind kind, Handle Type> struct Passed<kind, Type> : PassedValue<Type> {
  explicit Passed(const Source &source)
      : PassedValue<Type>{source.isGiven() ? source.session.find<Type>(source.number()) : nullHandle<Type>()} {}
};

/// A pointer to a handle, which the call reads, makes or frees.
template <Kind kind, Handle Type> struct Passed<kind, Type *> {
  static constexpr bool kSupported = true;
  static constexpr bool kReads = kind == Kind::InOut || kind == Kind::Request;
  Type value;
  explicit Passed(const Source &source)
      : value(kReads ? source.session.find<Type>(source.number()) : nullHandle<Type>()) {}
  Type *get() { return &value; }
  void note(const Source &source) {
    if (source.isGiven())
      source.session.handles<Type>().set(source.number(), value);
  }
};

template <class Type> struct PassedArray {
  static constexpr bool kSupported = true;
  std::vector<Type> values;
  explicit PassedArray(const Source &source) {
    for (const std::int64_t number : source.numbers())
      if constexpr (Handle<Type>)
        values.push_back(source.session.find<Type>(number));
      else
        values.push_back(static_cast<Type>(number));
  }
  Type *get() { return values.data(); }
  void note(const Source &) {}
};

template <Kind kind, Number Type> struct Passed<kind, const Type *> : PassedArray<Type> {
  using PassedArray<Type>::PassedArray;
};
template <Number Type>
  requires(!std::is_const_v<Type>)
struct Passed<Kind::ArrayIn, Type *> : PassedArray<Type> {
  using PassedArray<Type>::PassedArray;
};
template <Kind kind> struct Passed<kind, const MPI_Datatype *> : PassedArray<MPI_Datatype> {
  using PassedArray<MPI_Datatype>::PassedArray;
};
template <> struct Passed<Kind::ArrayIn, MPI_Datatype *> : PassedArray<MPI_Datatype> {
  using PassedArray<MPI_Datatype>::PassedArray;
};
template <Kind kind> struct Passed<kind, maquette_mpi_range *> : PassedArray<int> {
  using PassedArray<int>::PassedArray;
  maquette_mpi_range *get() { return reinterpret_cast<maquette_mpi_range *>(values.data()); }
};
template <> struct Passed<Kind::Requests, MPI_Request *> : PassedArray<MPI_Request> {
  using PassedArray<MPI_Request>::PassedArray;
  void note(const Source &source) {
    const std::vector<std::int64_t> numbers = source.numbers();
    for (std::size_t i = 0; i < values.size(); ++i)
      source.session.handles<MPI_Request>().set(numbers[i], values[i]);
  }
};

/// Contents are no part of a trace.
inline void *bufferFor(const Source &source) {
  return traces::isInPlace(source.event, source.place) ? MPI_IN_PLACE : MAQUETTE_PHANTOM;
}
template <Kind kind> struct Passed<kind, void *> : PassedValue<void *> {
  explicit Passed(const Source &source) : PassedValue<void *>{bufferFor(source)} {}
};
template <Kind kind> struct Passed<kind, const void *> : PassedValue<const void *> {
  explicit Passed(const Source &source) : PassedValue<const void *>{bufferFor(source)} {}
};

template <Kind kind> struct Passed<kind, MPI_Info> : PassedValue<MPI_Info> {
  explicit Passed(const Source &) : PassedValue<MPI_Info>{MPI_INFO_NULL} {}
};
template <> struct Passed<Kind::StatusOut, MPI_Status *> : PassedValue<MPI_Status *> {
  explicit Passed(const Source &) : PassedValue<MPI_Status *>{MPI_STATUS_IGNORE} {}
};
template <> struct Passed<Kind::StatusesOut, MPI_Status *> : PassedValue<MPI_Status *> {
  explicit Passed(const Source &) : PassedValue<MPI_Status *>{MPI_STATUSES_IGNORE} {}
};
template <> struct Passed<Kind::ArrayIn, const char *> : PassedValue<const char *> {
  explicit Passed(const Source &source)
      : PassedValue<const char *>{source.isGiven() ? source.event.text(source.place).c_str() : ""} {}
};
/// A single number that the call gives.
template <> struct Passed<Kind::Out, int *> {
  static constexpr bool kSupported = true;
  int value = 0;
  explicit Passed(const Source &) {}
  int *get() { return &value; }
  void note(const Source &) {}
};

/// What operations of the program compute is no part of a trace.
inline void combineNothing(void *, void *, int *, MPI_Datatype *) {}
template <> struct Passed<Kind::Callback, MPI_User_function *> : PassedValue<MPI_User_function *> {
  explicit Passed(const Source &) : PassedValue<MPI_User_function *>{combineNothing} {}
};

} // namespace maquette::replay

#endif
