//===- skeletonizer/dataflow/lib/graph_builder.cpp - what all instances share -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "maquette/frontend/source_key.h"
#include "maquette/sim/assert.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kTextLength = 80;
constexpr std::size_t kDeepestContext = 3; ///< Call sites told apart; also ends recursion.
constexpr std::size_t kKeptContext = 2;    ///< The innermost, which are left of more.

/// The beginning of the source text of \p statement on one line.
std::string textOf(const clang::Stmt *statement, const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  const auto range =
      clang::CharSourceRange::getTokenRange(sources.getExpansionRange(statement->getSourceRange()).getAsRange());
  const llvm::StringRef source = clang::Lexer::getSourceText(range, sources, context.getLangOpts());
  std::string out;
  for (char c : source) {
    const char plain = c == '\n' || c == '\t' ? ' ' : c;
    if (plain != ' ' || (!out.empty() && out.back() != ' '))
      out += plain;
    if (out.size() == kTextLength)
      break;
  }
  return out;
}

void forEachGlobal(clang::DeclContext *scope, const std::function<void(clang::VarDecl *)> &visit) {
  for (clang::Decl *declaration : scope->decls()) {
    if (isSystem(declaration))
      continue;
    if (auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      visit(variable);
    else if (auto *nested = llvm::dyn_cast<clang::DeclContext>(declaration);
             nested && llvm::isa<clang::LinkageSpecDecl, clang::NamespaceDecl, clang::RecordDecl>(declaration))
      forEachGlobal(nested, visit);
  }
}

/// Where a field lies, in bits; of an array of records all elements together.
struct Extent {
  std::uint64_t begin, end;
  const clang::FieldDecl *field;
  bool overlaps(const Extent &other) const { return begin < other.end && other.begin < end; }
};

std::uint64_t sizeOf(clang::QualType type, const clang::ASTContext &ast) {
  if (type->isIncompleteArrayType())
    return UINT32_MAX; // as long as it was allocated
  return ast.getTypeSize(type->isReferenceType() ? ast.VoidPtrTy : type);
}

/// Adds the fields of \p record at \p at, those of the records in it among them. Of a standard type nothing is looked
/// into.
void addExtents(const clang::RecordDecl *record, std::uint64_t at, const Extent *array, std::vector<Extent> &out) {
  record = record->getDefinition();
  if (!record || record->isInvalidDecl() || record->isDependentType() || isStandardLibrary(record))
    return;
  const clang::ASTContext &ast = record->getASTContext();
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record))
    for (const clang::CXXBaseSpecifier &base : derived->bases())
      if (!base.isVirtual())
        addExtents(base.getType()->getAsCXXRecordDecl(),
                   at + ast.toBits(layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl())), array, out);
  for (const clang::FieldDecl *field : record->fields()) {
    const std::uint64_t begin = at + layout.getFieldOffset(field->getFieldIndex());
    const std::uint64_t size = field->isBitField() ? field->getBitWidthValue(ast) : sizeOf(field->getType(), ast);
    const Extent extent = array ? Extent{array->begin, array->end, field} : Extent{begin, begin + size, field};
    if (!field->isUnnamedBitField())
      out.push_back(extent);
    const clang::Type *element = field->getType()->getBaseElementTypeUnsafe();
    if (const clang::RecordDecl *nested = element->getAsRecordDecl())
      addExtents(nested, begin, array || !field->getType()->isArrayType() ? array : &extent, out);
  }
}

std::vector<Extent> extentsOf(const clang::RecordDecl *record) {
  std::vector<Extent> out;
  addExtents(record, 0, nullptr, out);
  return out;
}

} // namespace

bool isScalar(clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  return type->isArithmeticType() || type->isEnumeralType();
}

bool isPlainPointer(clang::QualType type) {
  const clang::Type *element = type->getBaseElementTypeUnsafe();
  return element->isPointerType() && !element->isFunctionPointerType();
}

void Escapes::merge(const Escapes &other) {
  throws.insert(other.throws.begin(), other.throws.end());
  breaks.insert(other.breaks.begin(), other.breaks.end());
  continues.insert(other.continues.begin(), other.continues.end());
  returns.insert(other.returns.begin(), other.returns.end());
}

