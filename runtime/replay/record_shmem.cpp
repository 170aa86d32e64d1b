//===- runtime/replay/record_shmem.cpp - the functions of OpenSHMEM that record their calls ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an event keeps of a call stands in a specification; the functions are written from it (runtime/record/shmem).
#include "between.h"
#include "recorder.h"

#include "maquette/traces/event.h"

#include <mpi.h>
#include <shmem.h>

#include <dlfcn.h>

namespace maquette::record {
namespace {

/// What the table of calls numbers, as traces do.
enum class Number {
#define MAQUETTE_MPI_CALL(name, ...) name,
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, ...) name,
#include "maquette/abi/shmem_calls.def"
};

class ShmemCapture {
public:
  ShmemCapture(Number call, const void *call_site)
      : between_(call_site), recorder_(Recorder::current()), is_last_(call == Number::shmem_finalize) {
    event_.call = static_cast<traces::CallNumber>(call);
  }

  bool isRecorded() const { return recorder_ != nullptr; }
  template <class Value> void put(std::size_t place, Value value) {
    event_.set(place, static_cast<std::int64_t>(value));
  }
  /// \p value gives element i.
  template <class Value> void putEach(std::size_t place, std::size_t count, Value value) {
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < count; ++i)
      if (const std::int64_t element = value(i); element >= 0)
        values.push_back(element);
    event_.set(place, std::move(values));
  }
  void enterCall() { maquette_between_count(1); }
  void leaveCall() { maquette_between_count(0); }
  void finish() {
    if (recorder_ == nullptr)
      return;
    event_.enter_ps = between_.begin_ps;
    event_.leave_ps = maquette_clock();
    recorder_->add(event_);
    if (is_last_ && !usesMpi())
      recorder_->finish();
  }

private:
  /// Then its end is the program's.
  static bool usesMpi() {
    int has_begun = 0, has_ended = 0;
    PMPI_Initialized(&has_begun);
    PMPI_Finalized(&has_ended);
    return has_begun != 0 && has_ended == 0;
  }

  const Between between_;
  Recorder *const recorder_;
  const bool is_last_;
  traces::Event event_;
};

long long place_of(const void *address) { return maquette_symmetric_place(address); }
long long made(const void *object, std::size_t) { return place_of(object); }
long long gone(const void *object) { return place_of(object); }
std::int64_t wordOf(const void *handle) { return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(handle)); }
std::int64_t number_of_team(shmem_team_t team) {
  return team == SHMEM_TEAM_INVALID  ? traces::kNoTeam
         : team == SHMEM_TEAM_WORLD  ? traces::kWorldTeam
         : team == SHMEM_TEAM_SHARED ? traces::kSharedTeam
                                     : wordOf(team);
}
std::int64_t number_of_context(shmem_ctx_t context) {
  return context == SHMEM_CTX_DEFAULT   ? traces::kDefaultContext
         : context == SHMEM_CTX_INVALID ? traces::kNoContext
                                        : wordOf(context);
}

} // namespace
} // namespace maquette::record

using namespace maquette::record;

#define FROM_C extern "C"
#define BEGIN_CALL(number, name)                                                                                       \
  static_assert(number == static_cast<int>(Number::name));                                                             \
  ShmemCapture capture_(Number::name, __builtin_return_address(0));                                                    \
  if (capture_.isRecorded())
#define PUT(place, value) capture_.put(place, value)
#define PUT_EACH(place, count, value)                                                                                  \
  capture_.putEach(place, count, [&]([[maybe_unused]] std::size_t i) { return value; })
#define REAL_CALL capture_.enterCall();
#define END_CALL                                                                                                       \
  capture_.leaveCall();                                                                                                \
  if (capture_.isRecorded())
#define FINISH_CALL(name) capture_.finish();
#define NEXT(name) dlsym(RTLD_NEXT, name)

#pragma GCC visibility push(default)
#include "shmem_wrappers.inc"
#pragma GCC visibility pop
