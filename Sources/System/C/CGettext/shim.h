// gettext, a part of glibc. When optimising, `libintl.h` turns the calls into macros, which Swift cannot see. These are
// the functions behind the macros.
#include <libintl.h>
