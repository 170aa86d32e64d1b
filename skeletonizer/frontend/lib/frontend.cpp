//===- skeletonizer/frontend/lib/frontend.cpp - from compile_commands.json to syntax trees -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/frontend.h"

#include "maquette/frontend/compile_commands.h"
#include "maquette/frontend/input_error.h"
#include "maquette/frontend/parallel.h"
#include "maquette/frontend/pragma_macros.h"
#include "maquette/frontend/source_key.h"
#include "replaced_units.h"
#include "tree_store.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <map>
#include <set>

namespace maquette::skeletonizer {
namespace {

/// What one unit gave: a tree, or only diagnostics.
struct ParsedUnit {
  std::unique_ptr<clang::ASTUnit> unit;
  bool read_back = false; ///< As an earlier run parsed it.
  std::string diagnostics;
};

class ParseAction : public clang::tooling::ToolAction {
public:
  explicit ParseAction(ParsedUnit &result) : result_(result) {}

  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *consumer) override {
    auto diagnostics = clang::CompilerInstance::createDiagnostics(&invocation->getDiagnosticOpts(), consumer,
                                                                  /*ShouldOwnClient=*/false);
    result_.unit = clang::ASTUnit::LoadFromCompilerInvocation(invocation, std::move(containers), diagnostics, files);
    return result_.unit != nullptr && !diagnostics->hasErrorOccurred();
  }

private:
  ParsedUnit &result_;
};

/// Clang's builtin headers: beside an installed program, else where they were at build time.
std::string resourceDir(const Options &options) {
  llvm::SmallString<256> beside(options.program_dir);
  llvm::sys::path::append(beside, "..", "lib", "maquette", "clang");
  return llvm::sys::fs::exists(beside) ? std::string(beside) : MAQUETTE_CLANG_RESOURCE_DIR;
}

struct IncludeFolders {
  std::vector<std::string> libraries; ///< Of mpi.h and shmem.h.
  std::string abi;                    ///< Of what they include.
};

/// Those of Maquette's own headers: beside an installed program, else those of the sources.
IncludeFolders includeFolders(const Options &options) {
  llvm::SmallString<256> beside(options.program_dir);
  llvm::sys::path::append(beside, "..", "include");
  std::string installed(beside);
  if (llvm::sys::fs::exists(installed + "/maquette/mpi/mpi.h"))
    return {{installed + "/maquette/mpi", installed + "/maquette/shmem"}, installed};
  return {{MAQUETTE_MPI_INCLUDE_DIR, MAQUETTE_SHMEM_INCLUDE_DIR, MAQUETTE_SHMEM_BUILT_DIR}, MAQUETTE_ABI_INCLUDE_DIR};
}

ParsedUnit parseOnce(const UnitCommand &command, const FrontEndCall &call, MacroNames &pragma_macros) {
  ParsedUnit result;
  llvm::raw_string_ostream stream(result.diagnostics);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
  clang::TextDiagnosticPrinter printer(stream, options.get());

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> disk = llvm::vfs::createPhysicalFileSystem();
  static_cast<void>(disk->setCurrentWorkingDirectory(call.directory)); // If it is gone, Clang says so.
  if (command.preprocessed_before)
    disk = new PragmaMacros(std::move(disk), pragma_macros);
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions(), disk));

  ParseAction action(result);
  clang::tooling::ToolInvocation invocation(call.arguments, &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&printer);
  bool good = invocation.run();
  if (result.unit)
    result.unit->getDiagnostics().setClient(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  if (!good)
    result.unit.reset();
  return result;
}

/// A macro that stands for a directive may be known only after the file that uses it was read. What is shown otherwise
/// than it lies on disk cannot be read back.
ParsedUnit parseUnit(const UnitCommand &command, const FrontEndCall &call, TreeStore &store) {
  MacroNames pragma_macros;
  ParsedUnit result;
  if (!command.preprocessed_before && (result.unit = store.find(call))) {
    result.read_back = true;
    return result;
  }
  result = parseOnce(command, call, pragma_macros);
  if (!pragma_macros.empty())
    result = parseOnce(command, call, pragma_macros);
  if (result.unit && !command.preprocessed_before)
    result.unit = store.keep(std::move(result.unit), call);
  return result;
}

