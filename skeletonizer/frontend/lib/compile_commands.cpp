//===- skeletonizer/frontend/lib/compile_commands.cpp - the units of the program -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/frontend/compile_commands.h"

#include "maquette/frontend/input_error.h"
#include "maquette/frontend/linked_objects.h"

#include "clang/Driver/Options.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace maquette::skeletonizer {
namespace {

constexpr unsigned kMarkerLength = 4096; ///< A line marker is no longer than a path.

namespace path = llvm::sys::path;
namespace options_of = clang::driver::options;

std::string realPath(llvm::StringRef name, llvm::StringRef directory) {
  llvm::SmallString<256> absolute(name);
  llvm::sys::fs::make_absolute(directory, absolute);
  llvm::SmallString<256> real;
  if (llvm::sys::fs::real_path(absolute, real))
    return {};
  return std::string(real);
}

bool isCompiledByClang(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(path::extension(file))
      .Cases(".c", ".C", ".cc", ".cpp", ".cxx", ".c++", ".CPP", true)
      .Cases(".cp", ".i", ".ii", true)
      .Default(false);
}

bool isFortran(llvm::StringRef file) {
  return llvm::StringSwitch<bool>(path::extension(file).lower())
      .Cases(".f", ".for", ".ftn", ".fpp", ".f77", ".f90", ".f95", true)
      .Cases(".f03", ".f08", ".f18", true)
      .Default(false);
}

bool compilesCxx(llvm::StringRef compiler) {
  llvm::StringRef name = path::filename(compiler);
  return name.contains("++") || name.contains("cxx") || name.contains("CC");
}

/// The source that \p file, the output of a preprocessor, was made from; nothing if it is a source itself.
std::string preprocessedFrom(const std::string &file, llvm::StringRef directory) {
  auto text = llvm::MemoryBuffer::getFileSlice(file, kMarkerLength, 0);
  if (!text)
    text = llvm::MemoryBuffer::getFile(file); // shorter than that
  if (!text)
    return {};
  llvm::StringRef line = (*text)->getBuffer().split('\n').first;
  unsigned number = 0;
  if (!line.consume_front("# ") || line.consumeInteger(10, number) || !line.consume_front(" \"") ||
      !line.consume_back("\""))
    return {};
  std::string source = realPath(line, directory);
  return source == file ? std::string() : source;
}

/// Options that say how strict the compiler is, and whether it reads directives of OpenMP.
bool isStrictness(const llvm::opt::Arg &argument) {
  for (unsigned id : {options_of::OPT_pedantic_errors, options_of::OPT_fopenmp, options_of::OPT_fopenmp_EQ,
                      options_of::OPT_fopenmp_simd})
    if (argument.getOption().matches(id))
      return true;
  return false;
}

/// Options that change what is written, not what is parsed, and plug-ins of the compiler.
bool isDropped(const llvm::opt::Arg &argument) {
  const llvm::opt::Option &option = argument.getOption();
  if (option.getKind() == llvm::opt::Option::InputClass || option.getKind() == llvm::opt::Option::UnknownClass)
    return true;
  for (unsigned id : {options_of::OPT_o, options_of::OPT_c, options_of::OPT_S, options_of::OPT_E,
                      options_of::OPT_M_Group, options_of::OPT_fplugin_EQ, options_of::OPT_fpass_plugin_EQ,
                      options_of::OPT_fsyntax_only, options_of::OPT_emit_llvm, options_of::OPT_save_temps,
                      options_of::OPT_save_temps_EQ, options_of::OPT_v, options_of::OPT__HASH_HASH_HASH,
                      options_of::OPT_dM, options_of::OPT_P, options_of::OPT_Link_Group, options_of::OPT_O_Group})
    if (option.matches(id))
      return true;
  return option.matches(options_of::OPT_Wp_COMMA) && llvm::StringRef(argument.getValue()).starts_with("-M");
}

/// A library's folder of headers, not that of another MPI: what is in them is read like the program's own.
bool isLibraryFolder(const llvm::opt::Arg &argument) {
  return argument.getOption().matches(options_of::OPT_isystem) &&
         !llvm::sys::fs::exists(argument.getValue() + llvm::StringRef("/mpi.h"));
}

/// Tools that watch a build note what clang's driver starts, too: `clang -cc1 ...`. Of that, what its user may have
/// said. \p command stays as it is where it is the driver's.
std::vector<std::string> driverCommand(const std::vector<std::string> &command) {
  if (command.size() < 2 || command[1] != "-cc1")
    return command;
  std::vector<const char *> raw;
  for (std::size_t i = 2; i < command.size(); ++i)
    raw.push_back(command[i].c_str());
  unsigned missing_index = 0, missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      raw, missing_index, missing_count, llvm::opt::Visibility(options_of::CC1Option));
  llvm::opt::ArgStringList kept;
  for (const llvm::opt::Arg *argument : parsed) {
    const bool input = argument->getOption().getKind() == llvm::opt::Option::InputClass;
    if (input || argument->getOption().hasVisibilityFlag(options_of::ClangOption))
      argument->render(parsed, kept);
  }
  std::vector<std::string> result{command.front()};
  result.insert(result.end(), kept.begin(), kept.end());
  return result;
}

