//===- maquette/calls/mpi_functions.h - arguments of MPI and OpenSHMEM functions -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What each argument of an MPI function is to the analysis, from maquette/abi/mpi_calls.def, and the same of
/// OpenSHMEM.
#ifndef MAQUETTE_CALLS_MPI_FUNCTIONS_H
#define MAQUETTE_CALLS_MPI_FUNCTIONS_H

#include <string>
#include <vector>

namespace maquette::skeletonizer {

enum class MpiArgument {
  PayloadIn,
  PayloadOut,
  PayloadInOut,
  Matching, ///< Peer, tag, communicator, root: decides who talks to whom.
  Value,    ///< Count, datatype, operation, ...: needed.
  ArrayIn,  ///< An array or object that is read.
  Out,      ///< Written: status, new handle, flag, result.
  InOut,    ///< Read and written: request, array of requests.
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
  // Of OpenSHMEM's functions.
  bool symmetric = false;    ///< It reads or writes the same object at another rank, whose address stays.
  bool allocates = false;    ///< Returns memory.
  bool alike = false;        ///< Returns the same on all ranks.
  int returns_argument = -1; ///< What it returns may point to what this argument does.
};

/// Without the P of the profiling interface.
std::string plainMpiName(const std::string &name);
/// The MPI function says how later calls go: it stays whoever needs what it gives.
bool setsUpMpi(const std::string &name);
/// nullptr if \p name is not a function of MPI or OpenSHMEM that Maquette knows.
const MpiFunction *mpiFunction(const std::string &name);

} // namespace maquette::skeletonizer

#endif
