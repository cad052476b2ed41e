// The keys of a security key that tests have in software: signatures on P-256 by nettle. Numbers are 32 bytes, the highest first.
#ifndef SIGNIN_CSECURITYKEY_H
#define SIGNIN_CSECURITYKEY_H

#include <stdint.h>

/// A new key: its secret number, and its point of 64 bytes.
void security_key_make(uint8_t *secret, uint8_t *point);

/// Signs the SHA-256 of a message.
void security_key_sign(const uint8_t *secret, const uint8_t *digest, uint8_t *r, uint8_t *s);

#endif
