//===- runtime/fortran/binding.h - what every Fortran entry point of MPI begins with, and how arguments are converted
//-===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The entry points are written by cmake/fortran_bindings.py from mpi_calls.def; they call the C functions. All
/// arguments come by address, handles are integers, texts have hidden lengths behind all other arguments, and `ierror`
/// may be absent (mpi_f08). A LOGICAL of gfortran is an int that is 0 or 1, and is passed on as it is.
///
/// A converter is a temporary of the call's full expression: it reads its argument at construction and writes it back
/// at its end.
///
/// Source    MPI 3.1, chapter 17
#ifndef MAQUETTE_FORTRAN_BINDING_H
#define MAQUETTE_FORTRAN_BINDING_H

#include "core/call.h"
#include "objects/handle_numbers.h"

#include <mpi.h>

#include <cstring>
#include <string>
#include <vector>

/// The weak name of an entry point, for programs that define their own: a jump, so that the entry point sees the
/// program's address.
#if defined(__x86_64__)
#define MAQUETTE_FORTRAN_JUMP "jmp"
#elif defined(__aarch64__)
#define MAQUETTE_FORTRAN_JUMP "b"
#endif
#define MAQUETTE_FORTRAN_NAME(name)                                                                                    \
  asm(".text\n.p2align 4\n.weak " #name "\n.type " #name ",@function\n" #name ":\n " MAQUETTE_FORTRAN_JUMP " p" #name  \
      "\n.size " #name ", .-" #name "\n");
#define MAQUETTE_FORTRAN_ENTRY extern "C" __attribute__((visibility("default")))
/// First line of an entry point.
#define MAQUETTE_FORTRAN_BEGIN const ::maquette::fortran::Binding call(__builtin_return_address(0))

namespace maquette::fortran {

/// Stops the rank's clock of computing and notes where the program called, for the C function that follows.
class Binding {
public:
  explicit Binding(const void *call_site);
  ~Binding();
  Binding(const Binding &) = delete;
  Binding &operator=(const Binding &) = delete;

  template <class Handle> Handle in(const MPI_Fint *number) const { return static_cast<Handle>(handleOf(*number)); }
  MPI_Fint numberOf(void *handle) const;
  void *handleOf(MPI_Fint number) const;
  /// An array that the C library may read until the simulation ends.
  void *const *keep(std::vector<void *> handles) const;

  static void end(MPI_Fint *ierror, int code) {
    if (ierror != nullptr)
      *ierror = code;
  }

private:
  runtime::World *world_ = nullptr;
  runtime::Rank *rank_ = nullptr; ///< nullptr inside another MPI function, too.
};

/// A buffer, or what MPI_BOTTOM and MPI_IN_PLACE stand for.
void *bufferAt(const void *argument);
/// Weights of a graph, or what MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY stand for.
int *weightsAt(const MPI_Fint *argument);
/// Error codes, or what MPI_ERRCODES_IGNORE stands for.
int *codesAt(MPI_Fint *argument);

/// A handle that the call gives.
template <class Handle> class Out {
public:
  Out(const Binding &call, MPI_Fint *number) : call_(call), number_(number) {}
  ~Out() { *number_ = call_.numberOf(handle_); }
  operator Handle *() { return &handle_; }

protected:
  const Binding &call_;
  MPI_Fint *number_;
  Handle handle_{};
};

/// A handle that the call changes.
template <class Handle> class InOut : public Out<Handle> {
public:
  InOut(const Binding &call, MPI_Fint *number) : Out<Handle>(call, number) { this->handle_ = call.in<Handle>(number); }
};

/// Handles that the call reads, and changes if they are not const.
template <class Handle> class Handles {
public:
  Handles(const Binding &call, const MPI_Fint *numbers, std::int64_t count) : call_(call) {
    for (std::int64_t i = 0; i < count; ++i)
      handles_.push_back(call.in<Handle>(numbers + i));
  }
  operator Handle *() { return handles_.data(); }

protected:
  const Binding &call_;
  std::vector<Handle> handles_;
};
template <class Handle> class InOutHandles : public Handles<Handle> {
public:
  InOutHandles(const Binding &call, MPI_Fint *numbers, std::int64_t count)
      : Handles<Handle>(call, numbers, count), numbers_(numbers) {}
  ~InOutHandles() {
    for (std::size_t i = 0; i < this->handles_.size(); ++i)
      numbers_[i] = this->call_.numberOf(this->handles_[i]);
  }

private:
  MPI_Fint *numbers_;
};

/// The datatypes of an all-to-all with types of their own, one for each peer or neighbour. Nothing where the buffer is
/// MPI_IN_PLACE.
enum class Peers : std::uint8_t { Ranks, Sources, Destinations };
const MPI_Datatype *keptTypes(const Binding &call, const MPI_Fint *comm, Peers peers, const MPI_Fint *numbers,
                              const void *buffer);

/// A status that the call may write. Members that it does not write stay.
class Status {
public:
  explicit Status(MPI_Fint *argument);
  ~Status();
  operator MPI_Status *() { return argument_ != nullptr ? &status_ : MPI_STATUS_IGNORE; }

private:
  MPI_Fint *argument_; ///< nullptr for MPI_STATUS_IGNORE.
  MPI_Status status_;
};

class Statuses {
public:
  Statuses(MPI_Fint *argument, std::int64_t count);
  ~Statuses();
  operator MPI_Status *() { return argument_ != nullptr ? statuses_.data() : MPI_STATUSES_IGNORE; }

private:
  MPI_Fint *argument_;
  std::vector<MPI_Status> statuses_;
};

/// A text without the blanks at its end, and at its beginning if it is a key or value.
enum class Blanks : std::uint8_t { KeepLeading, RemoveLeading };
class TextIn {
public:
  TextIn(const char *text, std::size_t length, Blanks blanks);
  operator const char *() const { return text_.c_str(); }

private:
  std::string text_;
};

/// A text that the call gives, padded with blanks. Stays as it is if the call writes none.
class TextOut {
public:
  TextOut(char *text, std::size_t length);
  ~TextOut();
  operator char *() { return buffer_.data(); }

private:
  char *text_;
  std::size_t length_;
  std::string buffer_;
};

/// Room for a text, and what it needs on return: without the zero that C has at its end.
class TextRoom {
public:
  explicit TextRoom(MPI_Fint *length) : length_(length), room_(*length > 0 ? *length + 1 : 0), given_(room_) {}
  ~TextRoom() {
    if (room_ != given_)
      *length_ = room_ - 1;
  }
  operator int *() { return &room_; }

private:
  MPI_Fint *length_;
  int room_;
  int given_;
};

/// A place in an array: counted from 1.
class Index {
public:
  explicit Index(MPI_Fint *index) : index_(index) {}
  ~Index() {
    if (*index_ >= 0)
      ++*index_;
  }
  operator int *() { return index_; }

private:
  MPI_Fint *index_;
};
class Indices {
public:
  Indices(MPI_Fint *indices, const MPI_Fint *count) : indices_(indices), count_(count) {}
  ~Indices() {
    for (MPI_Fint i = 0; i < *count_; ++i)
      ++indices_[i];
  }
  operator int *() { return indices_; }

private:
  MPI_Fint *indices_;
  const MPI_Fint *count_;
};

/// Addresses in functions of MPI 1, where they are INTEGERs.
class ShortAddress {
public:
  explicit ShortAddress(MPI_Fint *result) : result_(result) {}
  ~ShortAddress() { *result_ = static_cast<MPI_Fint>(address_); }
  operator MPI_Aint *() { return &address_; }

private:
  MPI_Fint *result_;
  MPI_Aint address_ = 0;
};
class ShortAddresses {
public:
  ShortAddresses(const MPI_Fint *values, std::int64_t count) : values_(values, values + (count > 0 ? count : 0)) {}
  operator MPI_Aint *() { return values_.data(); }

private:
  std::vector<MPI_Aint> values_;
};

} // namespace maquette::fortran

#endif
