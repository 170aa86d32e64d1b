//===- runtime/mpi/bindings/tool_api.cpp - MPI_T ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Works before MPI_Init and after MPI_Finalize, and raises no errors: each function returns a code.
#include "core/call.h"
#include "tools/tool_variables.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

using namespace maquette::mpi;

namespace {

struct ControlHandle {
  const ControlVariable *variable;
};

struct CounterHandle {
  const PerformanceVariable *variable;
};

struct Session {
  std::set<CounterHandle *> handles;
};

ControlHandle *controlOf(MPI_T_cvar_handle handle) { return reinterpret_cast<ControlHandle *>(handle); }
CounterHandle *counterOf(MPI_T_pvar_handle handle) { return reinterpret_cast<CounterHandle *>(handle); }
Session *sessionOf(MPI_T_pvar_session session) { return reinterpret_cast<Session *>(session); }

int &users(const Call &call) { return call.objects().tool_users; }

/// As MPI 3.1, 14.3.3 has it: \p length is the room there is on entry, and what the whole text needs on return.
void giveText(const std::string &text, char *to, int *length) {
  if (length == nullptr)
    return;
  if (to != nullptr && *length > 0) {
    const std::size_t count = std::min(text.size(), static_cast<std::size_t>(*length) - 1);
    std::memcpy(to, text.data(), count);
    to[count] = '\0';
  }
  *length = static_cast<int>(text.size()) + 1;
}

template <class T> void give(T *to, T value) {
  if (to != nullptr)
    *to = value;
}

template <class Table> int indexOf(const Table &table, const char *name) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (std::strcmp(table[i].name, name) == 0)
      return static_cast<int>(i);
  return -1;
}

template <class Table> bool isIndex(const Table &table, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < table.size();
}

template <class Table> std::vector<int> membersOf(const Table &table, const char *category) {
  std::vector<int> members;
  for (std::size_t i = 0; i < table.size(); ++i)
    if (std::strcmp(table[i].category, category) == 0)
      members.push_back(static_cast<int>(i));
  return members;
}

template <class Table> int listMembers(const Table &table, int category, int room, int *indices) {
  if (!isIndex(variableCategories(), category))
    return MPI_T_ERR_INVALID_INDEX;
  const std::vector<int> members = membersOf(table, variableCategories()[static_cast<std::size_t>(category)].name);
  for (std::size_t i = 0; i < members.size() && static_cast<int>(i) < room; ++i)
    indices[i] = members[i];
  return MPI_SUCCESS;
}

int findIndex(int found, int *index) {
  if (found < 0)
    return MPI_T_ERR_INVALID_NAME;
  *index = found;
  return MPI_SUCCESS;
}

/// The handle, if the session knows it.
CounterHandle *find(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  return session != MPI_T_PVAR_SESSION_NULL && sessionOf(session)->handles.count(counterOf(handle)) != 0
             ? counterOf(handle)
             : nullptr;
}

/// None of the variables can be started, stopped or set: they always run.
int changeCounter(MPI_T_pvar_session session, MPI_T_pvar_handle handle, int refusal) {
  if (session == MPI_T_PVAR_SESSION_NULL)
    return MPI_T_ERR_INVALID_SESSION;
  if (handle == MPI_T_PVAR_ALL_HANDLES)
    return MPI_SUCCESS;
  return find(session, handle) == nullptr ? MPI_T_ERR_INVALID_HANDLE : refusal;
}

} // namespace

