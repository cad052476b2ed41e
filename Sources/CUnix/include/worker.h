// Programs that serve this one, any number at once, each in a process group of its own.
#ifndef SIGNIN_CUNIX_WORKER_H
#define SIGNIN_CUNIX_WORKER_H
#include <stdint.h>

/// Starts a program as `signin_child_start` does, with that environment. From then on the system keeps ended children of
/// this process. Returns 0, or an errno.
int signin_worker_start(
    const char *path, char *const *arguments, char *const *environment, int link, int32_t *pid);

/// Looks whether the program has ended, or ends it with `kills`. All programs of its process group end with it.
/// Returns 1 if it has ended, 0 if not yet. Never waits. The number is free after 1.
int signin_worker_has_ended(int32_t pid, int kills);

/// Ends the program with all of its process group, and waits for its end: at most this time, if the disk holds it.
void signin_worker_end(int32_t pid, int milliseconds);
#endif
