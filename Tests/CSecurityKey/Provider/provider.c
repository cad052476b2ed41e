// A security key in software, as a library that OpenSSH's programs load in place of the one that talks to devices
// (PROTOCOL.u2f, SSH_SK_PROVIDER). The folder of the library is the device: its file `owner` says what somebody does when
// it is to sign, and `counter` how often it has signed. A test compiles it, see RealAgent.swift.
#include <dlfcn.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "security_key.h"

// The version of the calls since OpenSSH 9.0.
enum { version = 0x000a0000 };
enum { kind_p256 = 0, kind_ed25519 = 1 };
enum { flag_touched = 1, flag_verified = 4 };
enum { fault_general = -1, fault_kind = -2, fault_pin = -3, fault_unplugged = -4 };
enum { seed_size = 32 };

// The layouts that the callers read. They free each part by free().
struct bytes {
  uint8_t *start;
  size_t count;
};

struct enrolment {
  uint8_t flags;
  struct bytes key, handle, signature, certificate, data;
};

struct signature {
  uint8_t flags;
  uint32_t counter;
  struct bytes r, s;
};

struct option;

static struct bytes copied(const uint8_t *bytes, size_t count) {
  struct bytes copy = {malloc(count), count};
  if (copy.start == NULL) abort();
  memcpy(copy.start, bytes, count);
  return copy;
}

static FILE *opened(const char *name, const char *mode) {
  Dl_info library;
  char path[4096];
  if (dladdr((void *)opened, &library) == 0) abort();
  const char *slash = strrchr(library.dli_fname, '/');
  snprintf(path, sizeof path, "%.*s/%s", (int)(slash - library.dli_fname), library.dli_fname, name);
  return fopen(path, mode);
}

// The first line of a file; empty if there is none.
static void read_line(const char *name, char *line, int size) {
  FILE *file = opened(name, "r");
  if (file == NULL || fgets(line, size, file) == NULL) line[0] = 0;
  if (file != NULL) fclose(file);
  line[strcspn(line, "\n")] = 0;
}

static uint32_t count_signature(void) {
  char line[16];
  read_line("counter", line, sizeof line);
  uint32_t count = (uint32_t)strtoul(line, NULL, 10) + 1;
  FILE *file = opened("counter", "w");
  if (file != NULL) {
    fprintf(file, "%u\n", count);
    fclose(file);
  }
  return count;
}

uint32_t sk_api_version(void) { return version; }

int sk_enroll(uint32_t kind, const uint8_t *challenge, size_t challenge_count, const char *application, uint8_t flags,
              const char *pin, struct option **options, struct enrolment **enrolment) {
  (void)challenge, (void)challenge_count, (void)application, (void)pin, (void)options;
  uint8_t seed[seed_size], secret[crypto_sign_SECRETKEYBYTES], point[65] = {4};
  if (sodium_init() < 0) return fault_general;
  struct enrolment *made = calloc(1, sizeof *made);
  if (made == NULL) return fault_general;
  if (kind == kind_ed25519) {
    randombytes_buf(seed, sizeof seed);
    crypto_sign_seed_keypair(point, secret, seed);
    made->key = copied(point, crypto_sign_PUBLICKEYBYTES);
  } else if (kind == kind_p256) {
    security_key_make(seed, point + 1);
    made->key = copied(point, sizeof point);
  } else {
    free(made);
    return fault_kind;
  }
  made->flags = flags;
  // It keeps nothing: the handle is the secret.
  made->handle = copied(seed, sizeof seed);
  made->signature = copied(point, 1);
  *enrolment = made;
  return 0;
}

int sk_sign(uint32_t kind, const uint8_t *message, size_t message_count, const char *application, const uint8_t *handle,
            size_t handle_count, uint8_t flags, const char *pin, struct option **options, struct signature **signature) {
  (void)flags, (void)options;
  if (sodium_init() < 0 || handle_count != seed_size) return fault_general;
  if (kind != kind_ed25519 && kind != kind_p256) return fault_kind;
  char owner[16];
  do {
    read_line("owner", owner, sizeof owner);
  } while (strcmp(owner, "waits") == 0 && usleep(10000) == 0);
  uint8_t report[5] = {flag_touched};
  if (strcmp(owner, "unplugged") == 0) return fault_unplugged;
  if (strcmp(owner, "fails") == 0) return fault_general;
  if (strcmp(owner, "untouched") == 0) report[0] = 0;
  if (strcmp(owner, "verified") == 0) report[0] |= flag_verified;
  if (strcmp(owner, "pin") == 0) {
    if (pin == NULL || strcmp(pin, "1234") != 0) return fault_pin;
    report[0] |= flag_verified;
  }

  struct signature *made = calloc(1, sizeof *made);
  if (made == NULL) return fault_general;
  made->flags = report[0];
  made->counter = count_signature();
  for (int place = 0; place < 4; place++) report[1 + place] = (uint8_t)(made->counter >> (24 - 8 * place));
  // What a security key signs: the hash of the application, its report, the hash of the message.
  uint8_t whole[32 + sizeof report + 32];
  crypto_hash_sha256(whole, (const uint8_t *)application, strlen(application));
  memcpy(whole + 32, report, sizeof report);
  crypto_hash_sha256(whole + 32 + sizeof report, message, message_count);
  uint8_t r[crypto_sign_BYTES], s[32], point[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
  if (kind == kind_ed25519) {
    crypto_sign_seed_keypair(point, secret, handle);
    crypto_sign_detached(r, NULL, whole, sizeof whole, secret);
    made->r = copied(r, sizeof r);
  } else {
    uint8_t digest[32];
    crypto_hash_sha256(digest, whole, sizeof whole);
    security_key_sign(handle, digest, r, s);
    made->r = copied(r, 32);
    made->s = copied(s, sizeof s);
  }
  *signature = made;
  return 0;
}

int sk_load_resident_keys(const char *pin, struct option **options, void *keys, size_t *count) {
  (void)pin, (void)options, (void)keys;
  *count = 0;
  return fault_kind;
}
