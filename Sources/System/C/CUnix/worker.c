#define _GNU_SOURCE
#include "include/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// As found. Only the main thread starts and ends programs.
static struct sigaction child_action;
static int has_started;

static int prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int link, int null) {
  int error = 0;
  for (int stream = 0; stream <= 2 && !error; stream++)
    error = posix_spawn_file_actions_adddup2(actions, null, stream);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, link, 3);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 4);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  return error;
}

static int start(const char *path, char *const *arguments, char *const *environment, int link, int32_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  // If /dev/null is missing, use `/`: a descriptor that can't be read or written. A stream of this program, such as the
  // pipe of $(signin …), must not stay open in the worker.
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) null = open("/", O_PATH | O_CLOEXEC);
  error = null < 0 ? errno : prepare(&actions, &attributes, link, null);
  if (!error) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  if (null >= 0) close(null);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int signin_worker_start(
    const char *path, char *const *arguments, char *const *environment, int link, int32_t *pid) {
  struct sigaction keep = {.sa_handler = SIG_DFL}, found;
  sigaction(SIGCHLD, &keep, &found);
  if (!has_started) child_action = found;
  has_started = 1;
  return start(path, arguments, environment, link, pid);
}

int signin_worker_has_ended(int32_t pid, int kills) {
  if (kills) kill(-pid, SIGKILL);
  siginfo_t info = {.si_pid = 0};
  // The process stays a zombie until its group is killed, so that no other group can have its number.
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) return 1;
  if (info.si_pid == 0) return 0;
  kill(-pid, SIGKILL);
  waitpid(pid, NULL, 0);
  return 1;
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void wait_for_end(int32_t pid, int handle, int milliseconds) {
  long end = now() + milliseconds;
  while (waitpid(pid, NULL, WNOHANG) == 0) {
    long rest = end - now();
    if (rest <= 0) return;
    // Without a handle (a kernel before 5.3), it looks every 2 ms.
    struct pollfd place = {.fd = handle, .events = POLLIN};
    poll(&place, 1, handle < 0 && rest > 2 ? 2 : (int)rest);
  }
}

void signin_worker_end(int32_t pid, int milliseconds) {
  if (signin_worker_has_ended(pid, 1)) return;
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  wait_for_end(pid, handle, milliseconds);
  if (handle >= 0) close(handle);
}

void signin_workers_forget(void) {
  if (has_started) sigaction(SIGCHLD, &child_action, NULL);
  has_started = 0;
}
