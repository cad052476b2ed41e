// Looks at paths.
#ifndef SIGNIN_CUNIX_PATH_H
#define SIGNIN_CUNIX_PATH_H

/// O_PATH, which Glibc's module hides from Swift.
int signin_path_only(void);

/// Returns 1 if a part of the path is missing and no part before it is a symbolic link; 0 if not, or if the kernel does not
/// tell, before Linux 5.6.
int signin_path_is_missing(const char *path);
#endif
