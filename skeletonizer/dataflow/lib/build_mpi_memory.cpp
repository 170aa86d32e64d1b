//===- skeletonizer/dataflow/lib/build_mpi_memory.cpp - what MPI keeps from one call to another -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

namespace maquette::skeletonizer {

namespace {

/// Where an MPI function has the address that matters here; none if it has none.
using Positions = std::map<std::string, std::size_t>;

/// It stores the address of memory that belongs to a window.
const Positions kMakesWindowMemory = {{"MPI_Win_allocate", 4},
                                      {"MPI_Win_allocate_c", 4},
                                      {"MPI_Win_allocate_shared", 4},
                                      {"MPI_Win_allocate_shared_c", 4}};
/// It is given such an address.
const Positions kLendsWindowMemory = {{"MPI_Win_create", 0}, {"MPI_Win_create_c", 0}, {"MPI_Win_attach", 1}};
/// It brings what lies in windows of other ranks.
const Positions kReadsWindows = {{"MPI_Get", 0},
                                 {"MPI_Rget", 0},
                                 {"MPI_Get_accumulate", 3},
                                 {"MPI_Rget_accumulate", 3},
                                 {"MPI_Fetch_and_op", 1},
                                 {"MPI_Compare_and_swap", 2}};
/// It makes a number of an address, which a datatype counts from MPI_BOTTOM.
const Positions kTellsAddress = {{"MPI_Get_address", 0}, {"MPI_Address", 0}};
constexpr std::size_t kSharedAddress = 4; ///< Of MPI_Win_shared_query().
constexpr std::size_t kAttribute = 2; ///< Of MPI_Comm_set_attr() and its like, and where MPI_Comm_get_attr() stores it.
constexpr std::size_t kMemorySlot = 8;

const clang::Expr *at(const Positions &positions, const std::string &name,
                      const std::vector<const clang::Expr *> &arguments) {
  const auto found = positions.find(plainMpiName(name));
  return found == positions.end() || found->second >= arguments.size() ? nullptr : arguments[found->second];
}

} // namespace

/// Names and attributes, which come back as they were given. An attribute may be a pointer.
void MpiCalls::stateOfMpi(const CallSite &site, NodeId call_action) {
  bool changes = false;
  const NodeId state =
      walkers_.external.sharedState(plainMpiName(site.callee->getNameAsString()), call_action, changes);
  if (state != context_.shared.objects.hiddenState("attributes") || site.arguments.size() <= kAttribute)
    return;
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const NodeId value = walkers_.places.valueOrAddress(site.arguments[kAttribute], false);
  reader.end();
  if (value != kNoNode && changes)
    context_.graph().pointers.copy.push_back({state, value});
  else if (value != kNoNode)
    context_.graph().pointers.store.push_back({value, state});
}

void MpiCalls::absoluteAddress(const CallSite &site, NodeId call_action) {
  const clang::Expr *told = at(kTellsAddress, site.callee->getNameAsString(), site.arguments);
  if (!told)
    return;
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  if (const NodeId pointer = walkers_.places.valueOrAddress(told, false); pointer != kNoNode)
    context_.graph().pointers.copy.push_back({context_.shared.objects.hiddenState(kAbsoluteAddresses), pointer});
}

/// What a rank reads from a window is what some rank has in the memory of one, whoever wrote it there.
void MpiCalls::windowMemory(const CallSite &site, NodeId call_action) {
  const std::string name = site.callee->getNameAsString();
  const clang::Expr *made = at(kMakesWindowMemory, name, site.arguments);
  const clang::Expr *lent = at(kLendsWindowMemory, name, site.arguments);
  const clang::Expr *brought = at(kReadsWindows, name, site.arguments);
  const bool shared = name == "MPI_Win_shared_query" && site.arguments.size() > kSharedAddress;
  if (!made && !lent && !brought && !shared)
    return;
  const NodeId windows = context_.shared.objects.hiddenState("windows");
  Scope reader(context_.cursor.reader, context_.operands(call_action));
  const clang::Expr *argument = made ? made : lent ? lent : brought ? brought : site.arguments[kSharedAddress];
  const NodeId pointer = walkers_.places.valueOrAddress(argument, false);
  if (pointer != kNoNode && made)
    context_.graph().pointers.load.push_back({windows, pointer});
  if (pointer != kNoNode && lent)
    context_.graph().pointers.copy.push_back({windows, pointer});
  if (pointer != kNoNode && shared)
    context_.graph().pointers.store.push_back({pointer, windows});
  if (pointer != kNoNode && brought) {
    const NodeId contents = context_.memo(site.expression, Slot::Data, NodeKind::Other, kMemorySlot);
    context_.graph().need(contents, call_action);
    context_.graph()[contents].of_rank = true;
    const Scope brought_reader(context_.cursor.reader, contents);
    context_.readThrough(windows, {}, true);
    walkers_.places.writeWhole(brought, contents, pointer, brought->IgnoreImpCasts()->getType());
  }
}

} // namespace maquette::skeletonizer
