//===- skeletonizer/tool/model.cpp - maquette model -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "maquette/driver/build_tree.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer::tool {
namespace {

constexpr const char *kHelp =
    R"(usage: maquette model -p BUILD_DIR -o OUT_DIR [-n RANKS] [options] [SOURCE] -- PROGRAM ARGS...

model makes everything that a prediction needs. It skeletonizes the application, builds and profiles the
profiled program with ARGS, decides again with the measured costs, and builds both programs. If the decisions
change, it profiles again. Only the name of PROGRAM matters:
  OUT_DIR/skeleton/PROGRAM   the skeleton
  OUT_DIR/profiled/PROGRAM   the profiled program
  OUT_DIR/PROGRAM.profile    the profile

Input and output:
  -p BUILD_DIR     folder of compile_commands.json, which also says how to compile
  -o OUT_DIR       folder to write
  SOURCE           the file with the main() of the program, if BUILD_DIR has several programs
                   (default: the program with the name PROGRAM)

Build and profile:
  -n RANKS         number of ranks to profile (default: 8)
  --link=OPTION    a further option for the linker, for example -lfftw3. May be repeated.

As for maquette skeletonize:
  --exact, --strict, --root DIR, --cache DIR, --no-cache, -v
  -h, --help       show this text

example: maquette model -p build -o maquette-out -n 8 -- ./app -x 20
)";

struct ModelOptions {
  Options skeletonizer;
  std::string ranks = "8";
  std::vector<std::string> link_options, program;
};

class ModelPipeline {
public:
  explicit ModelPipeline(ModelOptions options)
      : options_(std::move(options)), skeletonizer_(options_.skeletonizer, progressOf("maquette model")) {
    llvm::SmallString<256> out(options_.skeletonizer.out_dir);
    llvm::sys::fs::make_absolute(out);
    llvm::sys::path::remove_dots(out, /*remove_dot_dot=*/true);
    out_ = std::string(out);
    name_ = llvm::sys::path::filename(options_.program.front()).str();
    profile_ = out_ + "/" + name_ + ".profile";
    kept_profile_ = out_ + "." + name_ + ".profile";
  }

  int run() {
    llvm::Expected<Summary> first = skeletonizer_.write("");
    if (!first)
      return report(first.takeError());
    if (int status = profileTree())
      return status;
    // Writing OUT_DIR again replaces all of it.
    llvm::sys::fs::rename(profile_, kept_profile_);
    llvm::Expected<Summary> second = skeletonizer_.write(kept_profile_);
    if (!second)
      return report(second.takeError());
    bool same = first->model_id == second->model_id;
    if (same)
      llvm::sys::fs::rename(kept_profile_, profile_);
    else
      llvm::sys::fs::remove(kept_profile_);
    if (int status = same ? build("profiled") : profileTree())
      return status;
    if (int status = build("skeleton"))
      return status;
    print(*second, options_.skeletonizer.verbose);
    llvm::outs() << "next: maquette run -n RANKS -m MACHINE --profile " << relative(profile_) << " -- "
                 << relative(out_ + "/skeleton/" + name_) << arguments() << "\n";
    return kOk;
  }

private:
  int build(const std::string &tree) {
    progressOf("maquette model")("building " + tree + "/" + name_);
    const std::string folder = out_ + "/" + tree;
    TreeBuild what{skeletonizer_.root(), folder, folder + "/" + name_, skeletonizer_.files(), options_.link_options};
    if (llvm::Error error = buildTree(options_.skeletonizer, what))
      return report(std::move(error));
    return kOk;
  }

  int profileTree() {
    if (int status = build("profiled"))
      return status;
    const std::string maquette = options_.skeletonizer.program_dir + "/maquette";
    std::vector<std::string> words{maquette, "profile", "-n", options_.ranks,
                                   "-o",     profile_,  "--", out_ + "/profiled/" + name_};
    words.insert(words.end(), options_.program.begin() + 1, options_.program.end());
    std::vector<llvm::StringRef> command(words.begin(), words.end());
    return llvm::sys::ExecuteAndWait(maquette, command);
  }

  /// As the user would type it.
  std::string relative(const std::string &path) const {
    return llvm::StringRef(options_.skeletonizer.out_dir).rtrim('/').str() + path.substr(out_.size());
  }

  std::string arguments() const {
    std::string text;
    for (size_t i = 1; i < options_.program.size(); ++i)
      text += " " + options_.program[i];
    return text;
  }

  ModelOptions options_;
  Skeletonizer skeletonizer_;
  std::string out_, name_, profile_, kept_profile_;
};

} // namespace

int runModel(const std::vector<std::string> &arguments, Options options) {
  ModelOptions model;
  model.skeletonizer = std::move(options);
  std::string link;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    if (argument == "--") {
      model.program.assign(arguments.begin() + i + 1, arguments.end());
      break;
    }
    if (takeCommon(arguments, i, model.skeletonizer) || takeValue(arguments, i, "-n", model.ranks))
      continue;
    if (takeValue(arguments, i, "--link", link))
      model.link_options.push_back(link);
    else if (argument == "-h" || argument == "--help")
      return llvm::outs() << kHelp, kOk;
    else if (argument.starts_with("-"))
      return usage("unknown option or missing value: '" + argument + "' (the program follows --)");
    else
      model.skeletonizer.sources.push_back(argument);
  }
  if (model.skeletonizer.build_dir.empty())
    return usage("-p BUILD_DIR is missing");
  if (model.skeletonizer.out_dir.empty())
    return usage("-o OUT_DIR is missing");
  if (model.program.empty())
    return usage("the program is missing: maquette model -p BUILD_DIR -o OUT_DIR -- PROGRAM ARGS...");
  model.skeletonizer.program = llvm::sys::path::filename(model.program.front()).str();
  return ModelPipeline(std::move(model)).run();
}

} // namespace maquette::skeletonizer::tool
