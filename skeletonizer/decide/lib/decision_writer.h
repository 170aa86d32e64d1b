//===- skeletonizer/decide/lib/decision_writer.h - what is in, as decisions about the sources ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DECIDE_DECISION_WRITER_H
#define MAQUETTE_DECIDE_DECISION_WRITER_H

#include "apply_overrides.h"
#include "maquette/dataflow/loop_frequency.h"
#include "maquette/decide/decisions.h"
#include "maquette/frontend/program_index.h"
#include "slice.h"

namespace maquette::skeletonizer {

class DecisionWriter {
public:
  DecisionWriter(const DependenceGraph &graph, const Slice &slice, const Cuts &cuts, const UserDecisions &user)
      : graph_(graph), slice_(slice), cuts_(cuts), user_(user) {}

  Decisions write(const ProgramIndex &index, const LoopFrequency &frequency);

private:
  void writeNodes();
  void writePrediction(NodeId node);
  void writeReasons();
  void writeAvailable();
  bool isHeld(const std::vector<NodeId> &objects) const;
  bool isTouched(NodeId object) const;
  void writeContainers();
  void writeDataLoops(const LoopFrequency &frequency);
  std::string predictionId(const Site &site);

  const DependenceGraph &graph_;
  const Slice &slice_;
  const Cuts &cuts_;
  const UserDecisions &user_;
  Decisions out_;
  std::map<std::string, int> id_uses_;
};

} // namespace maquette::skeletonizer

#endif