enum class Purpose { Read, Check };

/// -Werror, or -Werror=something.
bool makesErrors(const llvm::opt::Arg &argument) {
  const llvm::StringRef value = argument.getNumValues() > 0 ? argument.getValue() : "";
  return argument.getOption().matches(options_of::OPT_W_Joined) && (value == "error" || value.starts_with("error="));
}

std::vector<std::string> argumentsFor(Purpose purpose, const std::vector<std::string> &command,
                                      const std::string &file) {
  std::vector<const char *> raw;
  for (size_t i = 1; i < command.size(); ++i)
    raw.push_back(command[i].c_str());
  unsigned missing_index = 0, missing_count = 0;
  llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      raw, missing_index, missing_count, llvm::opt::Visibility(options_of::ClangOption));
  const bool warnings_count = llvm::any_of(parsed, [](const llvm::opt::Arg *one) { return makesErrors(*one); });
  const auto hasNoEffect = [&](const llvm::opt::Arg &argument) {
    return purpose == Purpose::Read ? isStrictness(argument)
                                    : !warnings_count && argument.getOption().matches(options_of::OPT_W_Group);
  };
  llvm::opt::ArgStringList kept, library_folders;
  for (const llvm::opt::Arg *argument : parsed)
    if (isLibraryFolder(*argument))
      library_folders.append({"-I", argument->getValue()});
    else if (!isDropped(*argument) && !hasNoEffect(*argument))
      argument->render(parsed, kept);
  kept.append(library_folders); // They are searched after those of -I.

  // Directives are not read, but what stands between #ifdef _OPENMP is.
  if (purpose == Purpose::Read && parsed.hasArg(options_of::OPT_fopenmp, options_of::OPT_fopenmp_EQ))
    kept.push_back("-D_OPENMP=201511");

  bool cxx = !command.empty() && compilesCxx(command.front());
  std::vector<std::string> result = {"clang", cxx ? "--driver-mode=g++" : "--driver-mode=gcc"};
  result.insert(result.end(), kept.begin(), kept.end());
  result.push_back("-fsyntax-only");
  if (purpose == Purpose::Read)
    result.insert(result.end(), {"-w", "-Wno-error=implicit-function-declaration"});
  else // Without -w, which would make nothing of these errors too.
    result.insert(result.end(),
                  {"-Werror=implicit-function-declaration", "-Werror=undefined-internal", "-Werror=undefined-inline"});
  result.insert(result.end(),
                {"-Wno-error=implicit-int", "-Wno-error=int-conversion",
                 "-Wno-error=incompatible-function-pointer-types", "-Wno-error=return-mismatch", "-Wno-error=register",
                 "-Wno-error=c++11-narrowing", "-Wno-error=invalid-constexpr", "--", file});
  return result;
}

} // namespace

std::vector<std::string> frontEndArguments(const std::vector<std::string> &command, const std::string &file) {
  return argumentsFor(Purpose::Read, command, file);
}

std::vector<std::string> checkArguments(const std::vector<std::string> &command, const std::string &file) {
  return argumentsFor(Purpose::Check, command, file);
}

std::string targetOf(const UnitCommand &unit) {
  for (size_t i = 0; i + 1 < unit.command.size(); ++i)
    if (unit.command[i] == "-o")
      if (size_t end = unit.command[i + 1].find(".dir/"); end != std::string::npos)
        return unit.directory + "/" + unit.command[i + 1].substr(0, end + 5);
  return {};
}

static std::string outputOf(const std::vector<std::string> &command, const std::string &directory) {
  const auto option = std::find(command.begin(), command.end(), "-o");
  if (command.end() - option < 2)
    return {};
  llvm::SmallString<256> path(*(option + 1));
  llvm::sys::fs::make_absolute(directory, path);
  return path.str().str();
}

std::string outputOf(const UnitCommand &unit) { return outputOf(unit.command, unit.directory); }

namespace {

struct LinkedCommand {
  clang::tooling::CompileCommand command;
  LinkedObject object;
};

} // namespace

