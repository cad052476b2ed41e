// Paths and files, as GNU extensions see them.
#ifndef SIGNIN_CUNIX_PATH_H
#define SIGNIN_CUNIX_PATH_H

/// O_PATH, which Glibc's module hides from Swift.
int signin_path_only(void);

/// Exchanges the files of two paths in one step. Returns 0, or -1 with errno set.
int signin_exchange(const char *_Nonnull one, const char *_Nonnull other);

/// Takes an exclusive lock on some bytes of a file, without waiting. It belongs to the descriptor, not to the process, so
/// that locks of this process conflict with it, too. Returns 0, or -1 with errno set.
int signin_lock(int descriptor, long start, long count);

#endif
