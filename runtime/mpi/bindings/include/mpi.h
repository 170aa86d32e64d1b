/* mpi.h - the MPI interface, version 3.1
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * For C and C++. Handles are pointers to types that have no definition; predefined ones are small constants, so they
 * may initialize static variables. The functions come from maquette/abi/mpi_calls.def; what is not there is not
 * implemented, and a program that calls it does not compile or link. Each function has a PMPI_ name too.
 */
#ifndef MAQUETTE_MPI_H
#define MAQUETTE_MPI_H

#if defined(__GNUC__)
#pragma GCC system_header /* It is found by -I, yet no program shall get warnings for it. */
#endif

#include <stddef.h>
#include <stdint.h>

#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define MAQUETTE_MPI 1

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

typedef struct maquette_mpi_comm *MPI_Comm;
typedef struct maquette_mpi_datatype *MPI_Datatype;
typedef struct maquette_mpi_request *MPI_Request;
typedef struct maquette_mpi_message *MPI_Message;
typedef struct maquette_mpi_op *MPI_Op;
typedef struct maquette_mpi_group *MPI_Group;
typedef struct maquette_mpi_info *MPI_Info;
typedef struct maquette_mpi_errhandler *MPI_Errhandler;
typedef struct maquette_mpi_window *MPI_Win;
typedef struct maquette_mpi_file *MPI_File;
typedef struct maquette_mpi_session *MPI_Session;
typedef struct maquette_mpi_enum *MPI_T_enum;
typedef struct maquette_mpi_cvar_handle *MPI_T_cvar_handle;
typedef struct maquette_mpi_pvar_handle *MPI_T_pvar_handle;
typedef struct maquette_mpi_pvar_session *MPI_T_pvar_session;
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;
typedef int MPI_Fint;
typedef MPI_Request MPIO_Request; /**< Its name before MPI 2. */
typedef int maquette_mpi_range[3];

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int maquette_cancelled;
  MPI_Count maquette_bytes;
} MPI_Status;

/** A status in Fortran: an array of integers, or a type. */
#define MPI_F_STATUS_SIZE 6
typedef struct MPI_F08_status {
  MPI_Fint maquette_status[MPI_F_STATUS_SIZE];
} MPI_F08_status;

