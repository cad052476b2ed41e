#include "include/wiping.h"

#include <cjose/util.h>
#include <curl/curl.h>
#include <malloc.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

static void wipe_and_free(void *memory) {
  if (memory) explicit_bzero(memory, malloc_usable_size(memory));
  free(memory);
}

static void *resize(void *memory, size_t size) {
  if (!memory) return malloc(size);
  if (!size) {
    wipe_and_free(memory);
    return NULL;
  }
  size_t old = malloc_usable_size(memory);
  if (size <= old && size >= old / 2) return memory;
  void *moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, memory, size < old ? size : old);
  wipe_and_free(memory);
  return moved;
}

static void *take_for_openssl(size_t size, const char *file, int line) {
  (void)file, (void)line;
  return malloc(size);
}

static void *resize_for_openssl(void *memory, size_t size, const char *file, int line) {
  (void)file, (void)line;
  return resize(memory, size);
}

static void free_for_openssl(void *memory, const char *file, int line) {
  (void)file, (void)line;
  wipe_and_free(memory);
}

int signin_wipe_freed_memory(void) {
  // OpenSSL first: the others allocate in it.
  if (!CRYPTO_set_mem_functions(take_for_openssl, resize_for_openssl, free_for_openssl)) return 0;
  cjose_set_alloc_funcs(malloc, resize, wipe_and_free);
  return !curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, wipe_and_free, resize, strdup, calloc);
}
