// The environment as the program got it.
#ifndef SIGNIN_CUNIX_ENVIRONMENT_H
#define SIGNIN_CUNIX_ENVIRONMENT_H

/// Returns the variables that the program got, in their order, and NULL. Nothing changes them.
char *_Nullable *_Nonnull signin_environment_found(void);
#endif