typedef void MPI_User_function(void *, void *, int *, MPI_Datatype *);
typedef void MPI_User_function_c(void *, void *, MPI_Count *, MPI_Datatype *);
typedef int MPI_Comm_copy_attr_function(MPI_Comm, int, void *, void *, void *, int *);
typedef int MPI_Comm_delete_attr_function(MPI_Comm, int, void *, void *);
typedef int MPI_Type_copy_attr_function(MPI_Datatype, int, void *, void *, void *, int *);
typedef int MPI_Type_delete_attr_function(MPI_Datatype, int, void *, void *);
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
typedef void MPI_Comm_errhandler_function(MPI_Comm *, int *, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function;
typedef int MPI_Grequest_query_function(void *, MPI_Status *);
typedef int MPI_Grequest_free_function(void *);
typedef int MPI_Grequest_cancel_function(void *, int);
typedef int MPI_Win_copy_attr_function(MPI_Win, int, void *, void *, void *, int *);
typedef int MPI_Win_delete_attr_function(MPI_Win, int, void *, void *);
typedef void MPI_Win_errhandler_function(MPI_Win *, int *, ...);
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef void MPI_Session_errhandler_function(MPI_Session *, int *, ...);
typedef void MPI_File_errhandler_function(MPI_File *, int *, ...);
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef int MPI_Datarep_conversion_function(void *, MPI_Datatype, int, void *, MPI_Offset, void *);
typedef int MPI_Datarep_conversion_function_c(void *, MPI_Datatype, MPI_Count, void *, MPI_Offset, void *);
typedef int MPI_Datarep_extent_function(MPI_Datatype, MPI_Aint *, void *);

/* Null handles and predefined handles. */
#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_COMM_WORLD ((MPI_Comm)0x01ul)
#define MPI_COMM_SELF ((MPI_Comm)0x02ul)
#define MPI_GROUP_NULL ((MPI_Group)0)
#define MPI_GROUP_EMPTY ((MPI_Group)0x01ul)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_WIN_NULL ((MPI_Win)0)
#define MPI_FILE_NULL ((MPI_File)0)
#define MPI_SESSION_NULL ((MPI_Session)0)
#define MPI_MESSAGE_NULL ((MPI_Message)0)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)0x01ul)
#define MPI_OP_NULL ((MPI_Op)0)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_INFO_ENV ((MPI_Info)0x01ul)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x01ul)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x02ul)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)

/* Datatypes. */
#define MPI_CHAR ((MPI_Datatype)0x01ul)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x02ul)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x03ul)
#define MPI_BYTE ((MPI_Datatype)0x04ul)
#define MPI_SHORT ((MPI_Datatype)0x05ul)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x06ul)
#define MPI_INT ((MPI_Datatype)0x07ul)
#define MPI_UNSIGNED ((MPI_Datatype)0x08ul)
#define MPI_LONG ((MPI_Datatype)0x09ul)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x0aul)
#define MPI_LONG_LONG_INT ((MPI_Datatype)0x0bul)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x0cul)
#define MPI_FLOAT ((MPI_Datatype)0x0dul)
#define MPI_DOUBLE ((MPI_Datatype)0x0eul)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x0ful)
#define MPI_WCHAR ((MPI_Datatype)0x10ul)
#define MPI_C_BOOL ((MPI_Datatype)0x11ul)
#define MPI_INT8_T ((MPI_Datatype)0x12ul)
#define MPI_INT16_T ((MPI_Datatype)0x13ul)
#define MPI_INT32_T ((MPI_Datatype)0x14ul)
#define MPI_INT64_T ((MPI_Datatype)0x15ul)
#define MPI_UINT8_T ((MPI_Datatype)0x16ul)
#define MPI_UINT16_T ((MPI_Datatype)0x17ul)
#define MPI_UINT32_T ((MPI_Datatype)0x18ul)
#define MPI_UINT64_T ((MPI_Datatype)0x19ul)
#define MPI_AINT ((MPI_Datatype)0x1aul)
#define MPI_COUNT ((MPI_Datatype)0x1bul)
#define MPI_OFFSET ((MPI_Datatype)0x1cul)
#define MPI_C_COMPLEX ((MPI_Datatype)0x1dul)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x1eul)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x1ful)
#define MPI_CXX_BOOL ((MPI_Datatype)0x20ul)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x21ul)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x22ul)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x23ul)
#define MPI_FLOAT_INT ((MPI_Datatype)0x24ul)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x25ul)
#define MPI_LONG_INT ((MPI_Datatype)0x26ul)
#define MPI_2INT ((MPI_Datatype)0x27ul)
#define MPI_SHORT_INT ((MPI_Datatype)0x28ul)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x29ul)
#define MPI_PACKED ((MPI_Datatype)0x2aul)
/* Those of Fortran. */
#define MPI_CHARACTER ((MPI_Datatype)0x2bul)
#define MPI_LOGICAL ((MPI_Datatype)0x2cul)
#define MPI_INTEGER ((MPI_Datatype)0x2dul)
#define MPI_REAL ((MPI_Datatype)0x2eul)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x2ful)
#define MPI_COMPLEX ((MPI_Datatype)0x30ul)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x31ul)
#define MPI_INTEGER1 ((MPI_Datatype)0x32ul)
#define MPI_INTEGER2 ((MPI_Datatype)0x33ul)
#define MPI_INTEGER4 ((MPI_Datatype)0x34ul)
#define MPI_INTEGER8 ((MPI_Datatype)0x35ul)
#define MPI_REAL4 ((MPI_Datatype)0x36ul)
#define MPI_REAL8 ((MPI_Datatype)0x37ul)
#define MPI_COMPLEX8 ((MPI_Datatype)0x38ul)
#define MPI_COMPLEX16 ((MPI_Datatype)0x39ul)
#define MPI_2REAL ((MPI_Datatype)0x3aul)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x3bul)
#define MPI_2INTEGER ((MPI_Datatype)0x3cul)
/* Bounds of a struct, as MPI 1 and 2 had them. */
#define MPI_LB ((MPI_Datatype)0x3dul)
#define MPI_UB ((MPI_Datatype)0x3eul)
#define MPI_REAL16 MPI_DATATYPE_NULL
#define MPI_COMPLEX32 MPI_DATATYPE_NULL
#define MPI_INTEGER16 MPI_DATATYPE_NULL
#define MPI_LONG_LONG MPI_LONG_LONG_INT
#define MPI_C_FLOAT_COMPLEX MPI_C_COMPLEX

/* Operations. */
#define MPI_MAX ((MPI_Op)0x01ul)
#define MPI_MIN ((MPI_Op)0x02ul)
#define MPI_SUM ((MPI_Op)0x03ul)
#define MPI_PROD ((MPI_Op)0x04ul)
#define MPI_LAND ((MPI_Op)0x05ul)
#define MPI_BAND ((MPI_Op)0x06ul)
#define MPI_LOR ((MPI_Op)0x07ul)
#define MPI_BOR ((MPI_Op)0x08ul)
#define MPI_LXOR ((MPI_Op)0x09ul)
#define MPI_BXOR ((MPI_Op)0x0aul)
#define MPI_MINLOC ((MPI_Op)0x0bul)
#define MPI_MAXLOC ((MPI_Op)0x0cul)
#define MPI_REPLACE ((MPI_Op)0x0dul)
#define MPI_NO_OP ((MPI_Op)0x0eul)

/* Special values. */
/* The address of an object, which is a constant in C++, too. */
extern char maquette_mpi_bottom[];
#define MPI_BOTTOM ((void *)maquette_mpi_bottom)
#define MPI_IN_PLACE ((void *)-1l)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_F_STATUS_IGNORE ((MPI_Fint *)0)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *)0)
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status *)0)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *)0)
#define MPI_ERRCODES_IGNORE ((int *)0)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ARGVS_NULL ((char ***)0)
#define MPI_UNWEIGHTED ((int *)-3l)
#define MPI_WEIGHTS_EMPTY ((int *)-4l)
#define MPI_ANY_SOURCE (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-3)
#define MPI_ANY_TAG (-1)
#define MPI_UNDEFINED (-32766)
#define MPI_KEYVAL_INVALID (-1)
#define MPI_BSEND_OVERHEAD 96
#define MPI_MAX_PROCESSOR_NAME 128
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_INFO_KEY 255
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_PORT_NAME 256
#define MPI_MAX_PSET_NAME_LEN 256
#define MPI_MAX_STRINGTAG_LEN 256
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_GRAPH 1
#define MPI_CART 2
#define MPI_DIST_GRAPH 3
#define MPI_COMM_TYPE_SHARED 1
#define MPI_COMM_TYPE_HW_GUIDED 2
#define MPI_COMM_TYPE_HW_UNGUIDED 3
#define MPI_ORDER_C 56
#define MPI_ORDER_FORTRAN 57
#define MPI_DISTRIBUTE_BLOCK 121
#define MPI_DISTRIBUTE_CYCLIC 122
#define MPI_DISTRIBUTE_NONE 123
#define MPI_DISTRIBUTE_DFLT_DARG (-49767)
#define MPI_TYPECLASS_REAL 1
#define MPI_TYPECLASS_INTEGER 2
#define MPI_TYPECLASS_COMPLEX 3

