// A program with this module overwrites memory when it is freed, also that of libraries: libcurl, OpenSSL and libcjose copy
// tokens into memory of their own, and don't wipe it. It takes the place of free(3) and realloc(3), for the whole program.
#ifndef SIGNIN_CWIPING_WIPING_H
#define SIGNIN_CWIPING_WIPING_H

/// Makes sure that the linker takes this module along.
void signin_wipe_freed_memory(void);
#endif
