/* test/integration/mpi/posix_files.c - files of POSIX and of the C library: contents, and the time they take
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int rank, size;
static char folder[64], name[96];

/* Simulated seconds that passed since the last call. */
static double passed(void) {
  static double last;
  const double now = MPI_Wtime(), span = now - last;
  last = now;
  return span;
}

/* A write is copied into the page cache, fsync() waits for the device. */
static void descriptors(void) {
  static char out[1 << 20], in[1 << 20];
  memset(out, 'a' + rank % 26, sizeof out);
  const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
  CHECK(file >= 0);
  passed();
  CHECK(write(file, out, sizeof out) == sizeof out);
  const double written = passed();
  CHECK(written > 0 && written < 1e-3);
  CHECK(fsync(file) == 0);
  CHECK(passed() > 1e-4);
  CHECK(lseek(file, 100, SEEK_SET) == 100 && read(file, in, 1000) == 1000 && in[999] == out[0]);
  CHECK(pread(file, in, sizeof in, 10) == sizeof in - 10);
  struct iovec parts[2] = {{"xy", 2}, {"z", 1}};
  CHECK(lseek(file, 0, SEEK_END) == sizeof out && writev(file, parts, 2) == 3);
  CHECK(pread(file, in, 8, sizeof out) == 3 && memcmp(in, "xyz", 3) == 0);
  CHECK(pwrite(file, "new", 3, 0) == 3 && pread(file, in, 4, 0) == 4 && memcmp(in, "new", 3) == 0);
  CHECK(ftruncate(file, 10) == 0 && lseek(file, 0, SEEK_END) == 10);
  const int copy = dup(file);
  CHECK(copy >= 0 && lseek(copy, 5, SEEK_SET) == 5 && lseek(file, 0, SEEK_CUR) == 5);
  CHECK(close(copy) == 0 && close(file) == 0);
  CHECK(close(file) == -1 && errno == EBADF);
}

static void names(void) {
  struct stat about;
  char other[128];
  snprintf(other, sizeof other, "%s/moved-%d", folder, rank);
  CHECK(stat(name, &about) == 0 && about.st_size == 10 && S_ISREG(about.st_mode));
  CHECK(access(name, R_OK) == 0);
  CHECK(rename(name, other) == 0 && access(name, F_OK) == -1 && errno == ENOENT);
  CHECK(open(name, O_RDONLY) == -1 && errno == ENOENT);
  CHECK(rename(other, name) == 0);
  char inner[128];
  snprintf(inner, sizeof inner, "%s/inner-%d", folder, rank);
  CHECK(mkdir(inner, 0755) == 0 && mkdir(inner, 0755) == -1 && errno == EEXIST);
  DIR *const listing = opendir(inner);
  int entries = 0;
  while (listing != NULL && readdir(listing) != NULL)
    ++entries;
  CHECK(entries == 2 && closedir(listing) == 0);
  CHECK(rmdir(inner) == 0 && rmdir(inner) == -1 && errno == ENOENT);
  const int file = open(name, O_RDONLY);
  char *const mapped = mmap(NULL, 10, PROT_READ, MAP_PRIVATE, file, 0);
  CHECK(mapped != MAP_FAILED && memcmp(mapped, "new", 3) == 0);
  CHECK(munmap(mapped, 10) == 0 && close(file) == 0);
}

/* The C library's buffer makes few writes of many. */
static void streams(void) {
  FILE *stream = fopen(name, "w");
  CHECK(stream != NULL && fileno(stream) >= 0);
  passed();
  for (int i = 0; i < 1000; ++i)
    CHECK(fprintf(stream, "%d %d\n", rank, i) > 0);
  const double buffered = passed();
  CHECK(buffered < 1e-3);
  CHECK(fclose(stream) == 0);
  stream = fopen(name, "r+");
  int owner, number, read = 0;
  while (fscanf(stream, "%d %d", &owner, &number) == 2)
    CHECK(owner == rank && number == read++);
  CHECK(read == 1000 && feof(stream));
  CHECK(fseek(stream, 0, SEEK_SET) == 0 && ftell(stream) == 0);
  char line[64];
  CHECK(fgets(line, sizeof line, stream) != NULL && atoi(line) == rank);
  CHECK(fseek(stream, 0, SEEK_END) == 0 && fwrite("end", 1, 3, stream) == 3 && fclose(stream) == 0);
  stream = fopen(name, "a");
  CHECK(fputs("more", stream) >= 0 && fclose(stream) == 0);
  stream = fopen(name, "r");
  CHECK(fseek(stream, -7, SEEK_END) == 0 && fread(line, 1, 7, stream) == 7 && memcmp(line, "endmore", 7) == 0);
  CHECK(fclose(stream) == 0);
  CHECK(fopen("no/such/folder/file", "w") == NULL && errno == ENOENT);
  CHECK(remove(name) == 0 && access(name, F_OK) == -1);
}

