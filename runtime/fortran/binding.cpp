//===- runtime/fortran/binding.cpp - how arguments from Fortran are converted ---===//
// SPDX-License-Identifier: Apache-2.0
#include "binding.h"

#include "objects/handles.h"
#include "objects/large_count.h"

/// Common blocks of mpif.h and the modules: their addresses are the special values. The program's blocks take their
/// place.
extern "C" {
#define MAQUETTE_SPECIAL(name, size) __attribute__((visibility("default"))) MPI_Fint maquette_mpi_##name##_[size] = {}
MAQUETTE_SPECIAL(bottom, 1);
MAQUETTE_SPECIAL(in_place, 1);
MAQUETTE_SPECIAL(status_ignore, MPI_F_STATUS_SIZE);
MAQUETTE_SPECIAL(statuses_ignore, MPI_F_STATUS_SIZE);
MAQUETTE_SPECIAL(unweighted, 1);
MAQUETTE_SPECIAL(weights_empty, 1);
MAQUETTE_SPECIAL(errcodes_ignore, 1);
MAQUETTE_SPECIAL(argv_null, 1);
MAQUETTE_SPECIAL(argvs_null, 1);
}

namespace maquette::fortran {

namespace {
constexpr std::size_t kLongestText = 4096; ///< Longer than any text that MPI gives without asking for a length.
constexpr char kUnwritten = '\x7f';
} // namespace

Binding::Binding(const void *call_site) : world_(runtime::currentWorld()) {
  runtime::Rank *const rank = world_ != nullptr ? world_->dispatcher().running() : nullptr;
  if (rank == nullptr || rank->call != 0)
    return;
  rank_ = rank;
  rank->call_site = call_site;
  if (world_->meter().measures())
    world_->meter().computingEnds(*rank);
  rank->call = runtime::kInBinding;
}

Binding::~Binding() {
  if (rank_ == nullptr)
    return;
  rank_->call = 0;
  if (world_->meter().measures())
    world_->meter().computingBegins(*rank_);
}

MPI_Fint Binding::numberOf(void *handle) const {
  return world_ != nullptr ? mpi::mpiOf(*world_).handles().numbers.numberOf(handle) : 0;
}

void *Binding::handleOf(MPI_Fint number) const {
  return world_ != nullptr ? mpi::mpiOf(*world_).handles().numbers.handleOf(number) : nullptr;
}

void *const *Binding::keep(std::vector<void *> handles) const {
  return world_ != nullptr ? mpi::mpiOf(*world_).handles().numbers.keep(std::move(handles)) : nullptr;
}

void *bufferAt(const void *argument) {
  if (argument == maquette_mpi_bottom_)
    return MPI_BOTTOM;
  return argument == maquette_mpi_in_place_ ? MPI_IN_PLACE : const_cast<void *>(argument);
}

int *weightsAt(const MPI_Fint *argument) {
  if (argument == maquette_mpi_unweighted_)
    return MPI_UNWEIGHTED;
  return argument == maquette_mpi_weights_empty_ ? MPI_WEIGHTS_EMPTY : const_cast<MPI_Fint *>(argument);
}

int *codesAt(MPI_Fint *argument) { return argument == maquette_mpi_errcodes_ignore_ ? MPI_ERRCODES_IGNORE : argument; }

const MPI_Datatype *keptTypes(const Binding &call, const MPI_Fint *comm, Peers peers, const MPI_Fint *numbers,
                              const void *buffer) {
  if (buffer == maquette_mpi_in_place_)
    return nullptr;
  const MPI_Comm handle = call.in<MPI_Comm>(comm);
  int count = 0, is_inter = 0;
  if (peers != Peers::Ranks)
    count = mpi::neighbourCount(handle, peers == Peers::Sources ? mpi::Extent::Sources : mpi::Extent::Destinations);
  else if (PMPI_Comm_test_inter(handle, &is_inter) == MPI_SUCCESS)
    is_inter != 0 ? PMPI_Comm_remote_size(handle, &count) : PMPI_Comm_size(handle, &count);
  std::vector<void *> types;
  for (int i = 0; i < count; ++i)
    types.push_back(call.handleOf(numbers[i]));
  return reinterpret_cast<const MPI_Datatype *>(call.keep(std::move(types)));
}

Status::Status(MPI_Fint *argument) : argument_(argument != maquette_mpi_status_ignore_ ? argument : nullptr) {
  if (argument_ != nullptr)
    std::memcpy(&status_, argument_, sizeof status_);
}

Status::~Status() {
  if (argument_ != nullptr)
    std::memcpy(argument_, &status_, sizeof status_);
}

Statuses::Statuses(MPI_Fint *argument, std::int64_t count)
    : argument_(argument != maquette_mpi_statuses_ignore_ ? argument : nullptr) {
  if (argument_ == nullptr || count <= 0)
    return;
  statuses_.resize(static_cast<std::size_t>(count));
  std::memcpy(statuses_.data(), argument_, statuses_.size() * sizeof(MPI_Status));
}

Statuses::~Statuses() {
  if (!statuses_.empty())
    std::memcpy(argument_, statuses_.data(), statuses_.size() * sizeof(MPI_Status));
}

TextIn::TextIn(const char *text, std::size_t length, Blanks blanks) {
  while (length > 0 && text[length - 1] == ' ')
    --length;
  while (blanks == Blanks::RemoveLeading && length > 0 && *text == ' ')
    ++text, --length;
  text_.assign(text, length);
}

TextOut::TextOut(char *text, std::size_t length)
    : text_(text), length_(length), buffer_(length + kLongestText, kUnwritten) {}

TextOut::~TextOut() {
  if (buffer_.front() == kUnwritten)
    return;
  const std::size_t written = std::min(std::strlen(buffer_.c_str()), length_);
  std::memcpy(text_, buffer_.data(), written);
  std::memset(text_ + written, ' ', length_ - written);
}

} // namespace maquette::fortran
