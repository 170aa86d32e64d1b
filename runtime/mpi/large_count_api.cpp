//===- runtime/mpi/large_count_api.cpp - large counts ---------------------===//
// SPDX-License-Identifier: Apache-2.0
// One function for each with a count; written by cmake/large_count.py.
#include "mpi/large_count.h"

using namespace maquette::mpi;

extern "C" {

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Send_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Send(buf, count_.count(), count_.type(), dest, tag, comm);
}

int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Bsend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Bsend(buf, count_.count(), count_.type(), dest, tag, comm);
}

int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Ssend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Ssend(buf, count_.count(), count_.type(), dest, tag, comm);
}

int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  MAQUETTE_MPI_BEGIN(Rsend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Rsend(buf, count_.count(), count_.type(), dest, tag, comm);
}

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                 MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Isend(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ibsend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Ibsend(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Issend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Issend(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Irsend_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Irsend(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                     MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Send_init_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Send_init(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Bsend_init_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Bsend_init(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Ssend_init_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Ssend_init(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                      MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rsend_init_c);
  call.trace(call.view(comm), dest, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Rsend_init(buf, count_.count(), count_.type(), dest, tag, comm, request);
}

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Recv_c);
  call.trace(call.view(comm), source, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Recv(buf, count_.count(), count_.type(), source, tag, comm, status);
}

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Irecv_c);
  call.trace(call.view(comm), source, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Irecv(buf, count_.count(), count_.type(), source, tag, comm, request);
}

int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Recv_init_c);
  call.trace(call.view(comm), source, tag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Recv_init(buf, count_.count(), count_.type(), source, tag, comm, request);
}

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Sendrecv_c);
  call.trace(call.view(comm), dest, sendtag, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Sendrecv(sendbuf, sendcount_.count(), sendcount_.type(), dest, sendtag, recvbuf, recvcount_.count(),
                       recvcount_.type(), source, recvtag, comm, status);
}

int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                            MPI_Comm comm, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Sendrecv_replace_c);
  call.trace(call.view(comm), dest, sendtag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Sendrecv_replace(buf, count_.count(), count_.type(), dest, sendtag, source, recvtag, comm, status);
}

int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isendrecv_c);
  call.trace(call.view(comm), dest, sendtag, sendcount, sendtype);
  const LargeCount sendcount_(call, sendcount, sendtype);
  const LargeCount recvcount_(call, recvcount, recvtype);
  return PMPI_Isendrecv(sendbuf, sendcount_.count(), sendcount_.type(), dest, sendtag, recvbuf, recvcount_.count(),
                        recvcount_.type(), source, recvtag, comm, request);
}

int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                             MPI_Comm comm, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Isendrecv_replace_c);
  call.trace(call.view(comm), dest, sendtag, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Isendrecv_replace(buf, count_.count(), count_.type(), dest, sendtag, source, recvtag, comm, request);
}

int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(Mrecv_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Mrecv(buf, count_.count(), count_.type(), message, status);
}

int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Imrecv_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Imrecv(buf, count_.count(), count_.type(), message, request);
}

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
  MAQUETTE_MPI_BEGIN(Reduce_local_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_Reduce_local(inbuf, inoutbuf, count_.count(), count_.type(), op);
}

int PMPI_Put_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
               MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Put_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Put(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                  target_count_.type(), win);
}

int PMPI_Get_c(void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
               MPI_Count target_count, MPI_Datatype target_type, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Get_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Get(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                  target_count_.type(), win);
}

int PMPI_Accumulate_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                      MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Accumulate_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Accumulate(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                         target_count_.type(), op, win);
}

int PMPI_Get_accumulate_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, void *result,
                          MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint displacement,
                          MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Get_accumulate_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount result_count_(call, result_count, result_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Get_accumulate(origin, origin_count_.count(), origin_count_.type(), result, result_count_.count(),
                             result_count_.type(), target, displacement, target_count_.count(), target_count_.type(), op, win);
}

int PMPI_Rput_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rput_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Rput(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                   target_count_.type(), win, request);
}

int PMPI_Rget_c(void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                MPI_Count target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rget_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Rget(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                   target_count_.type(), win, request);
}

int PMPI_Raccumulate_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                       MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Raccumulate_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Raccumulate(origin, origin_count_.count(), origin_count_.type(), target, displacement, target_count_.count(),
                          target_count_.type(), op, win, request);
}

int PMPI_Rget_accumulate_c(const void *origin, MPI_Count origin_count, MPI_Datatype origin_type, void *result,
                           MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Aint displacement,
                           MPI_Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rget_accumulate_c);
  call.trace({}, target, Call::kNone, origin_count, origin_type);
  const LargeCount origin_count_(call, origin_count, origin_type);
  const LargeCount result_count_(call, result_count, result_type);
  const LargeCount target_count_(call, target_count, target_type);
  return PMPI_Rget_accumulate(origin, origin_count_.count(), origin_count_.type(), result, result_count_.count(),
                              result_count_.type(), target, displacement, target_count_.count(), target_count_.type(), op, win,
                              request);
}

int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_at_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_at(fh, offset, buf, count_.count(), count_.type(), status);
}

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_at_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_at_all(fh, offset, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_at_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_at(fh, offset, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_at_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_at_all(fh, offset, buf, count_.count(), count_.type(), status);
}

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iread_at_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iread_at(fh, offset, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iread_at_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iread_at_all(fh, offset, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iwrite_at_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iwrite_at(fh, offset, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iwrite_at_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iwrite_at_all(fh, offset, buf, count_.count(), count_.type(), request);
}

int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_all(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_all(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_shared_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_shared(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_shared_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_shared(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_read_ordered_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_ordered(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) {
  MAQUETTE_MPI_BEGIN(File_write_ordered_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_ordered(fh, buf, count_.count(), count_.type(), status);
}

int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iread_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iread(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iread_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iread_all(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iwrite_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iwrite(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iwrite_all_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iwrite_all(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iread_shared_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iread_shared(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(File_iwrite_shared_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_iwrite_shared(fh, buf, count_.count(), count_.type(), request);
}

int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_read_at_all_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_at_all_begin(fh, offset, buf, count_.count(), count_.type());
}

int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_write_at_all_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_at_all_begin(fh, offset, buf, count_.count(), count_.type());
}

int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_read_all_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_all_begin(fh, buf, count_.count(), count_.type());
}

int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_write_all_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_all_begin(fh, buf, count_.count(), count_.type());
}

int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_read_ordered_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_read_ordered_begin(fh, buf, count_.count(), count_.type());
}

int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) {
  MAQUETTE_MPI_BEGIN(File_write_ordered_begin_c);
  call.trace({}, Call::kNone, Call::kNone, count, datatype);
  const LargeCount count_(call, count, datatype);
  return PMPI_File_write_ordered_begin(fh, buf, count_.count(), count_.type());
}

} // extern "C"
