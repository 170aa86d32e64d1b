//===- runtime/memory/lib/process_states.cpp - what each rank changed of its process ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/process_states.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace maquette::runtime {
namespace {

std::string workingFolder() {
  char *const path = ::getcwd(nullptr, 0);
  std::string folder = path != nullptr ? path : "";
  std::free(path);
  return folder;
}

bool isNamed(const char *variable, std::string_view name) {
  return std::strncmp(variable, name.data(), name.size()) == 0 && variable[name.size()] == '=';
}

} // namespace

ProcessStates::ProcessStates(const Streams &streams) : streams_(streams) {
  process_.folder = workingFolder();
  for (std::size_t i = 0; i < streams.size(); ++i)
    process_.streams[i] = *streams[i];
  for (char **variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    process_.variables.push_back(*variable);
  process_.variables.push_back(nullptr);
}

ProcessStates::State &ProcessStates::own(const char *copy) {
  State &state = states_.try_emplace(copy, process_).first->second;
  if (current_ != &state)
    apply(state);
  return state;
}

void ProcessStates::apply(State &state) {
  if (state.folder != current_->folder)
    syscall(SYS_chdir, state.folder.c_str()); // chdir() is a rank's. It may be gone; the program will see.
  environ = state.variables.data();
  for (std::size_t i = 0; i < streams_.size(); ++i)
    *streams_[i] = state.streams[i];
  current_ = &state;
}

void ProcessStates::enter(const char *copy) {
  const auto found = states_.find(copy);
  State &state = found != states_.end() ? found->second : process_;
  if (&state != current_)
    apply(state);
}

void ProcessStates::folderChanged(const char *copy) {
  std::string folder = workingFolder();
  own(copy);
  current_->folder = std::move(folder);
}

void ProcessStates::setVariable(const char *copy, char *text) {
  const char *const sign = std::strchr(text, '=');
  const std::string_view name(text, sign != nullptr ? static_cast<std::size_t>(sign - text) : std::strlen(text));
  std::vector<char *> &variables = own(copy).variables;
  std::erase_if(variables, [&](const char *variable) { return variable == nullptr || isNamed(variable, name); });
  if (sign != nullptr)
    variables.push_back(text);
  variables.push_back(nullptr);
  environ = variables.data();
}

void ProcessStates::clearEnvironment(const char *copy) {
  std::vector<char *> &variables = own(copy).variables;
  variables = {nullptr};
  environ = variables.data();
}

void ProcessStates::setStream(const char *copy, const FILE *stream, FILE *file) {
  State &state = own(copy);
  std::replace(state.streams.begin(), state.streams.end(), const_cast<FILE *>(stream), file);
  apply(state);
}

} // namespace maquette::runtime
