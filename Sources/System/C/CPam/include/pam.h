// libpam, and what a worker needs around it.
#ifndef SIGNIN_CPAM_PAM_H
#define SIGNIN_CPAM_PAM_H
#include <security/pam_appl.h>
#include <security/pam_modules.h>
#include <stdint.h>

/// Keeps other processes out of this one's memory, and its memory out of core files. Returns 0, or an errno.
int signin_pam_protect(void);

/// Ends this process, and its group if it leads one, when the other end of the socket closes, whatever a module does
/// meanwhile. Returns 0, or an errno.
int signin_pam_end_with(int socket);

/// Takes the delay of failures away from libpam, which would sleep. Returns a code of libpam.
int signin_pam_take_delay(pam_handle_t *handle);

/// The milliseconds since some fixed moment.
int64_t signin_pam_now(void);

/// Waits until a moment.
void signin_pam_wait_until(int64_t moment);

/// Copies the number of a user of this machine, by name. Returns 1, or 0 if the machine knows no such user.
int signin_pam_uid(const char *name, uint32_t *uid);
#endif
