/*
 * Preloaded into a program under test: ends it with SIGKILL at the n-th change of a file in one folder.
 *
 * Sees every change that goes through libc, so those of Node and of the SQLite inside it alike: write, truncate, sync, rename, unlink, and
 * open that creates. CRASH_DIR: the folder. CRASH_AT: n, from 1; 0 counts alone. CRASH_HOW: before, half (of a write) or after.
 * CRASH_COUNT: a file that holds the count in 8 bytes, also after the end, and behind it RECORD_BYTES for each change, filled up with
 * zeros: w, a write that can be halved, or o, another one; the name of the call; a space; the end of the path within the folder, or the
 * letters among the first bytes of a message. CRASH_SOCKET: a part of the path of a Unix socket: what is sent there counts too.
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
#define RECORD_BYTES 128

static const char *folder, *peer;
static long at;
static int how; /* 'b', 'h' or 'a' */
static atomic_long own, *count = &own;
static char *records = NULL;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("CRASH_COUNT");
  folder = getenv("CRASH_DIR");
  peer = getenv("CRASH_SOCKET");
  at = getenv("CRASH_AT") ? atol(getenv("CRASH_AT")) : 0;
  how = getenv("CRASH_HOW") ? getenv("CRASH_HOW")[0] : 'a';
  if (file == NULL) return;
  int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT, 0600);
  if (fd < 0) return;
  size_t size = sizeof(atomic_long) + MAX_POINTS * RECORD_BYTES;
  if (syscall(SYS_ftruncate, fd, size) == 0) {
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED) {
      count = shared;
      records = (char *)shared + sizeof(atomic_long);
    }
  }
  syscall(SYS_close, fd);
}

/* What a change was made to: the end of a path within the folder, or letters of a message. Empty: it does not count. */
typedef struct {
  char text[RECORD_BYTES - 16];
} Name;

static Name nameOf(const char *path) {
  Name name = {""};
  size_t length = folder ? strlen(folder) : 0;
  if (length == 0 || strncmp(path, folder, length) != 0) return name;
  size_t end = strlen(path);
  /* Shared memory of SQLite, and its locks. */
  if (end > 4 && strcmp(path + end - 4, "-shm") == 0) return name;
  size_t rest = end - length;
  size_t skipped = rest >= sizeof name.text ? rest - sizeof name.text + 1 : 0;
  snprintf(name.text, sizeof name.text, "%s", path + length + skipped);
  if (name.text[0] == 0) strcpy(name.text, "/");
  return name;
}

static Name nameOfMessage(int fd, const char *bytes, size_t n) {
  Name name = {""};
  struct sockaddr_un address;
  socklen_t length = sizeof address;
  if (peer == NULL || *peer == 0 || getpeername(fd, (struct sockaddr *)&address, &length) != 0) return name;
  if (address.sun_family != AF_UNIX || length <= sizeof(sa_family_t)) return name;
  if (memmem(address.sun_path, length - sizeof(sa_family_t), peer, strlen(peer)) == NULL) return name;
  /* Its kind; the length, which is no letter, is left out. What begins without a kind is the start of a connection. */
  if (n > 5 && bytes[0] == 0) strcpy(name.text, "start");
  if (name.text[0] != 0) return name;
  size_t at = 0;
  for (size_t byte = 0; byte < n && at < sizeof name.text - 1; byte += byte == 0 ? 5 : 1) {
    char letter = bytes[byte];
    int isLetter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') || letter == '_';
    if (isLetter) name.text[at++] = letter;
    else if (at > 0 && name.text[at - 1] != ' ') name.text[at++] = ' ';
    if (byte == 0) name.text[at++] = ' ';
  }
  if (at == 0) strcpy(name.text, "message");
  return name;
}

static Name nameOfFd(int fd, const void *bytes, size_t n) {
  char link[64], path[PATH_MAX + 1];
  Name none = {""};
  if (folder == NULL) return none;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX);
  if (length <= 0) return none;
  path[length] = 0;
  return strncmp(path, "socket:", 7) == 0 ? nameOfMessage(fd, bytes, n) : nameOf(path);
}

