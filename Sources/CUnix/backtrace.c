// Keeps the Swift runtime from searching for `swift-backtrace`.
//
// Before main, Swift looks for that program in six places around ours, to start it after a crash. Anybody who can put a
// file there would get the memory of a process that holds passwords. Without /proc, as in most jails, a static program
// can't tell where it is, and the search ends it. In the release, the linker replaces the search by this function
// (--wrap, in the Makefile). See Decisions/0063-no-crash-reporter.md.

#include <stddef.h>

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name);

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name) { return NULL; }
