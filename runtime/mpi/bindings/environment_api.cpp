//===- runtime/mpi/bindings/environment_api.cpp - MPI_Init ... MPI_Finalize ------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/launch.h"
#include "core/end_checks.h"
#include "objects/communicator_calls.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace maquette::mpi;
using maquette::runtime::RankPhase;

namespace {

constexpr const char *kClassTexts[] = {
    "no error",
    "invalid buffer",
    "invalid count",
    "invalid datatype",
    "invalid tag",
    "invalid communicator",
    "invalid rank",
    "invalid request",
    "invalid root",
    "invalid group",
    "invalid operation",
    "invalid topology",
    "invalid dimensions",
    "invalid argument",
    "unknown error",
    "message longer than the receive buffer",
    "other error",
    "internal error",
    "see the error in the status",
    "pending request",
};

int initialize(const Call &call, int level) {
  Rank &rank = call.rank();
  if (rank.objects != nullptr && rank.objects->only_sessions &&
      rank.objects->phase_outside_sessions == RankPhase::BeforeInit)
    rank.objects->only_sessions = false;
  else if (rank.phase != RankPhase::BeforeInit)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_OTHER, "MPI_Init was called twice [maquette-mpi-phase]");
  rank.phase = RankPhase::InMpi;
  if (level != MPI_THREAD_SINGLE)
    objectsOf(rank).thread_level = level;
  return MPI_SUCCESS;
}

/// As it would be without sessions.
RankPhase phaseOf(const Rank &rank) {
  return rank.objects != nullptr && rank.objects->only_sessions ? rank.objects->phase_outside_sessions : rank.phase;
}

