#include "include/program.h"

#include <sys/auxv.h>

const char *signin_program_given_path(void) { return (const char *)getauxval(AT_EXECFN); }
