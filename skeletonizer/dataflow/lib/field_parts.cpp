//===- skeletonizer/dataflow/lib/field_parts.cpp - fields of which object -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// In general a field is one object for all records of its type. Of a class like Array { double *data; int n; } that
/// would make all arrays one: there each object has its own.
#include "program_objects.h"
#include "type_properties.h"

#include "maquette/frontend/source_key.h"

#include "clang/AST/ASTContext.h"

namespace maquette::skeletonizer {

namespace {

constexpr std::size_t kMostFields = 32;
constexpr int kDeepestCopied = 4; ///< Records nested deeper are not looked into.

/// It holds numbers and pointers, some of them to objects.
bool holdsPointersAndNumbers(const clang::RecordDecl &record) {
  std::size_t count = 0;
  bool points = false;
  for (const clang::FieldDecl *field : record.fields()) {
    const clang::QualType type = record.getASTContext().getBaseElementType(field->getType());
    points |= type->isPointerType() && !type->isFunctionPointerType();
    if (++count > kMostFields || !(type->isPointerType() || isScalar(type)) || field->getType()->isReferenceType())
      return false;
  }
  return points;
}

/// Its objects are not parts of others, and nothing else is in them.
bool standsAlone(const clang::RecordDecl &record) {
  const auto *of_class = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  return !record.isUnion() && !record.isAnonymousStructOrUnion() && !record.isDependentType() &&
         !isStandardLibrary(&record) && !isSystem(&record) &&
         (!of_class || (!of_class->isLambda() && !of_class->isPolymorphic() && of_class->getNumBases() == 0));
}

} // namespace

const std::string &ProgramObjects::partName(const clang::ValueDecl *field) {
  static const std::string kNone;
  const auto [known, is_new] = part_names_.try_emplace(field);
  const auto *owner = llvm::dyn_cast<clang::RecordDecl>(field->getDeclContext());
  if (!is_new)
    return known->second.empty() || !holds_apart_[usrOf(owner)] ? kNone : known->second;
  if (!owner || !llvm::isa<clang::FieldDecl>(field) || index_.mains().size() > 1)
    return kNone;
  const auto [apart, first_field] = holds_apart_.try_emplace(usrOf(owner), false);
  if (first_field)
    apart->second = standsAlone(*owner) && holdsPointersAndNumbers(*owner) && !index_.classes().isCopiedPlainly(owner);
  if (!apart->second)
    return kNone;
  known->second = "field " + usrOf(field);
  const NodeId object = fieldObject(field);
  if (graph_.field_parts.by_name.try_emplace(known->second, FieldPart{object, availabilityName(field)}).second)
    parts_of_record_[recordKey(owner)].push_back(known->second);
  return known->second;
}

NodeId ProgramObjects::field(const clang::ValueDecl *declaration) {
  if (const auto *owner = llvm::dyn_cast<clang::RecordDecl>(declaration->getDeclContext())) {
    holds_apart_[usrOf(owner)] = false;
    joinRecord(recordKey(owner));
  }
  return fieldObject(declaration);
}

void ProgramObjects::joinRecord(const void *record) {
  if (const auto parts = parts_of_record_.find(record); parts != parts_of_record_.end())
    for (const std::string &part : parts->second)
      graph_.field_parts.by_name.at(part).apart = false;
}

/// And records in \p record.
void ProgramObjects::joinCopied(const void *record, int depth) {
  joinRecord(record);
  const auto fields = graph_.records.fields.find(record);
  if (fields == graph_.records.fields.end() || depth > kDeepestCopied)
    return;
  for (NodeId field : fields->second)
    if (const auto nested = graph_.records.of.find(field); nested != graph_.records.of.end())
      for (const void *inner : nested->second)
        joinCopied(inner, depth + 1);
}

void ProgramObjects::joinFields() {
  std::set<NodeId> readers; // of whole objects
  for (const DeferredAccess &read : graph_.deferred.reads)
    if (read.whole)
      readers.insert(graph_[read.action].action == kNoNode ? read.action : graph_[read.action].action);
  for (const DeferredAccess &write : graph_.deferred.writes)
    if (write.whole && write.record && readers.count(write.action)) // memcpy and its like
      joinCopied(write.record, 0);
  for (const auto &[name, part] : graph_.field_parts.by_name)
    if (const auto parts = graph_.field_parts.of_field.find(part.field);
        !part.apart && parts != graph_.field_parts.of_field.end())
      for (NodeId object : parts->second)
        unify(object, part.field);
}

} // namespace maquette::skeletonizer
