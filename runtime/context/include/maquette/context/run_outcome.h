//===- maquette/context/run_outcome.h - how a simulation ends ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// RunOutcome collects the result of a run: failures, warnings, and the status of the program.
#ifndef MAQUETTE_CONTEXT_RUN_OUTCOME_H
#define MAQUETTE_CONTEXT_RUN_OUTCOME_H

#include "maquette/formats/run_result.h"

#include <utility>

namespace maquette::runtime {

class RunOutcome {
public:
  RunResult &result() { return result_; }
  bool failed() const { return failed_; }
  /// Records that the simulation failed with \p failure. False if it had failed before: later failures follow from
  /// that.
  bool record(Failure failure) {
    if (std::exchange(failed_, true))
      return false;
    result_.failures.push_back(std::move(failure));
    return true;
  }
  /// The first status other than 0 that a rank ended with.
  int programStatus() const { return program_status_; }
  void noteStatus(int status) {
    if (program_status_ == 0)
      program_status_ = status;
  }

private:
  RunResult result_;
  bool failed_ = false;
  int program_status_ = 0;
};

} // namespace maquette::runtime

#endif
