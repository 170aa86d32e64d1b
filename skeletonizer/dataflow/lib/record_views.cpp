//===- skeletonizer/dataflow/lib/record_views.cpp - which objects a pointer can lead to by its type -===//
// SPDX-License-Identifier: Apache-2.0
#include "program_objects.h"
#include "type_properties.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <deque>
#include <functional>

namespace maquette::skeletonizer {

namespace {

using Records = std::set<const clang::CXXRecordDecl *>;

bool isOfBytes(clang::QualType type) {
  const clang::ArrayType *array = type->getAsArrayTypeUnsafe();
  const clang::QualType element = array ? array->getElementType().getCanonicalType() : clang::QualType();
  return array && (element->isCharType() || element->isStdByteType());
}

/// Other objects are made in its memory.
bool isStorage(const clang::CXXRecordDecl &record) {
  static const std::set<llvm::StringRef> kKeepAnything = {
      "function", "move_only_function", "any", "packaged_task", "thread", "jthread", "async"};
  if (isStandardLibrary(&record) && record.getIdentifier() && kKeepAnything.count(record.getName()) != 0)
    return true;
  return record.isUnion() || std::any_of(record.field_begin(), record.field_end(), [](const clang::FieldDecl *field) {
           return isOfBytes(field->getType()) || field->getType()->isUnionType();
         });
}

/// \p record, what it is derived from, and what the library holds in it.
Records sameMemory(const clang::CXXRecordDecl *record) {
  Records found{record};
  for (std::deque<const clang::CXXRecordDecl *> work{record}; !work.empty(); work.pop_front()) {
    std::vector<const clang::CXXRecordDecl *> parts;
    if (isStandardLibrary(work.front()))
      parts = partsOf(work.front());
    for (const clang::CXXBaseSpecifier &base : work.front()->bases())
      parts.push_back(recordOf(base.getType()));
    for (const clang::CXXRecordDecl *part : parts)
      if (part && found.insert(part).second)
        work.push_back(part);
  }
  return found;
}

/// And its fields, and theirs.
Records within(const clang::CXXRecordDecl *record) {
  Records found{record};
  for (std::deque<const clang::CXXRecordDecl *> work{record}; !work.empty(); work.pop_front()) {
    std::vector<const clang::CXXRecordDecl *> parts = partsOf(work.front());
    for (const clang::CXXBaseSpecifier &base : work.front()->bases())
      parts.push_back(recordOf(base.getType()));
    for (const clang::CXXRecordDecl *part : parts)
      if (part && found.insert(part).second)
        work.push_back(part);
  }
  return found;
}

/// How deep what the library holds is nested: 2 of a vector of strings. Fields of the program's classes lie apart.
int nestedContainers(const clang::CXXRecordDecl *record) {
  constexpr int kDeepest = 8; // and the end of a class that holds itself
  const std::function<int(const clang::CXXRecordDecl *, int)> count = [&](const clang::CXXRecordDecl *of, int most) {
    int inner = 0;
    if (!of || most == 0)
      return 0;
    if (isStandardLibrary(of))
      for (const clang::CXXRecordDecl *held : partsOf(of))
        inner = std::max(inner, count(held, most - 1));
    for (const clang::CXXBaseSpecifier &base : of->bases())
      inner = std::max(inner, count(recordOf(base.getType()), most - 1) - (isStandardLibrary(of) ? 1 : 0));
    return inner + (isStandardLibrary(of) ? 1 : 0);
  };
  return count(record, kDeepest);
}

/// A class of the program, or a stream. What the library makes of other things (a std::string_view, a std::function)
/// may stand for them here.
bool isView(const clang::CXXRecordDecl &record) {
  const llvm::StringRef name = record.getIdentifier() ? record.getName() : llvm::StringRef();
  return !record.isUnion() && (!isStandardLibrary(&record) || (name.starts_with("basic_") && name.ends_with("stream")));
}

} // namespace

/// The type, or that of an array's elements.
static clang::QualType elementOf(clang::QualType type) {
  while (const clang::ArrayType *array = type.isNull() ? nullptr : type->getAsArrayTypeUnsafe())
    type = array->getElementType();
  return type;
}

/// A number that is no address on its way. Arrays of bytes may hold anything.
bool ProgramObjects::isNumber(clang::QualType type) const {
  const clang::QualType element = elementOf(type);
  if (element.isNull() || type->isReferenceType() || isOfBytes(type) || !isScalar(element))
    return false;
  const clang::ASTContext &ast = program_.units.front()->getASTContext();
  return element->isFloatingType() || !index_.addressesInIntegers() ||
         ast.getTypeSize(element) < ast.getTypeSize(ast.VoidPtrTy);
}

/// Its objects hold numbers alone.
bool ProgramObjects::isOfNumbers(const clang::CXXRecordDecl &record) const {
  return !isStandardLibrary(&record) && !record.isUnion() && !record.isDependentType() &&
         std::all_of(record.field_begin(), record.field_end(),
                     [&](const clang::FieldDecl *field) {
                       const clang::CXXRecordDecl *of = recordOf(field->getType());
                       return of ? isOfNumbers(*of) : isNumber(field->getType());
                     }) &&
         std::all_of(record.bases_begin(), record.bases_end(), [&](const clang::CXXBaseSpecifier &base) {
           const clang::CXXRecordDecl *of = recordOf(base.getType());
           return of && isOfNumbers(*of);
         });
}

/// What is no record: "a number", "a pointer".
const void *ProgramObjects::scalarKey(const char *what) { return &*records_.insert(what).first; }

void ProgramObjects::madeAs(NodeId object, clang::QualType type) {
  if (type.isNull() || type->isReferenceType()) // It is no object.
    return;
  if (const clang::CXXRecordDecl *record = recordOf(type))
    graph_.records.made_as.emplace(object, recordKey(record));
  else if (isNumber(type))
    graph_.records.made_as.emplace(object, scalarKey("a number"));
  else if (const clang::QualType element = elementOf(type); !element.isNull() && element->isPointerType())
    graph_.records.made_as.emplace(object, scalarKey("a pointer"));
}

void ProgramObjects::leadsTo(NodeId pointer, const clang::RecordDecl *record) {
  if (const auto *of_class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record))
    graph_.records.leads_to.emplace(pointer, recordKey(of_class));
}

