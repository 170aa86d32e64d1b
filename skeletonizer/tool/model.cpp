//===- skeletonizer/tool/model.cpp - maquette model -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tool.h"

#include "maquette/console/console.h"

#include "maquette/driver/build_tree.h"
#include "maquette/frontend/input_error.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace maquette::skeletonizer {
namespace {

constexpr const char *kHelp =
    "Make everything that a prediction needs: skeletonize the application, build and profile the profiled program,\n"
    "decide again with the measured costs, and build both programs. If the decisions change, profile again.\n"
    "PROGRAM and its arguments follow --. Only the name of PROGRAM matters. The output folder gets\n"
    "  skeleton/PROGRAM   the skeleton\n"
    "  profiled/PROGRAM   the profiled program\n"
    "  PROGRAM.profile    the profile";

constexpr const char *kExample = "Example:\n  maquette model -p build -o maquette-out -n 8 -- ./app -x 20\n";
constexpr const char *kCommand = "maquette model";

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
    static_cast<void>(llvm::sys::fs::make_absolute(out)); // Else as it was given.
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
    if (int status = move(profile_, kept_profile_))
      return status;
    llvm::Expected<Summary> second = skeletonizer_.write(kept_profile_);
    if (!second)
      return report(second.takeError());
    bool same = first->model_id == second->model_id;
    if (!same)
      static_cast<void>(llvm::sys::fs::remove(kept_profile_));
    else if (int status = move(kept_profile_, profile_))
      return status;
    if (int status = same ? build("profiled") : profileTree())
      return status;
    if (int status = build("skeleton"))
      return status;
    print(*second, options_.skeletonizer.verbose);
    llvm::outs() << "next: maquette run -n RANKS -m MACHINE --profile " << relative(profile_) << " -- "
                 << relative(out_ + "/skeleton/" + name_) << arguments() << "\n";
    return tool::kOk;
  }

private:
  static int move(const std::string &from, const std::string &to) {
    if (const std::error_code failed = llvm::sys::fs::rename(from, to))
      return report(inputError(to, "the profile cannot be moved here from " + from + ": " + failed.message(),
                               "maquette-output-unwritable",
                               "free some space, or give a folder that you can write to with -o"));
    return tool::kOk;
  }

  int build(const std::string &tree) {
    progressOf("maquette model")("building " + tree + "/" + name_);
    const std::string folder = out_ + "/" + tree;
    TreeBuild what{skeletonizer_.root(), folder, folder + "/" + name_, skeletonizer_.files(), options_.link_options};
    if (llvm::Error error = buildTree(options_.skeletonizer, what))
      return report(std::move(error));
    return tool::kOk;
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

int runModel(const CommonOptions &common, ModelOptions model) {
  if (const int status = common.check(kCommand))
    return status;
  if (model.program.empty())
    return tool::reportUsage(kCommand, "the program is missing",
                             "put it behind --: maquette model -p BUILD_DIR -o OUT_DIR -- PROGRAM ARGS...");
  model.skeletonizer = common.parsed();
  model.skeletonizer.program = llvm::sys::path::filename(model.program.front()).str();
  return ModelPipeline(std::move(model)).run();
}

} // namespace

tool::Command makeModelCommand(CLI::App &parent, const Options &defaults, const tool::CommandLine &program) {
  constexpr const char *kTitle = "Build and profile";
  CLI::App *app = parent.add_subcommand("model", kHelp);
  const auto common = std::make_shared<CommonOptions>(defaults);
  const auto model = std::make_shared<ModelOptions>();
  model->program = program;
  app->add_option("SOURCE", common->values.sources,
                  "The file with the main() of the program, if BUILD_DIR has several programs (default: the program "
                  "with the name PROGRAM).");
  common->addInputAndOutput(*app);
  app->add_option("-n", model->ranks, "Number of ranks to profile (default: 8).")
      ->type_name("RANKS")
      ->check(CLI::PositiveNumber)
      ->group(kTitle);
  app->add_option("--link", model->link_options,
                  "A further option for the linker, for example --link=-lfftw3. May be repeated.")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->group(kTitle);
  common->addDecisions(*app);
  common->addCacheAndMessages(*app);
  app->footer(kExample);
  return {app, [common, model] { return runModel(*common, *model); }};
}

} // namespace maquette::skeletonizer
