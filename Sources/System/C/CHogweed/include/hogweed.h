// hogweed, nettle's library of public keys: ECDSA on NIST's curve P-256 (FIPS 186-4). Its functions are macros, and its numbers
// are those of GMP, so Swift calls these instead. Numbers are 32 bytes, the highest first.
#pragma once

#include <stdint.h>

/// Whether the 64 bytes are the coordinates of a point of the curve.
int signin_p256_has_point(const uint8_t *point);

/// Whether `r` and `s` are a signature by the key of that point of a message with that SHA-256.
int signin_p256_verify(const uint8_t *point, const uint8_t *digest, const uint8_t *r, const uint8_t *s);
