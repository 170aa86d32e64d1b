//===- maquette/dataflow/graph_builder.h - from ASTs to the dependence graph -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks every function reachable from main, once per calling context (the last call site, and the one before where
/// that stands in a function of one statement), and fills a DependenceGraph. GraphBuilder owns what all instances
/// share: objects, sites, memoised nodes, the work list. FunctionBuilder walks one instance; its parts are in
/// build_*.cpp.
#ifndef MAQUETTE_DATAFLOW_GRAPH_BUILDER_H
#define MAQUETTE_DATAFLOW_GRAPH_BUILDER_H

#include "maquette/calls/external_effects.h"
#include "maquette/calls/mpi_functions.h"
#include "maquette/dataflow/ast_queries.h"
#include "maquette/dataflow/dependence_graph.h"
#include "maquette/dataflow/thrown.h"
#include "maquette/frontend/program_index.h"
#include "maquette/frontend/source_text.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <deque>
#include <functional>
#include <optional>
#include <tuple>

namespace maquette::skeletonizer {

/// Where an lvalue may lie: objects named directly, and objects behind pointers.
struct AbstractLocation {
  std::vector<NodeId> objects;
  std::vector<NodeId> pointers;
  bool empty() const { return objects.empty() && pointers.empty(); }
};

/// Reaching definitions of locals whose address is never taken.
using FlowState = std::map<const clang::VarDecl *, std::set<NodeId>>;

constexpr const char *kFiles = "MPI_File_"; ///< The operation of messages to and from files.
constexpr const char *kAbsoluteAddresses =
    "absolute addresses";       ///< The hidden state that is a pointer to all that MPI_BOTTOM stands for.
constexpr double kCallCost = 5; ///< Operations that a call of an external function stands for.

/// A join of control flow: what reaches one or the other.
void mergeInto(FlowState &state, const FlowState &other);

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

/// What a memoised node of an AST node is for.
enum class Slot {
  Variable,
  Definition,
  Call,
  Argument,
  Condition,
  Jump,
  Value,
  Contents,
  Pointer,
  Address,
  Temporary,
  Heap,
  Region,
  ElseRegion,
  AfterRegion,
  Parameter,
  Data,
  Part,
  LoopExit,
  Increment,
  ShortCircuit,
  LogicalOperand,
  Bound,
  Lifetime,
  Fold,
  Whole,
  Item,
  Bytes,
};

class GraphBuilder {
public:
  /// \p editable tells files of the application from others; null: all are.
  GraphBuilder(const Program &program, const ProgramIndex &index, const ExternalEffects &effects,
               const EditableFiles &editable)
      : program_(program), index_(index), effects_(effects), editable_(editable), thrown_(index) {}
  /// The whole graph. \pre the program has a main.
  DependenceGraph build();

private:
  friend class FunctionBuilder;

  NodeId memo(const void *key, int context, Slot slot, std::size_t detail, NodeKind kind, int instance,
              bool *made = nullptr);
  int site(Role role, const clang::Stmt *statement, const SourceKey &key, clang::ASTContext &context,
           const std::string &function);
  int instanceOf(int function, int context);
  /// Called from \p call_site in a function of context \p outer, 0 where that does not matter.
  int contextAt(const void *call_site, int outer);
  void connectLeftAlone();
  /// What it computes is in its result alone: a call whose result nobody needs need not be made.
  bool changesNothing(int function);
  NodeId global(const clang::VarDecl *variable);
  NodeId field(const clang::ValueDecl *field);
  /// The fields of \p record, those of records in it among them.
  std::vector<NodeId> fieldsWithin(const clang::RecordDecl *record);
  void declare(NodeId object, clang::QualType type);
  /// The same for one record type in every translation unit.
  const void *recordKey(const clang::RecordDecl *record);
  void unify(NodeId a, NodeId b);
  void unifyFields(const clang::RecordDecl *one, const clang::RecordDecl *other);
  /// The end of an object of this type runs code of the program.
  bool endRunsCode(clang::QualType type);
  /// The object of a standard-library-global state ("rand").
  NodeId hiddenState(const std::string &name);
  /// Of virtual functions of classes that functions of \p library (libraryOf()) take or belong to, where nobody sees
  /// these functions' bodies.
  const std::vector<int> &overridersKnownTo(const std::string &library);
  /// Variables that the program declares and nobody defines belong to the libraries it is linked with.
  void connectForeignVariables();
  void buildGlobals();
  void connectMessages();

