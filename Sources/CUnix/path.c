#define _GNU_SOURCE  // for O_PATH
#include "include/path.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

int signin_path_only(void) { return O_PATH; }

// glibc has no function for it.
int signin_path_is_missing(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  int found = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
  if (found >= 0) close(found);
  return found < 0 && errno == ENOENT;
}
