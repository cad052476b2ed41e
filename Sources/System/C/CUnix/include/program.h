// The file of this program.
#ifndef SIGNIN_CUNIX_PROGRAM_H
#define SIGNIN_CUNIX_PROGRAM_H

/// Returns the path that execve(2) was given for this program, relative to the working directory of that time; NULL if
/// it is unknown.
const char *signin_program_given_path(void);
#endif