/// Of many programs' commands those of the one that is asked for, in the order of its link; all where nothing says
/// which these are.
static std::vector<LinkedCommand>
commandsOf(const Options &options, const clang::tooling::CompilationDatabase &database, UnitCommands &result) {
  std::vector<LinkedCommand> all, linked;
  for (clang::tooling::CompileCommand &command : database.getAllCompileCommands())
    all.push_back({std::move(command), {}});
  if (options.program.empty() || !options.sources.empty()) // a file that the user names says which program it is
    return all;
  const LinkedProgram program = linkedProgram(result.build_dir, options.program);
  for (const LinkedCommand &one : all) {
    const std::string output = outputOf(one.command.CommandLine, one.command.Directory);
    if (const auto object = program.objects.find(realObjectPath({}, output)); object != program.objects.end())
      linked.push_back({one.command, object->second});
  }
  if (linked.empty())
    return all;
  std::sort(linked.begin(), linked.end(),
            [](const LinkedCommand &a, const LinkedCommand &b) { return a.object.position < b.object.position; });
  result.libraries = program.libraries;
  if (linked.size() < all.size())
    result.notes.push_back(std::to_string(all.size() - linked.size()) + " of " + std::to_string(all.size()) +
                           " files left out: they are not linked into " + options.program);
  return linked;
}

static llvm::Error noDatabase(const Options &options, llvm::StringRef file) {
  return inputError(
      options.build_dir, "there is no compile_commands.json here (looked for " + file.str() + ")",
      "maquette-compile-database",
      "configure with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or build once with `bear -- make`, and give "
      "the folder that holds the file to -p");
}

/// The real paths of the sources the user named.
static llvm::Expected<llvm::StringSet<>> chosenSources(const Options &options) {
  llvm::StringSet<> chosen;
  llvm::SmallString<256> current;
  static_cast<void>(llvm::sys::fs::current_path(current)); // Relative sources are not found then.
  for (const std::string &source : options.sources) {
    std::string real = realPath(source, current);
    if (real.empty())
      return inputError(source, "no such source file", "maquette-source-missing",
                        "give the path of the source, relative to the current folder");
    chosen.insert(real);
  }
  return chosen;
}

llvm::Expected<UnitCommands> readCompileCommands(const Options &options) {
  llvm::SmallString<256> file(options.build_dir);
  path::append(file, "compile_commands.json");
  if (!llvm::sys::fs::exists(file))
    return noDatabase(options, file);
  std::string message;
  std::unique_ptr<clang::tooling::CompilationDatabase> database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      file, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return inputError(std::string(file), "not a compilation database: " + message, "maquette-compile-database",
                      "write it again with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or `bear -- make`");
  database = clang::tooling::expandResponseFiles(std::move(database), llvm::vfs::getRealFileSystem());
  llvm::Expected<llvm::StringSet<>> chosen = chosenSources(options);
  if (!chosen)
    return chosen.takeError();

  UnitCommands result;
  result.build_dir = realPath(options.build_dir, ".");
  if (chosen->size() == 1)
    result.named = chosen->begin()->getKey().str();
  llvm::StringSet<> seen;
  bool has_fortran = false;
  llvm::Error errors = llvm::Error::success();
  for (const auto &[command, object] : commandsOf(options, *database, result)) {
    std::string real = realPath(command.Filename, command.Directory);
    if (real.empty()) {
      if (chosen->empty())
        errors = llvm::joinErrors(std::move(errors),
                                  inputError(command.Filename, "this file of the compilation database does not exist",
                                             "maquette-source-missing",
                                             "write " + std::string(file) + " again, or name the sources to use"));
      continue;
    }
    llvm::SmallString<256> named(command.Filename);
    llvm::sys::fs::make_absolute(command.Directory, named);
    const std::string source = preprocessedFrom(real, command.Directory);
    if (!source.empty())
      named = real = source;
    if (!seen.insert(real).second || (chosen->size() > 1 && !chosen->contains(real)))
      continue;
    if (!isCompiledByClang(real)) {
      has_fortran |= isFortran(real);
      result.has_other_languages = true;
      result.notes.push_back(
          real + (isFortran(real) ? ": left out: Fortran cannot be skeletonized" : ": left out: neither C nor C++"));
      continue;
    }
    const std::vector<std::string> words = driverCommand(command.CommandLine);
    result.units.push_back({real, named.str().str(), command.Directory, frontEndArguments(words, named.str().str()),
                            checkArguments(words, named.str().str()), words, !source.empty(), object.in_library});
  }
  if (errors)
    return errors;
  for (const auto &source : *chosen)
    if (!seen.contains(source.getKey()))
      return inputError(source.getKey().str(), "this file is not in the compilation database",
                        "maquette-source-missing", "name files that " + std::string(file) + " lists");
  if (result.units.empty() && has_fortran)
    return inputError(std::string(file), "the program is written in Fortran, which cannot be skeletonized",
                      "maquette-fortran",
                      "build it with maquette-fc and run the application with maquette run --direct");
  if (result.units.empty())
    return inputError(std::string(file), "the compilation database lists no C or C++ file", "maquette-compile-database",
                      "write it during a build from scratch (`make clean; bear -- make`)");
  return result;
}

} // namespace maquette::skeletonizer
