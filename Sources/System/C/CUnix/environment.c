// Takes the variables of Swift's runtime out of the environment before the runtime reads them.
//
// SWIFT_BACKTRACE can name a program that the runtime starts after a crash, with access to this process's memory. Other
// variables open files and print their values. Without that variable the runtime searches for swift-backtrace around the
// program, and a static program ends if it can't read /proc. So the runtime gets a path that can't be executed.
#include "include/environment.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

// The runtime exports this for programs that embed Swift. No header of the toolchain declares it.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

extern char **environ;
static char **found;
static char backtrace[] = "SWIFT_BACKTRACE=enable=no,swift-backtrace=/";

// In a debug build the runtime is a shared library, which has read the variables and set its handlers before.
static void drop_handlers_of_runtime(void) {
  static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    struct sigaction found;
    if (!sigaction(crashes[i], NULL, &found) && found.sa_handler != SIG_IGN) signal(crashes[i], SIG_DFL);
  }
}

// 101 is the first priority that the compiler leaves to programs. The runtime's own constructors come later.
__attribute__((constructor(101))) static void take_variables_of_swift(int count, char **arguments) {
  // By itself the runtime searches for the arguments beside `environ`, which moves here.
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
  found = environ;
  size_t length = 0;
  while (found[length]) length++;
  char **kept = malloc((length + 2) * sizeof *kept);
  if (!kept) abort();
  environ = kept;
  for (char **variable = found; *variable; variable++)
    if (strncmp(*variable, "SWIFT_", 6)) *kept++ = *variable;
  *kept++ = backtrace;
  *kept = NULL;
  // Only a program with shared libraries has an interpreter.
  if (getauxval(AT_BASE)) drop_handlers_of_runtime();
}

char **signin_environment_found(void) { return found; }
