// libsodium: guarded memory, argon2id, random bytes, SHA-256.
#include <sodium.h>
#include <sys/prctl.h>

// Swift cannot call prctl because it is variadic. PR_SET_DUMPABLE 0 keeps passwords out of core files and away from
// debuggers of the same user. An exec resets it, so COMMAND is not affected; COMMAND would inherit a limit on core
// files. Returns 0, or -1 with errno set.
static inline int csodium_make_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
