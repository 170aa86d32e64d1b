//===- runtime/mpi/objects/error_handler.h - error handlers that the program made ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_OBJECTS_ERROR_HANDLER_H
#define MAQUETTE_MPI_OBJECTS_ERROR_HANDLER_H

#include "core/mpi_state.h"

#include <mpi.h>

#include <string>

namespace maquette::mpi {

struct ErrorHandler {
  using Function = void (*)();
  Function function;
  /// Calls a function of another language; nullptr for C. \p handle points to the communicator, window, file or
  /// session.
  void (*adapter)(Function function, void *handle, int *code) = nullptr;
  int handles = 1; ///< Of the program. The object stays when it has none: it may be set somewhere.
};

inline bool isPredefined(MPI_Errhandler handler) {
  return handler == MPI_ERRHANDLER_NULL || handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_RETURN;
}
inline ErrorHandler *errorHandler(MPI_Errhandler handler) { return reinterpret_cast<ErrorHandler *>(handler); }

/// For the program, which may free it.
inline MPI_Errhandler anotherHandle(MPI_Errhandler handler) {
  if (!isPredefined(handler))
    ++errorHandler(handler)->handles;
  return handler;
}

/// \p Program is the type of the function: MPI_Comm_errhandler_function and its like.
template <class Program> MPI_Errhandler newErrorHandler(Program *function) {
  return reinterpret_cast<MPI_Errhandler>(new ErrorHandler{reinterpret_cast<ErrorHandler::Function>(function)});
}

/// \pre \p handler was made by newErrorHandler<Program>.
template <class Program, class Handle> void callErrorHandler(MPI_Errhandler handler, Handle *handle, int *code) {
  const ErrorHandler &made = *errorHandler(handler);
  if (made.adapter != nullptr)
    made.adapter(made.function, handle, code);
  else
    reinterpret_cast<Program *>(made.function)(handle, code);
}

/// What becomes of an error by \p handler: it ends the run, the program's function is called, or \p code comes back.
template <class Program, class Handle>
int handleError(Mpi &mpi, Rank &rank, MPI_Errhandler handler, Handle handle, int code, const std::string &what) {
  if (handler == MPI_ERRORS_ARE_FATAL)
    mpi.world().fail("mpi", mpi.sites().placeOf(rank) + ": " + what, rank.id);
  else if (handler != MPI_ERRORS_RETURN)
    callErrorHandler<Program>(handler, &handle, &code);
  return code;
}

} // namespace maquette::mpi

#endif