void ProgramObjects::reinterpreted(const clang::RecordDecl *record) {
  if (record)
    reinterpreted_.insert(recordKey(record));
}

void ProgramObjects::relateRecords() {
  RecordTypes &records = graph_.records;
  const auto classOf = [&](const void *key) {
    const auto known =
        index_.mains().size() == 1 && reinterpreted_.count(key) == 0 ? definitions_.find(key) : definitions_.end();
    return known == definitions_.end() ? nullptr : llvm::dyn_cast<clang::CXXRecordDecl>(known->second);
  };
  std::map<const void *, std::vector<const void *>> &views = records.views;
  for (const auto &[pointer, key] : records.leads_to)
    if (const clang::CXXRecordDecl *record = classOf(key); record && isView(*record))
      views[key];
  std::set<const void *> made;
  for (const auto &[object, key] : records.made_as)
    made.insert(key);
  const auto keysOf = [&](const Records &found) {
    std::set<const void *> keys;
    for (const clang::CXXRecordDecl *record : found)
      keys.insert(recordKey(record));
    return keys;
  };
  std::map<const void *, std::set<const void *>> seen_as; // Made -> views.
  if (index_.mains().size() == 1) {
    for (const void *key : {scalarKey("a number"), scalarKey("a pointer")}) {
      seen_as[key];
      records.levels[key] = 0;
    }
    if (!pointers_in_numbers_)
      records.without_pointers.insert(scalarKey("a number"));
  }
  for (const void *key : made) {
    const clang::CXXRecordDecl *const record = classOf(key);
    const Records memory = record ? sameMemory(record) : Records();
    if (!record || std::any_of(memory.begin(), memory.end(), [](const auto *one) { return isStorage(*one); }))
      continue;
    seen_as[key] = keysOf(within(record));
    records.levels[key] = nestedContainers(record);
    if (isOfNumbers(*record))
      records.without_pointers.insert(key);
  }
  for (auto &[view, objects] : views) {
    const std::set<const void *> parts = keysOf(within(classOf(view)));
    for (const auto &[object, seen] : seen_as)
      if (seen.count(view) != 0 || parts.count(object) != 0)
        objects.push_back(object);
  }
  std::erase_if(records.made_as, [&](const auto &one) { return seen_as.count(one.second) == 0; });
  std::erase_if(records.leads_to, [&](const auto &one) { return views.count(one.second) == 0; });
}

} // namespace maquette::skeletonizer
