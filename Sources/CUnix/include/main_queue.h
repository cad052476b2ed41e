// The hooks that let CoreFoundation's run loop serve libdispatch's main queue, and with it Swift's main actor.
// libdispatch exports them, but no public header declares them.
#ifndef SIGNIN_CUNIX_MAIN_QUEUE_H
#define SIGNIN_CUNIX_MAIN_QUEUE_H

/// Returns a descriptor (an eventfd on Linux) that becomes readable when work waits on the main queue.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does the work that waits on the main queue. Call this only on the main thread. Linux does not use the argument.
void _dispatch_main_queue_callback_4CF(void *message);
#endif
