// A guard of a program that must not end by accident: a lock, whose end opens what is behind it.
//
// The guard is the process that was started. It forks the program, waits, and forks it again if it dies. The guard has no
// secrets, reads nothing, and does nothing else, so a fault of the program is none of the guard.
#ifndef SIGNIN_CUNIX_GUARD_H
#define SIGNIN_CUNIX_GUARD_H

/// Stays behind as the guard, and returns 0 in a fork: again whenever one has ended, a second after its end. The guard exits
/// with 0 as soon as a fork has; with a fork's other status if it has not called `signin_guard_holds`; and by SIGHUP or
/// SIGTERM, if it gets them or the terminal is gone, once its fork has ended by them.
///
/// Returns -1 with errno set if there is no guard. Call this before the first thread.
int signin_guard(void);

/// From now on only exit(0) ends the guard.
void signin_guard_holds(void);

/// Returns whether that was said, by this fork or one before.
int signin_guard_is_holding(void);
#endif
