//===- skeletonizer/driver/lib/build_tree.cpp - an output tree as a program ------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/driver/build_tree.h"

#include "maquette/frontend/compile_commands.h"
#include "maquette/frontend/input_error.h"
#include "maquette/frontend/parallel.h"
#include "maquette/frontend/paths.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <filesystem>

namespace maquette::skeletonizer {
namespace {

namespace fs = std::filesystem;

/// One call of a compiler.
struct Call {
  std::string directory;
  std::vector<std::string> command;
  std::string log;
};

bool isCxx(const UnitCommand &unit) {
  const std::string extension = fs::path(unit.file).extension();
  return extension != ".c" && extension != ".i";
}

/// Where a path begins in \p text, which may be "-I/path" or "--option=/path"; npos: there is none.
std::size_t pathIn(const std::string &text) {
  if (text.starts_with('/'))
    return 0;
  if (text.starts_with('-') && text.find('/') == 2)
    return 2;
  const std::size_t equals = text.find("=/");
  return equals == std::string::npos ? equals : equals + 1;
}

/// What \p text names under the root, by links too, is named in the copy of it.
std::string inTree(const std::string &text, const TreeBuild &build) {
  const std::size_t at = pathIn(text);
  if (at == std::string::npos)
    return text;
  const std::string path = text.substr(at);
  for (const std::string &known : {path, absolute(path).string()})
    if (isInside(known, build.root)) {
      const std::string moved = build.tree + known.substr(build.root.size());
      // What the build made, generated headers for instance, is not copied.
      return fs::exists(moved) ? text.substr(0, at) + moved : text;
    }
  return text;
}

/// Options with which the compiler is told what to make, and their values.
enum class Drop { No, Word, WordAndValue };
Drop dropped(llvm::StringRef option) {
  return llvm::StringSwitch<Drop>(option)
      .Cases("-o", "-MF", "-MT", "-MQ", "-MJ", Drop::WordAndValue)
      .Cases("-c", "-S", "-E", "-MD", "-MMD", "-MP", "-M", "-MM", Drop::Word)
      .Default(Drop::No);
}

bool isForLinker(llvm::StringRef option) {
  return option.starts_with("-l") || option.starts_with("-L") || option.starts_with("-Wl,") || option.ends_with(".a") ||
         option.ends_with(".so");
}

bool isForBoth(llvm::StringRef option) {
  return option.starts_with("-fopenmp") || option == "-pthread" || option == "-fPIC";
}

class TreeBuilder {
public:
  TreeBuilder(const Options &options, const TreeBuild &build) : options_(options), build_(build) {
    objects_ = build.tree + "/.maquette-objects";
  }

  llvm::Error run() {
    llvm::Expected<UnitCommands> commands = readCompileCommands(options_);
    if (!commands)
      return commands.takeError();
    fs::create_directories(objects_);
    std::vector<Call> calls;
    std::vector<std::string> objects;
    bool cxx = false;
    for (const UnitCommand &unit : commands->units) {
      if (!isProgramFile(unit.file))
        continue;
      cxx |= isCxx(unit);
      objects.push_back(objects_ + "/" + std::to_string(objects.size()) + ".o");
      calls.push_back(compile(unit, objects.back()));
    }
    if (llvm::Error error = runAll(calls))
      return error;
    Call link{build_.tree, {compiler(cxx), "-o", build_.program}, objects_ + "/link.log"};
    for (const std::vector<std::string> &part : {objects, link_options_, commands->libraries, build_.link_options})
      link.command.insert(link.command.end(), part.begin(), part.end());
    link.command.push_back("-lm");
    return runAll({link});
  }

private:
  std::string compiler(bool cxx) const { return options_.program_dir + (cxx ? "/maquette-c++" : "/maquette-cc"); }

  bool isProgramFile(const std::string &file) const {
    return std::find(build_.files.begin(), build_.files.end(), file) != build_.files.end();
  }

  void noteForLinker(const std::string &option) {
    if ((isForLinker(option) || isForBoth(option)) &&
        std::find(link_options_.begin(), link_options_.end(), option) == link_options_.end())
      link_options_.push_back(option);
  }

  Call compile(const UnitCommand &unit, const std::string &object) {
    const std::string directory = inTree(absolute(unit.directory).string(), build_);
    Call call{directory, {compiler(isCxx(unit))}, object + ".log"};
    for (std::size_t i = 1; i < unit.command.size(); ++i) {
      const std::string &word = unit.command[i];
      const Drop drop = dropped(word);
      const bool input = word.empty() || word[0] != '-';
      if (drop == Drop::WordAndValue)
        ++i;
      if (drop != Drop::No)
        continue;
      noteForLinker(word);
      if (isForLinker(word) || (input && isSource(word, unit)))
        continue;
      call.command.push_back(inTree(word, build_));
    }
    call.command.insert(call.command.end(), {"-c", inTree(unit.named, build_), "-o", object});
    return call;
  }

  /// The unit itself, by whatever path, or an object: no value of an option.
  static bool isSource(const std::string &word, const UnitCommand &unit) {
    std::error_code code;
    const fs::path path = fs::path(unit.directory) / word;
    return fs::path(word).extension() == ".o" || fs::equivalent(path, unit.file, code) ||
           (fs::path(word).extension() == fs::path(unit.file).extension() && fs::exists(path, code));
  }

  static llvm::Error runOne(const Call &call) {
    // Started by a shell that changes the folder: several calls run at once, each in its own.
    std::vector<llvm::StringRef> arguments{"/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", call.directory};
    arguments.insert(arguments.end(), call.command.begin(), call.command.end());
    std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""), llvm::StringRef(call.log),
                                                  llvm::StringRef(call.log)};
    if (llvm::sys::ExecuteAndWait("/bin/sh", arguments, std::nullopt, redirects) == 0)
      return llvm::Error::success();
    auto log = llvm::MemoryBuffer::getFile(call.log);
    std::string command = "cd " + call.directory + " &&";
    for (const std::string &word : call.command)
      command += " " + word;
    return inputError(call.directory, "this command failed: " + command, "maquette-tree-does-not-build",
                      "build the trees with the build files of the application and maquette-cc and maquette-c++ as "
                      "compilers; add a missing "
                      "library with --link=-lNAME",
                      log ? (*log)->getBuffer().str() : std::string());
  }

  static llvm::Error runAll(const std::vector<Call> &calls) {
    std::vector<llvm::Error> errors;
    for (std::size_t i = 0; i < calls.size(); ++i)
      errors.push_back(llvm::Error::success());
    inParallel(calls.size(), [&](std::size_t i) {
      llvm::consumeError(std::move(errors[i]));
      errors[i] = runOne(calls[i]);
    });
    llvm::Error all = llvm::Error::success();
    for (llvm::Error &error : errors)
      all = llvm::joinErrors(std::move(all), std::move(error));
    return all;
  }

  const Options &options_;
  const TreeBuild &build_;
  std::string objects_;
  std::vector<std::string> link_options_;
};

} // namespace

llvm::Error buildTree(const Options &options, const TreeBuild &build) { return TreeBuilder(options, build).run(); }

} // namespace maquette::skeletonizer
