#include "include/hogweed.h"

#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>

enum { bytes = 32 };

static int set_point(struct ecc_point *point, const uint8_t *coordinates) {
  mpz_t x, y;
  nettle_mpz_init_set_str_256_u(x, bytes, coordinates);
  nettle_mpz_init_set_str_256_u(y, bytes, coordinates + bytes);
  int is_on_curve = ecc_point_set(point, x, y);
  mpz_clear(x);
  mpz_clear(y);
  return is_on_curve;
}

int signin_p256_has_point(const uint8_t *point) {
  struct ecc_point key;
  ecc_point_init(&key, nettle_get_secp_256r1());
  int is_on_curve = set_point(&key, point);
  ecc_point_clear(&key);
  return is_on_curve;
}

int signin_p256_verify(const uint8_t *point, const uint8_t *digest, const uint8_t *r, const uint8_t *s) {
  struct ecc_point key;
  struct dsa_signature signature;
  ecc_point_init(&key, nettle_get_secp_256r1());
  dsa_signature_init(&signature);
  nettle_mpz_set_str_256_u(signature.r, bytes, r);
  nettle_mpz_set_str_256_u(signature.s, bytes, s);
  int is_right = set_point(&key, point) && ecdsa_verify(&key, bytes, digest, &signature);
  dsa_signature_clear(&signature);
  ecc_point_clear(&key);
  return is_right;
}
