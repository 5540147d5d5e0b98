/*
 * Preloaded into a program under test: ends it with SIGKILL at the n-th change of a file in one folder.
 *
 * Sees every change that goes through libc, so those of Node and of the SQLite inside it alike: write, truncate, sync, rename, unlink, and
 * open that creates. CRASH_DIR: the folder. CRASH_AT: n, from 1; 0 counts alone. CRASH_HOW: before, half (of a write) or after.
 * CRASH_COUNT: a file that holds the count in 8 bytes, also after the end, and behind it one byte for each change: w, a write that can be
 * halved, or o, another one. CRASH_ONLY: a part of the path; others are not counted. CRASH_SOCKET: a part of the path of a Unix socket:
 * what is sent there counts too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

/* Points of one life; a first start over PostgreSQL sends some thousand messages. */
#define MAX_POINTS 65536

static const char *folder, *only, *peer;
static long at;
static int how; /* 'b', 'h' or 'a' */
static atomic_long own, *count = &own;
static char *kinds = NULL;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("CRASH_COUNT");
  folder = getenv("CRASH_DIR");
  only = getenv("CRASH_ONLY");
  peer = getenv("CRASH_SOCKET");
  at = getenv("CRASH_AT") ? atol(getenv("CRASH_AT")) : 0;
  how = getenv("CRASH_HOW") ? getenv("CRASH_HOW")[0] : 'a';
  if (file == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT, 0600);
  if (fd < 0) return;
  size_t size = sizeof(atomic_long) + MAX_POINTS;
  if (syscall(SYS_ftruncate, fd, size) == 0) {
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED) {
      count = shared;
      kinds = (char *)shared + sizeof(atomic_long);
    }
  }
  syscall(SYS_close, fd);
}

static int counts(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  if (length == 0 || strncmp(path, folder, length) != 0) return 0;
  if (only != NULL && *only != 0 && strstr(path, only) == NULL) return 0;
  /* Shared memory of SQLite, and its locks. */
  size_t end = strlen(path);
  return !(end > 4 && strcmp(path + end - 4, "-shm") == 0);
}

static int countsSocket(int fd) {
  struct sockaddr_un address;
  socklen_t length = sizeof address;
  if (peer == NULL || *peer == 0 || getpeername(fd, (struct sockaddr *)&address, &length) != 0) return 0;
  if (address.sun_family != AF_UNIX || length <= sizeof(sa_family_t)) return 0;
  return memmem(address.sun_path, length - sizeof(sa_family_t), peer, strlen(peer)) != NULL;
}

static int countsFd(int fd) {
  char name[64], path[PATH_MAX + 1];
  if (folder == NULL) return 0;
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(name, path, PATH_MAX);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, "socket:", 7) == 0 ? countsSocket(fd) : counts(path);
}

static void end(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

/* True when this is the change at which it ends. */
static int isTheOne(int matters, char kind) {
  if (!matters) return 0;
  long number = atomic_fetch_add(count, 1) + 1;
  if (kinds != NULL && number <= MAX_POINTS) kinds[number - 1] = kind;
  return number == at;
}

#define REAL(type, name, ...)                 \
  static type (*real)(__VA_ARGS__);           \
  if (real == NULL) real = dlsym(RTLD_NEXT, #name)

#define AROUND(matters, kind, half, call)     \
  int it = isTheOne(matters, kind);           \
  if (it && how == 'b') end();                \
  if (it && how == 'h') { half; end(); }      \
  __typeof__(call) result = call;             \
  if (it) end();                              \
  return result

ssize_t write(int fd, const void *bytes, size_t n) {
  REAL(ssize_t, write, int, const void *, size_t);
  AROUND(countsFd(fd), 'w', (void)!real(fd, bytes, n / 2), real(fd, bytes, n));
}
ssize_t writev(int fd, const struct iovec *parts, int n) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  AROUND(countsFd(fd), 'w', (void)!real(fd, parts, n / 2), real(fd, parts, n));
}
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t place) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  AROUND(countsFd(fd), 'w', (void)!real(fd, bytes, n / 2, place), real(fd, bytes, n, place));
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t place) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  AROUND(countsFd(fd), 'w', (void)!real(fd, bytes, n / 2, place), real(fd, bytes, n, place));
}
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t place) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  AROUND(countsFd(fd), 'w', (void)!real(fd, parts, n / 2, place), real(fd, parts, n, place));
}
int fsync(int fd) {
  REAL(int, fsync, int);
  AROUND(countsFd(fd), 'o', (void)0, real(fd));
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  AROUND(countsFd(fd), 'o', (void)0, real(fd));
}
int ftruncate(int fd, off_t length) {
  REAL(int, ftruncate, int, off_t);
  AROUND(countsFd(fd), 'o', (void)0, real(fd, length));
}
int ftruncate64(int fd, off64_t length) {
  REAL(int, ftruncate64, int, off64_t);
  AROUND(countsFd(fd), 'o', (void)0, real(fd, length));
}
int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  AROUND(counts(to), 'o', (void)0, real(from, to));
}
int unlink(const char *path) {
  REAL(int, unlink, const char *);
  AROUND(counts(path), 'o', (void)0, real(path));
}

static int creates(const char *path, int flags) {
  return (flags & O_CREAT) != 0 && counts(path) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
}
static int modeOf(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0; }
int open(const char *path, int flags, ...) {
  REAL(int, open, const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  AROUND(creates(path, flags), 'o', (void)0, real(path, flags, mode));
}
int open64(const char *path, int flags, ...) {
  REAL(int, open64, const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  AROUND(creates(path, flags), 'o', (void)0, real(path, flags, mode));
}
