//===- runtime/mpi/bindings/info_api.cpp - MPI_Info_* ----------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicator_calls.h"
#include "objects/handles.h"

#include <algorithm>
#include <cstring>

using namespace maquette::mpi;

namespace {

/// MPI_INFO_ENV and MPI_INFO_NULL have no entries.
const Info &entriesOf(MPI_Info handle) {
  static const Info kEmpty;
  return isPredefined(handle) ? kEmpty : *infoOf(handle);
}

const std::string *find(const Info &info, const char *key) {
  for (const auto &[name, value] : info.entries)
    if (name == key)
      return &value;
  return nullptr;
}

int checkChangeable(const Call &call, MPI_Info info) {
  if (int code = call.checkInfo(info))
    return code;
  return info != MPI_INFO_ENV ? MPI_SUCCESS
                              : call.raise(MPI_COMM_WORLD, MPI_ERR_INFO,
                                           "MPI_INFO_ENV cannot be changed or freed [maquette-mpi-argument]");
}

int checkText(const Call &call, int code, const std::string &what, const char *text, std::size_t least,
              std::size_t most) {
  const std::size_t length = text != nullptr ? std::strlen(text) : 0;
  if (text != nullptr && length >= least && length <= most)
    return MPI_SUCCESS;
  return call.raise(MPI_COMM_WORLD, code,
                    "the " + what + (text == nullptr ? " is NULL" : " has " + std::to_string(length) + " characters") +
                        " [maquette-mpi-argument]\n  fix: a " + what + " has " + std::to_string(least) + " to " +
                        std::to_string(most) + "\n");
}

} // namespace

namespace maquette::mpi {

std::string infoValue(MPI_Info info, const char *key) {
  const std::string *const value = find(entriesOf(info), key);
  return value != nullptr ? *value : "";
}

void setInfoValue(MPI_Info info, const char *key, const std::string &value) {
  if (isPredefined(info))
    return;
  for (auto &[name, old] : infoOf(info)->entries)
    if (name == key) {
      old = value;
      return;
    }
  infoOf(info)->entries.emplace_back(key, value);
}

} // namespace maquette::mpi

extern "C" {

int PMPI_Info_create(MPI_Info *info) {
  MAQUETTE_MPI_BEGIN(Info_create);
  *info = call.mpi().handles().newInfo({});
  return MPI_SUCCESS;
}

int PMPI_Info_set(MPI_Info info, const char *key, const char *value) {
  MAQUETTE_MPI_BEGIN(Info_set);
  if (int code = checkChangeable(call, info))
    return code;
  if (int code = checkText(call, MPI_ERR_INFO_KEY, "key", key, 1, MPI_MAX_INFO_KEY))
    return code;
  if (int code = checkText(call, MPI_ERR_INFO_VALUE, "value", value, 0, MPI_MAX_INFO_VAL))
    return code;
  setInfoValue(info, key, value);
  return MPI_SUCCESS;
}

int PMPI_Info_get(MPI_Info info, const char *key, int length, char *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Info_get);
  if (int code = call.checkInfo(info))
    return code;
  const std::string *const found = find(entriesOf(info), key);
  *flag = found != nullptr ? 1 : 0;
  if (found == nullptr)
    return MPI_SUCCESS;
  const std::size_t count = std::min(found->size(), static_cast<std::size_t>(length));
  std::memcpy(value, found->data(), count);
  value[count] = '\0';
  return MPI_SUCCESS;
}

/// \p length: room on entry; what the value needs on return.
int PMPI_Info_get_string(MPI_Info info, const char *key, int *length, char *value, int *flag) {
  MAQUETTE_MPI_BEGIN(Info_get_string);
  if (int code = call.checkInfo(info))
    return code;
  const std::string *const found = find(entriesOf(info), key);
  *flag = found != nullptr ? 1 : 0;
  if (found == nullptr)
    return MPI_SUCCESS;
  if (*length > 0) {
    const std::size_t count = std::min(found->size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(value, found->data(), count);
    value[count] = '\0';
  }
  *length = static_cast<int>(found->size()) + 1;
  return MPI_SUCCESS;
}

int PMPI_Info_create_env(int argc, char **argv, MPI_Info *info) {
  MAQUETTE_MPI_BEGIN(Info_create_env);
  Info made;
  if (argc > 0 && argv != nullptr)
    made.entries.emplace_back("command", argv[0]);
  made.entries.emplace_back("maxprocs", std::to_string(call.view(MPI_COMM_WORLD).size()));
  made.entries.emplace_back("thread_level", "MPI_THREAD_MULTIPLE");
  *info = call.mpi().handles().newInfo(std::move(made));
  return MPI_SUCCESS;
}

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *length, int *flag) {
  MAQUETTE_MPI_BEGIN(Info_get_valuelen);
  if (int code = call.checkInfo(info))
    return code;
  const std::string *const found = find(entriesOf(info), key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr)
    *length = static_cast<int>(found->size());
  return MPI_SUCCESS;
}

int PMPI_Info_get_nkeys(MPI_Info info, int *count) {
  MAQUETTE_MPI_BEGIN(Info_get_nkeys);
  if (int code = call.checkInfo(info))
    return code;
  *count = static_cast<int>(entriesOf(info).entries.size());
  return MPI_SUCCESS;
}

int PMPI_Info_get_nthkey(MPI_Info info, int index, char *key) {
  MAQUETTE_MPI_BEGIN(Info_get_nthkey);
  if (int code = call.checkInfo(info))
    return code;
  const Info &entries = entriesOf(info);
  if (index < 0 || static_cast<std::size_t>(index) >= entries.entries.size())
    return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG, "unknown key [maquette-mpi-argument]");
  const std::string &name = entries.entries[static_cast<std::size_t>(index)].first;
  std::memcpy(key, name.c_str(), name.size() + 1);
  return MPI_SUCCESS;
}

int PMPI_Info_delete(MPI_Info info, const char *key) {
  MAQUETTE_MPI_BEGIN(Info_delete);
  if (int code = checkChangeable(call, info))
    return code;
  auto &entries = infoOf(info)->entries;
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto &entry) { return entry.first == key; });
  if (found == entries.end())
    return call.raise(MPI_COMM_WORLD, MPI_ERR_INFO_NOKEY,
                      std::string("unknown key ") + key + " [maquette-mpi-argument]");
  entries.erase(found);
  return MPI_SUCCESS;
}

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo) {
  MAQUETTE_MPI_BEGIN(Info_dup);
  if (int code = call.checkInfo(info))
    return code;
  *newinfo = call.mpi().handles().newInfo(entriesOf(info));
  return MPI_SUCCESS;
}

int PMPI_Info_free(MPI_Info *info) {
  MAQUETTE_MPI_BEGIN(Info_free);
  if (int code = checkChangeable(call, *info))
    return code;
  call.mpi().handles().infos.release(infoOf(*info));
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
