#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations. Sanitizers have their own malloc, so their builds do not.
bool allocations_are_counted(void);

/// The heap allocations of the calling thread so far.
uint64_t allocations_of_this_thread(void);

/// The thread's allocations less its frees, also of blocks that other threads allocated.
int64_t live_allocations_of_this_thread(void);
