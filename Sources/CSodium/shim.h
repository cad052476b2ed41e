// libsodium: guarded memory, argon2id, random bytes, SHA-256.
#include <sodium.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call. No core file and no debugger of the same user may see the passwords of
// this process; an exec resets it, so COMMAND is not affected (a limit on core files would be inherited).
// Returns 0, or -1 with errno set.
static inline int csodium_make_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
