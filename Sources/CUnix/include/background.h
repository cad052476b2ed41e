// The thread on which Swift runs work that belongs to no actor.
#ifndef SIGNIN_CUNIX_BACKGROUND_H
#define SIGNIN_CUNIX_BACKGROUND_H

/// Starts the one thread that runs such work from now on. Call this once, before the first task is created.
/// Returns 0, or the errno that says why no thread can be started; then nothing has changed.
int signin_background_start(void);
#endif
