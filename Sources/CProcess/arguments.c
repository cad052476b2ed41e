// Keeps the arguments of the program.
//
// Swift's runtime looks for them in /proc/self/maps, at each start and before anything needs them. But `main` gives them to
// the runtime as well. These functions take the place of the runtime's own, so the linker leaves out the search.
#ifdef SIGNIN_RELEASE
static char **arguments;
static int count;

void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int length);
void _swift_stdlib_overrideUnsafeArgvArgc(char **given, int length) {
  arguments = given;
  count = length;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *length);
char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return arguments;
}
#else
typedef int signin_arguments_are_those_of_main_in_the_release;
#endif
