#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this build. Sanitizers bring a malloc of their own, so there they are not.
bool allocations_are_counted(void);

/// Heap allocations that the calling thread has made so far.
uint64_t allocations_of_this_thread(void);

/// Those of them that are still there, less what other threads allocated and this one freed.
int64_t live_allocations_of_this_thread(void);