  struct MessageEnd {
    MessageClass of;
    NodeId node;
  };

  const Program &program_;
  const ProgramIndex &index_;
  const ExternalEffects &effects_;
  const EditableFiles &editable_;
  const ThrownExceptions thrown_;
  DependenceGraph graph_;
  std::map<std::tuple<const void *, int, Slot, std::size_t>, NodeId> memo_;
  std::map<std::tuple<Role, SourceKey>, int> sites_;
  std::map<std::pair<int, int>, int> instances_;
  std::map<std::pair<const void *, int>, int> contexts_;
  std::vector<int> context_depth_; ///< Per context: call sites it tells apart.
  std::map<std::string, NodeId> objects_;
  std::map<const clang::CXXRecordDecl *, bool> end_runs_code_;
  std::map<int, bool> changes_nothing_; ///< Of functions that were asked for.
  std::map<int, NodeId>
      left_alone_; ///< Instances of functions that nothing is edited in, and what stands for all of each.
  std::map<const char *, Ellipses> ellipses_;           ///< Of each text.
  std::map<std::pair<const void *, int>, int> loop_of_; ///< (statement, context) -> loop.
  std::deque<int> work_;
  std::vector<MessageEnd> sent_, received_;
  NodeId bottom_ = kNoNode;       ///< The object that MPI_BOTTOM is the address of.
  bool reads_back_files_ = false; ///< A file is opened to be read and written.
  std::set<NodeId> world_sizes_;  ///< Calls that ask for the number of ranks of MPI_COMM_WORLD.
  std::set<std::string> records_;
  std::set<std::pair<const void *, const void *>> unified_;
  std::set<std::string> noted_;
  std::optional<std::map<std::string, std::vector<int>>> overriders_known_;
};

/// Control that leaves the normal path: what later statements depend on.
struct Escapes {
  std::set<NodeId> breaks, continues, returns;
  std::set<NodeId> throws; ///< What the program catches and goes on after.
  bool any() const { return !breaks.empty() || !continues.empty() || !returns.empty() || !throws.empty(); }
  void merge(const Escapes &other);
};

class FunctionBuilder {
public:
  FunctionBuilder(GraphBuilder &builder, int instance);
  /// Walks the body.
  void run();
  /// Walks the initializer of a variable of static storage duration.
  void runGlobal(const clang::VarDecl *variable);

private:
  DependenceGraph &graph() { return builder_.graph_; }
  Instance &self() { return builder_.graph_.instances[instance_]; }

  // Nodes.
  NodeId memo(const void *key, Slot slot, NodeKind kind, std::size_t detail = 0);
  /// The action \p role of \p statement with its operands node; needs the current region.
  NodeId action(Role role, const clang::Stmt *statement, Slot slot, clang::QualType type, bool cuttable);
  /// The part of an action a cut would remove.
  NodeId operands(NodeId action) { return graph()[action].operands; }
  void read(NodeId node);
  /// The value of a pointer or reference.
  void readAddress(NodeId node);
  void readThrough(NodeId pointer, clang::QualType pointee = {}, bool whole = false, Content content = Content::Any);
  void cost(double amount);
  void controlledByRegion(NodeId node);
  /// If the enclosing expression must stay whole when the definition \p node stays, says so.
  void forceOuter(NodeId node);
  /// The same for a call, which can be taken out of more expressions than a definition.
  void forceAtom(NodeId node);
  /// The action on whose behalf the current reader reads.
  NodeId readingAction() const;

