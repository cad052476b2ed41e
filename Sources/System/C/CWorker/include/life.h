// What a worker needs of the system: it is hidden, ends with its socket, waits, and logs.
#ifndef SIGNIN_CWORKER_LIFE_H
#define SIGNIN_CWORKER_LIFE_H
#include <stdint.h>

/// Keeps other processes out of this one's memory, and its memory out of core files. Returns 0, or an errno.
int signin_worker_protect(void);

/// Ends this process, and its group if it leads one, when the other end of the socket closes, whatever a library does
/// meanwhile. Returns 0, or an errno.
int signin_worker_end_with(int socket);

/// The milliseconds since some fixed moment, those of a sleeping machine included.
int64_t signin_worker_now(void);

/// Waits until a moment.
void signin_worker_wait_until(int64_t moment);

/// Writes a line to syslog(3), facility authpriv, or to standard error where there is no syslog.
void signin_worker_log(const char *program, const char *line);
#endif
