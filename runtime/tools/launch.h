//===- runtime/tools/launch.h - starts a simulated program and waits for it ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TOOLS_LAUNCH_H
#define MAQUETTE_TOOLS_LAUNCH_H

#include "commands.h"
#include "maquette/console/console.h"
#include "maquette/formats/run_config.h"
#include "maquette/formats/run_result.h"
#include "maquette/sim/result.h"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace maquette::tool {

/// A folder for the files of one command; removed with all it holds at the end.
class ScratchFolder {
public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  /// Not empty unless the folder could not be made: then the reason.
  const std::string &problem() const { return problem_; }
  std::string file(const std::string &name) const { return path_ + "/" + name; }

private:
  std::string path_;
  std::string problem_;
};

struct ChildEnd {
  int status = 0;      ///< As waitpid() gives it.
  int interrupted = 0; ///< The signal that we passed on to it, or 0.
  double seconds = 0;
};

/// The cores that a program is kept to, the last ones that this process may use; 0: it is not.
struct Pinning {
  std::int64_t cores = 0;
};
constexpr Pinning kUnpinned{};
constexpr Pinning kOneCore{1};

/// Errors: maquette-host-cores when this process may not use as many.
sim::Status checkHostCores(std::int64_t cores);

/// Executes \p program with \p environment added and waits. SIGINT, SIGTERM and SIGHUP go to the child; when they come
/// again it is killed. Standard input, if it is a file, is put back to where it stood: the next program reads the same.
/// \p show, if given, is called every half second with the seconds so far.
sim::Result<ChildEnd> executeAndWait(const CommandLine &program, const std::map<std::string, std::string> &environment,
                                     Pinning pinning, const std::function<void(double)> &show = {});

/// How a simulation ended. Without a result the reason was printed already.
struct Simulation {
  std::optional<runtime::RunResult> result;
  int exit_status = kOk;

  /// Whether the simulation failed by an error with this tag, as "maquette-host-cores".
  bool failedBy(const std::string &tag) const;
  /// Whether all ranks came to their end, even if what they return is not 0: what was measured and compared holds.
  bool ended() const;
  /// What to say of that status if one is not 0, which was not printed.
  std::optional<std::string> otherStatus() const;
};

/// Runs \p program under \p config (its result_file is set here), in the name of \p command. What the simulation failed
/// by is left to reportFailures().
Simulation trySimulation(const std::string &command, const CommandLine &program, runtime::RunConfig config,
                         const ScratchFolder &scratch, Pinning pinning = kUnpinned);
/// Says on stderr what went wrong.
void reportFailures(const Simulation &simulation);
/// Both.
Simulation simulate(const std::string &command, const CommandLine &program, runtime::RunConfig config,
                    const ScratchFolder &scratch, Pinning pinning = kUnpinned);

} // namespace maquette::tool

#endif
