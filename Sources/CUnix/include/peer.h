// The process at the other end of a local socket.
#ifndef SIGNIN_CUNIX_PEER_H
#define SIGNIN_CUNIX_PEER_H

#include <stdint.h>

/// Returns 0, or -1 if the kernel does not say.
int signin_peer(int descriptor, uint32_t *uid, int32_t *pid);

#endif
