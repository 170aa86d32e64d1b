//===- skeletonizer/dataflow/lib/build_files.cpp - calls that open, read and write files -===//
// SPDX-License-Identifier: Apache-2.0
#include "function_walkers.h"

#include "clang/AST/ASTContext.h"

#include "llvm/ADT/StringSwitch.h"

#include <fcntl.h>

namespace maquette::skeletonizer {

namespace {

/// What reads through descriptors, and what writes through them: a number does not say which file it means.
constexpr const char *kRead = "files read by descriptor", *kWritten = "files written by descriptor";

struct Mode {
  bool reads, writes;
};

/// That of fopen().
Mode modeOf(const clang::Expr *mode) {
  const auto *text = llvm::dyn_cast<clang::StringLiteral>(mode->IgnoreParenCasts());
  if (!text || text->getString().contains('+'))
    return {true, true};
  return {text->getString().starts_with("r"), !text->getString().starts_with("r")};
}

/// That of open().
Mode modeOfFlags(const clang::Expr *flags, const clang::ASTContext &ast) {
  clang::Expr::EvalResult known;
  if (flags->isValueDependent() || !flags->EvaluateAsInt(known, ast))
    return {true, true};
  const long long access = known.Val.getInt().getExtValue() & O_ACCMODE;
  return {access != O_WRONLY, access != O_RDONLY};
}

bool isNamedIn(const clang::CXXRecordDecl *record, std::initializer_list<llvm::StringRef> names) {
  return record && record->getIdentifier() && isStandardLibrary(record) && llvm::is_contained(names, record->getName());
}

bool isString(clang::QualType type) { return isNamedIn(recordOf(type), {"basic_string"}); }

bool isCharacters(clang::QualType type) {
  type = type.getNonReferenceType();
  const clang::QualType held = type->isPointerType() ? type->getPointeeType()
                               : type->isArrayType() ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0)
                                                     : clang::QualType();
  return !held.isNull() && held->isCharType();
}

bool isStreamOfC(clang::QualType type) {
  const clang::RecordDecl *record = pointeeRecord(type);
  return record && record->getIdentifier() && (record->getName() == "_IO_FILE" || record->getName() == "__sFILE");
}

/// The first argument is made of the others.
bool writesText(llvm::StringRef name) {
  name.consume_front("__builtin_");
  name.consume_front("__");
  name.consume_back("_chk");
  name.consume_front("__");
  return llvm::StringSwitch<bool>(name)
      .Cases("sprintf", "snprintf", "asprintf", "strcpy", "strncpy", "strcat", "strncat", "stpcpy", "strlcpy", true)
      .Default(false);
}

/// stdout, stderr, stdin; descriptors 0 to 2.
bool isStandardStream(const clang::Expr *file, const clang::ASTContext &ast) {
  file = file->IgnoreParenCasts();
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(file); named && named->getDecl()->getIdentifier())
    return llvm::StringSwitch<bool>(named->getDecl()->getName())
        .Cases("stdout", "stderr", "stdin", true)
        .Default(false);
  clang::Expr::EvalResult known;
  return file->getType()->isIntegerType() && !file->isValueDependent() && file->EvaluateAsInt(known, ast) &&
         known.Val.getInt().getExtValue() <= 2;
}

/// What the program passes as a void *.
clang::QualType dataType(const clang::Expr *data) {
  const clang::QualType type = data->IgnoreParenCasts()->getType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

/// That of all fields; Any if they differ, or if \p type is no record.
Content recordContent(clang::QualType type) {
  const clang::RecordDecl *const record = type->getAsRecordDecl();
  if (!record || !record->getDefinition() || record->isUnion())
    return Content::Any;
  std::optional<Content> all;
  for (const clang::FieldDecl *field : record->fields()) {
    const clang::QualType held = field->getType();
    const Content content = held->getAsRecordDecl() ? recordContent(held) : contentOf(held);
    if (content == Content::Any || (all && *all != content))
      return Content::Any;
    all = content;
  }
  return all.value_or(Content::Any);
}

MpiArgument kindOf(char role, const clang::Expr *argument) {
  switch (role) {
  case 'w':
    return MpiArgument::PayloadIn;
  case 'r':
    return MpiArgument::PayloadOut;
  case 'f':
    return argument->getType()->isPointerType() ? MpiArgument::InOut : MpiArgument::Matching;
  default:
    return MpiArgument::Value;
  }
}

} // namespace

bool FileCalls::keeps(const CallSite &site) const {
  if (!context_.shared.keeps_io || !site.callee ||
      !context_.shared.effects.has(effectName(*site.callee), Trait::UsesFiles))
    return false;
  return llvm::none_of(site.arguments, [&](const clang::Expr *argument) {
    return isStreamOfC(argument->getType()) && isStandardStream(argument, *context_.ast);
  });
}

