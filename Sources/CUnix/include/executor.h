// Where the runtime does work of no actor.
#ifndef SIGNIN_CUNIX_EXECUTOR_H
#define SIGNIN_CUNIX_EXECUTOR_H

/// From here on, the main thread does it, in turns of its queue. libdispatch starts no thread. Even a program whose own
/// work is all on the main actor has such work: the runtime resumes each continuation there.
void signin_executor_use_main_thread(void);

#endif
