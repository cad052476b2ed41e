// Hands the program's arguments to Swift.
//
// By itself Swift searches the stack for them, and finds the stack in /proc/self/maps. If it can't read that file, it
// assumes no arguments. A user of `signin account lock` would then see the form, and be told of success after signing
// in. glibc passes the arguments to every constructor.

// The runtime exports this for programs that embed Swift. No header of the toolchain declares it.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void hand_on(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
