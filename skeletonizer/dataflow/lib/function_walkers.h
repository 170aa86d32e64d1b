//===- skeletonizer/dataflow/lib/function_walkers.h - all parts of the walk over one function -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_DATAFLOW_LIB_FUNCTION_WALKERS_H
#define MAQUETTE_DATAFLOW_LIB_FUNCTION_WALKERS_H

#include "calls.h"
#include "container_calls.h"
#include "declarations.h"
#include "expressions.h"
#include "external_calls.h"
#include "fields.h"
#include "file_calls.h"
#include "flow.h"
#include "function_context.h"
#include "lifetimes.h"
#include "loops.h"
#include "moves.h"
#include "mpi_calls.h"
#include "places.h"
#include "statements.h"
#include "unseen_calls.h"
#include "whole.h"

namespace maquette::skeletonizer {

/// Walks one instance of a function.
struct FunctionWalkers {
  FunctionWalkers(SharedContext &shared, InstanceId instance) : context(shared, instance) {}

  FunctionContext context;
  Flow flow{*this};
  Statements statements{*this};
  Whole whole{*this};
  Declarations declarations{*this};
  Loops loops{*this};
  Expressions expressions{*this};
  Places places{*this};
  Fields fields{*this};
  Calls calls{*this};
  Moves moves{*this};
  ContainerCalls containers{*this};
  ExternalCalls external{*this};
  FileCalls files{*this};
  UnseenCalls unseen{*this};
  MpiCalls mpi{*this};
  Lifetimes lifetimes{*this};
};

} // namespace maquette::skeletonizer

#endif
