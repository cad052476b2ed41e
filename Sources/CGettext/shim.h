// gettext, which glibc carries. `libintl.h` turns the calls into macros when optimising, which Swift
// cannot see: these are the functions behind them.
#include <libintl.h>
