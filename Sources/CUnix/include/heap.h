// The heap of this process.
#ifndef SIGNIN_CUNIX_HEAP_H
#define SIGNIN_CUNIX_HEAP_H

/// From now on all threads share one heap. By itself the C library gives each new thread one of its own: more system calls at
/// its start, and more memory.
void signin_heap_share(void);
#endif