  // Objects and places (build_places.cpp).
  NodeId variable(const clang::VarDecl *variable);
  NodeId parameterOf(int instance, const clang::ParmVarDecl *parameter);
  const clang::VarDecl *flowVariable(const clang::Expr *expression) const;
  AbstractLocation place(const clang::Expr *expression);
  AbstractLocation memberPlace(const clang::MemberExpr *member);
  AbstractLocation variablePlace(const clang::DeclRefExpr *reference);
  AbstractLocation elementPlace(const clang::ArraySubscriptExpr *subscript);
  AbstractLocation unaryPlace(const clang::UnaryOperator *unary);
  AbstractLocation temporary(const clang::Expr *key, NodeId value);
  /// \p path tells apart parts of parts that one \p key asks for.
  AbstractLocation part(const void *key, const AbstractLocation &whole, const std::string &name,
                        const std::string &path = "");
  /// The sizes and elements of a container of \p type, and of the containers it holds.
  std::vector<AbstractLocation> containerParts(const void *key, const AbstractLocation &whole, clang::QualType type);
  NodeId address(const void *key, const AbstractLocation &place);
  NodeId load(const clang::Expr *expression, const AbstractLocation &place);
  void define(NodeId definition, const AbstractLocation &place, NodeId value, clang::QualType type = {},
              bool whole = false, Content content = Content::Any);
  void readPlace(const AbstractLocation &place);
  /// What \p says, an index or a pointer, decides which memory the reader reaches; so do the places \p sizes.
  void boundedBy(const clang::Expr *says, const AbstractLocation &sizes = {});
  void readWhole(const void *key, NodeId pointer, clang::QualType type, Content content = Content::Any);
  void writeWhole(const void *key, NodeId definition, NodeId pointer, clang::QualType type,
                  Content content = Content::Any);
  NodeId pointerTo(const clang::Expr *key, std::initializer_list<NodeId> sources, Slot slot = Slot::Pointer);

  // Values.
  /// A pointer, a record with one, or, in a program that makes pointers of numbers, an integer as wide.
  bool mayHoldAddress(clang::QualType type) const;
  NodeId value(const clang::Expr *expression);
  NodeId castValue(const clang::CastExpr *cast);
  NodeId unaryValue(const clang::UnaryOperator *unary);
  NodeId binaryValue(const clang::BinaryOperator *binary);
  NodeId newValue(const clang::CXXNewExpr *expression);
  NodeId deleteValue(const clang::CXXDeleteExpr *expression);
  NodeId callAllocator(const clang::Expr *expression, const clang::FunctionDecl *allocator, NodeId first,
                       llvm::ArrayRef<const clang::Expr *> written, NodeId call_action);
  NodeId atomicValue(const clang::AtomicExpr *expression);
  NodeId throwValue(const clang::CXXThrowExpr *thrown);
  bool isItem(const clang::Expr *item, const clang::FieldDecl *field) const;
  NodeId initializerList(const clang::InitListExpr *list);
  NodeId shortCircuit(const clang::Expr *whole, const clang::Expr *condition, const clang::Expr *first,
                      const clang::Expr *second);
  NodeId assign(const clang::Expr *whole, const clang::Expr *target, const clang::Expr *source, bool update);
  NodeId valueOrAddress(const clang::Expr *expression, bool by_reference);