/* All ranks write one file: what another wrote is there. */
static void together(void) {
  char shared[128];
  snprintf(shared, sizeof shared, "%s/shared", folder);
  const int file = open(shared, O_RDWR | O_CREAT, 0644);
  CHECK(pwrite(file, &rank, sizeof rank, rank * (off_t)sizeof rank) == sizeof rank);
  MPI_Barrier(MPI_COMM_WORLD);
  int other = -1;
  const int next = (rank + 1) % size;
  CHECK(pread(file, &other, sizeof other, next * (off_t)sizeof other) == sizeof other && other == next);
  CHECK(close(file) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(unlink(shared) == 0);
}

/* What open() is with _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags);

/* Forms that hand descriptors to the kernel, or that other headers call. */
static void otherForms(void) {
  char copied[128], whole[PATH_MAX], in[16] = "";
  snprintf(copied, sizeof copied, "%s/copied-%d", folder, rank);
  const int from = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644), to = open(copied, O_RDWR | O_CREAT, 0644);
  CHECK(write(from, "0123456789", 10) == 10);
  off_t at = 2;
  CHECK(sendfile(to, from, &at, 4) == 4 && at == 6);
  loff_t begin = 0;
  CHECK(copy_file_range(from, &begin, to, NULL, 100, 0) == 10 && begin == 10);
  CHECK(pread(to, in, sizeof in, 0) == 14 && memcmp(in, "23450123456789", 14) == 0);
  const int again = __open_2(copied, O_RDONLY);
  struct stat64 size_now;
  CHECK(again >= 0 && read(again, in, 4) == 4 && memcmp(in, "2345", 4) == 0 && close(again) == 0);
  CHECK(fstatat64(AT_FDCWD, copied, &size_now, 0) == 0 && size_now.st_size == 14);
  CHECK(realpath(copied, whole) == whole && whole[0] == '/' && strstr(whole, copied) != NULL);
  CHECK(realpath("no/such/file", NULL) == NULL && errno == ENOENT);
  CHECK(posix_fallocate(to, 0, 5000) == 0 && lseek(to, 0, SEEK_END) == 5000);
  CHECK(ftruncate(to, -1) == -1 && errno == EINVAL && truncate(copied, 3) == 0);
  struct stat about;
  CHECK(fstat(to, &about) == 0 && about.st_size == 3);
  CHECK(close(from) == 0 && close(to) == 0 && unlink(copied) == 0 && unlink(name) == 0);
}

/* What was read before is in the page cache until the program says that it needs it no more. */
static void advice(void) {
  static char block[1 << 20];
  const int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
  CHECK(write(file, block, sizeof block) == sizeof block && fsync(file) == 0);
  passed();
  CHECK(pread(file, block, sizeof block, 0) == sizeof block);
  const double cached = passed();
  CHECK(posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
  passed();
  CHECK(pread(file, block, sizeof block, 0) == sizeof block);
  CHECK(passed() > 1.2 * cached);
  CHECK(posix_fadvise(file, -1, 0, POSIX_FADV_DONTNEED) == EINVAL);
  CHECK(close(file) == 0 && unlink(name) == 0);
}

static void compute(double seconds) {
  const double begin = MPI_Wtime();
  while (MPI_Wtime() - begin < seconds)
    ;
}

/* Ranks see each other's changes in the order of simulated time, whichever of them the host runs first. */
static void inOrder(void) {
  char shared[128];
  struct stat about;
  snprintf(shared, sizeof shared, "%s/in-order", folder);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == size - 1) {
    compute(0.01);
    const int file = open(shared, O_RDWR | O_CREAT, 0644);
    CHECK(write(file, "0123456789", 10) == 10);
    compute(0.02);
    CHECK(lseek(file, 0, SEEK_END) == 10 + (size - 1) && close(file) == 0);
  } else {
    CHECK(access(shared, F_OK) == -1 && errno == ENOENT);
    compute(0.02);
    errno = 0;
    CHECK(stat(shared, &about) == 0 && about.st_size >= 10 && errno == 0);
    const int file = open(shared, O_WRONLY | O_APPEND);
    CHECK(write(file, "x", 1) == 1 && close(file) == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(unlink(shared) == 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(folder, sizeof folder, "posix-files-%s", argc > 1 ? argv[1] : "here");
  snprintf(name, sizeof name, "%s/rank-%d", folder, rank);
  if (rank == 0)
    CHECK(mkdir(folder, 0755) == 0 || errno == EEXIST);
  MPI_Barrier(MPI_COMM_WORLD);
  descriptors();
  names();
  streams();
  otherForms();
  advice();
  together();
  inOrder();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    CHECK(rmdir(folder) == 0);
  MPI_Finalize();
  return 0;
}
