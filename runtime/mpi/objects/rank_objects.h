//===- runtime/mpi/objects/rank_objects.h - what few ranks need ---------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Allocated for a rank when it first uses one of these, so that a million plain ranks do not pay for it.
#ifndef MAQUETTE_MPI_OBJECTS_RANK_OBJECTS_H
#define MAQUETTE_MPI_OBJECTS_RANK_OBJECTS_H

#include "objects/communicator.h"
#include "objects/datatype.h"

#include "maquette/context/rank.h"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace maquette::mpi {

struct ErrorCode {
  int error_class;
  std::string text;
};

struct Info {
  std::vector<std::pair<std::string, std::string>> entries; ///< In the order they were set.
};

struct RankObjects {
  CommExtras world;
  CommExtras self;
  std::uint32_t self_collectives = 0;
  std::map<int, Keyval> keyvals;
  int next_keyval = 0x100;
  std::map<MPI_Datatype, TypeExtras> predefined_types; ///< Names and attributes that the program gave them.
  std::map<int, ErrorCode> error_codes;
  int next_error = 0x1000;
  void *bsend_buffer = nullptr;
  MPI_Count bsend_bytes = 0;
  int thread_level = MPI_THREAD_SINGLE;
  std::vector<MPI_Session> sessions; ///< Not finalized.
  bool only_sessions = false;        ///< They alone keep MPI running; the phase that they hide follows.
  runtime::RankPhase phase_outside_sessions = runtime::RankPhase::BeforeInit;
  int tool_users = 0; ///< MPI_T_init_thread calls without their MPI_T_finalize.
  /// Groups of MPI_Comm_create_group calls so far, by fingerprint and tag.
  std::map<std::uint64_t, std::uint32_t> group_calls;
};

} // namespace maquette::mpi

#endif
