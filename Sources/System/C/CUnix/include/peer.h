// Connections of a local socket, and the process at their other end. In C because both are GNU extensions, which Swift does
// not see.
#ifndef SIGNIN_CUNIX_PEER_H
#define SIGNIN_CUNIX_PEER_H

#include <stdint.h>

/// Returns 0, or -1 if the kernel does not report it.
int signin_peer(int descriptor, uint32_t *uid, int32_t *pid);

/// Takes the next connection, which does not block and which exec(3) closes. Returns it, or -1 with errno set.
int signin_accept(int listening);

#endif
