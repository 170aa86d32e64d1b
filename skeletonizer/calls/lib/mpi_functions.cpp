//===- skeletonizer/calls/lib/mpi_functions.cpp - arguments of MPI functions -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/calls/mpi_functions.h"

#include "shmem_functions.h"

#include <unordered_map>
#include <unordered_set>

namespace maquette::skeletonizer {

namespace {

// maquette/abi/mpi_calls.def as this analysis sees it.
struct TableArgument {
  MpiArgument kind;
  int MpiFunction::*index = nullptr; ///< Where the index of the first argument of this kind is noted.
};

/// What each kind of the table means here. A kind that the table adds does not compile until it is listed.
namespace kinds {
constexpr TableArgument PayloadIn{MpiArgument::PayloadIn}, PayloadOut{MpiArgument::PayloadOut},
    PayloadInOut{MpiArgument::PayloadInOut}, Count{MpiArgument::Value, &MpiFunction::count},
    Counts{MpiArgument::ArrayIn}, Displacements{MpiArgument::ArrayIn},
    Datatype{MpiArgument::Value, &MpiFunction::datatype}, Datatypes{MpiArgument::ArrayIn}, Peer{MpiArgument::Matching},
    Root{MpiArgument::Matching}, Tag{MpiArgument::Matching, &MpiFunction::tag},
    Comm{MpiArgument::Matching, &MpiFunction::communicator}, Op{MpiArgument::Value, &MpiFunction::op},
    Group{MpiArgument::Value}, Request{MpiArgument::InOut}, Requests{MpiArgument::InOut}, Message{MpiArgument::InOut},
    RequestOut{MpiArgument::Out}, CommOut{MpiArgument::Out}, DatatypeOut{MpiArgument::Out},
    MessageOut{MpiArgument::Out}, StatusOut{MpiArgument::Out}, StatusesOut{MpiArgument::Out}, In{MpiArgument::Value},
    ArrayIn{MpiArgument::ArrayIn}, Callback{MpiArgument::Callback}, Out{MpiArgument::Out}, InOut{MpiArgument::InOut},
    Window{MpiArgument::Matching}, WindowOut{MpiArgument::Out}, File{MpiArgument::Matching}, FileOut{MpiArgument::Out};
} // namespace kinds

enum class CallClass { Environment, Local, Message, Completion, Polling, Collective, StartCollective };

/// Reads a clock or a setting, or ends the program: no part of what the ranks say to each other.
const std::unordered_set<std::string> kQuietEnvironment = {"MPI_Wtime", "MPI_Wtick", "MPI_Abort", "MPI_Pcontrol"};

MpiFunction describe(const std::string &name, CallClass call_class, const std::vector<TableArgument> &arguments) {
  MpiFunction out;
  out.communicates = call_class != CallClass::Local && !kQuietEnvironment.count(name);
  for (const TableArgument &argument : arguments) {
    const int index = static_cast<int>(out.arguments.size());
    out.arguments.push_back(argument.kind);
    if (argument.index && out.*argument.index < 0)
      out.*argument.index = index;
  }
  return out;
}

std::unordered_map<std::string, MpiFunction> readTable() {
  std::unordered_map<std::string, MpiFunction> out;
#define MAQUETTE_ARG(kind, type, name) kinds::kind
#define MAQUETTE_NO_ARG
#define MAQUETTE_VARIADIC kinds::In
#define MAQUETTE_MPI_CALL(name, call_class, result, ...)                                                               \
  out[#name] = describe(#name, CallClass::call_class, {__VA_ARGS__});
#include "maquette/abi/mpi_calls.def"
  return out;
}

/// They communicate nothing, but say how later calls go: what becomes of their errors, which hints, room and
/// representations of data they have.
const std::unordered_set<std::string> kSettings = {
    "MPI_Comm_set_errhandler", "MPI_Win_set_errhandler", "MPI_File_set_errhandler", "MPI_Session_set_errhandler",
    "MPI_Errhandler_set",      "MPI_Info_set",           "MPI_Info_delete",         "MPI_Comm_set_info",
    "MPI_Win_set_info",        "MPI_Buffer_attach",      "MPI_Buffer_detach",       "MPI_Buffer_attach_c",
    "MPI_Buffer_detach_c",     "MPI_Register_datarep",   "MPI_Register_datarep_c"};

} // namespace

std::string plainMpiName(const std::string &name) { return name.rfind("PMPI_", 0) == 0 ? name.substr(1) : name; }

bool setsUpMpi(const std::string &name) { return kSettings.count(plainMpiName(name)) != 0; }

const MpiFunction *mpiFunction(const std::string &name) {
  static const std::unordered_map<std::string, MpiFunction> kTable = readTable();
  auto found = kTable.find(plainMpiName(name));
  return found == kTable.end() ? shmemFunction(name) : &found->second;
}

} // namespace maquette::skeletonizer
