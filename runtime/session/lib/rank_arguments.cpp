//===- runtime/session/lib/rank_arguments.cpp - each rank's arguments of main ---===//
// SPDX-License-Identifier: Apache-2.0
#include "rank_arguments.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace maquette::session {
namespace {

std::vector<std::vector<const char *>> argumentsByJob(const runtime::RunConfig &config,
                                                      const runtime::Program &program) {
  if (config.jobs.empty())
    return {{program.argv, program.argv + program.argc}};
  std::vector<std::vector<const char *>> of_job;
  for (const runtime::Job &job : config.jobs) {
    std::vector<const char *> &arguments = of_job.emplace_back(1, program.argv[0]);
    for (const std::string &argument : job.arguments)
      arguments.push_back(argument.c_str());
  }
  return of_job;
}

} // namespace

sim::Result<RankArguments> RankArguments::create(const runtime::RunConfig &config, const runtime::Program &program) {
  RankArguments made;
  made.of_job_ = argumentsByJob(config, program);
  std::size_t most = 0;
  for (const std::vector<const char *> &arguments : made.of_job_) {
    std::size_t bytes = (arguments.size() + 1) * sizeof(char *);
    for (const char *argument : arguments)
      bytes += std::strlen(argument) + 1;
    most = std::max(most, bytes);
  }
  made.bytes_ = (most + 7) / 8 * 8;
  auto copies = runtime::ZeroedArray<char>::create(static_cast<std::int64_t>(made.bytes_) * config.ranks,
                                                   runtime::usersOfRanks(config));
  if (!copies)
    return copies.error();
  made.copies_ = std::move(*copies);
  return made;
}

char **RankArguments::copyFor(const runtime::Rank &rank) const {
  const std::vector<const char *> &given = of_job_[rank.job];
  char **const arguments = reinterpret_cast<char **>(copies_.data() + bytes_ * static_cast<std::size_t>(rank.id));
  char *text = reinterpret_cast<char *>(arguments + given.size() + 1);
  for (std::size_t i = 0; i < given.size(); ++i) {
    arguments[i] = text;
    text = stpcpy(text, given[i]) + 1;
  }
  return arguments;
}

} // namespace maquette::session
