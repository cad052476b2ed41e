// The program protects its own process here, before anything else.
#ifndef SIGNIN_CPROCESS_PROCESS_H
#define SIGNIN_CPROCESS_PROCESS_H

/// Returns 0 if this process was hidden from other programs of its user before any other code of the program ran,
/// otherwise the errno of the failure.
int signin_process_hiding_error(void);

/// Returns whether the program got rights that the user who started it lacks: by setuid, setgid or file capabilities.
int signin_process_has_extra_rights(void);
#endif