/* Predefined attributes of MPI_COMM_WORLD. */
#define MPI_TAG_UB 0x10
#define MPI_HOST 0x11
#define MPI_IO 0x12
#define MPI_WTIME_IS_GLOBAL 0x13
#define MPI_UNIVERSE_SIZE 0x14
#define MPI_LASTUSEDCODE 0x15
#define MPI_APPNUM 0x16

/* Tools. */
#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle) - 1l)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)
#define MPI_T_VERBOSITY_USER_BASIC 1
#define MPI_T_VERBOSITY_USER_DETAIL 2
#define MPI_T_VERBOSITY_USER_ALL 3
#define MPI_T_VERBOSITY_TUNER_BASIC 4
#define MPI_T_VERBOSITY_TUNER_DETAIL 5
#define MPI_T_VERBOSITY_TUNER_ALL 6
#define MPI_T_VERBOSITY_MPIDEV_BASIC 7
#define MPI_T_VERBOSITY_MPIDEV_DETAIL 8
#define MPI_T_VERBOSITY_MPIDEV_ALL 9
#define MPI_T_BIND_NO_OBJECT 0
#define MPI_T_BIND_MPI_COMM 1
#define MPI_T_BIND_MPI_DATATYPE 2
#define MPI_T_BIND_MPI_ERRHANDLER 3
#define MPI_T_BIND_MPI_FILE 4
#define MPI_T_BIND_MPI_GROUP 5
#define MPI_T_BIND_MPI_OP 6
#define MPI_T_BIND_MPI_REQUEST 7
#define MPI_T_BIND_MPI_WIN 8
#define MPI_T_BIND_MPI_MESSAGE 9
#define MPI_T_BIND_MPI_INFO 10
#define MPI_T_SCOPE_CONSTANT 0
#define MPI_T_SCOPE_READONLY 1
#define MPI_T_SCOPE_LOCAL 2
#define MPI_T_SCOPE_GROUP 3
#define MPI_T_SCOPE_GROUP_EQ 4
#define MPI_T_SCOPE_ALL 5
#define MPI_T_SCOPE_ALL_EQ 6
#define MPI_T_PVAR_CLASS_STATE 0
#define MPI_T_PVAR_CLASS_LEVEL 1
#define MPI_T_PVAR_CLASS_SIZE 2
#define MPI_T_PVAR_CLASS_PERCENTAGE 3
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 4
#define MPI_T_PVAR_CLASS_LOWWATERMARK 5
#define MPI_T_PVAR_CLASS_COUNTER 6
#define MPI_T_PVAR_CLASS_AGGREGATE 7
#define MPI_T_PVAR_CLASS_TIMER 8
#define MPI_T_PVAR_CLASS_GENERIC 9
#define MPI_T_ERR_MEMORY 60
#define MPI_T_ERR_NOT_INITIALIZED 61
#define MPI_T_ERR_CANNOT_INIT 62
#define MPI_T_ERR_INVALID_INDEX 63
#define MPI_T_ERR_INVALID_ITEM 64
#define MPI_T_ERR_INVALID_HANDLE 65
#define MPI_T_ERR_OUT_OF_HANDLES 66
#define MPI_T_ERR_OUT_OF_SESSIONS 67
#define MPI_T_ERR_INVALID_SESSION 68
#define MPI_T_ERR_CVAR_SET_NOT_NOW 69
#define MPI_T_ERR_CVAR_SET_NEVER 70
#define MPI_T_ERR_PVAR_NO_STARTSTOP 71
#define MPI_T_ERR_PVAR_NO_WRITE 72
#define MPI_T_ERR_PVAR_NO_ATOMIC 73
#define MPI_T_ERR_INVALID_NAME 74
#define MPI_T_ERR_INVALID 75

