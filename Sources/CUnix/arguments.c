// The program's arguments, for Swift to find.
//
// By itself it searches the stack for them, and /proc/self/maps for the stack. Where that cannot be read it goes on as if
// there were no arguments: whoever asked for `signin account lock` would be shown the form, and be told success when
// they have signed in. glibc hands them to every constructor.

// ABI, for whoever embeds Swift, but no header of the toolchain declares it.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

__attribute__((constructor)) static void hand_on(int count, char **arguments) {
  _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}
