//===- runtime/mpi/bindings/dynamic_process_api.cpp - ports, names, spawning -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A simulation has the ranks it was started with: MPI_Comm_spawn and MPI_Comm_join refuse by name. Groups of these
/// ranks can meet through ports: the name of a port says whose it is, and accept and connect make an inter-communicator
/// of both.
///
/// Source    MPI 3.1, chapter 10
#include "objects/port_names.h"
#include "p2p/completion.h"
#include "p2p/point_to_point.h"

#include <cstdio>
#include <cstring>

using namespace maquette::mpi;

namespace {

constexpr const char *kPortFormat = "maquette:%d:%d"; ///< Rank in the world, number of the port there.

/// No receive of the program matches negative tags.
int tagOf(int port) { return -2 - port; }
/// Of the messages that make the inter-communicator.
int bridgeTag(int port) { return 0x7f000000 + port; }

struct Port {
  int owner = -1;
  int number = -1;
};

int refuse(const Call &call, MPI_Comm comm, int code, const std::string &what, const std::string &fix) {
  return call.raise(comm, code, what + " [maquette-mpi-unsupported]\n  fix: " + fix + "\n");
}

int noPort(const Call &call, const char *name) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_PORT, std::string("unknown port '") + name + "' [maquette-mpi-argument]");
}

/// False when the name is not one of MPI_Open_port.
bool parse(const Call &call, const char *name, Port &port) {
  return std::sscanf(name, kPortFormat, &port.owner, &port.number) == 2 && port.owner >= 0 &&
         port.owner < call.world().rankCount() && call.mpi().communicators().ports().isOpen(name);
}

/// The roots tell each other who they are; \p peer is MPI_ANY_SOURCE at the port's owner.
int greet(const Call &call, bool owner, const Port &port) {
  int self = call.rank().id, other = port.owner;
  if (!owner) {
    startSend(call, call.view(MPI_COMM_WORLD), {&self, 1, MPI_INT, port.owner, tagOf(port.number), MPI_COMM_WORLD},
              nullptr);
    return other;
  }
  Request *const request = call.mpi().requests().make(call.rank(), RequestKind::Receive);
  startReceive(call, call.view(MPI_COMM_WORLD),
               {&other, 1, MPI_INT, MPI_ANY_SOURCE, tagOf(port.number), MPI_COMM_WORLD}, request);
  call.mpi().waiting().waitAll(call.rank(), &request, 1);
  finishRequest(call.mpi(), call.rank(), request, MPI_STATUS_IGNORE);
  return other;
}

/// Both sides: the roots meet at the port, then all make the inter-communicator. The port's number is known to the
/// roots only.
int join(const Call &call, bool accepts, const char *name, int root, MPI_Comm comm, MPI_Comm *newcomm) {
  const CommView view = call.view(comm);
  call.trace(view, Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if (int code = call.checkComm(comm, view))
    return code;
  if (int code = call.checkRoot(comm, view, root))
    return code;
  int found[2] = {1, 0}; // Is there a port; its number.
  Port port;
  if (view.rank == root) {
    found[0] = parse(call, name, port) && (!accepts || port.owner == call.rank().id) ? 1 : 0;
    found[1] = port.number;
  }
  PMPI_Bcast(found, 2, MPI_INT, root, comm);
  if (found[0] == 0)
    return view.rank == root ? noPort(call, name) : MPI_ERR_PORT;
  const int leader = view.rank == root ? greet(call, accepts, port) : 0;
  return PMPI_Intercomm_create(comm, root, MPI_COMM_WORLD, leader, bridgeTag(found[1]), newcomm);
}

} // namespace

extern "C" {

int PMPI_Open_port(MPI_Info, char *port_name) {
  MAQUETTE_MPI_BEGIN(Open_port);
  std::snprintf(port_name, MPI_MAX_PORT_NAME, kPortFormat, call.rank().id,
                call.mpi().communicators().ports().nextNumber());
  call.mpi().communicators().ports().open(port_name);
  return MPI_SUCCESS;
}

int PMPI_Close_port(const char *port_name) {
  MAQUETTE_MPI_BEGIN(Close_port);
  return call.mpi().communicators().ports().close(port_name) ? MPI_SUCCESS : noPort(call, port_name);
}

int PMPI_Publish_name(const char *service_name, MPI_Info, const char *port_name) {
  MAQUETTE_MPI_BEGIN(Publish_name);
  call.world().scheduler().synchronize(call.rank());
  if (call.mpi().communicators().ports().publish(service_name, port_name))
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_SERVICE,
                    std::string("the name '") + service_name + "' is already published [maquette-mpi-argument]");
}

int PMPI_Unpublish_name(const char *service_name, MPI_Info, const char *) {
  MAQUETTE_MPI_BEGIN(Unpublish_name);
  call.world().scheduler().synchronize(call.rank());
  if (call.mpi().communicators().ports().unpublish(service_name))
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, MPI_ERR_SERVICE,
                    std::string("the name '") + service_name + "' is not published [maquette-mpi-argument]");
}

int PMPI_Lookup_name(const char *service_name, MPI_Info, char *port_name) {
  MAQUETTE_MPI_BEGIN(Lookup_name);
  call.world().scheduler().synchronize(call.rank());
  const std::string *const found = call.mpi().communicators().ports().lookUp(service_name);
  if (found == nullptr)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_NAME,
                      std::string("the name '") + service_name + "' is not published [maquette-mpi-argument]");
  std::memcpy(port_name, found->c_str(), found->size() + 1);
  return MPI_SUCCESS;
}

int PMPI_Comm_accept(const char *port_name, MPI_Info, int root, MPI_Comm comm, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_accept);
  return join(call, true, port_name, root, comm, newcomm);
}

int PMPI_Comm_connect(const char *port_name, MPI_Info, int root, MPI_Comm comm, MPI_Comm *newcomm) {
  MAQUETTE_MPI_BEGIN(Comm_connect);
  return join(call, false, port_name, root, comm, newcomm);
}

int PMPI_Comm_join(int, MPI_Comm *) {
  MAQUETTE_MPI_BEGIN(Comm_join);
  return refuse(call, MPI_COMM_WORLD, MPI_ERR_UNSUPPORTED_OPERATION, "simulated ranks have no sockets",
                "connect with MPI_Open_port, MPI_Comm_accept and MPI_Comm_connect");
}

int PMPI_Comm_spawn(const char *, char *[], int, MPI_Info, int, MPI_Comm comm, MPI_Comm *, int[]) {
  MAQUETTE_MPI_BEGIN(Comm_spawn);
  return refuse(call, comm, MPI_ERR_SPAWN, "a simulation cannot start more ranks while it runs",
                "start all ranks with -n");
}

int PMPI_Comm_spawn_multiple(int, char *[], char **[], const int[], const MPI_Info[], int, MPI_Comm comm, MPI_Comm *,
                             int[]) {
  MAQUETTE_MPI_BEGIN(Comm_spawn_multiple);
  return refuse(call, comm, MPI_ERR_SPAWN, "a simulation cannot start more ranks while it runs",
                "start all ranks with -n");
}

} // extern "C"
