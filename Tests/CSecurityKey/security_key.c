#include "include/security_key.h"

#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <sys/random.h>

static void fill(void *context, size_t length, uint8_t *place) {
  (void)context;
  while (getrandom(place, length, 0) != (ssize_t)length) {
  }
}

void security_key_make(uint8_t *secret, uint8_t *point) {
  struct ecc_point key;
  struct ecc_scalar number;
  ecc_point_init(&key, nettle_get_secp_256r1());
  ecc_scalar_init(&number, nettle_get_secp_256r1());
  ecdsa_generate_keypair(&key, &number, NULL, fill);
  mpz_t x, y;
  mpz_inits(x, y, NULL);
  ecc_scalar_get(&number, x);
  nettle_mpz_get_str_256(32, secret, x);
  ecc_point_get(&key, x, y);
  nettle_mpz_get_str_256(32, point, x);
  nettle_mpz_get_str_256(32, point + 32, y);
  mpz_clears(x, y, NULL);
  ecc_scalar_clear(&number);
  ecc_point_clear(&key);
}

void security_key_sign(const uint8_t *secret, const uint8_t *digest, uint8_t *r, uint8_t *s) {
  struct ecc_scalar number;
  struct dsa_signature signature;
  mpz_t value;
  ecc_scalar_init(&number, nettle_get_secp_256r1());
  nettle_mpz_init_set_str_256_u(value, 32, secret);
  ecc_scalar_set(&number, value);
  dsa_signature_init(&signature);
  ecdsa_sign(&number, NULL, fill, 32, digest, &signature);
  nettle_mpz_get_str_256(32, r, signature.r);
  nettle_mpz_get_str_256(32, s, signature.s);
  dsa_signature_clear(&signature);
  mpz_clear(value);
  ecc_scalar_clear(&number);
}
