//===- maquette/dataflow/dependence_graph.h - who needs whom in the whole program -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Nodes are memory objects, actions (statements' effects, conditions, calls, arguments) and regions of control; an
/// edge a -> b says "a needs b". A node exists once per calling context (one call site deep). What is behind pointers
/// is left as deferred reads and writes until the points-to sets are known (points_to.h).
#ifndef MAQUETTE_DATAFLOW_DEPENDENCE_GRAPH_H
#define MAQUETTE_DATAFLOW_DEPENDENCE_GRAPH_H

#include "maquette/dataflow/unseen_function.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_key.h"
#include "maquette/sim/id_vector.h"
#include "maquette/sim/strong_id.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace maquette::skeletonizer {

using NodeId = sim::StrongId<struct NodeTag, int>;
constexpr NodeId kNoNode{-1};
using SiteId = sim::StrongId<struct SiteTag, int>;
constexpr SiteId kNoSite{-1};
using LoopId = sim::StrongId<struct LoopTag, int>;
constexpr LoopId kNoLoop{-1};
using InstanceId = sim::StrongId<struct InstanceTag, int>;
constexpr InstanceId kNoInstance{-1};
/// A calling context: call sites that are told apart.
using ContextId = sim::StrongId<struct ContextTag, int>;
constexpr ContextId kAnyContext{0};

enum class NodeKind : std::uint8_t {
  Root,     ///< Needs every communicating MPI call.
  Object,   ///< Memory: a variable, a field (per record type), a heap allocation, a container's elements or size.
  Action,   ///< Has a role and a place in the sources.
  Operands, ///< What an action's value is computed from; the edge action -> operands is what a cut removes.
  Region,   ///< Control: "this point is reached".
  LoopExit, ///< The value a scalar has after a loop; cuttable like an action.
  Message,  ///< What the sends of one class deliver.
  Pointees, ///< The objects that pointers may point to where they are read through: stands for each of them.
  Other,    ///< Pointer values under way, parameters' entry definitions.
};

/// What the type of an access says of the memory it goes to: memory written as floating values is read as nothing else
/// (ISO C 6.5, paragraph 7), characters apart.
enum class Content : std::uint8_t { Any, Floating, Other };

/// A place in the sources with its role; shared by all contexts.
struct Site {
  Role role;
  SourceKey key;
  unsigned line = 0;
  std::string function; ///< Qualified name.
  std::string text;     ///< Beginning of the source text, for people.
  std::string c_type;   ///< Type of the value, if it is a scalar.
  ValueType type = ValueType::Integer;
  bool converts = true;      ///< To a number and back without a cast; a scoped enumeration does not.
  std::string variable = {}; ///< LoopExit: the variable.
};

/// One loop of one function instance.
struct Loop {
  LoopId parent = kNoLoop;  ///< Enclosing loop of the same instance.
  double weight = 1;        ///< log10 of its assumed trip count.
  bool constant = false;    ///< It is known.
  bool reaches_mpi = false; ///< Its body communicates, directly or in what it calls.
  NodeId condition = kNoNode;
  SourceKey where = {}; ///< The statement.
};

/// One function in one calling context.
struct Instance {
  FunctionId function = kNoFunction;
  ContextId context = kAnyContext;
  NodeId entry = kNoNode;
  NodeId result = kNoNode; ///< Object: what it returns.
  NodeId this_object = kNoNode;
  NodeId thrown = kNoNode;   ///< It ends by an exception.
  bool communicates = false; ///< Directly.
  bool reaches_mpi = false;
  double time_depth = -1; ///< Depth of loops around its calls inside a time loop; negative: set-up only.
};

struct Node {
  NodeKind kind = NodeKind::Other;
  bool cuttable = false; ///< Its value may be predicted.
  bool exact = false;    ///< Must not be predicted.
  bool mpi_argument = false;
  bool uniform = false;       ///< Data that a collective gives to all ranks alike.
  bool delivered = false;     ///< Integers that a message brings from another rank.
  bool reduced = false;       ///< Data that a rank contributes to a reduction.
  bool of_rank = false;       ///< Its value is the rank's own: its number, what a message brings, the time.
  bool single = false;        ///< An object that holds one number.
  bool array = false;         ///< A local variable of array type, its size constant.
  bool alike = false;         ///< The same on all ranks, whatever it needs: what an MPI call returns.
  bool element = false;       ///< Its value is one of many that an index or a pointer chooses from.
  bool measures_text = false; ///< A call that gives the length of the text that the skeleton has.
  bool condition_of_loop = false;
  int logical_depth = 0;  ///< Of an operand of && or || in a condition: how deep it stands.
  bool loop_head = false; ///< Initializes a for loop's variable: stays or goes with the loop.
  SiteId site = kNoSite;
  InstanceId instance = kNoInstance;
  LoopId loop = kNoLoop;
  NodeId operands = kNoNode; ///< Of an action.
  NodeId action = kNoNode;   ///< Of operands.
  NodeId region = kNoNode;   ///< Control parent.
  double cost = 0;
};

