// Programs that serve this one, any number at once, each in a process group of its own.
#ifndef SIGNIN_CUNIX_WORKER_H
#define SIGNIN_CUNIX_WORKER_H
#include <stdint.h>

/// Starts a program in a process group of its own, with that environment. Its standard streams are /dev/null, or where that
/// is missing a descriptor that takes and gives nothing. Its descriptor 3 is `link`; it gets no other. No signal is blocked
/// or ignored in it.
///
/// From here to `signin_workers_forget` the system keeps ended children, even if this process was started with SIGCHLD
/// ignored. Otherwise another process could get the number of an ended one.
///
/// Returns 0, or an errno.
int signin_worker_start(
    const char *path, char *const *arguments, char *const *environment, int link, int32_t *pid);

/// Looks whether the program has ended, or ends it with `kills`. All programs of its process group end with it.
/// Returns 1 if it has ended, 0 if not yet. Never waits. The number is free after 1.
int signin_worker_has_ended(int32_t pid, int kills);

/// Ends the program with all of its process group, and waits for its end: at most this time, if the disk holds it.
void signin_worker_end(int32_t pid, int milliseconds);

/// Restores what the process was started with. No program is left.
void signin_workers_forget(void);
#endif