NodeId SharedContext::memo(const void *key, ContextId context, Slot slot, std::size_t detail, NodeKind kind,
                           InstanceId instance, bool *made) {
  auto [found, is_new] = memo_.try_emplace({key, context, slot, detail}, kNoNode);
  if (is_new)
    found->second = graph.add(kind, instance);
  if (made)
    *made = is_new;
  return found->second;
}

SiteId SharedContext::site(Role role, const clang::Stmt *statement, const SourceKey &key, clang::ASTContext &context,
                           const std::string &function) {
  auto [found, is_new] = sites_.try_emplace({role, key}, graph.sites.nextId());
  if (is_new) {
    Site site{role, key, 0, function, {}, {}};
    site.line = context.getSourceManager().getExpansionLineNumber(statement->getBeginLoc());
    site.text = textOf(statement, context);
    graph.sites.add(std::move(site));
  }
  return found->second;
}

/// Of which records this and the result are.
static void describeRecords(ProgramObjects &objects, const clang::FunctionDecl *declaration, const Instance &instance) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  if (method && method->isInstance() && !method->getParent()->isLambda())
    objects.views.leadsTo(instance.this_object, method->getParent());
  const clang::QualType type = declaration->getReturnType();
  objects.views.madeAs(instance.result, type);
  objects.views.leadsTo(instance.result, pointeeRecord(type));
}

InstanceId SharedContext::instanceOf(FunctionId function, ContextId context) {
  auto [found, is_new] = instances_.try_emplace({function, context}, graph.instances.nextId());
  if (is_new) {
    ++told_apart_[function];
    Instance instance;
    instance.function = function;
    instance.context = context;
    graph.instances.add(instance);
    const InstanceId id = found->second;
    graph.instances[id].entry = graph.add(NodeKind::Region, id);
    graph.instances[id].result = graph.add(NodeKind::Object, id);
    graph.instances[id].this_object = graph.add(NodeKind::Object, id);
    graph.pointers.bound.insert(graph.instances[id].this_object);
    describeRecords(objects, index.functions()[function].declaration, graph.instances[id]);
    graph.instances[id].thrown = graph.add(NodeKind::Other, id);
    work_.push_back(id);
  }
  return found->second;
}

bool SharedContext::mayTellApart(FunctionId function, ContextId context, int most) const {
  const auto count = told_apart_.find(function);
  return count == told_apart_.end() || count->second < most || instances_.count({function, context}) != 0;
}

ContextId SharedContext::contextAt(const void *call_site, ContextId outer) {
  std::vector<const void *> path = context_paths_[outer];
  path.push_back(call_site);
  if (path.size() > kDeepestContext)
    path.erase(path.begin(), path.end() - kKeptContext);
  const auto [found, is_new] = contexts_.try_emplace(path, context_paths_.nextId());
  if (is_new)
    context_paths_.add(std::move(path));
  return found->second;
}

/// The variable that \p variable is another name of, or null.
static const clang::VarDecl *aliased(const clang::VarDecl *variable) {
  for (const clang::VarDecl *declared : variable->redecls())
    if (const auto *alias = declared->getAttr<clang::AliasAttr>())
      for (const clang::Decl *found : declared->getASTContext().getTranslationUnitDecl()->decls())
        if (const auto *named = llvm::dyn_cast<clang::VarDecl>(found);
            named && named->getIdentifier() && named->getName() == alias->getAliasee())
          return named->getCanonicalDecl();
  return nullptr;
}

