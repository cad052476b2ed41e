// The least cost of any sign-in: one argon2id of a password from standard input, by libsodium. Argument: the hash.
#include <sodium.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
  char password[256] = "";
  if (count != 2 || sodium_init() < 0 || !fgets(password, sizeof password, stdin)) return 64;
  password[strcspn(password, "\n")] = 0;
  return crypto_pwhash_str_verify(arguments[1], password, strlen(password)) == 0 ? 0 : 1;
}
