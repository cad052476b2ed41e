// libcurl, OpenSSL and libcjose copy tokens into memory of their own, and don't wipe it. Each takes functions for its memory.
#ifndef SIGNIN_CWIPING_WIPING_H
#define SIGNIN_CWIPING_WIPING_H

/// Has these libraries overwrite memory before they free it. Call it before anything else of them. Returns whether all do.
int signin_wipe_freed_memory(void);
#endif
