//===- skeletonizer/dataflow/lib/build_lifetimes.cpp - where objects end, and what that runs -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {

namespace {

/// The classes among the template arguments: what a container or a smart pointer holds, and how it deletes it.
std::vector<const clang::CXXRecordDecl *> heldRecords(const clang::CXXRecordDecl *record) {
  std::vector<const clang::CXXRecordDecl *> out;
  const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!made)
    return out;
  const std::function<void(const clang::TemplateArgument &)> add = [&](const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument &one : argument.pack_elements())
        add(one);
    else if (const clang::CXXRecordDecl *held =
                 argument.getKind() == clang::TemplateArgument::Type ? recordOf(argument.getAsType()) : nullptr)
      out.push_back(held);
  };
  for (const clang::TemplateArgument &argument : made->getTemplateArgs().asArray())
    add(argument);
  return out;
}

/// What runs when what \p record holds is given back: a smart pointer's own deleter, deallocate() of a container's own
/// allocator.
std::vector<FunctionId> deletersOf(const clang::CXXRecordDecl *record, const ProgramIndex &index) {
  std::vector<FunctionId> out;
  const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!made || !record->getIdentifier() || !isStandardLibrary(record))
    return out;
  for (const clang::CXXRecordDecl *held : heldRecords(record))
    for (const clang::CXXMethodDecl *method : held->methods()) {
      const bool deletes = record->getName() == "unique_ptr" && method->getOverloadedOperator() == clang::OO_Call;
      const bool deallocates = method->getIdentifier() && method->getName() == "deallocate";
      if (const FunctionId found = deletes || deallocates ? index.find(method) : kNoFunction; found != kNoFunction)
        out.push_back(found);
    }
  if (record->getName() == "shared_ptr")
    return index.deleters();
  const clang::TemplateArgumentList &arguments = made->getTemplateArgs();
  if (record->getName() == "unique_ptr" && arguments.size() > 1 &&
      arguments[1].getKind() == clang::TemplateArgument::Type)
    if (const clang::QualType pointee = arguments[1].getAsType()->getPointeeType();
        !pointee.isNull() && pointee->isFunctionType())
      return index.addressTaken(pointee);
  return out;
}

} // namespace

clang::QualType elementOf(clang::QualType type) {
  while (const clang::ArrayType *array = type.isNull() ? nullptr : type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type;
}

const clang::CXXRecordDecl *recordOf(clang::QualType type) {
  type = elementOf(type);
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record ? record->getDefinition() : nullptr;
}

std::vector<const clang::CXXRecordDecl *> partsOf(const clang::CXXRecordDecl *record) {
  if (isStandardLibrary(record))
    return heldRecords(record);
  std::vector<const clang::CXXRecordDecl *> out;
  for (const clang::FieldDecl *field : record->fields())
    out.push_back(recordOf(field->getType()));
  for (const clang::CXXBaseSpecifier &base : record->bases())
    out.push_back(recordOf(base.getType()));
  return out;
}

/// Its destructor, those of its parts, of what it holds and, behind pointers, of what is derived from it: one of them
/// is the program's.
bool SharedContext::endRunsCode(clang::QualType type) {
  const clang::CXXRecordDecl *asked = recordOf(type);
  if (!asked)
    return false;
  const auto [known, is_new] = end_runs_code_.try_emplace(asked, false);
  std::set<const clang::CXXRecordDecl *> seen{asked, nullptr};
  for (std::deque<const clang::CXXRecordDecl *> work{asked}; is_new && !known->second && !work.empty();
       work.pop_front()) {
    const clang::CXXRecordDecl *record = work.front();
    const clang::CXXDestructorDecl *destructor = isStandardLibrary(record) ? nullptr : record->getDestructor();
    known->second = (destructor && !index.targets(destructor).empty()) || !deletersOf(record, index).empty();
    for (const clang::CXXRecordDecl *part : partsOf(record))
      if (seen.insert(part).second)
        work.push_back(part);
  }
  return known->second;
}

/// Destructors of the program that run where an object of \p type ends in \p self.
void Lifetimes::callDestructor(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action,
                               Ends how) {
  if (call_action == kNoNode || !context_.shared.endRunsCode(type))
    return;
  Ending ending{key, call_action, {}};
  end(ending, recordOf(type), self, how);
}

void Lifetimes::end(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self, Ends how) {
  if (!record || !ending.seen.insert({record, self.objects, self.pointers}).second)
    return;
  if (isStandardLibrary(record))
    return endHeld(ending, record, self);
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  std::vector<FunctionId> targets;
  if (destructor && how == Ends::PerhapsDerived)
    targets = context_.shared.index.targets(destructor);
  else if (const FunctionId own = destructor ? context_.shared.index.find(destructor) : kNoFunction; own != kNoFunction)
    targets = {own};
  for (const FunctionId function : targets) {
    const InstanceId callee = walkers_.calls.calleeAt(function, static_cast<const char *>(ending.key) + 1);
    context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, ending.call_action, false});
    context_.graph().need(context_.graph().instances[callee].entry, ending.call_action);
    const NodeId this_object = context_.graph().instances[callee].this_object;
    for (NodeId object : self.objects)
      context_.graph().pointers.address.push_back({this_object, object});
    for (NodeId pointer : self.pointers)
      context_.graph().pointers.copy.push_back({this_object, pointer});
  }
  if (targets.empty())
    endParts(ending, record, self);
}