struct CallRecord {
  InstanceId caller;
  InstanceId callee;
  LoopId loop;         ///< Innermost loop of the caller around the call.
  NodeId action;       ///< Kept when the call is executed.
  bool at_once = true; ///< The callee runs then; else then or later: what a library is given, the end of an object.
};

/// p = &o, p = q, p = *q, *p = q, p = &(q-> part).
struct PointerConstraints {
  std::vector<std::pair<NodeId, NodeId>> address; ///< (pointer, object)
  std::vector<std::pair<NodeId, NodeId>> copy;    ///< (to, from)
  std::vector<std::pair<NodeId, NodeId>> load;    ///< (to, pointer)
  std::vector<std::pair<NodeId, NodeId>> store;   ///< (pointer, from)
  struct Part {
    NodeId to;
    NodeId pointer;
    std::string name;
  };
  std::vector<Part> part;
  /// Objects that hold one pointer; true: it may be that nothing is ever stored there.
  std::map<NodeId, bool> plain;
  NodeId literals = kNoNode;      ///< The object of all string literals: nothing is written there.
  std::set<NodeId> bound;         ///< Objects that stand for a reference, or for this.
  std::map<NodeId, NodeId> given; ///< Who stores a pointer -> its value, kNoNode for null.
  std::set<NodeId> lead_nowhere;  ///< If nothing says where: pointers to objects of which there are none.
};

struct DeferredAccess {
  NodeId action;
  NodeId pointer;
  const void *record; ///< clang::RecordDecl whose parts are accessed with it, or null.
  bool whole;         ///< All parts of what is pointed to.
  Content content = Content::Any;
  bool deep = false; ///< Also what pointers in it point to, and so on.
};

/// What a message takes or brings, apart by what it holds.
struct Payload {
  NodeId floating;
  NodeId other;
  /// The part of \p data, all of it, that holds \p content.
  NodeId holding(Content content, NodeId data) const {
    return content == Content::Floating ? floating : content == Content::Other ? other : data;
  }
};

/// Where an lvalue may lie: objects named directly, and objects behind pointers.
struct AbstractLocation {
  std::vector<NodeId> objects;
  std::vector<NodeId> pointers;
  bool empty() const { return objects.empty() && pointers.empty(); }
};

/// What is behind pointers, until the points-to sets are known.
struct DeferredAccesses {
  std::vector<DeferredAccess> reads;            ///< action needs *pointer
  std::vector<DeferredAccess> writes;           ///< *pointer needs action
  std::vector<std::pair<NodeId, NodeId>> frees; ///< (action that ends an object's life, pointer)
};

/// What objects are made as: a record type, or numbers or pointers.
struct ObjectType {
  std::set<const void *> views; ///< Record types that such an object may be seen as.
  int levels = 0;               ///< How deep containers are nested in it.
  bool holds_pointers = true;
};

struct RecordTypes {
  std::map<NodeId, std::vector<const void *>> of;            ///< Object -> record types seen through pointers to it.
  std::map<const void *, std::vector<NodeId>> fields;        ///< Record type -> its fields' objects.
  std::map<NodeId, const void *> behind;                     ///< Pointer node -> static record type behind it.
  std::vector<std::pair<NodeId, const void *>> over_numbers; ///< (pointer to numbers, record type it is cast to)
  /// Object -> record type that it, or what it is a part of, was made as.
  std::unordered_map<NodeId, const void *> made_as;
  /// Of made_as. An object that nobody says the type of is seen as anything.
  std::map<const void *, ObjectType> types;
  /// Pointer or reference -> record type, by its declaration in C++: it leads to what can be seen as that.
  std::unordered_map<NodeId, const void *> leads_to;

  /// Null if nothing is said.
  const ObjectType *typeOf(NodeId object) const {
    const auto made = made_as.find(object);
    const auto type = made == made_as.end() ? types.end() : types.find(made->second);
    return type == types.end() ? nullptr : &type->second;
  }
};

/// A field that is one object for each object that has it, the part of this name.
struct FieldPart {
  NodeId field; ///< Stands for all of them where it is not said which.
  std::string name = {};
  bool apart = true; ///< Else all are one.
};

struct FieldParts {
  std::map<std::string, FieldPart> by_name;
  std::map<NodeId, std::vector<NodeId>> of_field; ///< What FieldPart::field stands for.
};

/// Threads that the program makes.
struct ThreadUse {
  bool starts_some = false;
  std::vector<NodeId>
      synchronizations; ///< Calls that make some, wait for them or let them go on: kept if there are any.
};

/// Of allocations.
struct HeapObjects {
  std::map<NodeId, SiteId> site;            ///< Object -> site of its allocation.
  std::map<NodeId, NodeId> action;          ///< Object -> action that makes it.
  std::map<NodeId, NodeId> floating_part;   ///< Object that holds both -> its floating values.
  std::map<NodeId, std::set<NodeId>> freed; ///< Action that ends lives -> objects, once the points-to sets are known.
};