std::vector<ParsedUnit> parseAll(const UnitCommands &commands, const std::vector<FrontEndCall> &calls,
                                 TreeStore &store) {
  std::vector<ParsedUnit> parsed(commands.units.size());
  inParallel(parsed.size(), [&](std::size_t i) { parsed[i] = parseUnit(commands.units[i], calls[i], store); });
  return parsed;
}

bool definesMain(clang::ASTUnit &unit) {
  return llvm::any_of(unit.getASTContext().getTranslationUnitDecl()->decls(), [](const clang::Decl *declaration) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    return function && function->isMain() && function->doesThisDeclarationHaveABody();
  });
}

bool includesMpi(const clang::DeclContext &scope) {
  return llvm::any_of(scope.decls(), [](const clang::Decl *declaration) {
    if (const auto *linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration))
      return includesMpi(*linkage);
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    return function && function->getIdentifier() &&
           (function->getName() == "MPI_Init" || function->getName() == "shmem_init");
  });
}

void drop(Program &program, size_t unit, const std::string &why) {
  program.notes.push_back(program.files[unit] + ": left out: " + why);
  program.units.erase(program.units.begin() + unit);
  program.files.erase(program.files.begin() + unit);
  program.calls.erase(program.calls.begin() + unit);
}

/// Generators and other helpers that a build makes and runs on its way are no part of an MPI program.
void dropHelpers(Program &program) {
  std::vector<size_t> helpers;
  size_t mains = 0;
  for (size_t i = 0; i < program.units.size(); ++i)
    if (definesMain(*program.units[i])) {
      ++mains;
      if (!includesMpi(*program.units[i]->getASTContext().getTranslationUnitDecl()))
        helpers.push_back(i);
    }
  if (mains < 2 || helpers.size() == mains)
    return;
  for (auto helper = helpers.rbegin(); helper != helpers.rend(); ++helper)
    drop(program, *helper, "a program without MPI");
}

/// Leaves out the other programs of the database: what defines another main() than \p file, and what is built for such
/// a program alone.
void keepProgramOf(const std::string &named, const UnitCommands &commands, Program &program) {
  std::map<std::string, std::string> target_of;
  for (const UnitCommand &unit : commands.units)
    target_of[unit.file] = targetOf(unit);
  std::set<std::string> other_targets;
  for (size_t i = program.units.size(); i-- > 0;)
    if (program.files[i] != named && definesMain(*program.units[i])) {
      other_targets.insert(target_of[program.files[i]]);
      drop(program, i, "another program");
    }
  other_targets.erase(std::string());
  other_targets.erase(target_of[named]);
  for (size_t i = program.units.size(); i-- > 0;)
    if (other_targets.count(target_of[program.files[i]]))
      drop(program, i, "a part of another program");
}

/// The file that makes the program \p name: that of CMake's target of this name, else the one that is called so (app.c,
/// app-main.c).
std::string mainFileOf(const std::string &name, const std::vector<std::string> &mains, const UnitCommands &commands) {
  for (const UnitCommand &unit : commands.units)
    if (llvm::is_contained(mains, unit.file) && llvm::StringRef(targetOf(unit)).ends_with("/" + name + ".dir/"))
      return unit.file;
  for (const std::string suffix : {"", "-main", "_main"})
    for (const std::string &file : mains)
      if (llvm::sys::path::stem(file) == name + suffix)
        return file;
  return {};
}