static void end(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

/* True when this is the change at which it ends. */
static int isTheOne(Name name, char kind, const char *call) {
  if (name.text[0] == 0) return 0;
  long number = atomic_fetch_add(count, 1) + 1;
  if (records != NULL && number <= MAX_POINTS)
    snprintf(records + (number - 1) * RECORD_BYTES, RECORD_BYTES, "%c%s %s", kind, call, name.text);
  return number == at;
}

#define REAL(type, name, ...)                 \
  static type (*real)(__VA_ARGS__);           \
  if (real == NULL) real = dlsym(RTLD_NEXT, #name)

#define AROUND(name, kind, half, call)        \
  int it = isTheOne(name, kind, __func__);    \
  if (it && how == 'b') end();                \
  if (it && how == 'h') { half; end(); }      \
  __typeof__(call) result = call;             \
  if (it) end();                              \
  return result

ssize_t write(int fd, const void *bytes, size_t n) {
  REAL(ssize_t, write, int, const void *, size_t);
  AROUND(nameOfFd(fd, bytes, n), 'w', (void)!real(fd, bytes, n / 2), real(fd, bytes, n));
}
/* Of several parts the first half; of a single one half of its bytes. */
static ssize_t writeHalf(int fd, const struct iovec *parts, int n, ssize_t (*real)(int, const struct iovec *, int)) {
  if (n > 1) return real(fd, parts, n / 2);
  struct iovec half = {parts[0].iov_base, parts[0].iov_len / 2};
  return real(fd, &half, 1);
}
ssize_t writev(int fd, const struct iovec *parts, int n) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  AROUND(nameOfFd(fd, parts[0].iov_base, parts[0].iov_len), 'w', (void)!writeHalf(fd, parts, n, real), real(fd, parts, n));
}
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t place) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  AROUND(nameOfFd(fd, bytes, n), 'w', (void)!real(fd, bytes, n / 2, place), real(fd, bytes, n, place));
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t place) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  AROUND(nameOfFd(fd, bytes, n), 'w', (void)!real(fd, bytes, n / 2, place), real(fd, bytes, n, place));
}
ssize_t pwritev(int fd, const struct iovec *parts, int n, off_t place) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  AROUND(nameOfFd(fd, parts[0].iov_base, parts[0].iov_len), 'w', (void)!real(fd, parts, n / 2, place),
         real(fd, parts, n, place));
}
int fsync(int fd) {
  REAL(int, fsync, int);
  AROUND(nameOfFd(fd, "", 0), 'o', (void)0, real(fd));
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  AROUND(nameOfFd(fd, "", 0), 'o', (void)0, real(fd));
}
int ftruncate(int fd, off_t length) {
  REAL(int, ftruncate, int, off_t);
  AROUND(nameOfFd(fd, "", 0), 'o', (void)0, real(fd, length));
}
int ftruncate64(int fd, off64_t length) {
  REAL(int, ftruncate64, int, off64_t);
  AROUND(nameOfFd(fd, "", 0), 'o', (void)0, real(fd, length));
}
int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  AROUND(nameOf(to), 'o', (void)0, real(from, to));
}
int unlink(const char *path) {
  REAL(int, unlink, const char *);
  AROUND(nameOf(path), 'o', (void)0, real(path));
}

static Name created(const char *path, int flags) {
  Name none = {""};
  int isNew = (flags & O_CREAT) != 0 && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
  return isNew ? nameOf(path) : none;
}
static int modeOf(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0; }
int open(const char *path, int flags, ...) {
  REAL(int, open, const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  AROUND(created(path, flags), 'o', (void)0, real(path, flags, mode));
}
int open64(const char *path, int flags, ...) {
  REAL(int, open64, const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  int mode = modeOf(flags, rest);
  va_end(rest);
  AROUND(created(path, flags), 'o', (void)0, real(path, flags, mode));
}
