//===- models/lib/node_parser.h - parts and rails of nodes in a machine file -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_NODE_PARSER_H
#define MAQUETTE_MODELS_LIB_NODE_PARSER_H

#include "lib/machine_text.h"

namespace maquette::models {

/// Sockets and what they share. \pre the other keys of table node were read.
void readNodeParts(MachineText &file, NodeParameters &node);
/// \pre its parts were read.
void readMemorySteps(MachineText &file, NodeParameters &node);
/// Rails and parallel links. \pre model and topology were read.
void readRails(MachineText &file, Machine &machine);

} // namespace maquette::models

#endif
