#define _GNU_SOURCE
#include "include/path.h"

#include <fcntl.h>
#include <stdio.h>

int signin_path_only(void) { return O_PATH; }

int signin_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int signin_lock(int descriptor, long start, long count) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
