#define _GNU_SOURCE
#include "include/wiping.h"

#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// glibc's own. Everything else of malloc(3) stays glibc's.
extern void __libc_free(void *memory);

void free(void *memory) {
  if (memory) explicit_bzero(memory, malloc_usable_size(memory));
  __libc_free(memory);
}

void *realloc(void *memory, size_t size) {
  if (!memory) return malloc(size);
  if (!size) {
    free(memory);
    return NULL;
  }
  size_t old = malloc_usable_size(memory);
  if (size <= old && size >= old / 2) return memory;
  void *moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, memory, size < old ? size : old);
  free(memory);
  return moved;
}

void signin_wipe_freed_memory(void) {}