std::string FileCalls::transferRoles(const CallSite &site) const {
  if (!context_.shared.keeps_io || !site.callee)
    return {};
  std::string roles = context_.shared.effects.transferRoles(effectName(*site.callee));
  if (roles.empty() || roles.size() > site.arguments.size())
    return {};
  roles.resize(site.arguments.size(), roles.back());
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i] == 'f' && isStandardStream(site.arguments[i], *context_.ast))
      return {};
  return roles;
}

bool FileCalls::transfer(const CallSite &site, NodeId call_action) {
  const std::string roles = transferRoles(site);
  if (roles.empty())
    return false;
  const bool writes = roles.find('w') != std::string::npos;
  const NodeId data = walkers_.mpi.payload(site, call_action, writes ? MpiCalls::kSent : MpiCalls::kReceived);
  walkers_.mpi.mustHappen(call_action);
  context_.graph().files.transfers.insert(context_.graph().sites[context_.graph()[call_action].site].key);
  const clang::QualType type = dataType(site.arguments[roles.find_first_of("wr")]);
  context_.graph().declared_content[data] = contentOf(type);
  std::vector<Files::Use> &uses = writes ? context_.graph().files.writes : context_.graph().files.reads;
  for (unsigned i = 0; i < roles.size(); ++i) {
    const MpiArgument kind = kindOf(roles[i], site.arguments[i]);
    walkers_.mpi.mpiArgument(site, i, kind, call_action, data, recordContent(type));
    if (kind == MpiArgument::Value)
      walkers_.mpi.boundsPayload(site, i, {data});
    if (roles[i] == 'f')
      uses.push_back(fileOf(site.arguments[i], data, writes));
  }
  return true;
}

/// That \p argument names.
Files::Use FileCalls::fileOf(const clang::Expr *argument, NodeId data, bool written) {
  const Scope reader(context_.cursor.reader, kNoNode);
  if (!isStreamOfC(argument->getType()))
    return {data, {{context_.shared.objects.hiddenState(written ? kWritten : kRead)}, {}}, true};
  const NodeId stream = walkers_.places.valueOrAddress(argument, false);
  return {data, stream == kNoNode ? AbstractLocation{} : AbstractLocation{{}, {stream}}, false};
}

NodeId FileCalls::literal(const clang::Expr *expression) {
  const auto *text = llvm::dyn_cast<clang::StringLiteral>(expression->IgnoreParenCasts());
  if (!text || !text->isOrdinary())
    return kNoNode;
  const NodeId pointer = context_.memo(text, Slot::Address, NodeKind::Other);
  const NodeId object = context_.shared.objects.hiddenState("literal " + text->getString().str());
  context_.graph().pointers.address.push_back({pointer, object});
  return pointer;
}

/// Where a string lies that has a name.
void FileCalls::addStored(const clang::Expr *expression, AbstractLocation &sources) {
  const Scope reader(context_.cursor.reader, kNoNode);
  AbstractLocation place = walkers_.places.place(expression);
  if (!expression->getType()->isPointerType()) {
    sources.objects.insert(sources.objects.end(), place.objects.begin(), place.objects.end());
    sources.pointers.insert(sources.pointers.end(), place.pointers.begin(), place.pointers.end());
  } else if (const clang::VarDecl *local = walkers_.flow.flowVariable(expression)) {
    sources.pointers.push_back(context_.variable(local));
  } else if (const NodeId pointer = walkers_.places.load(expression, place); pointer != kNoNode) {
    sources.pointers.push_back(pointer);
  }
}

void FileCalls::addSources(const clang::Expr *expression, AbstractLocation &sources) {
  if (const NodeId text = literal(expression); text != kNoNode) {
    sources.pointers.push_back(text);
    return;
  }
  const clang::Expr *plain = expression->IgnoreParenCasts();
  const bool is_text = isString(plain->getType()) || isCharacters(plain->getType());
  if (is_text && llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr>(plain))
    return addStored(plain, sources);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(plain); call && is_text)
    if (const clang::FunctionDecl *callee = call->getDirectCallee(); callee && !isSystem(callee))
      sources.objects.push_back(context_.shared.objects.hiddenState("text of " + callee->getQualifiedNameAsString()));
  for (const clang::Stmt *child : plain->children())
    if (const auto *part = llvm::dyn_cast_or_null<clang::Expr>(child))
      addSources(part, sources);
}

void FileCalls::noteString(NodeId object, const clang::Expr &expression) {
  if (!isString(expression.getType()))
    return;
  AbstractLocation sources;
  addSources(&expression, sources);
  if (!sources.empty())
    context_.graph().files.texts.push_back({{{object}, {}}, std::move(sources)});
}

