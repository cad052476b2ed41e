// Where Swift runs what belongs to no actor.
#ifndef SIGNIN_CUNIX_BACKGROUND_H
#define SIGNIN_CUNIX_BACKGROUND_H

/// Starts the one thread that such work runs on from now on. To be called once, before the first task is made.
/// Returns 0, or the errno that says why no thread can be started; then nothing has changed.
int signin_background_start(void);
#endif
