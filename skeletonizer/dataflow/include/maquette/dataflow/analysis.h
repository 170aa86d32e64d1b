//===- maquette/dataflow/analysis.h - all that decisions about a program start from -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_ANALYSIS_H
#define MAQUETTE_DATAFLOW_ANALYSIS_H

#include "maquette/calls/external_effects.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_text.h"

namespace maquette::skeletonizer {

/// A program's functions and who needs whom among its statements. It takes most of the time and says nothing of what
/// stays, so that one analysis serves any number of decisions.
class Analysis {
public:
  /// \p editable tells files of the application from others; null: all are. \p keeps_io: reading and writing files is
  /// part of what the skeleton must do.
  /// \pre \p program has a main, and outlives this.
  Analysis(const Program &program, const ExternalEffects &effects, const EditableFiles &editable, bool keeps_io);

  const ProgramIndex &index() const { return index_; }
  /// Finished: no read or write is left behind a pointer.
  const DependenceGraph &graph() const { return graph_; }

private:
  const ProgramIndex index_;
  const DependenceGraph graph_;
};

} // namespace maquette::skeletonizer

#endif