/* Files. */
#define MPI_MODE_CREATE 1
#define MPI_MODE_RDONLY 2
#define MPI_MODE_WRONLY 4
#define MPI_MODE_RDWR 8
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_UNIQUE_OPEN 32
#define MPI_MODE_EXCL 64
#define MPI_MODE_APPEND 128
#define MPI_MODE_SEQUENTIAL 256
#define MPI_SEEK_SET 600
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_MAX_DATAREP_STRING 128
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function *)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c *)0)

/* One-sided communication: predefined attributes, kinds of windows, memory models, locks, assertions. */
#define MPI_WIN_BASE 0x20
#define MPI_WIN_SIZE 0x21
#define MPI_WIN_DISP_UNIT 0x22
#define MPI_WIN_CREATE_FLAVOR 0x23
#define MPI_WIN_MODEL 0x24
#define MPI_WIN_FLAVOR_CREATE 1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_DYNAMIC 3
#define MPI_WIN_FLAVOR_SHARED 4
#define MPI_WIN_SEPARATE 1
#define MPI_WIN_UNIFIED 2
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2
#define MPI_MODE_NOCHECK 1024
#define MPI_MODE_NOSTORE 2048
#define MPI_MODE_NOPUT 4096
#define MPI_MODE_NOPRECEDE 8192
#define MPI_MODE_NOSUCCEED 16384
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function *)0)
#define MPI_WIN_DUP_FN (maquette_mpi_dup_win_attribute)

#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_COMM_DUP_FN (maquette_mpi_dup_attribute)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_TYPE_DUP_FN (maquette_mpi_dup_type_attribute)
#define MPI_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
#define MPI_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
#define MPI_DUP_FN MPI_COMM_DUP_FN