llvm::Error findMains(Program &program, const UnitCommands &commands, const Options &options) {
  dropHelpers(program);
  std::vector<std::string> &mains = program.main_files;
  for (size_t i = 0; i < program.units.size(); ++i)
    if (definesMain(*program.units[i]))
      mains.push_back(program.files[i]);
  if (mains.empty())
    return inputError(options.build_dir, "no file of the program defines main()", "maquette-no-main",
                      "name all sources of one program, or give the build folder of a program, not of a library");
  if (mains.size() == 1)
    return llvm::Error::success();
  std::string list;
  for (const std::string &file : mains)
    list += "\n       " + file;
  if (options.program.empty()) {
    program.notes.push_back("several programs are skeletonized together; main() is in" + list);
    return llvm::Error::success();
  }
  const std::string named = mainFileOf(options.program, mains, commands);
  if (named.empty())
    return inputError(options.build_dir,
                      "the compilation database lists several programs, but none with the name '" + options.program +
                          "': main() is in" + list,
                      "maquette-several-programs",
                      "name the file with the main() of the program after the options, such as " + mains.front());
  keepProgramOf(named, commands, program);
  mains = {named};
  return llvm::Error::success();
}

} // namespace

std::set<std::string> filesOf(const clang::ASTUnit &unit) {
  std::set<std::string> files;
  const clang::SourceManager &sources = unit.getSourceManager();
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
    files.insert(sources.getFileManager().getCanonicalName(file->first).str());
  return files;
}

llvm::Expected<Program> parseProgram(const Options &options) {
  llvm::Expected<UnitCommands> commands = readCompileCommands(options);
  if (!commands)
    return commands.takeError();
  std::vector<std::string> extra_arguments = {"-resource-dir=" + resourceDir(options)};
  const IncludeFolders folders = includeFolders(options);
  for (const std::string &folder : folders.libraries)
    extra_arguments.insert(extra_arguments.end(),
                           {"-isystem", folder}); // another MPI's lies among the system's: <mpi/mpi.h>
  extra_arguments.insert(extra_arguments.end(), {"-idirafter", folders.abi});

  Program program;
  program.build_dir = commands->build_dir;
  program.notes = commands->notes;
  program.has_other_languages = commands->has_other_languages;
  program.may_lack_units = options.allow_unseen;
  llvm::Error errors = llvm::Error::success();
  TreeStore store(options.cache_dir);
  std::vector<FrontEndCall> calls;
  for (const UnitCommand &unit : commands->units) {
    FrontEndCall &call = calls.emplace_back(unit.directory, unit.arguments, unit.checking, unit.preprocessed_before);
    for (std::vector<std::string> *arguments : {&call.arguments, &call.checking})
      arguments->insert(arguments->begin() + 2, extra_arguments.begin(), extra_arguments.end());
  }
  std::vector<ParsedUnit> parsed = parseAll(*commands, calls, store);
  store.prune();
  if (!store.trouble().empty())
    program.notes.push_back(store.trouble());
  const auto exists = [](const std::string &output) { return !output.empty() && llvm::sys::fs::exists(output); };
  const bool built = llvm::any_of(commands->units, [&](const UnitCommand &unit) { return exists(outputOf(unit)); });
  for (size_t i = 0; i < parsed.size(); ++i) {
    const std::string &file = commands->units[i].file;
    if (!parsed[i].unit && !commands->named.empty() && file != commands->named) {
      program.notes.push_back(file + ": left out: does not compile");
      continue;
    }
    if (const std::string output = outputOf(commands->units[i]);
        !parsed[i].unit && built && !output.empty() && !exists(output)) {
      program.notes.push_back(file +
                              ": left out: does not compile, and did not compile when the application was built");
      continue;
    }
    if (!parsed[i].unit) {
      errors = llvm::joinErrors(
          std::move(errors),
          inputError(file, "does not compile", "maquette-source-does-not-compile",
                     "correct the source, or build the application and write compile_commands.json again",
                     parsed[i].diagnostics));
      continue;
    }
    program.files.push_back(file);
    program.calls.push_back(std::move(calls[i]));
    program.units.push_back(std::move(parsed[i].unit));
    program.read_back += parsed[i].read_back;
  }
  if (errors)
    return errors;
  const std::vector<size_t> replaced = replacedUnits(program, *commands);
  for (auto unit = replaced.rbegin(); unit != replaced.rend(); ++unit)
    drop(program, *unit, "the program's other files define all that this one does");
  if (!commands->named.empty())
    keepProgramOf(commands->named, *commands, program);
  if (llvm::Error error = findMains(program, *commands, options))
    return error;
  return program;
}

} // namespace maquette::skeletonizer
