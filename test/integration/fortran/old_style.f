! test/integration/fortran/old_style.f - mpif.h in fixed form: messages, special values, texts, functions of MPI 1
! SPDX-License-Identifier: Apache-2.0
      program old
      implicit none
      include 'mpif.h'
      integer ierr, rank, size, i, right, left, count, position, kind
      integer status(MPI_STATUS_SIZE), requests(2)
      integer statuses(MPI_STATUS_SIZE,2), lengths(2), types(2)
      integer displacements(2), extent, name_length, keyval, value
      integer index, indices(2), outcount, errclass
      double precision x(10), y(10), began
      real r
      logical flag
      character*(MPI_MAX_PROCESSOR_NAME) name
      character*10 label
      character*1000 packed
      integer block(3)
      common /own/ block

      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
      began = MPI_WTIME()
      right = mod(rank + 1, size)
      left = mod(rank - 1 + size, size)
      do i = 1, 10
        x(i) = rank * 100 + i
      end do
      call MPI_SENDRECV(x, 10, MPI_DOUBLE_PRECISION, right, 5, y, 10,
     &     MPI_DOUBLE_PRECISION, left, 5, MPI_COMM_WORLD, status, ierr)
      call MPI_GET_COUNT(status, MPI_DOUBLE_PRECISION, count, ierr)
      call check(ierr .eq. MPI_SUCCESS .and. count .eq. 10, 1)
      call check(status(MPI_SOURCE) .eq. left, 2)
      call check(status(MPI_TAG) .eq. 5 .and. y(3) .eq. left*100+3, 3)

      call MPI_IRECV(y, 10, MPI_DOUBLE_PRECISION, left, 6,
     &     MPI_COMM_WORLD, requests(1), ierr)
      call MPI_ISEND(x, 10, MPI_DOUBLE_PRECISION, right, 6,
     &     MPI_COMM_WORLD, requests(2), ierr)
      call MPI_WAITALL(2, requests, statuses, ierr)
      call check(statuses(MPI_SOURCE, 1) .eq. left, 4)
      call check(requests(1) .eq. MPI_REQUEST_NULL, 5)
      call MPI_IRECV(r, 1, MPI_REAL, left, 7, MPI_COMM_WORLD,
     &     requests(2), ierr)
      call MPI_SEND(1.5, 1, MPI_REAL, right, 7, MPI_COMM_WORLD, ierr)
      call MPI_WAITANY(2, requests, index, MPI_STATUS_IGNORE, ierr)
      call check(index .eq. 2 .and. r .eq. 1.5, 6)
      call MPI_WAITANY(2, requests, index, status, ierr)
      call check(index .eq. MPI_UNDEFINED, 7)
      call MPI_IRECV(r, 1, MPI_REAL, left, 8, MPI_COMM_WORLD,
     &     requests(2), ierr)
      call MPI_SEND(2.5, 1, MPI_REAL, right, 8, MPI_COMM_WORLD, ierr)
      call MPI_WAITSOME(2, requests, outcount, indices,
     &     MPI_STATUSES_IGNORE, ierr)
      call check(outcount .eq. 1 .and. indices(1) .eq. 2, 8)

      x(1) = rank + 1
      call MPI_ALLREDUCE(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION,
     &     MPI_SUM, MPI_COMM_WORLD, ierr)
      call check(x(1) .eq. size * (size + 1) / 2, 9)

      call MPI_GET_PROCESSOR_NAME(name, name_length, ierr)
      call check(name_length .gt. 0 .and.
     &     name(name_length+1:) .eq. ' ', 10)
      call MPI_COMM_SET_NAME(MPI_COMM_WORLD, 'all of   ', ierr)
      call MPI_COMM_GET_NAME(MPI_COMM_WORLD, label, count, ierr)
      call check(label .eq. 'all of' .and. count .eq. 6, 11)

      lengths(1) = 1
      lengths(2) = 2
      displacements(1) = 0
      displacements(2) = 4
      types(1) = MPI_INTEGER
      types(2) = MPI_REAL
      call MPI_TYPE_STRUCT(2, lengths, displacements, types, kind, ierr)
      call MPI_TYPE_COMMIT(kind, ierr)
      call MPI_TYPE_EXTENT(kind, extent, ierr)
      call check(extent .eq. 12, 12)
      call MPI_TYPE_FREE(kind, ierr)
      call check(kind .eq. MPI_DATATYPE_NULL, 13)
      position = 0
      call MPI_PACK(rank, 1, MPI_INTEGER, packed, 1000, position,
     &     MPI_COMM_WORLD, ierr)
      call check(position .eq. 4, 14)

      call MPI_ATTR_GET(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
      call check(flag .and. value .ge. 32767, 15)
      call MPI_KEYVAL_CREATE(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN,
     &     keyval, 0, ierr)
      call MPI_ATTR_PUT(MPI_COMM_WORLD, keyval, -rank, ierr)
      call MPI_ATTR_GET(MPI_COMM_WORLD, keyval, value, flag, ierr)
      call check(flag .and. value .eq. -rank, 16)

      call MPI_ERRHANDLER_SET(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
      call MPI_SEND(x, -1, MPI_REAL, right, 0, MPI_COMM_WORLD, ierr)
      call MPI_ERROR_CLASS(ierr, errclass, count)
      call check(errclass .eq. MPI_ERR_COUNT, 17)
      block(1) = rank
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      call check(block(1) .eq. rank, 18)
      call check(MPI_WTIME() .gt. began, 19)
      call MPI_INITIALIZED(flag, ierr)
      call check(flag, 20)
      call MPI_FINALIZE(ierr)
      end

      subroutine check(holds, number)
      implicit none
      include 'mpif.h'
      logical holds
      integer number, ierr
      if (.not. holds) then
        print *, 'not so: check', number
        call MPI_ABORT(MPI_COMM_WORLD, 1, ierr)
      end if
      end
