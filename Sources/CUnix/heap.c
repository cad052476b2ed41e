#include "include/heap.h"

#include <malloc.h>

void signin_heap_share(void) { mallopt(M_ARENA_MAX, 1); }
