// Connections of other users to a socket. In C, because a raw system call changes the user of one thread only, and the
// kernel takes the user of the thread that connects.
#ifndef SIGNIN_CVISITORS_H
#define SIGNIN_CVISITORS_H

#include <stdint.h>

/// Connects to a SOCK_SEQPACKET socket as another user, who has that uid as the gid and no other groups. Returns the
/// connection, which does not block, or -1 with errno set. Needs root.
int visitors_connect(const char *path, uint32_t uid);

#endif
