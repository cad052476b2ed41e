// Looks at paths.
#ifndef SIGNIN_CUNIX_PATH_H
#define SIGNIN_CUNIX_PATH_H

/// O_PATH, which Glibc's module hides from Swift.
int signin_path_only(void);

#endif
