//===- models/lib/storage_parser.h - the tables of storage in a machine file ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MODELS_LIB_STORAGE_PARSER_H
#define MAQUETTE_MODELS_LIB_STORAGE_PARSER_H

#include "lib/machine_text.h"

namespace maquette::models {

/// [storage], [storage.NAME] and [page_cache]. \pre the node has been read.
void readStorage(MachineText &file, Machine &machine);

} // namespace maquette::models

#endif