void Lifetimes::endAssigned(const void *key, clang::QualType type, const AbstractLocation &self, NodeId call_action) {
  if (!context_.shared.endRunsCode(type))
    return;
  Ending ending{key, call_action, {}};
  const std::function<void(const clang::CXXRecordDecl *, const AbstractLocation &)> assign =
      [&](const clang::CXXRecordDecl *record, const AbstractLocation &object) {
        if (!record || isStandardLibrary(record))
          return end(ending, record, object);
        for (const clang::FieldDecl *field : record->fields())
          if (const clang::CXXRecordDecl *held = recordOf(field->getType()))
            assign(held, {{context_.shared.objects.field(field)}, {}});
        for (const clang::CXXBaseSpecifier &base : record->bases())
          assign(recordOf(base.getType()), object);
      };
  assign(recordOf(type), self);
}

/// After a destructor's body its fields and bases end.
void Lifetimes::endParts(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self) {
  for (const clang::FieldDecl *field : record->fields())
    if (const clang::CXXRecordDecl *held = recordOf(field->getType()))
      end(ending, held, {{context_.shared.objects.field(field)}, {}});
  for (const clang::CXXBaseSpecifier &base : record->bases())
    end(ending, recordOf(base.getType()), self);
}

/// What a container, a smart pointer or a tuple holds ends: it lies in its elements, in itself, or where it points to.
void Lifetimes::endHeld(Ending &ending, const clang::CXXRecordDecl *record, const AbstractLocation &self) {
  const NodeId held = context_.memo(ending.key, Slot::Lifetime, NodeKind::Other);
  const AbstractLocation elements = walkers_.places.part(ending.key, self, "#elements", "held");
  for (const AbstractLocation *place : {&self, &elements}) {
    for (NodeId object : place->objects) {
      context_.graph().pointers.address.push_back({held, object});
      context_.graph().pointers.copy.push_back({held, object});
    }
    for (NodeId pointer : place->pointers) {
      context_.graph().pointers.copy.push_back({held, pointer});
      context_.graph().pointers.load.push_back({held, pointer});
    }
  }
  const AbstractLocation inside{{}, {held}};
  for (const clang::CXXRecordDecl *one : heldRecords(record))
    end(ending, one, inside, Ends::PerhapsDerived);
  for (const FunctionId deleter : deletersOf(record, context_.shared.index))
    callDeleter(ending.key, deleter, inside, ending.call_action);
}

void Lifetimes::callDeleter(const void *key, FunctionId function, const AbstractLocation &deleted, NodeId call_action) {
  const InstanceId callee = walkers_.calls.calleeAt(function, static_cast<const char *>(key) + 1);
  context_.graph().calls.push_back({context_.instance, callee, context_.cursor.loop, call_action, false});
  context_.graph().need(context_.graph().instances[callee].entry, call_action);
  for (const clang::ParmVarDecl *parameter : context_.shared.index.functions()[function].declaration->parameters()) {
    const NodeId object = context_.parameterOf(callee, parameter);
    context_.graph().need(object, call_action);
    for (NodeId pointer : deleted.pointers) {
      context_.graph().pointers.copy.push_back({object, pointer});
      context_.graph().deferred.reads.push_back({object, pointer, nullptr, true});
    }
  }
}

void Lifetimes::destroy(const clang::VarDecl *variable, NodeId object, NodeId definition) {
  callDestructor(variable, variable->getType(), {{object}, {}}, definition);
}

/// std::make_unique() and its like.
static bool makesHeld(const clang::FunctionDecl *callee) {
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : llvm::StringRef();
  return callee && isStandardLibrary(callee) && !llvm::isa<clang::CXXMethodDecl>(callee) &&
         (name.starts_with("make_unique") || name.starts_with("make_shared") || name == "allocate_shared" ||
          name == "make_optional");
}

