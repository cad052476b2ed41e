#define _GNU_SOURCE
#include "visitors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

struct visit {
  const char *path;
  uint32_t uid;
  int seconds;
  int connection;
  int error;
};

static int visit(const struct visit *visit) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(visit->path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, visit->path);
  if (visit->uid != geteuid() &&
      (syscall(SYS_setgroups, 0, NULL) != 0 || syscall(SYS_setresgid, visit->uid, visit->uid, visit->uid) != 0 ||
       syscall(SYS_setresuid, visit->uid, visit->uid, visit->uid) != 0))
    return -1;
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | (visit->seconds > 0 ? 0 : SOCK_NONBLOCK), 0);
  if (connection < 0) return -1;
  struct timeval patience = {.tv_sec = visit->seconds};
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (connect(connection, (const struct sockaddr *)&address, sizeof address) == 0) {
    fcntl(connection, F_SETFL, O_NONBLOCK);
    return connection;
  }
  int error = errno;
  close(connection);
  errno = error;
  return -1;
}

static void *run(void *argument) {
  struct visit *given = argument;
  given->connection = visit(given);
  given->error = errno;
  return NULL;
}

int visitors_connect(const char *path, uint32_t uid) { return visitors_wait(path, uid, 0); }

int visitors_wait(const char *path, uint32_t uid, int seconds) {
  struct visit visit = {.path = path, .uid = uid, .seconds = seconds, .connection = -1};
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run, &visit);
  if (error == 0) pthread_join(thread, NULL);
  errno = error != 0 ? error : visit.error;
  return visit.connection;
}

// Only system calls: the process that forks has other threads.
static void flood(const char *path, uint32_t uid) {
  // The flood is as wide as the server lets it in; what else runs on this machine is not its target.
  setpriority(PRIO_PROCESS, 0, 19);
  struct visit first = {.path = path, .uid = uid, .seconds = 60};
  int connection = visit(&first);
  // From now on the process is that user's. The change of user would have cleared this.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct visit other = {.path = path, .uid = geteuid(), .seconds = 60};
  for (;;) {
    if (connection >= 0) close(connection);
    connection = visit(&other);
  }
}

int visitors_flood(const char *path, uint32_t uid, int count, int *processes) {
  for (int i = 0; i < count; i++) {
    processes[i] = fork();
    if (processes[i] == 0) flood(path, uid);
    if (processes[i] < 0) return i;
  }
  return count;
}

void visitors_end(const int *processes, int count) {
  for (int i = 0; i < count; i++) kill(processes[i], SIGKILL);
  for (int i = 0; i < count; i++) waitpid(processes[i], NULL, 0);
}
