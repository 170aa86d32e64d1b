//===- maquette/dataflow/files.h - what the program writes to files and reads again --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which file a name means is known only when the program runs. Two names may mean the same file if they lie in the
/// same object (a buffer that is passed to what writes and to what reads), or are made of the same texts and objects
/// (two buffers with the same format). What comes from the command line or the environment lies in no object that
/// the program writes: such names meet no others.
#ifndef MAQUETTE_DATAFLOW_FILES_H
#define MAQUETTE_DATAFLOW_FILES_H

#include "maquette/dataflow/points_to.h"

namespace maquette::skeletonizer {

/// Turns graph.files into edges: who reads a file needs what is written to it.
void connectFiles(DependenceGraph &graph, const PointsTo &points_to);

} // namespace maquette::skeletonizer

#endif
