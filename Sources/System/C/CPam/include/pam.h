// libpam, and what a worker needs around it.
#ifndef SIGNIN_CPAM_PAM_H
#define SIGNIN_CPAM_PAM_H
#include <security/pam_appl.h>
#include <security/pam_modules.h>
#include <stdint.h>

/// Takes the delay of failures away from libpam, which would sleep. Returns a code of libpam.
int signin_pam_take_delay(pam_handle_t *handle);

/// Copies the number of a user of this machine, by name. Returns 1, or 0 if the machine knows no such user.
int signin_pam_uid(const char *name, uint32_t *uid);

/// Returns whether /etc/passwd has a user of that name. A directory's users are elsewhere.
int signin_pam_is_in_passwd(const char *name);

/// Returns whether this process can check the password of that user: it reads /etc/shadow, is theirs, or they have none
/// there.
int signin_pam_may_check(const char *name);

/// Writes a line to syslog(3), facility authpriv, or to standard error where there is no syslog. A name that nobody has
/// may be a password, so it is replaced.
void signin_pam_log(const char *user, const char *step, int error, const char *reason);
#endif
