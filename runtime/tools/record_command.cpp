//===- runtime/tools/record_command.cpp - maquette record -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles the recorder with the compiler of the MPI or OpenSHMEM library that the program uses, runs the user's
/// command with it loaded, and makes a trace of what the processes wrote.
#include "commands.h"
#include "executable.h"
#include "launch.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/trace_formats/open.h"
#include "native.h"
#include "trace_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <sys/wait.h>

namespace maquette::tool {
namespace {

struct RecordOptions {
  TraceOutput output;
  std::string compiler;
  std::string specification;
  bool keeps = false;
};

/// What can be recorded.
struct Interface {
  std::string_view name, header, compiler;
  std::vector<std::string> compilers; ///< In PATH, the first that fits.
  std::string_view recorder;          ///< Its source, in runtime/record/native.
  bool (*isLibrary)(const std::string &name);
  /// Of the preprocessed header; what it says first is the name of a function that has its own for profiling.
  const char *function;
  std::string_view prefix; ///< Of the function, before that.
};

bool isLibraryOfMpi(const std::string &name) {
  return name.starts_with("libmpi") && name.find("fort") == std::string::npos &&
         name.find("mpif") == std::string::npos && name.find("cxx") == std::string::npos;
}

bool isLibraryOfOpenShmem(const std::string &name) {
  return name.starts_with("liboshmem") || name.starts_with("libsma");
}

const Interface &mpi() {
  static const Interface interface{"MPI",
                                   "mpi.h",
                                   "mpicc",
                                   {"mpicc", "mpicc.mpich", "mpicc.openmpi"},
                                   "recorder.c",
                                   isLibraryOfMpi,
                                   R"(\bPMPI_(\w+)\s*\()",
                                   "MPI_"};
  return interface;
}

const Interface &openShmem() {
  static const Interface interface{"OpenSHMEM",
                                   "shmem.h",
                                   "oshcc",
                                   {"oshcc"},
                                   "shmem_recorder.c",
                                   isLibraryOfOpenShmem,
                                   R"(\b((?:shmem|sh|start_pes)\w*)\s*\()",
                                   ""};
  return interface;
}

/// Names of the interface's libraries among those an image needs.
std::set<std::string> librariesIn(const std::string &image, const Interface &interface) {
  std::set<std::string> found;
  const sim::Result<std::string> bytes = runtime::readFile(image);
  if (!bytes)
    return found;
  for (const std::string &name : neededLibraries(*bytes).value_or(std::vector<std::string>{}))
    if (interface.isLibrary(name))
      found.insert(name);
  return found;
}

/// Fortran of Open MPI calls MPI by PMPI_ names, which no recorder sees.
bool isFortranOfOpenMpi(const std::string &program) {
  const sim::Result<std::string> bytes = runtime::readFile(program);
  const auto libraries = bytes ? neededLibraries(*bytes) : std::nullopt;
  return libraries && std::any_of(libraries->begin(), libraries->end(), [](const std::string &name) {
           return name.starts_with("libmpi_mpifh.") || name.starts_with("libmpi_usempi");
         });
}

/// What a command starts.
struct Started {
  std::string path; ///< Empty: no word of the command is a program that needs a library of MPI or OpenSHMEM.
  const Interface *interface = &mpi();
};

/// A program that needs both is one of OpenSHMEM: such libraries need MPI themselves.
Started programOf(const CommandLine &command) {
  for (const std::string &word : command)
    if (const sim::Result<std::string> path = findProgram(word); path) {
      if (!librariesIn(*path, openShmem()).empty())
        return {*path, &openShmem()};
      if (!librariesIn(*path, mpi()).empty() || isFortranOfOpenMpi(*path))
        return {*path, &mpi()};
    }
  return {};
}

/// Compilers that could be the program's: those beside its starter, then those in PATH.
std::vector<std::string> compilersFor(const CommandLine &command, const Interface &interface) {
  const std::string own = "/" + std::string(interface.compiler);
  std::vector<std::string> names;
  std::error_code error;
  const sim::Result<std::string> starter = findProgram(command.front());
  // "mpirun" may stand for "mpirun.openmpi", and that for another.
  for (std::filesystem::path path = starter ? *starter : ""; !path.empty();) {
    names.push_back(path.parent_path().string() + own + path.extension().string());
    const std::filesystem::path next = std::filesystem::read_symlink(path, error);
    path = error ? next : path.parent_path() / next;
  }
  std::stable_partition(names.begin(), names.end(), [&own](const std::string &name) { return !name.ends_with(own); });
  names.insert(names.end(), interface.compilers.begin(), interface.compilers.end());
  std::vector<std::string> found;
  for (const std::string &name : names)
    if (const sim::Result<std::string> path = findProgram(name))
      found.push_back(*path);
  return found;
}

sim::Status compile(const CommandLine &command, const std::string &what) {
  const sim::Result<ChildEnd> end = executeAndWait(command, {}, kUnpinned);
  if (!end)
    return end.error();
  if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
    return sim::Diagnostic{command.front(), "cannot compile " + what, "maquette-no-compiler", "",
                           "read its messages above; --mpicc names another compiler"};
  return sim::Nothing{};
}

/// A file with nothing but the header.
sim::Result<std::string> emptySource(const Interface &interface, const std::string &folder) {
  const std::string source = folder + "/empty.c";
  if (const sim::Status written =
          runtime::writeFileAtomically(source, fmt::format("#include <{}>\n", interface.header));
      !written)
    return written.error();
  return source;
}

/// Names of the interface's libraries that a compiler links.
sim::Result<std::set<std::string>> librariesOf(const std::string &compiler, const Interface &interface,
                                               const std::string &folder) {
  const sim::Result<std::string> source = emptySource(interface, folder);
  if (!source)
    return source.error();
  const std::string library = folder + "/empty.so";
  const sim::Status compiled = compile({compiler, "-shared", "-fPIC", "-Wl,--no-as-needed", *source, "-o", library},
                                       std::string(interface.header));
  if (!compiled)
    return compiled.error();
  return librariesIn(library, interface);
}

/// Which functions the library of a compiler has, as macros.
sim::Result<std::string> functionsOf(const std::string &compiler, const Interface &interface,
                                     const std::string &folder) {
  const sim::Result<std::string> source = emptySource(interface, folder);
  if (!source)
    return source;
  const std::string output = folder + "/functions.i";
  if (const sim::Status compiled = compile({compiler, "-E", *source, "-o", output}, std::string(interface.header));
      !compiled)
    return compiled.error();
  const sim::Result<std::string> text = runtime::readFile(output);
  if (!text)
    return text;
  const std::regex function(interface.function);
  std::set<std::string> names;
  for (std::sregex_iterator at(text->begin(), text->end(), function), behind; at != behind; ++at)
    names.insert((*at)[1]);
  std::string macros;
  for (const std::string &name : names)
    macros += fmt::format("#define MAQUETTE_HAS_{}{} 1\n", interface.prefix, name);
  return macros;
}

/// Where its files lie before it is installed.
constexpr const char *kOwnHeaders = "-I" MAQUETTE_SOURCE_RECORD "/include";
constexpr const char *kOwnSources = "-I" MAQUETTE_BUILD_RECORD;

sim::Result<std::string> ownSource(const std::string &installed, const std::string &otherwise) {
  return ownFile({"../share/maquette/native/record/" + installed, otherwise});
}

/// Writes the functions that the user's specification names.
sim::Status writeWrappers(const std::string &specification, const std::string &folder) {
  const auto script = ownSource("wrappers.py", MAQUETTE_SOURCE_RECORD "/shmem/wrappers.py");
  const auto mpi_calls =
      ownSource("mpi_calls.def", MAQUETTE_SOURCE_RECORD "/../abi/include/maquette/abi/mpi_calls.def");
  const auto calls =
      ownSource("shmem_calls.def", MAQUETTE_SOURCE_RECORD "/../abi/include/maquette/abi/shmem_calls.def");
  for (const auto *found : {&script, &mpi_calls, &calls})
    if (!*found)
      return found->error();
  const sim::Result<std::string> python = findProgram("python3");
  if (!python)
    return python.error();
  const CommandLine command{*python, "-B", *script, specification, *mpi_calls, *calls, folder + "/shmem_wrappers.inc"};
  const sim::Result<ChildEnd> end = executeAndWait(command, {}, kUnpinned);
  if (!end)
    return end.error();
  if (!WIFEXITED(end->status) || WEXITSTATUS(end->status) != 0)
    return sim::Diagnostic{specification, "cannot be used", "maquette-bad-specification", "",
                           "see the message above; docs/guide/replay-a-trace.md says what it holds"};
  return sim::Nothing{};
}

/// Compiles the recorder in \p folder.
sim::Result<std::string> buildRecorder(const RecordOptions &options, const std::string &compiler,
                                       const Interface &interface, const std::string &folder) {
  const std::string name(interface.recorder);
  const sim::Result<std::string> source = ownSource(name, MAQUETTE_SOURCE_RECORD "/native/" + name);
  if (!source)
    return source;
  const sim::Result<std::string> macros = functionsOf(compiler, interface, folder);
  if (!macros)
    return macros;
  const std::string header = folder + "/functions.h", library = folder + "/libmaquette-record.so";
  if (const sim::Status written = runtime::writeFileAtomically(header, *macros); !written)
    return written.error();
  if (!options.specification.empty())
    if (const sim::Status written = writeWrappers(options.specification, folder); !written)
      return written.error();
  // Beside the source where it is installed; in the source and build trees else.
  const std::string beside = std::filesystem::path(*source).parent_path().string();
  const sim::Status compiled = compile({compiler, "-shared", "-fPIC", "-O1", "-std=gnu11", "-w", "-include", header,
                                        "-I" + folder, "-I" + beside, kOwnHeaders, kOwnSources, *source, "-o", library},
                                       "the recorder");
  if (!compiled)
    return compiled.error();
  return library;
}

std::string joined(const std::set<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// The recorder for the library of the command's program.
sim::Result<std::string> recorderFor(const RecordOptions &options, const CommandLine &command,
                                     const std::string &folder) {
  const Started program = programOf(command);
  const Interface &interface = options.specification.empty() ? *program.interface : openShmem();
  if (isFortranOfOpenMpi(program.path))
    return sim::Diagnostic{program.path, "is a Fortran program of Open MPI: its calls cannot be recorded",
                           "maquette-no-compiler", "", "record it with MPICH"};
  const std::set<std::string> wanted = librariesIn(program.path, interface);
  std::vector<std::string> compilers = compilersFor(command, interface);
  if (!options.compiler.empty()) {
    const sim::Result<std::string> named = findProgram(options.compiler);
    if (!named)
      return named.error();
    compilers = {*named};
  }
  std::set<std::string> others;
  for (const std::string &compiler : compilers) {
    const sim::Result<std::set<std::string>> linked = librariesOf(compiler, interface, folder);
    if (!linked)
      return linked.error();
    if (wanted.empty() ||
        std::any_of(linked->begin(), linked->end(), [&](const std::string &name) { return wanted.count(name) != 0; }))
      return buildRecorder(options, compiler, interface, folder);
    others.insert(linked->begin(), linked->end());
  }
  if (compilers.empty())
    return sim::Diagnostic{
        std::string(interface.compiler),
        fmt::format("is not in PATH, but the recorder must be compiled for the program's {} library", interface.name),
        "maquette-no-compiler", "", "load the module of that library, or name its compiler with --mpicc"};
  return sim::Diagnostic{
      program.path, fmt::format("needs {}, but the compilers here link {}", joined(wanted), joined(others)),
      "maquette-no-compiler", "",
      fmt::format("name the compiler of the program's {} library with --mpicc, as in --mpicc mpicc.openmpi",
                  interface.name)};
}

/// Runs the command. Whether it ended well.
sim::Result<bool> runRecorded(CommandLine command, const std::string &recorder, const std::string &folder) {
  const sim::Result<std::string> starter = findProgram(command.front());
  if (!starter)
    return starter.error();
  command.front() = *starter;
  const char *const others = std::getenv("LD_PRELOAD");
  const std::string preload = others == nullptr || *others == 0 ? recorder : recorder + ":" + others;
  const sim::Result<ChildEnd> end =
      executeAndWait(command, {{"MAQUETTE_RECORD", folder}, {"LD_PRELOAD", preload}}, kUnpinned);
  if (!end)
    return end.error();
  return end->interrupted == 0 && WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0;
}

/// Whether a process wrote something.
bool isRecorded(const std::string &parts) {
  std::error_code error;
  const std::filesystem::directory_iterator files(parts, error);
  return std::any_of(begin(files), end(files), [](const auto &entry) { return entry.path().extension() == ".calls"; });
}

sim::Diagnostic nothingRecorded(const CommandLine &command) {
  return {command.front(),
          fmt::format("no process made a call of the {} library that the recorder is for",
                      programOf(command).interface->name),
          "maquette-native-parts", "",
          "link the program with its library dynamically; on several nodes let the starter pass on the variables "
          "LD_PRELOAD and MAQUETTE_RECORD (Open MPI: -x), and write to a folder that all nodes share"};
}

/// LD_PRELOAD is a list: blanks and colons separate its names.
bool canBePreloaded(const std::string &path) { return path.find_first_of(" \t:") == std::string::npos; }

/// Where the recorder is compiled: \p parts, which all nodes share, or on this one where that cannot be named.
sim::Result<std::string> recorderFolder(const std::string &parts, const ScratchFolder &scratch) {
  if (canBePreloaded(parts))
    return parts;
  if (scratch.problem().empty() && canBePreloaded(scratch.file("")))
    return scratch.file("");
  return sim::Diagnostic{parts, "has a blank or a colon, as TMPDIR has: no library can be loaded from there",
                         "maquette-output-unwritable", "", "write to a folder without them"};
}

int record(const RecordOptions &options, const CommandLine &command) {
  if (command.empty())
    return reportUsage("maquette record", "no command is given", "add it behind --, as in -- mpirun -n 64 ./app");
  if (const sim::Status writable = options.output.check(); !writable)
    return reportError(writable.error());
  std::error_code error;
  const std::string parts = std::filesystem::absolute(options.output.path + ".parts", error).string();
  if (!std::filesystem::create_directory(parts, error))
    return reportError(sim::Diagnostic{parts, error ? error.message() : "is there already, from an earlier recording",
                                       error ? "maquette-output-unwritable" : "maquette-output-exists", "",
                                       "make a trace of it with `maquette trace convert`, or remove it"});
  const auto removed = [&] { std::filesystem::remove_all(parts, error); };
  const ScratchFolder scratch;
  const sim::Result<std::string> folder = recorderFolder(parts, scratch);
  const sim::Result<std::string> recorder = folder ? recorderFor(options, command, *folder) : folder.error();
  const sim::Result<bool> good = recorder ? runRecorded(command, *recorder, parts) : recorder.error();
  if (!good) {
    removed();
    return reportError(good.error());
  }
  if (!isRecorded(parts)) {
    removed();
    return reportError(nothingRecorded(command));
  }
  const auto trace = traces::openAny(parts, "recording");
  if (const sim::Status written = trace ? options.output.write(**trace) : trace.error(); !written) {
    fmt::print(stderr, "maquette record: what the processes wrote is in {}\n", parts);
    return reportError(written.error());
  }
  if (!options.keeps)
    removed();
  if (*good)
    return kOk;
  return reportError(sim::Diagnostic{command.front(), "the command failed; the trace ends where its processes ended",
                                     "maquette-program-died", "", "check that it works without `maquette record --`"}),
         kProgramFailed;
}

} // namespace

Command makeRecordCommand(CLI::App &parent, const CommandLine &program) {
  CLI::App *app =
      parent.add_subcommand("record", "Record the MPI or OpenSHMEM calls of a native run, to replay it elsewhere");
  const auto options = std::make_shared<RecordOptions>();
  options->output.addPath(*app, "-o,--output", "Write the trace to this file, or folder.")->required();
  options->output.addFormat(*app, "--to");
  app->add_flag("--overwrite", options->output.overwrites, "Replace what is there.");
  app->add_option("--mpicc", options->compiler,
                  "C compiler of the program's MPI or OpenSHMEM library. Default: the one beside the starter, else the "
                  "one in PATH that links the same library as the program.");
  app->add_option("--specification", options->specification,
                  "Record the OpenSHMEM functions that this XML file names, and of each what it says. Default: all "
                  "functions that communicate.")
      ->check(CLI::ExistingFile);
  app->add_flag("--keep-parts", options->keeps,
                "Keep the files that the processes wrote, in OUTPUT.parts. `maquette replay` reads that folder, too.");
  app->footer(
      "The program is not compiled again: a library is loaded before its own. What processes wrote before they\n"
      "were killed is kept.\n\n"
      "Example:\n"
      "  maquette record -o app.trace -- mpirun -n 64 ./app -x 20\n"
      "  maquette replay -m fat-tree app.trace\n"
      "  maquette record -o pes.trace -- oshrun -n 4 ./search\n");
  return {app, [options, &program] { return record(*options, program); }};
}

} // namespace maquette::tool
