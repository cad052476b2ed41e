// libsodium: guarded memory, argon2id, random bytes, SHA-256.
#include <sodium.h>
