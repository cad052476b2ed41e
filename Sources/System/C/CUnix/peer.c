#define _GNU_SOURCE  // for struct ucred

#include "peer.h"

#include <sys/socket.h>

int signin_peer(int descriptor, uint32_t *uid, int32_t *pid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *uid = peer.uid;
  *pid = peer.pid;
  return 0;
}

int signin_accept(int listening) { return accept4(listening, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK); }
