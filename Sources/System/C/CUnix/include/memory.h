// The allocator, as GNU extensions see it: Glibc's module hides malloc_trim(3).
#ifndef SIGNIN_CUNIX_MEMORY_H
#define SIGNIN_CUNIX_MEMORY_H

#include <malloc.h>

#endif