  // Calls (build_calls.cpp, build_external_calls.cpp, build_mpi_calls.cpp).
  struct CallSite {
    const clang::Expr *expression = nullptr;
    const clang::FunctionDecl *callee = nullptr; ///< Null: through a pointer.
    std::vector<const clang::Expr *> arguments;
    AbstractLocation self;
    bool has_self = false;
    NodeId result = kNoNode;  ///< Pointer value of the result.
    bool is_nameless = false; ///< It makes an object that no variable, field or parameter is.
    bool by_pointer = false;  ///< The callee is one of several that a pointer may lead to.
  };
  NodeId call(const clang::CallExpr *expression);
  NodeId returned(const clang::CallExpr *expression, const CallSite &site, NodeId call_action);
  NodeId copied(const clang::Expr *original);
  NodeId construct(const clang::CXXConstructExpr *expression, const AbstractLocation *self, NodeId definition);
  NodeId constructUnknown(const CallSite &site, const clang::CXXConstructorDecl &constructor, NodeId call_action);
  void callSelf(const clang::CallExpr *expression, CallSite &site);
  std::vector<int> callTargets(const clang::CallExpr *expression, const CallSite &site);
  bool callsMpiByPointer(const clang::CallExpr *expression, const CallSite &site);
  NodeId dots(int instance);
  NodeId nextOfDots(const clang::VAArgExpr *expression);
  void callArgument(int callee, const clang::ParmVarDecl *parameter, const clang::Expr *argument, NodeId call_action);
  void callTarget(int function, const CallSite &site, NodeId call_action);
  /// The instance of \p function that \p call_site calls.
  int calleeAt(int function, const void *call_site);
  NodeId passArgument(const clang::ParmVarDecl &parameter, const clang::Expr *argument, NodeId object, NodeId passed);
  NodeId externalCall(CallSite &site);
  // The addresses of fields (build_fields.cpp).
  /// What &e is the beginning of: with a field of numbers those of its type that follow it in the record.
  AbstractLocation withFollowing(const clang::Expr *e, AbstractLocation place);
  /// \p pointer cast to bytes: from a field it reaches the record, unless the call that it is passed to says how far.
  NodeId asBytes(const clang::CastExpr *cast, NodeId pointer);
  /// Notes which fields of the arguments are what the call, one of a library, ends in.
  void confineBuffers(const CallSite &site);
  bool elementsEndIn(const clang::FieldDecl &field, llvm::StringRef datatype,
                     llvm::ArrayRef<const clang::Expr *> count) const;
  // Whole objects (build_moves.cpp). Each part goes to its like: a container's size does not need its elements.
  /// a = b of a container, or of a record whose operator= the compiler writes.
  NodeId wholeAssignment(const CallSite &site, NodeId call_action);
  /// swap(a, b), or a.swap(b) with \p self.
  NodeId swapCall(const CallSite &site, const AbstractLocation &self, NodeId call_action);
  void movePart(const clang::Expr *key, std::size_t which, NodeId call_action, const AbstractLocation &to,
                const AbstractLocation &from);
  void moveAll(const clang::Expr *key, NodeId call_action, const AbstractLocation &to, const clang::Expr *source,
               const AbstractLocation &from, std::size_t first = 0);
  /// The elements of containers in an object of \p type are copied when \p call_action runs: they must be memory.
  void copiesElements(const void *key, NodeId call_action, const AbstractLocation &object, clang::QualType type);
  NodeId mpiCall(CallSite &site, const MpiFunction &function);
  void mpiArgument(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data);
  // Between calls (build_mpi_memory.cpp).
  void stateOfMpi(const CallSite &site, NodeId call_action);
  void windowMemory(const CallSite &site, NodeId call_action);
  /// MPI_BOTTOM points to all whose addresses were asked for.
  void absoluteAddress(const CallSite &site, NodeId call_action);
  void mpiPayload(const CallSite &site, unsigned index, MpiArgument kind, NodeId call_action, NodeId data);
  /// &x of a variable that is tracked by flow: read and set by \p actor here, not through a pointer. False if it is
  /// none.
  bool mpiFlowVariable(const CallSite &site, const clang::Expr *argument, MpiArgument kind, NodeId actor);
  void boundsPayload(const CallSite &site, unsigned index, std::initializer_list<NodeId> payloads);
  /// What \p call_action sends (1) or receives (2), with its parts.
  NodeId payload(const CallSite &site, NodeId call_action, std::size_t which);
  /// \p count is the number of ranks of \p communicator.
  bool countsRanks(const clang::Expr *count, const clang::Expr *communicator);
  /// The name of the predefined handle that is \p given, or "".
  std::string handle(const clang::Expr *given);
  MessageClass messageClass(const CallSite &site, const MpiFunction &function);
  /// A member of a standard container, string, stream or iterator.
  struct ContainerCall {
    std::string name;
    ContainerEffect effect = ContainerEffect::Unknown;
    bool iterator = false, associative = false, is_const = false;
    bool holder = false; ///< A smart pointer, an optional or the like: what it holds is asked for through itself,
    bool points = false; ///< and lies elsewhere.
    bool unseen =
        false; ///< Of a class of another library whose members nobody sees: it and what it holds are one place.
    AbstractLocation elements, size;
  };
  NodeId containerCall(CallSite &site, NodeId call_action);
  NodeId bitCall(CallSite &site, NodeId call_action);
  /// What an object in \p place refers to: a bit of a std::vector<bool>, a view.
  AbstractLocation referredBy(const void *key, const AbstractLocation &place);
  /// What \p argument, if it is a view, refers to.
  void readBehindView(const clang::Expr *argument, NodeId pointer);
  void passedOn(const CallSite &site, const clang::Expr *argument, NodeId pointer);
  NodeId containerArguments(const CallSite &site, NodeId call_action, bool may_write);
  void containerEffect(const ContainerCall &member, const CallSite &site, NodeId call_action, NodeId stored);
  void containerResult(const ContainerCall &member, const CallSite &site);
  /// The call sets a std::vector's size and says nothing of its elements but what is stored there. Notes it if so.
  bool countsElements(const CallSite &site, const AbstractLocation &elements, NodeId call_action);
  NodeId tableCall(CallSite &site, Effect effect, NodeId call_action);
  // build_unknown_calls.cpp
  struct LentPointer {
    NodeId value;
    bool may_write; ///< What it points to may change in later calls, too.
  };
  /// What the lists of effects say of who is called.
  Effect listedEffect(const CallSite &site) const;
  std::string listedRoles(const CallSite &site) const;
  NodeId unknownCall(CallSite &site, NodeId call_action);
  /// What functions that know of \p function's calls left behind: read, and, if it \p changes, there for those that
  /// follow. Or kNoNode.
  NodeId sharedState(const std::string &function, NodeId call_action, bool &changes);
  /// \p given: the pointers that it may keep there, but for its result; or kNoNode. Returns the state that it changes,
  /// or kNoNode.
  NodeId usesHiddenState(const CallSite &site, NodeId call_action, NodeId given = kNoNode);
  void usesLibrary(const CallSite &site, const std::vector<LentPointer> &lent, NodeId call_action);
  /// Whether the call makes a thread or synchronizes some (build_threads.cpp); it stays then, if the program makes
  /// threads.
  void noteThreads(const CallSite &site, NodeId call_action);
  // build_unseen_calls.cpp
  void callsUnseen(const CallSite &site, NodeId call_action);
  void callUnseen(int function, NodeId met, const AbstractLocation &elements, NodeId call_action);
  void callsOverriders(const CallSite &site, NodeId call_action);
  /// The functions among the arguments are called. False if there are none.
  bool callbacks(const CallSite &site, NodeId call_action);
  void callbackTarget(int function, const CallSite &site, NodeId call_action);
  NodeId heap(const clang::Expr *key, clang::QualType type, NodeId made_by);
  /// The call stores the address of memory of its own where \p pointer points to.
  NodeId heapInto(const clang::Expr *argument, NodeId pointer, NodeId made_by);
  void destroy(const clang::VarDecl *variable, NodeId object, NodeId definition);
  // Ends of objects (build_lifetimes.cpp).
  /// Of just the type that is said (a variable, a part), or behind a pointer, where it may be of a derived one.
  enum class Ends { AsSaid, PerhapsDerived };
  void callDestructor(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action,
                      Ends how = Ends::AsSaid);
  /// What containers and smart pointers in \p self held, where another object is assigned to it member by member.
  void endAssigned(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action);
  /// One end of an object, with all that ends with it.
  struct Ending {
    const void *key;
    NodeId call_action;
    std::set<std::tuple<const clang::CXXRecordDecl *, std::vector<NodeId>, std::vector<NodeId>>>
        seen; ///< Nodes of a list hold the next one.
  };
  void end(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self, Ends how = Ends::AsSaid);
  void endParts(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self);
  void endHeld(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self);
  void callDeleter(const void *key, int function, const AbstractLocation &deleted, NodeId call_action);
  NodeId boundTemporary(const clang::CXXBindTemporaryExpr *bound);
  /// make_unique<T>(a), v.emplace_back(a): constructors of the program that the library passes the arguments to.
  void constructsHeld(const CallSite &site, NodeId call_action);
  void initializeMember(const clang::CXXCtorInitializer *initializer);