#define MAQUETTE_TOOL_BEGIN(name)                                                                                      \
  MAQUETTE_MPI_BEGIN(T_##name);                                                                                        \
  if (users(call) == 0)                                                                                                \
  return MPI_T_ERR_NOT_INITIALIZED

extern "C" {

int PMPI_T_init_thread(int required, int *provided) {
  MAQUETTE_MPI_BEGIN(T_init_thread);
  ++users(call);
  *provided = required;
  return MPI_SUCCESS;
}

int PMPI_T_finalize() {
  MAQUETTE_TOOL_BEGIN(finalize);
  --users(call);
  return MPI_SUCCESS;
}

int PMPI_T_enum_get_info(MPI_T_enum, int *, char *, int *) {
  MAQUETTE_TOOL_BEGIN(enum_get_info);
  return MPI_T_ERR_INVALID_HANDLE; // No variable is an enumeration.
}

int PMPI_T_enum_get_item(MPI_T_enum, int, int *, char *, int *) {
  MAQUETTE_TOOL_BEGIN(enum_get_item);
  return MPI_T_ERR_INVALID_HANDLE;
}

int PMPI_T_cvar_get_num(int *count) {
  MAQUETTE_TOOL_BEGIN(cvar_get_num);
  *count = static_cast<int>(controlVariables().size());
  return MPI_SUCCESS;
}

int PMPI_T_cvar_get_info(int index, char *name, int *name_length, int *verbosity, MPI_Datatype *datatype,
                         MPI_T_enum *enumtype, char *description, int *description_length, int *binding, int *scope) {
  MAQUETTE_TOOL_BEGIN(cvar_get_info);
  if (!isIndex(controlVariables(), index))
    return MPI_T_ERR_INVALID_INDEX;
  const ControlVariable &variable = controlVariables()[static_cast<std::size_t>(index)];
  giveText(variable.name, name, name_length);
  giveText(variable.description, description, description_length);
  give(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  give(datatype, variable.type);
  give(enumtype, MPI_T_ENUM_NULL);
  give(binding, MPI_T_BIND_NO_OBJECT);
  give(scope, variable.writable ? MPI_T_SCOPE_ALL_EQ : MPI_T_SCOPE_CONSTANT);
  return MPI_SUCCESS;
}

int PMPI_T_cvar_get_index(const char *name, int *index) {
  MAQUETTE_TOOL_BEGIN(cvar_get_index);
  return findIndex(indexOf(controlVariables(), name), index);
}

int PMPI_T_cvar_handle_alloc(int index, void *, MPI_T_cvar_handle *handle, int *count) {
  MAQUETTE_TOOL_BEGIN(cvar_handle_alloc);
  if (!isIndex(controlVariables(), index))
    return MPI_T_ERR_INVALID_INDEX;
  const ControlVariable &variable = controlVariables()[static_cast<std::size_t>(index)];
  *handle = reinterpret_cast<MPI_T_cvar_handle>(new ControlHandle{&variable});
  *count = variable.text != nullptr ? static_cast<int>(variable.text(call.mpi()).size()) + 1 : 1;
  return MPI_SUCCESS;
}

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) {
  MAQUETTE_TOOL_BEGIN(cvar_handle_free);
  if (*handle == MPI_T_CVAR_HANDLE_NULL)
    return MPI_T_ERR_INVALID_HANDLE;
  delete controlOf(*handle);
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *value) {
  MAQUETTE_TOOL_BEGIN(cvar_read);
  if (handle == MPI_T_CVAR_HANDLE_NULL)
    return MPI_T_ERR_INVALID_HANDLE;
  const ControlVariable &variable = *controlOf(handle)->variable;
  if (variable.text == nullptr) {
    *static_cast<MPI_Count *>(value) = variable.number(call.mpi());
    return MPI_SUCCESS;
  }
  const std::string text = variable.text(call.mpi());
  std::memcpy(value, text.c_str(), text.size() + 1);
  return MPI_SUCCESS;
}

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *value) {
  MAQUETTE_TOOL_BEGIN(cvar_write);
  if (handle == MPI_T_CVAR_HANDLE_NULL)
    return MPI_T_ERR_INVALID_HANDLE;
  const ControlVariable &variable = *controlOf(handle)->variable;
  if (variable.set == nullptr)
    return MPI_T_ERR_CVAR_SET_NEVER;
  const MPI_Count number = *static_cast<const MPI_Count *>(value);
  if (number < 0)
    return MPI_T_ERR_CVAR_SET_NOT_NOW;
  call.world().scheduler().synchronize(call.rank());
  variable.set(call.mpi(), number);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_num(int *count) {
  MAQUETTE_TOOL_BEGIN(pvar_get_num);
  *count = static_cast<int>(performanceVariables().size());
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_info(int index, char *name, int *name_length, int *verbosity, int *pvar_class,
                         MPI_Datatype *datatype, MPI_T_enum *enumtype, char *description, int *description_length,
                         int *binding, int *read_only, int *continuous, int *atomic) {
  MAQUETTE_TOOL_BEGIN(pvar_get_info);
  if (!isIndex(performanceVariables(), index))
    return MPI_T_ERR_INVALID_INDEX;
  const PerformanceVariable &variable = performanceVariables()[static_cast<std::size_t>(index)];
  giveText(variable.name, name, name_length);
  giveText(variable.description, description, description_length);
  give(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  give(pvar_class, variable.pvar_class);
  give(datatype, variable.type);
  give(enumtype, MPI_T_ENUM_NULL);
  give(binding, MPI_T_BIND_NO_OBJECT);
  give(read_only, 1);
  give(continuous, 1);
  give(atomic, 0);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_index(const char *name, int pvar_class, int *index) {
  MAQUETTE_TOOL_BEGIN(pvar_get_index);
  const int found = indexOf(performanceVariables(), name);
  if (found < 0 || performanceVariables()[static_cast<std::size_t>(found)].pvar_class != pvar_class)
    return MPI_T_ERR_INVALID_NAME;
  return findIndex(found, index);
}

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session) {
  MAQUETTE_TOOL_BEGIN(pvar_session_create);
  *session = reinterpret_cast<MPI_T_pvar_session>(new Session);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session) {
  MAQUETTE_TOOL_BEGIN(pvar_session_free);
  if (*session == MPI_T_PVAR_SESSION_NULL)
    return MPI_T_ERR_INVALID_SESSION;
  for (const CounterHandle *handle : sessionOf(*session)->handles)
    delete handle;
  delete sessionOf(*session);
  *session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *, MPI_T_pvar_handle *handle, int *count) {
  MAQUETTE_TOOL_BEGIN(pvar_handle_alloc);
  if (session == MPI_T_PVAR_SESSION_NULL)
    return MPI_T_ERR_INVALID_SESSION;
  if (!isIndex(performanceVariables(), index))
    return MPI_T_ERR_INVALID_INDEX;
  auto *const made = new CounterHandle{&performanceVariables()[static_cast<std::size_t>(index)]};
  sessionOf(session)->handles.insert(made);
  *handle = reinterpret_cast<MPI_T_pvar_handle>(made);
  *count = 1;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle) {
  MAQUETTE_TOOL_BEGIN(pvar_handle_free);
  const CounterHandle *const found = find(session, *handle);
  if (found == nullptr)
    return MPI_T_ERR_INVALID_HANDLE;
  sessionOf(session)->handles.erase(counterOf(*handle));
  delete found;
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  MAQUETTE_TOOL_BEGIN(pvar_start);
  return changeCounter(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  MAQUETTE_TOOL_BEGIN(pvar_stop);
  return changeCounter(session, handle, MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *value) {
  MAQUETTE_TOOL_BEGIN(pvar_read);
  if (session == MPI_T_PVAR_SESSION_NULL)
    return MPI_T_ERR_INVALID_SESSION;
  const CounterHandle *const found = find(session, handle);
  if (found == nullptr)
    return MPI_T_ERR_INVALID_HANDLE;
  const double number = found->variable->value(call.mpi(), call.rank());
  if (found->variable->type == MPI_DOUBLE)
    *static_cast<double *>(value) = number;
  else
    *static_cast<unsigned long long *>(value) = static_cast<unsigned long long>(number);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void *) {
  MAQUETTE_TOOL_BEGIN(pvar_write);
  return changeCounter(session, handle, MPI_T_ERR_PVAR_NO_WRITE);
}

int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  MAQUETTE_TOOL_BEGIN(pvar_reset);
  return changeCounter(session, handle, MPI_T_ERR_PVAR_NO_WRITE);
}

int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *) {
  MAQUETTE_TOOL_BEGIN(pvar_readreset);
  return changeCounter(session, handle, MPI_T_ERR_PVAR_NO_ATOMIC);
}

int PMPI_T_category_get_num(int *count) {
  MAQUETTE_TOOL_BEGIN(category_get_num);
  *count = static_cast<int>(variableCategories().size());
  return MPI_SUCCESS;
}

int PMPI_T_category_get_info(int index, char *name, int *name_length, char *description, int *description_length,
                             int *cvars, int *pvars, int *categories) {
  MAQUETTE_TOOL_BEGIN(category_get_info);
  if (!isIndex(variableCategories(), index))
    return MPI_T_ERR_INVALID_INDEX;
  const VariableCategory &category = variableCategories()[static_cast<std::size_t>(index)];
  giveText(category.name, name, name_length);
  giveText(category.description, description, description_length);
  give(cvars, static_cast<int>(membersOf(controlVariables(), category.name).size()));
  give(pvars, static_cast<int>(membersOf(performanceVariables(), category.name).size()));
  give(categories, 0);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_index(const char *name, int *index) {
  MAQUETTE_TOOL_BEGIN(category_get_index);
  return findIndex(indexOf(variableCategories(), name), index);
}

int PMPI_T_category_get_cvars(int index, int room, int *indices) {
  MAQUETTE_TOOL_BEGIN(category_get_cvars);
  return listMembers(controlVariables(), index, room, indices);
}

int PMPI_T_category_get_pvars(int index, int room, int *indices) {
  MAQUETTE_TOOL_BEGIN(category_get_pvars);
  return listMembers(performanceVariables(), index, room, indices);
}

int PMPI_T_category_get_categories(int index, int, int *) {
  MAQUETTE_TOOL_BEGIN(category_get_categories);
  return isIndex(variableCategories(), index) ? MPI_SUCCESS : MPI_T_ERR_INVALID_INDEX;
}

/// Nothing ever changes.
int PMPI_T_category_changed(int *stamp) {
  MAQUETTE_TOOL_BEGIN(category_changed);
  *stamp = 0;
  return MPI_SUCCESS;
}

} // extern "C"
