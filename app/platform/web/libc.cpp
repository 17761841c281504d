// Functions that the C library for WebAssembly declares or lacks, as far as the program's use of
// them.
#include <sys/stat.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>

extern "C" {

int madvise(void*, std::size_t, int) { return 0; }  // advice

// What libc++ calls in the place of fchmod(): files have no permissions.
int warplens_fchmod(int, mode_t) { return 0; }

int flock(int, int) { return 0; }  // nobody else opens these files

ssize_t sendfile(int, int, off_t*, std::size_t) {  // std::filesystem then reads and writes
  errno = EINVAL;
  return -1;
}
}