  // What stays as a whole or goes (build_whole.cpp).
  bool isKeptWhole(const clang::Stmt *statement) const;
  /// All of what \p walks walks is needed where anything of it is.
  void asWhole(const clang::Stmt *statement, const std::function<void()> &walks);
  /// What stands in the head of a statement: `if (init; variable)`, and the condition.
  NodeId walkHead(const clang::Stmt *statement, const clang::Stmt *init, const clang::DeclStmt *variable,
                  const clang::Expr *condition, bool of_loop);
  NodeId statementValue(const clang::StmtExpr *block);
  /// The statement expands a parameter pack: it stays whole, or goes.
  bool expandsPack(const clang::Stmt *statement) const;
  NodeId expansionAround(const clang::Stmt *statement);
  bool isSpelled(const clang::Stmt *statement) const;
  bool isLeftAlone(const clang::FunctionDecl *function) const;

  // Statements (build_statements.cpp, build_loops.cpp).
  void walk(const clang::Stmt *statement);
  void walkKind(const clang::Stmt *statement);
  void walkIn(const clang::Stmt *statement, NodeId region);
  void walkCompound(const clang::CompoundStmt *block);
  void enterLabels(const clang::Stmt *statement);
  void walkIf(const clang::IfStmt *statement);
  void walkFor(const clang::ForStmt *statement);
  void walkWhile(const clang::WhileStmt *statement);
  void walkDo(const clang::DoStmt *statement);
  void walkRangeFor(const clang::CXXForRangeStmt *statement);
  void walkOwnRange(const clang::CXXForRangeStmt *statement, NodeId decision);
  void walkSwitch(const clang::SwitchStmt *statement);
  void walkReturn(const clang::ReturnStmt *statement);
  void walkTry(const clang::CXXTryStmt *statement);
  /// \p thrown may end what runs here, and the program goes on elsewhere.
  void mayThrow(NodeId thrown);
  void walkJump(const clang::Stmt *statement, std::set<NodeId> Escapes::*kind, std::vector<FlowState> &targets);
  void walkExpression(const clang::Expr *expression);
  void declare(const clang::VarDecl *variable);
  /// [copy = n]: variables of the lambda's own.
  void declareCaptures(const clang::LambdaExpr *lambda);
  /// What auto [a, b] = pair; keeps in variables of its own.
  void declareBindings(const clang::VarDecl *variable);
  /// Reads \p expression; operands of && and || are conditions of their own, so that one alone can be predicted.
  void readCondition(const clang::Expr *expression, int depth);
  NodeId condition(const clang::Stmt *statement, const clang::Expr *expression, bool of_loop);
  NodeId regionOf(const clang::Stmt *statement, Slot slot, NodeId condition);
  /// One loop: \p head evaluates the condition, before the body or (\p post) after it.
  void loop(const clang::Stmt *statement, NodeId condition, std::optional<double> weight,
            const std::function<void()> &body, const std::function<void()> &head, bool post);
  const clang::Expr *onlyValue(const clang::Expr *expression);
  std::optional<double> loopWeight(const clang::Expr *condition);
  void loopExits(const clang::Stmt *statement, int loop);
  bool definedIn(NodeId definition, int loop) const;
  void findFlowVariables(const clang::Stmt *statement, std::set<const clang::VarDecl *> &candidates,
                         std::set<const clang::VarDecl *> &excluded);
  void parameterDefinitions();