NodeId ProgramObjects::global(const clang::VarDecl *variable) {
  std::string name = usrOf(variable);
  if (name.empty())
    name = toText(keyOf(variable));
  auto [found, is_new] = objects_.try_emplace("variable " + name, kNoNode);
  if (is_new) {
    found->second = graph_.add(NodeKind::Object);
    graph_.named_objects[availabilityName(variable)].push_back(found->second);
    if (variable->getName() == "maquette_mpi_bottom")
      bottom_ = found->second;
    if (!isSystem(variable))
      declarePointer(found->second, variable->getType(), false);
    if (const clang::VarDecl *other = aliased(variable); other && other != variable)
      unify(found->second, global(other));
    // stdin, environ: what a library's pointer points to is one more object.
    if (variable->getType()->isPointerType() && isSystem(variable))
      graph_.pointers.address.push_back({found->second, hiddenState("behind " + name)});
    bool changes = false, reads = false;
    if (const std::string state =
            isSystem(variable) ? effects_.hiddenState(variable->getNameAsString(), changes, reads) : std::string();
        !state.empty())
      graph_.need(found->second, hiddenState(state));
  }
  if (is_new || index_.mains().size() > 1)
    declare(found->second, variable->getType());
  return found->second;
}

/// If code that nobody reads may store there, nothing is said of it.
void ProgramObjects::declarePointer(NodeId object, clang::QualType type, bool may_be_unset) {
  if (isPlainPointer(type) && !program_.has_other_languages && !program_.may_lack_units)
    graph_.pointers.plain.emplace(object, may_be_unset);
}

/// Several programs may have objects of one name and of different types.
void ProgramObjects::declare(NodeId object, clang::QualType type) {
  const Content content = contentOf(type);
  const auto [declared, is_first] = graph_.declared_content.try_emplace(object, content);
  if (declared->second != content)
    declared->second = Content::Any;
  graph_[object].single = isScalar(type) && (is_first || graph_[object].single);
  views.madeAs(object, type);
  views.leadsTo(object, pointeeRecord(type));
}

NodeId ProgramObjects::fieldObject(const clang::ValueDecl *declaration) {
  // The members of a union are one piece of memory.
  const auto *owner = llvm::dyn_cast<clang::RecordDecl>(declaration->getDeclContext());
  auto [found, is_new] =
      objects_.try_emplace("field " + (owner && owner->isUnion() ? usrOf(owner) : usrOf(declaration)), kNoNode);
  if (is_new) {
    found->second = graph_.add(NodeKind::Object);
    graph_.named_objects[availabilityName(declaration)].push_back(found->second);
    graph_[found->second].single = isScalar(declaration->getType()) && !(owner && owner->isUnion());
    const auto *of_class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(owner);
    if (owner && !owner->isUnion() && !isSystem(owner) && !(of_class && index_.isPartlyUnseen(*of_class)))
      declarePointer(found->second, declaration->getType(), true);
    if (owner)
      graph_.records.fields[recordKey(owner)].push_back(found->second);
    const clang::QualType type = elementOf(declaration->getType().getNonReferenceType());
    if (const clang::RecordDecl *inner = type->getAsRecordDecl())
      graph_.records.of[found->second].push_back(recordKey(inner));
    if (const NodeId object = found->second; owner && owner->isUnion())
      for (NodeId part : fieldsWithin(owner))
        unify(object, part);
  }
  if (owner && !owner->isUnion() && (is_new || index_.mains().size() > 1))
    declare(found->second, declaration->getType());
  return found->second;
}

std::vector<NodeId> ProgramObjects::fieldsWithin(const clang::RecordDecl *record) {
  std::vector<NodeId> out;
  for (const Extent &part : extentsOf(record))
    out.push_back(field(part.field));
  return out;
}

/// Two names of one piece of memory.
void ProgramObjects::unify(NodeId a, NodeId b) {
  if (a == b)
    return;
  graph_.need(a, b);
  graph_.need(b, a);
  graph_.pointers.copy.push_back({a, b});
  graph_.pointers.copy.push_back({b, a});
}

/// One record seen as another: fields that overlap are the same memory.
void ProgramObjects::unifyFields(const clang::RecordDecl *one, const clang::RecordDecl *other) {
  one = one->getDefinition();
  other = other->getDefinition();
  if (!one || !other || one == other || !unified_.insert(std::minmax(recordKey(one), recordKey(other))).second)
    return;
  const std::vector<Extent> others = extentsOf(other);
  for (const Extent &part : extentsOf(one))
    for (const Extent &part_of_other : others)
      if (part.overlaps(part_of_other))
        unify(field(part.field), field(part_of_other.field));
}