int copyText(char *to, const std::string &text, int *length) {
  std::memcpy(to, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

int classOfCode(const Call &call, int code) {
  if (code <= MPI_ERR_RMA_FLAVOR || call.rank().objects == nullptr)
    return code;
  const auto &codes = call.objects().error_codes;
  const auto found = codes.find(code);
  return found == codes.end() ? MPI_ERR_UNKNOWN : found->second.error_class;
}

} // namespace

extern "C" {

char maquette_mpi_bottom[1]; // Only its address is used.

int PMPI_Init(int *, char ***) {
  MAQUETTE_MPI_BEGIN(Init);
  return initialize(call, MPI_THREAD_SINGLE);
}

int PMPI_Init_thread(int *, char ***, int required, int *provided) {
  MAQUETTE_MPI_BEGIN(Init_thread);
  *provided = required;
  return initialize(call, *provided);
}

int PMPI_Finalize() {
  MAQUETTE_MPI_BEGIN(Finalize);
  // Attributes of MPI_COMM_SELF go first, while all of MPI still works: MPI 3.1, 8.7.1.
  for (MPI_Comm comm : {MPI_COMM_SELF, MPI_COMM_WORLD})
    removeAttributes(call, comm);
  call.mpi().waiting().waitForAllAtEnd(call.rank());
  checkLeftOver(call.mpi(), call.rank());
  if (call.rank().objects != nullptr && !call.rank().objects->sessions.empty()) {
    call.rank().objects->only_sessions = true;
    call.rank().objects->phase_outside_sessions = RankPhase::AfterFinalize;
    return MPI_SUCCESS;
  }
  call.rank().phase = RankPhase::AfterFinalize;
  return MPI_SUCCESS;
}

int PMPI_Initialized(int *flag) {
  const Rank *const rank = maquette::runtime::currentRank();
  *flag = rank != nullptr && phaseOf(*rank) != RankPhase::BeforeInit ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Finalized(int *flag) {
  const Rank *const rank = maquette::runtime::currentRank();
  *flag = rank != nullptr && phaseOf(*rank) == RankPhase::AfterFinalize ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_Abort(MPI_Comm, int code) {
  MAQUETTE_MPI_BEGIN(Abort);
  call.world().fail("abort", call.mpi().sites().placeOf(call.rank()) + ": aborted with code " + std::to_string(code),
                    call.rank().id);
  return MPI_SUCCESS;
}

int PMPI_Query_thread(int *provided) {
  MAQUETTE_MPI_BEGIN(Query_thread);
  *provided = call.rank().objects != nullptr ? call.objects().thread_level : MPI_THREAD_SINGLE;
  return MPI_SUCCESS;
}

int PMPI_Is_thread_main(int *flag) {
  MAQUETTE_MPI_BEGIN(Is_thread_main);
  *flag = call.world().dispatcher().threadOf(call.rank()) == 0 ? 1 : 0;
  return MPI_SUCCESS;
}

double PMPI_Wtime() {
  Call call(CallId::MPI_Wtime, __builtin_return_address(0));
  return call ? call.world().meter().readClock(call.rank()).seconds() : 0;
}

double PMPI_Wtick() { return 1e-12; }

int PMPI_Get_processor_name(char *name, int *length) {
  MAQUETTE_MPI_BEGIN(Get_processor_name);
  return copyText(name, "node" + std::to_string(call.world().placement().nodeOf(call.rank().id).value()), length);
}

int PMPI_Get_version(int *version, int *subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int PMPI_Get_library_version(char *version, int *length) { return copyText(version, "Maquette, MPI 3.1", length); }

int PMPI_Pcontrol(int, ...) {
  MAQUETTE_MPI_BEGIN(Pcontrol);
  return MPI_SUCCESS;
}

int PMPI_Error_class(int code, int *class_of) {
  MAQUETTE_MPI_BEGIN(Error_class);
  *class_of = classOfCode(call, code);
  return MPI_SUCCESS;
}

int PMPI_Error_string(int code, char *text, int *length) {
  MAQUETTE_MPI_BEGIN(Error_string);
  if (call.rank().objects != nullptr) {
    const auto &codes = call.objects().error_codes;
    if (const auto found = codes.find(code); found != codes.end())
      return copyText(text, found->second.text, length);
  }
  const auto known = static_cast<int>(std::size(kClassTexts));
  return copyText(text, code >= 0 && code < known ? kClassTexts[code] : "error " + std::to_string(code), length);
}

int PMPI_Add_error_class(int *class_of) {
  MAQUETTE_MPI_BEGIN(Add_error_class);
  RankObjects &objects = call.objects();
  *class_of = objects.next_error++;
  objects.error_codes[*class_of] = {*class_of, ""};
  return MPI_SUCCESS;
}

int PMPI_Add_error_code(int class_of, int *code) {
  MAQUETTE_MPI_BEGIN(Add_error_code);
  RankObjects &objects = call.objects();
  *code = objects.next_error++;
  objects.error_codes[*code] = {class_of, ""};
  return MPI_SUCCESS;
}

int PMPI_Add_error_string(int code, const char *text) {
  MAQUETTE_MPI_BEGIN(Add_error_string);
  call.objects().error_codes[code].text = text;
  return MPI_SUCCESS;
}

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info, void *base) {
  MAQUETTE_MPI_BEGIN(Alloc_mem);
  void *const memory = std::malloc(static_cast<std::size_t>(size));
  *static_cast<void **>(base) = memory;
  return memory != nullptr || size == 0 ? MPI_SUCCESS : call.raise(MPI_COMM_WORLD, MPI_ERR_NO_MEM, "not enough memory");
}

int PMPI_Free_mem(void *base) {
  MAQUETTE_MPI_BEGIN(Free_mem);
  std::free(base);
  return MPI_SUCCESS;
}

int PMPI_Get_address(const void *location, MPI_Aint *address) {
  MAQUETTE_MPI_BEGIN(Get_address);
  *address = reinterpret_cast<MPI_Aint>(originOf(location));
  return MPI_SUCCESS;
}

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
MPI_Aint PMPI_Aint_diff(MPI_Aint first, MPI_Aint second) { return first - second; }

} // extern "C"
