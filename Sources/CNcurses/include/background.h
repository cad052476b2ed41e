// Where Swift runs what belongs to no actor.
#ifndef SIGNIN_CNCURSES_BACKGROUND_H
#define SIGNIN_CNCURSES_BACKGROUND_H

/// From now on such work runs on one serial queue of libdispatch instead of its global queues, each of which, once used,
/// wakes the process every second for as long as it lives. To be called before the first task is made.
void signin_background_install(void);
#endif