NodeId ProgramObjects::hiddenState(const std::string &name) {
  auto [found, is_new] = objects_.try_emplace("state " + name, kNoNode);
  if (is_new)
    found->second = graph_.add(NodeKind::Object);
  return found->second;
}

void ProgramObjects::connectForeignVariables() {
  const auto library = objects_.find(std::string("state of ") + kOwnLibrary);
  if (library == objects_.end())
    return;
  std::set<std::string> declared, defined;
  for (const std::unique_ptr<clang::ASTUnit> &unit : program_.units)
    forEachGlobal(unit->getASTContext().getTranslationUnitDecl(), [&](const clang::VarDecl *variable) {
      if (variable->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly)
        defined.insert(usrOf(variable));
      else if (variable->hasExternalStorage() && !variable->getType().isConstQualified())
        declared.insert(usrOf(variable));
    });
  for (const std::string &name : declared)
    if (const auto used = objects_.find("variable " + name); used != objects_.end() && !defined.count(name))
      unify(used->second, library->second);
}

void SharedContext::buildGlobals() {
  for (const std::unique_ptr<clang::ASTUnit> &unit : program.units)
    forEachGlobal(unit->getASTContext().getTranslationUnitDecl(), [&](clang::VarDecl *variable) {
      if (!variable->getInit() || variable->getType()->isDependentType() || variable->getInit()->isValueDependent())
        return;
      FunctionWalkers(*this, instanceOf(index.mains().front(), kAnyContext)).statements.runGlobal(variable);
    });
}

bool MessageClass::fits(const MessageClass &sent) const {
  const auto alike = [](const std::string &a, const std::string &b) { return a.empty() || b.empty() || a == b; };
  return operation == sent.operation && alike(datatype, sent.datatype) && alike(tag, sent.tag) &&
         alike(reduction, sent.reduction);
}

/// A receive may deliver what any send of a class that fits sent. What it delivers as floating values was sent as such.
void Messages::connect(DependenceGraph &graph) {
  std::map<MessageClass, std::vector<NodeId>> by_class;
  for (const End &end : sent)
    by_class[end.of].push_back(end.node);
  std::map<MessageClass, NodeId> class_node;
  for (const auto &[name, nodes] : by_class) {
    const NodeId message = graph.add(NodeKind::Message);
    const Payload apart{graph.add(NodeKind::Message), graph.add(NodeKind::Message)};
    class_node[name] = message;
    graph.payloads[message] = apart;
    for (NodeId node : nodes) {
      const Payload &sent = graph.payloads.at(node);
      for (NodeId part : {node, sent.floating, sent.other})
        graph.need(message, part);
      graph.need(apart.floating, sent.floating);
      graph.need(apart.other, sent.other);
    }
  }
  for (const End &end : received)
    for (const auto &[sent, message] : class_node)
      if (end.of.fits(sent) && (sent.operation != kFiles || reads_back_files)) {
        const Payload &received = graph.payloads.at(end.node);
        const Payload &delivered = graph.payloads.at(message);
        graph.need(end.node, message);
        graph.need(received.floating, delivered.floating);
        graph.need(received.other, delivered.other);
      }
}

DependenceGraph SharedContext::build() {
  MAQUETTE_ASSERT(!index.mains().empty());
  for (FunctionId main : index.mains())
    instanceOf(main, kAnyContext);
  buildGlobals();
  for (FunctionId function : index.startedBySystem())
    instanceOf(function, kAnyContext);
  while (!work_.empty()) {
    const InstanceId instance = work_.front();
    work_.pop_front();
    FunctionWalkers(*this, instance).statements.run();
  }
  messages.connect(graph);
  objects.connectForeignVariables();
  objects.joinFields();
  objects.views.relate();
  connectLeftAlone();
  return std::move(graph);
}

DependenceGraph buildDependenceGraph(const Program &program, const ProgramIndex &index, const ExternalEffects &effects,
                                     const EditableFiles &editable, bool keeps_io) {
  MAQUETTE_ASSERT(!index.mains().empty());
  return SharedContext(program, index, effects, editable, keeps_io).build();
}

} // namespace maquette::skeletonizer
