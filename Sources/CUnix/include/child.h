// A program that runs beside this one and serves it over a socket.
#ifndef SIGNIN_CUNIX_CHILD_H
#define SIGNIN_CUNIX_CHILD_H
#include <stdint.h>

/// Starts a program in a process group of its own. Its standard streams are /dev/null, or where that is missing a
/// descriptor that takes and gives nothing. Its descriptor 3 is `link`; it gets no other. No signal is blocked or
/// ignored in it.
///
/// From here to `signin_child_end` the system keeps ended children, even if this process was started with SIGCHLD
/// ignored. Otherwise another process could get the number of an ended one.
///
/// Returns 0, or an errno.
int signin_child_start(const char *path, char *const *arguments, int link, int32_t *pid);

/// Waits for the end of the program, at most some milliseconds. With `kills`, it is killed after that, and has a second
/// more; otherwise it is left to end by itself. Restores what the process was started with. Returns 1 if the program
/// has ended.
int signin_child_end(int32_t pid, int milliseconds, int kills);
#endif