/// A call that only says how many elements a std::vector has, and a way to do that without elements.
struct ContainerUse {
  SiteId site;
  NodeId action;
  std::vector<NodeId> elements; ///< The objects; behind pointers too once the points-to sets are known.
  std::vector<NodeId> pointers; ///< To such objects.
};

struct Containers {
  std::vector<ContainerUse> uses;
  std::vector<ContainerUse> copies; ///< Elements that are copied where the action runs, needed or not.
};

/// Files that the program opens by name, until the points-to sets are known (files.h).
struct Files {
  struct Opened {
    AbstractLocation streams; ///< What stands for the file where it is open.
    AbstractLocation name;    ///< Where the name lies; of one that lies nowhere, what it is made of.
    bool composed = false;    ///< It lies nowhere.
    bool read = true;         ///< What is in the file may be read so,
    bool written = true;      ///< or changed.
    bool is_contents = true;  ///< The streams stand for what is in the file, too; else a part of each does.
  };
  struct Use {
    NodeId node; ///< An action, or the data of a call, of which the parts are used apart.
    AbstractLocation streams;
    bool is_contents = false;
  };
  struct Text {
    AbstractLocation buffer, sources;
  };
  std::vector<Opened> opened;
  std::vector<Use> reads, writes;
  std::set<SourceKey> transfers; ///< Calls that move data between memory and files, and stay.
  std::vector<Text> texts;       ///< What strings are made of: other strings, and the objects of literals.
};

class DependenceGraph {
public:
  DependenceGraph();

  NodeId add(NodeKind kind, InstanceId instance = kNoInstance);
  /// \p a needs \p b; nothing happens if either is kNoNode.
  void need(NodeId a, NodeId b);
  /// The part \p name of object \p object ("#size", "#elements", a field's); itself when nested too deeply, for us or
  /// for its type (ObjectType::levels).
  NodeId part(NodeId object, const std::string &name);
  /// The same; kNoNode if nothing asked for it.
  NodeId knownPart(NodeId object, const std::string &name) const {
    const auto found = parts_.nodes.find({object, name});
    return found == parts_.nodes.end() ? kNoNode : found->second;
  }

  /// \p node needs nothing any more and costs nothing.
  void forget(NodeId node) {
    needs_[node].clear();
    nodes_[node].cost = 0;
  }

  /// \p node, or the objects it stands for.
  std::span<const NodeId> meant(const NodeId &node) const {
    return nodes_[node].kind == NodeKind::Pointees ? std::span<const NodeId>(needs_[node])
                                                   : std::span<const NodeId>(&node, 1);
  }

  NodeId root() const { return NodeId(); }
  const std::vector<NodeId> &needs(NodeId node) const { return needs_[node]; }
  Node &operator[](NodeId node) { return nodes_[node]; }
  const Node &operator[](NodeId node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  /// All nodes there are now.
  sim::IdRange<NodeId> nodes() const { return nodes_.ids(); }
  /// Sorts and removes duplicate edges.
  void finish();

  sim::IdVector<SiteId, Site> sites;
  sim::IdVector<LoopId, Loop> loops;
  sim::IdVector<InstanceId, Instance> instances;
  std::vector<CallRecord> calls;
  std::map<NodeId, std::vector<NodeId>>
      addresses; ///< Local pointers and references that an action, or its operands, read.
  std::vector<std::pair<NodeId, NodeId>> parameter_definitions; ///< (entry definition, parameter's object)
  PointerConstraints pointers;
  DeferredAccesses deferred;
  std::vector<NodeId> soft_roots; ///< Kept when it costs nothing: exits, main's result.
  ThreadUse threads;
  std::vector<std::pair<NodeId, NodeId>>
      bounds; ///< (who reaches memory, what says where): the latter is exact where the former is computed.
  std::vector<NodeId> exact_arguments; ///< Peers, tags, communicators, files: never predicted.
  RecordTypes records;
  HeapObjects heap;
  std::map<NodeId, Payload> payloads; ///< Data that a call sends or receives -> its parts.
  FieldParts field_parts;
  std::map<NodeId, Content> declared_content; ///< Variables, fields, data received: what their type says.
  Containers containers;
  Files files;
  std::map<std::string, std::vector<NodeId>> named_objects; ///< Variables and fields by their availability name.
  std::set<NodeId> static_initializers;                     ///< Definitions that the language performs before main.
  std::vector<std::string> notes;
  std::vector<UnseenFunction> unseen;

private:
  sim::IdVector<NodeId, Node> nodes_;
  sim::IdVector<NodeId, std::vector<NodeId>> needs_;
  struct Parts {
    std::map<std::pair<NodeId, std::string>, NodeId> nodes;
    std::unordered_map<NodeId, int> depth;
    std::unordered_map<NodeId, int> level; ///< Of elements in elements.
  } parts_;
};

} // namespace maquette::skeletonizer

#endif