void FileCalls::open(const clang::Expr *name, Files::Opened file) {
  addSources(name, file.name);
  file.composed = file.name.objects.size() + file.name.pointers.size() > 1;
  if (!file.name.empty())
    context_.graph().files.opened.push_back(std::move(file));
}

void FileCalls::useStreams(const CallSite &site, NodeId call_action) {
  const Effect effect = context_.shared.effects.of(site.callee->getNameAsString());
  for (const clang::Expr *argument : site.arguments) {
    if (!isStreamOfC(argument->getType()))
      continue;
    const Scope reader(context_.cursor.reader, kNoNode);
    const NodeId stream = walkers_.places.valueOrAddress(argument, false);
    if (stream == kNoNode)
      continue;
    context_.graph().files.writes.push_back({call_action, {{}, {stream}}});
    if (effect == Effect::Unknown && !keeps(site))
      context_.graph().files.reads.push_back({context_.operands(call_action), {{}, {stream}}});
  }
}

void FileCalls::useDescriptor(const std::string &name, NodeId call_action) {
  const bool reads =
      llvm::StringSwitch<bool>(name).Cases("read", "pread", "readv", "preadv", "lseek", true).Default(false);
  const bool writes = llvm::StringSwitch<bool>(name)
                          .Cases("write", "pwrite", "writev", "pwritev", "dprintf", "ftruncate", "lseek", "close", true)
                          .Default(false);
  if (reads)
    context_.graph().need(context_.operands(call_action), context_.shared.objects.hiddenState(kRead));
  if (writes)
    context_.graph().need(context_.shared.objects.hiddenState(kWritten), call_action);
}

void FileCalls::noteOfC(const CallSite &site, const std::string &name, NodeId call_action) {
  if (transferRoles(site).empty()) {
    useStreams(site, call_action);
    if (!keeps(site)) // All that decides what the call gives stays, too.
      useDescriptor(name, call_action);
  }
  const std::size_t count = site.arguments.size();
  if ((name == "fopen" || name == "fopen64") && count == 2 && site.result != kNoNode) {
    const Mode mode = modeOf(site.arguments[1]);
    open(site.arguments[0],
         {.streams = {{}, {site.result}}, .read = mode.reads, .written = mode.writes, .is_contents = false});
  } else if ((name == "open" || name == "open64" || name == "creat") && count >= 2) {
    const Mode mode = name == "creat" ? Mode{false, true} : modeOfFlags(site.arguments[1], *context_.ast);
    if (mode.reads)
      open(site.arguments[0], {.streams = {{context_.shared.objects.hiddenState(kRead)}, {}}, .written = false});
    if (mode.writes)
      open(site.arguments[0], {.streams = {{context_.shared.objects.hiddenState(kWritten)}, {}}, .read = false});
  } else if ((name == "rename" || name == "link" || name == "symlink") && count == 2) {
    const NodeId moved = context_.memo(site.expression, Slot::Contents, NodeKind::Other);
    context_.graph().need(moved, call_action);
    open(site.arguments[0], {.streams = {{moved}, {}}, .written = false});
    open(site.arguments[1], {.streams = {{moved}, {}}, .read = false});
  }
}

void FileCalls::noteOfStream(const CallSite &site, const clang::CXXRecordDecl &stream) {
  const bool constructs = llvm::isa<clang::CXXConstructorDecl>(site.callee);
  if (site.arguments.empty() || !(constructs || site.callee->getNameAsString() == "open"))
    return;
  open(site.arguments[0], {.streams = site.self,
                           .read = !isNamedIn(&stream, {"basic_ofstream"}),
                           .written = !isNamedIn(&stream, {"basic_ifstream"})});
}

void FileCalls::noteText(const CallSite &site, const std::string &name) {
  AbstractLocation buffer = site.self, sources;
  std::size_t first = 0;
  if (!site.has_self ||
      !isString(context_.ast->getRecordType(llvm::cast<clang::CXXMethodDecl>(site.callee)->getParent()))) {
    if (!writesText(name) || site.arguments.empty())
      return;
    buffer = {};
    addSources(site.arguments[0], buffer);
    first = 1;
  }
  for (std::size_t i = first; i < site.arguments.size(); ++i)
    addSources(site.arguments[i], sources);
  if (!buffer.empty() && !sources.empty())
    context_.graph().files.texts.push_back({std::move(buffer), std::move(sources)});
}

void FileCalls::note(const CallSite &site, NodeId call_action) {
  if (!site.callee || !(isSystem(site.callee) || isStandardLibrary(site.callee)))
    return;
  const std::string name = site.callee->getNameAsString();
  noteText(site, name);
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(site.callee);
  if (!method)
    noteOfC(site, name, call_action);
  else if (site.has_self && isNamedIn(method->getParent(), {"basic_ifstream", "basic_ofstream", "basic_fstream"}))
    noteOfStream(site, *method->getParent());
}

} // namespace maquette::skeletonizer
