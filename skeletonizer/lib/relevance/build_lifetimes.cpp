//===- skeletonizer/lib/relevance/build_lifetimes.cpp - where objects end, and what that runs -===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/relevance/graph_builder.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace maquette::skeletonizer {

namespace {

constexpr int kDeepestHeld = 4; ///< Levels of library types in library types that are looked through.

clang::QualType withoutArrays(clang::QualType type) {
  while (const clang::ArrayType *array = type.isNull() ? nullptr : type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type;
}

/// The classes among the template arguments: what a container or a smart pointer holds, and how it deletes it.
std::vector<clang::QualType> heldTypes(const clang::CXXRecordDecl *record) {
  std::vector<clang::QualType> out;
  const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!made)
    return out;
  const std::function<void(const clang::TemplateArgument &)> add = [&](const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument &one : argument.pack_elements())
        add(one);
    else if (argument.getKind() == clang::TemplateArgument::Type && withoutArrays(argument.getAsType())->getAsCXXRecordDecl())
      out.push_back(withoutArrays(argument.getAsType()));
  };
  for (const clang::TemplateArgument &argument : made->getTemplateArgs().asArray())
    add(argument);
  return out;
}

/// The operator() of a std::unique_ptr's own deleter.
std::vector<const clang::FunctionDecl *> deletersOf(const clang::CXXRecordDecl *record) {
  std::vector<const clang::FunctionDecl *> out;
  if (!record->getIdentifier() || record->getName() != "unique_ptr")
    return out;
  for (const clang::QualType type : heldTypes(record)) {
    const clang::CXXRecordDecl *deleter = type->getAsCXXRecordDecl()->getDefinition();
    if (deleter && !isStandardLibrary(deleter))
      for (const clang::NamedDecl *found : deleter->lookup(deleter->getASTContext().DeclarationNames.getCXXOperatorName(clang::OO_Call)))
        if (const auto *called = llvm::dyn_cast<clang::FunctionDecl>(found))
          out.push_back(called);
  }
  return out;
}

} // namespace

/// Its destructor, those of its parts, of what it holds and, behind pointers, of what is derived from it: one of them is the program's.
bool GraphBuilder::endRunsCode(clang::QualType type, int depth) {
  type = withoutArrays(type);
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || depth > kDeepestHeld)
    return false;
  const auto [known, is_new] = end_runs_code_.try_emplace(record, false);
  if (!is_new)
    return known->second;
  bool runs = false;
  if (isStandardLibrary(record)) {
    for (const clang::QualType held : heldTypes(record))
      runs |= endRunsCode(held, depth + 1);
    for (const clang::FunctionDecl *deleter : deletersOf(record))
      runs |= index_.find(deleter) >= 0;
  } else {
    const clang::CXXDestructorDecl *destructor = record->getDestructor();
    runs = destructor && !index_.targets(destructor).empty();
    for (const clang::FieldDecl *field : record->fields())
      runs |= endRunsCode(field->getType(), depth);
    for (const clang::CXXBaseSpecifier &base : record->bases())
      runs |= endRunsCode(base.getType(), depth);
  }
  end_runs_code_[record] = runs;
  return runs;
}

/// Those of the program that run where an object of \p type ends in \p self.
void FunctionBuilder::callDestructor(const void *key, clang::QualType type, const Place &self, NodeId call_action) {
  type = withoutArrays(type);
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || call_action == kNoNode || !builder_.endRunsCode(type))
    return;
  if (isStandardLibrary(record))
    return endHeld(key, record->getDefinition(), self, call_action);
  const clang::CXXDestructorDecl *destructor = record->getDestructor();
  const std::vector<int> targets = destructor ? builder_.index_.targets(destructor) : std::vector<int>{};
  for (const int function : targets) {
    const int callee = calleeAt(function, static_cast<const char *>(key) + 1);
    graph().calls.push_back({instance_, callee, loop_, call_action});
    graph().need(graph().instances[callee].entry, call_action);
    const NodeId this_object = graph().instances[callee].this_object;
    for (NodeId object : self.objects)
      graph().pointers.address.push_back({this_object, object});
    for (NodeId pointer : self.pointers)
      graph().pointers.copy.push_back({this_object, pointer});
  }
  if (targets.empty())
    endParts(key, record, self, call_action);
}

/// After a destructor's body its fields and bases end.
void FunctionBuilder::endParts(const void *key, const clang::CXXRecordDecl *record, const Place &self, NodeId call_action) {
  const char *own = static_cast<const char *>(key);
  for (const clang::FieldDecl *field : record->getDefinition()->fields())
    callDestructor(own, field->getType(), {{builder_.field(field)}, {}}, call_action);
  for (const clang::CXXBaseSpecifier &base : record->getDefinition()->bases())
    callDestructor(own, base.getType(), self, call_action);
}

