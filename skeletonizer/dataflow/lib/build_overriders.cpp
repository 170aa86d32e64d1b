//===- skeletonizer/dataflow/lib/build_overriders.cpp - virtual functions that a library calls -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A function that nobody sees may call the virtual functions of the objects that its library was given. It knows the
/// classes that the library's functions take, or are members of; the program overrides these classes' functions.
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kKnown = 5;

/// The classes of objects that the function is given, behind pointers and in what the standard library holds them in,
/// and its own.
std::vector<const clang::CXXRecordDecl *> classesKnownTo(const clang::FunctionDecl &function) {
  std::vector<const clang::CXXRecordDecl *> out;
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&function))
    out.push_back(method->getParent());
  for (const clang::ParmVarDecl *parameter : function.parameters()) {
    const clang::QualType type = parameter->getType().getNonReferenceType();
    const clang::CXXRecordDecl *record = recordOf(type->isPointerType() ? type->getPointeeType() : type);
    out.push_back(record);
    if (record && record->hasDefinition() && isStandardLibrary(record))
      for (const clang::CXXRecordDecl *held : partsOf(record))
        out.push_back(held);
  }
  return out;
}

} // namespace

const std::vector<FunctionId> &SharedContext::overridersKnownTo(const std::string &library) {
  if (!overriders_known_) {
    overriders_known_.emplace();
    std::map<std::string, std::set<FunctionId>> found;
    for (const auto &[name, function] : index.bodiless()) {
      if (index.find(function) != kNoFunction)
        continue;
      std::set<FunctionId> &known = found[libraryOf(*function)];
      const auto add = [&](const clang::CXXRecordDecl *record) {
        for (const clang::CXXMethodDecl *method : record->methods())
          if (method->isVirtual() && !llvm::isa<clang::CXXDestructorDecl>(method))
            for (const FunctionId overrider : index.targets(method))
              known.insert(overrider);
        return true;
      };
      for (const clang::CXXRecordDecl *record : classesKnownTo(*function))
        if (record && record->hasDefinition() && !isStandardLibrary(record) && add(record->getDefinition()))
          record->forallBases(add);
    }
    for (const auto &[of, functions] : found)
      (*overriders_known_)[of].assign(functions.begin(), functions.end());
  }
  return (*overriders_known_)[library];
}

/// On any object that the library was given, with whatever it was given.
void UnseenCalls::callsOverriders(const CallSite &site, NodeId call_action) {
  if (!mayRemember(site.callee))
    return;
  const std::string library = libraryOf(*site.callee);
  const std::vector<FunctionId> &functions = context_.shared.overridersKnownTo(library);
  if (functions.empty())
    return;
  const NodeId given = context_.shared.objects.hiddenState("given to " + library),
               met = context_.memo(site.expression, Slot::Lifetime, NodeKind::Other, kKnown);
  for (NodeId object : site.self.objects)
    context_.graph().pointers.address.push_back({given, object});
  for (NodeId pointer : site.self.pointers)
    context_.graph().pointers.copy.push_back({given, pointer});
  for (const clang::Expr *argument : site.arguments)
    if (const NodeId pointer = walkers_.places.valueOrAddress(argument, false); pointer != kNoNode)
      context_.graph().pointers.copy.push_back({given, pointer});
  context_.graph().pointers.copy.push_back({met, given});
  for (const FunctionId function : functions)
    callUnseen(function, met, {}, call_action);
}

} // namespace maquette::skeletonizer
