//===- skeletonizer/dataflow/lib/record_views.cpp - which objects a pointer can lead to by its type -===//
// SPDX-License-Identifier: Apache-2.0
#include "record_views.h"

#include "type_properties.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

#include <deque>
#include <functional>

namespace maquette::skeletonizer {

namespace {

using Records = std::set<const clang::CXXRecordDecl *>;

/// What is no record: a pointer, numbers narrower than that, others.
constexpr const char *kPointer = "a pointer", *kNarrow = "narrow numbers", *kWide = "wide numbers";

bool isByte(clang::QualType type) { return type->isCharType() || type.getCanonicalType()->isStdByteType(); }

/// Other objects are made in its memory.
bool isStorage(const clang::CXXRecordDecl &record) {
  static const std::set<llvm::StringRef> kKeepAnything = {
      "function", "move_only_function", "any",        "packaged_task", "thread", "jthread",
      "_Bind",    "_Bind_result",       "_Bind_front"};
  if (isStandardLibrary(&record) && record.getIdentifier() && kKeepAnything.count(record.getName()) != 0)
    return true;
  return record.isUnion() || std::any_of(record.field_begin(), record.field_end(), [](const clang::FieldDecl *field) {
           const clang::QualType type = field->getType();
           return (type->isArrayType() && isByte(elementOf(type))) || type->isUnionType();
         });
}

/// \p record, what it is derived from, and what \p parts_of says of each of these.
template <class PartsOf> Records closure(const clang::CXXRecordDecl *record, PartsOf parts_of) {
  Records found{record};
  for (std::deque<const clang::CXXRecordDecl *> work{record}; !work.empty(); work.pop_front()) {
    std::vector<const clang::CXXRecordDecl *> parts = parts_of(work.front());
    for (const clang::CXXBaseSpecifier &base : work.front()->bases())
      parts.push_back(recordOf(base.getType()));
    for (const clang::CXXRecordDecl *part : parts)
      if (part && found.insert(part).second)
        work.push_back(part);
  }
  return found;
}

/// With what the library holds in it.
Records sameMemory(const clang::CXXRecordDecl *record) {
  return closure(record, [](const clang::CXXRecordDecl *of) {
    return isStandardLibrary(of) ? partsOf(of) : std::vector<const clang::CXXRecordDecl *>();
  });
}

/// With all that is in it.
Records within(const clang::CXXRecordDecl *record) { return closure(record, partsOf); }

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

const void *RecordViews::key(const clang::RecordDecl *record) {
  const void *const known = &*keys_.insert(usrOf(record)).first;
  if (const clang::RecordDecl *definition = record->getDefinition())
    definitions_.try_emplace(known, definition);
  return known;
}

/// Narrower than a pointer.
bool RecordViews::isNarrow(clang::QualType type) const {
  const clang::ASTContext &ast = program_.units.front()->getASTContext();
  return ast.getTypeSize(type) < ast.getTypeSize(ast.VoidPtrTy);
}

/// A number that is no address on its way.
bool RecordViews::isNumber(clang::QualType type) const {
  return !type->isReferenceType() && isScalar(type) &&
         (type->isFloatingType() || !index_.addressesInIntegers() || isNarrow(type));
}

/// Its objects hold numbers alone.
bool RecordViews::isOfNumbers(const clang::CXXRecordDecl &record) const {
  return !isStandardLibrary(&record) && !record.isUnion() && !record.isDependentType() &&
         std::all_of(record.field_begin(), record.field_end(),
                     [&](const clang::FieldDecl *field) {
                       const clang::CXXRecordDecl *of = recordOf(field->getType());
                       return of ? isOfNumbers(*of) : isNumber(elementOf(field->getType()));
                     }) &&
         std::all_of(record.bases_begin(), record.bases_end(), [&](const clang::CXXBaseSpecifier &base) {
           const clang::CXXRecordDecl *of = recordOf(base.getType());
           return of && isOfNumbers(*of);
         });
}

/// Of what is no record.
const void *RecordViews::scalarKey(const char *what) { return &*keys_.insert(what).first; }

void RecordViews::madeAs(NodeId object, clang::QualType type) {
  if (type.isNull() || type->isReferenceType()) // It is no object.
    return;
  const clang::QualType element = elementOf(type);
  const bool many = type->isArrayType() || graph_.heap.site.count(object) != 0;
  std::unordered_map<NodeId, const void *> &made_as = graph_.records.made_as;
  if (const clang::CXXRecordDecl *record = recordOf(type))
    made_as.emplace(object, key(record));
  else if (type->isPointerType() && !many)
    made_as.emplace(object, scalarKey(kPointer));
  else if (isNumber(element) && !(many && isByte(element))) // Anything may lie in bytes.
    made_as.emplace(object, scalarKey(isNarrow(element) ? kNarrow : kWide));
}

void RecordViews::leadsTo(NodeId pointer, const clang::RecordDecl *record) {
  if (const auto *of_class = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record))
    graph_.records.leads_to.emplace(pointer, key(of_class));
}

void RecordViews::reinterpreted(const clang::RecordDecl *record) {
  if (record)
    reinterpreted_.insert(key(record));
}

void RecordViews::makesOver(clang::QualType numbers, clang::QualType type) {
  const clang::CXXRecordDecl *const record = recordOf(type);
  const bool may_hold_pointers = type->isRecordType() ? !record || !isOfNumbers(*record) : type->isAnyPointerType();
  makes_in_place_ |= may_hold_pointers && (numbers->isVoidType() || numbers->isArithmeticType());
}

/// Null if nothing can be said of its objects.
const clang::CXXRecordDecl *RecordViews::wellTyped(const void *key) const {
  const auto known = reinterpreted_.count(key) == 0 ? definitions_.find(key) : definitions_.end();
  return known == definitions_.end() ? nullptr : llvm::dyn_cast<clang::CXXRecordDecl>(known->second);
}

/// Others may lie in its objects, or a library may keep pointers there.
bool RecordViews::keepsAnything(const clang::CXXRecordDecl *record) const {
  const Records memory = sameMemory(record);
  return std::any_of(memory.begin(), memory.end(), [&](const clang::CXXRecordDecl *one) {
    return isStorage(*one) || (!isStandardLibrary(one) && index_.isPartlyUnseen(*one));
  });
}

void RecordViews::relate() {
  RecordTypes &records = graph_.records;
  if (index_.mains().size() > 1) { // Their classes may share a name.
    records.made_as.clear();
    records.leads_to.clear();
    return;
  }
  const auto keysOf = [&](const Records &found) {
    std::set<const void *> keys;
    for (const clang::CXXRecordDecl *record : found)
      keys.insert(key(record));
    return keys;
  };
  std::set<const void *> made;
  for (const auto &[object, key] : records.made_as)
    made.insert(key);
  for (const void *key : made)
    if (const clang::CXXRecordDecl *record = wellTyped(key); record && !keepsAnything(record))
      records.types[key] = {keysOf(within(record)), nestedContainers(record), !isOfNumbers(*record)};
  std::map<const void *, std::set<const void *>> inside; // Of what pointers lead to.
  for (const auto &[pointer, key] : records.leads_to)
    if (const clang::CXXRecordDecl *record = wellTyped(key); record && inside.count(key) == 0 && isView(*record))
      inside[key] = keysOf(within(record));
  for (auto &[key, type] : records.types)
    for (const auto &[view, parts] : inside)
      if (parts.count(key) != 0)
        type.views.insert(view);
  records.types[scalarKey(kPointer)] = {};
  records.types[scalarKey(kNarrow)] = {.holds_pointers = false};
  if (!makes_in_place_)
    records.types[scalarKey(kWide)] = {.holds_pointers = false};
  std::erase_if(records.leads_to, [&](const auto &one) { return inside.count(one.second) == 0; });
}

} // namespace maquette::skeletonizer
