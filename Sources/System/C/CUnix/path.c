#define _GNU_SOURCE  // for O_PATH
#include "include/path.h"

#include <fcntl.h>

int signin_path_only(void) { return O_PATH; }