/* What a datatype was made by. */
#define MPI_COMBINER_NAMED 1
#define MPI_COMBINER_DUP 2
#define MPI_COMBINER_CONTIGUOUS 3
#define MPI_COMBINER_VECTOR 4
#define MPI_COMBINER_HVECTOR 5
#define MPI_COMBINER_INDEXED 6
#define MPI_COMBINER_HINDEXED 7
#define MPI_COMBINER_INDEXED_BLOCK 8
#define MPI_COMBINER_HINDEXED_BLOCK 9
#define MPI_COMBINER_STRUCT 10
#define MPI_COMBINER_SUBARRAY 11
#define MPI_COMBINER_DARRAY 12
#define MPI_COMBINER_RESIZED 13
#define MPI_COMBINER_F90_INTEGER 14
#define MPI_COMBINER_F90_REAL 15
#define MPI_COMBINER_F90_COMPLEX 16
/* Never seen: those of Fortran functions that are gone. */
#define MPI_COMBINER_HVECTOR_INTEGER 17
#define MPI_COMBINER_HINDEXED_INTEGER 18
#define MPI_COMBINER_STRUCT_INTEGER 19

/* Error classes. */
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_IN_STATUS 18
#define MPI_ERR_PENDING 19
#define MPI_ERR_ACCESS 20
#define MPI_ERR_AMODE 21
#define MPI_ERR_ASSERT 22
#define MPI_ERR_BAD_FILE 23
#define MPI_ERR_BASE 24
#define MPI_ERR_CONVERSION 25
#define MPI_ERR_DISP 26
#define MPI_ERR_DUP_DATAREP 27
#define MPI_ERR_FILE_EXISTS 28
#define MPI_ERR_FILE_IN_USE 29
#define MPI_ERR_FILE 30
#define MPI_ERR_INFO_KEY 31
#define MPI_ERR_INFO_NOKEY 32
#define MPI_ERR_INFO_VALUE 33
#define MPI_ERR_INFO 34
#define MPI_ERR_IO 35
#define MPI_ERR_KEYVAL 36
#define MPI_ERR_LOCKTYPE 37
#define MPI_ERR_NAME 38
#define MPI_ERR_NO_MEM 39
#define MPI_ERR_NOT_SAME 40
#define MPI_ERR_NO_SPACE 41
#define MPI_ERR_NO_SUCH_FILE 42
#define MPI_ERR_PORT 43
#define MPI_ERR_QUOTA 44
#define MPI_ERR_READ_ONLY 45
#define MPI_ERR_RMA_CONFLICT 46
#define MPI_ERR_RMA_SYNC 47
#define MPI_ERR_SERVICE 48
#define MPI_ERR_SIZE 49
#define MPI_ERR_SPAWN 50
#define MPI_ERR_UNSUPPORTED_DATAREP 51
#define MPI_ERR_UNSUPPORTED_OPERATION 52
#define MPI_ERR_WIN 53
#define MPI_ERR_RMA_RANGE 54
#define MPI_ERR_RMA_ATTACH 55
#define MPI_ERR_RMA_SHARED 56
#define MPI_ERR_RMA_FLAVOR 57
#define MPI_ERR_SESSION 58
#define MPI_ERR_LASTCODE 0x3fffffff

/** A copy function for attributes: the new communicator gets the same value. */
int maquette_mpi_dup_attribute(MPI_Comm comm, int keyval, void *extra_state, void *value, void *copy, int *flag);
/** The same for windows and datatypes. */
int maquette_mpi_dup_win_attribute(MPI_Win win, int keyval, void *extra_state, void *value, void *copy, int *flag);
int maquette_mpi_dup_type_attribute(MPI_Datatype type, int keyval, void *extra_state, void *value, void *copy,
                                    int *flag);

#define MAQUETTE_MPI_CALL(name, class_of, result, ...) result name(__VA_ARGS__);
#define MAQUETTE_ARG(kind, type, name) type name
#define MAQUETTE_NO_ARG void
#define MAQUETTE_VARIADIC ...
#include "maquette/abi/mpi_calls.def"

#define MAQUETTE_MPI_CALL(name, class_of, result, ...) result P##name(__VA_ARGS__);
#define MAQUETTE_ARG(kind, type, name) type name
#define MAQUETTE_NO_ARG void
#define MAQUETTE_VARIADIC ...
#include "maquette/abi/mpi_calls.def"

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
