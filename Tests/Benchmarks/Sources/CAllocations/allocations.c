// Replaces malloc and related functions of the C library in the whole program, to count all heap allocations. Swift
// allocates objects, boxes, closure contexts and array buffers here.
#include "include/allocations.h"

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

bool allocations_are_counted(void) { return false; }
uint64_t allocations_of_this_thread(void) { return 0; }
int64_t live_allocations_of_this_thread(void) { return 0; }

// The leak sanitizer asks which leaks to ignore. Foundation never frees the buffer of an empty file.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:readBytesFromFile\n"; }

#else

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static _Thread_local uint64_t count;
static _Thread_local int64_t live;

bool allocations_are_counted(void) { return true; }
uint64_t allocations_of_this_thread(void) { return count; }
int64_t live_allocations_of_this_thread(void) { return live; }

static void *counted(void *block) {
  count++;
  if (block) live++;
  return block;
}

void *malloc(size_t size) {
  return counted(__libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
  return counted(__libc_calloc(number, size));
}

void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  if (!size) {
    free(old);
    return NULL;
  }
  count++;
  return __libc_realloc(old, size);
}

void free(void *block) {
  if (block) live--;
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = counted(__libc_memalign(alignment, size));
  return *result ? 0 : ENOMEM;
}

#endif
