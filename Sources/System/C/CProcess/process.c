#include "include/process.h"

#include <errno.h>
#include <sys/auxv.h>
#include <sys/prctl.h>

static int hiding_error;

// PR_SET_DUMPABLE 0 keeps passwords out of core files and away from other programs of the same user. 101 is the first
// priority that the compiler leaves to programs, so this runs before Swift. Between exec and this call, only a file
// that the user cannot read hides the process: the program is installed with mode 0711. See
// Decisions/0089-hidden-from-exec-on.md. exec resets it, so COMMAND is not affected; it
// would inherit a limit on core files.
__attribute__((constructor(101))) static void hide(void) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) hiding_error = errno;
}

int signin_process_hiding_error(void) { return hiding_error; }

int signin_process_has_extra_rights(void) { return getauxval(AT_SECURE) != 0; }
