//===- skeletonizer/dataflow/lib/messages.h - messages between ranks -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_MESSAGES_H
#define MAQUETTE_DATAFLOW_LIB_MESSAGES_H

#include "maquette/dataflow/dependence_graph.h"

namespace maquette::skeletonizer {

/// What sender and receiver say alike of a message; "" where that is not known.
struct MessageClass {
  std::string operation; ///< "p2p" or the collective's name.
  std::string datatype;  ///< "MPI_DOUBLE".
  std::string tag;       ///< A constant; the count of a collective, "ranks" if it is their number.
  std::string reduction; ///< "MPI_SUM".
  auto operator<=>(const MessageClass &) const = default;
  /// One may receive what the other sent.
  bool fits(const MessageClass &sent) const;
};

/// What is sent and received anywhere in the program.
struct Messages {
  struct End {
    MessageClass of;
    NodeId node;
  };
  void connect(DependenceGraph &graph);

  std::vector<End> sent, received;
  bool reads_back_files = false; ///< A file is opened to be read and written.
  std::set<NodeId> world_sizes;  ///< Calls that ask for the number of ranks of MPI_COMM_WORLD.
};

} // namespace maquette::skeletonizer

#endif
