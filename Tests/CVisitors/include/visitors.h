// Connections of other users to a socket. In C, because a raw system call changes the user of one thread only, and the
// kernel takes the user of the thread that connects.
#ifndef SIGNIN_CVISITORS_H
#define SIGNIN_CVISITORS_H

#include <stdint.h>

/// Connects to a SOCK_SEQPACKET socket as another user, who has that uid as the gid and no other groups. Returns the
/// connection, which does not block, or -1 with errno set. Needs root.
int visitors_connect(const char *path, uint32_t uid);

/// The same, and waits that long for a place among those that the server takes.
int visitors_wait(const char *path, uint32_t uid, int seconds);

/// Starts processes of a user that connect and close, again and again. Returns how many there are. Needs root.
int visitors_flood(const char *path, uint32_t uid, int count, int *processes);

/// Ends these processes.
void visitors_end(const int *processes, int count);

#endif