/// The type of what it makes; null if it does not say.
static clang::QualType typeMade(const clang::FunctionDecl *maker) {
  const clang::TemplateArgumentList *given = maker->getTemplateSpecializationArgs();
  return given && given->size() > 0 && given->get(0).getKind() == clang::TemplateArgument::Type
             ? given->get(0).getAsType()
             : clang::QualType();
}

/// The program's that \p record may be made with out of \p count arguments, those of templates among them.
static std::vector<FunctionId> constructorsOf(const clang::CXXRecordDecl *record, std::size_t count,
                                              const ProgramIndex &index) {
  std::vector<const clang::FunctionDecl *> declared(record->ctor_begin(), record->ctor_end());
  for (const clang::Decl *member : record->decls())
    if (const auto *of_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(member))
      if (llvm::isa<clang::CXXConstructorDecl>(of_template->getTemplatedDecl()))
        declared.insert(declared.end(), of_template->spec_begin(), of_template->spec_end());
  std::vector<FunctionId> found;
  for (const clang::FunctionDecl *constructor : declared)
    if (constructor->getMinRequiredArguments() <= count && count <= constructor->getNumParams())
      if (const FunctionId function = index.find(constructor); function != kNoFunction)
        found.push_back(function);
  return found;
}

bool Lifetimes::givesToConstructor(const CallSite &site) const {
  const clang::CXXRecordDecl *record = makesHeld(site.callee) ? recordOf(typeMade(site.callee)) : nullptr;
  return record && !isStandardLibrary(record) &&
         !constructorsOf(record, site.arguments.size(), context_.shared.index).empty() &&
         llvm::none_of(site.arguments, [&](const clang::Expr *argument) {
           const clang::CXXRecordDecl *given = recordOf(argument->getType());
           return given && (given == record || given->isDerivedFrom(record));
         });
}

void Lifetimes::constructsHeld(const CallSite &site, NodeId call_action) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const bool makes = makesHeld(site.callee);
  if (!isStandardLibrary(site.callee) ||
      !(makes || (method && method->getIdentifier() && method->getName().contains("emplace"))))
    return;
  std::vector<const clang::CXXRecordDecl *> records;
  const clang::QualType type = makes ? typeMade(site.callee) : clang::QualType();
  if (makes)
    records = {recordOf(type)};
  else if (method)
    records = heldRecords(method->getParent());
  CallSite made = site;
  made.result = kNoNode;
  made.has_self = true;
  made.self = makes ? AbstractLocation{{walkers_.calls.heap(site.expression, type, call_action)}, {}}
                    : walkers_.places.part(site.expression, site.self, "#elements");
  if (makes && site.result != kNoNode)
    context_.graph().pointers.address.push_back({site.result, made.self.objects.front()});
  for (const clang::CXXRecordDecl *record : records) {
    if (!record || isStandardLibrary(record))
      continue;
    for (const FunctionId function : constructorsOf(record, site.arguments.size(), context_.shared.index))
      walkers_.calls.callTarget(function, made, call_action);
  }
}

/// It says the type of an object that a constructor makes.
static bool saysType(const clang::CastExpr &cast) {
  return cast.getCastKind() == clang::CK_ConstructorConversion || cast.getCastKind() == clang::CK_NoOp;
}

const clang::Expr *making(const clang::Expr *expression) {
  for (;;) {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
    const bool is_object = expression->getType()->isRecordType() && expression->isPRValue();
    if (const auto *full = llvm::dyn_cast<clang::ExprWithCleanups>(expression))
      expression = full->getSubExpr();
    else if (const auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(expression))
      expression = bound->getSubExpr();
    else if (const auto *argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(expression); argument && is_object)
      expression = argument->getExpr();
    else if (is_object && cast && (llvm::isa<clang::CXXFunctionalCastExpr>(cast) || saysType(*cast)))
      expression = cast->getSubExpr();
    else
      return expression;
  }
}

/// A temporary with a destructor: it ends when the statement does, and stays where that counts.
NodeId Lifetimes::boundTemporary(const clang::CXXBindTemporaryExpr *bound) {
  const clang::Expr *made = making(bound);
  if (!context_.shared.endRunsCode(bound->getType()))
    return walkers_.expressions.value(made);
  const NodeId call_action = context_.action(Role::Call, made, Slot::Call, {}, false);
  context_.forceAtom(call_action);
  const NodeId result = walkers_.expressions.value(made);
  const AbstractLocation self = walkers_.places.temporary(bound, result);
  callDestructor(bound, bound->getType(), self, call_action);
  return result;
}

} // namespace maquette::skeletonizer
