// The program that writes reports of crashes, for Swift not to find.
//
// Before main, Swift looks for `swift-backtrace` in six places around the program, to start it when that crashes: wherever
// somebody can put a file of that name, they would be called with the memory of a process that holds passwords. And where
// there is no /proc, as in most jails, a program without shared libraries cannot tell where it is, and is ended by Swift for
// that. The linker replaces the search by this in the release (--wrap, in the Makefile).

#include <stddef.h>

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name);

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name) { return NULL; }