  GraphBuilder &builder_;
  int instance_;
  int context_;
  const Function *function_;
  clang::ASTContext *ast_;
  const clang::Decl
      *walked_; ///< Whose text is walked: the function's, or that of a global variable, maybe of another unit.
  NodeId region_ = kNoNode;
  NodeId reader_ = kNoNode; ///< Who needs what is read now.
  NodeId outer_ = kNoNode;  ///< Stays whole if a definition inside stays.
  NodeId atom_ = kNoNode;   ///< Stays whole if a call inside stays.
  NodeId block_ =
      kNoNode; ///< Of a statement around that is not edited inside: all that is in it is needed where anything is.
  int loop_ = -1;
  bool count_cost_ = true;
  bool in_loop_head_ = false;
  bool has_goto_ = false;
  bool guarded_ = false;   ///< Exceptions that are thrown here are caught, and the program goes on.
  bool coroutine_ = false; ///< It goes on where others resume it: all of it stays.
  bool dead_ = false;
  std::set<const clang::SwitchCase *>
      own_cases_; ///< That stand in the block of their switch, not in a loop or block inside of it.
  std::map<const clang::LabelDecl *, std::vector<const clang::Stmt *>> jumps_to_; ///< Null: to where a pointer says.
  std::set<const clang::VarDecl *> flow_;
  std::set<const clang::MemberExpr *> confined_; ///< Passed to a call of a library that ends in the field.
  FlowState state_, switch_entry_;
  std::vector<FlowState> break_states_, continue_states_;
  Escapes *escapes_ = nullptr;
};

} // namespace maquette::skeletonizer

#endif