/// What a container, a smart pointer or a tuple holds ends: it lies in its elements, in itself, or where it points to.
void FunctionBuilder::endHeld(const void *key, const clang::CXXRecordDecl *record, const Place &self, NodeId call_action) {
  const NodeId held = memo(key, Slot::Lifetime, NodeKind::Other);
  const Place elements = part(key, self, "#elements", "held");
  for (const Place *place : {&self, &elements}) {
    for (NodeId object : place->objects) {
      graph().pointers.address.push_back({held, object});
      graph().pointers.copy.push_back({held, object});
    }
    for (NodeId pointer : place->pointers) {
      graph().pointers.copy.push_back({held, pointer});
      graph().pointers.load.push_back({held, pointer});
    }
  }
  const Place inside{{}, {held}};
  for (const clang::QualType type : heldTypes(record))
    callDestructor(key, type, inside, call_action);
  for (const clang::FunctionDecl *deleter : deletersOf(record))
    callDeleter(key, deleter, inside, call_action);
}

void FunctionBuilder::callDeleter(const void *key, const clang::FunctionDecl *deleter, const Place &deleted, NodeId call_action) {
  const int function = builder_.index_.find(deleter);
  if (function < 0)
    return;
  const int callee = calleeAt(function, static_cast<const char *>(key) + 1);
  graph().calls.push_back({instance_, callee, loop_, call_action});
  graph().need(graph().instances[callee].entry, call_action);
  for (const clang::ParmVarDecl *parameter : builder_.index_.functions()[function].declaration->parameters()) {
    const NodeId object = parameterOf(callee, parameter);
    graph().need(object, call_action);
    for (NodeId pointer : deleted.pointers) {
      graph().pointers.copy.push_back({object, pointer});
      graph().deferred_reads.push_back({object, pointer, nullptr, true});
    }
  }
}

void FunctionBuilder::destroy(const clang::VarDecl *variable, NodeId object, NodeId definition) {
  callDestructor(variable, variable->getType(), {{object}, {}}, definition);
}

void FunctionBuilder::constructsHeld(const CallSite &site, NodeId call_action) {
  const std::string name = site.callee->getIdentifier() ? site.callee->getNameAsString() : std::string();
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  const bool makes = !method && (name == "make_unique" || name == "make_shared" || name == "make_optional");
  if (!isStandardLibrary(site.callee) || !(makes || (method && llvm::StringRef(name).contains("emplace"))))
    return;
  std::vector<clang::QualType> types;
  const clang::TemplateArgumentList *given = site.callee->getTemplateSpecializationArgs();
  if (makes && given && given->size() > 0 && given->get(0).getKind() == clang::TemplateArgument::Type)
    types.push_back(given->get(0).getAsType());
  else if (method)
    types = heldTypes(method->getParent());
  CallSite made = site;
  made.result = kNoNode;
  made.has_self = true;
  made.self = makes ? Place{{heap(site.expression, types.empty() ? clang::QualType() : types.front(), call_action)}, {}}
                    : part(site.expression, site.self, "#elements");
  if (makes && site.result != kNoNode)
    graph().pointers.address.push_back({site.result, made.self.objects.front()});
  for (const clang::QualType type : types) {
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || isStandardLibrary(record))
      continue;
    for (const clang::CXXConstructorDecl *constructor : record->ctors()) {
      const std::size_t count = site.arguments.size();
      const int function = builder_.index_.find(constructor);
      if (function >= 0 && constructor->getMinRequiredArguments() <= count && count <= constructor->getNumParams())
        callTarget(function, made, call_action);
    }
  }
}

/// A temporary with a destructor: it ends when the statement does, and stays where that counts.
NodeId FunctionBuilder::boundTemporary(const clang::CXXBindTemporaryExpr *bound) {
  const clang::Expr *made = bound->getSubExpr();
  if (!builder_.endRunsCode(bound->getType()))
    return value(made);
  const clang::Expr *plain = made->IgnoreImplicit();
  if (auto *cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(plain))
    plain = cast->getSubExpr()->IgnoreImplicit();
  const NodeId call_action = action(Role::Call, plain, Slot::Call, {}, false);
  forceAtom(call_action);
  const NodeId result = value(made);
  const Place self = temporary(bound, result);
  callDestructor(bound, bound->getType(), self, call_action);
  return result;
}

} // namespace maquette::skeletonizer
