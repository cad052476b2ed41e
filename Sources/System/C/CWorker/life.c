#define _GNU_SOURCE
#include "include/life.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

int signin_worker_protect(void) {
  struct rlimit none = {0, 0};
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || setrlimit(RLIMIT_CORE, &none)) return errno;
  return 0;
}

static void *wait_for_end(void *socket) {
  struct pollfd end = {.fd = (int)(intptr_t)socket, .events = POLLRDHUP};
  while (poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
  // A library may have started a program, such as pam_exec's.
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(0);
}

int signin_worker_end_with(int socket) {
  pthread_t thread;
  return pthread_create(&thread, NULL, wait_for_end, (void *)(intptr_t)socket);
}

int64_t signin_worker_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void signin_worker_wait_until(int64_t moment) {
  struct timespec time = {.tv_sec = moment / 1000, .tv_nsec = moment % 1000 * 1000000};
  while (clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, NULL) == EINTR) {
  }
}

void signin_worker_log(const char *program, const char *line) {
  openlog(program, LOG_PID | (access("/dev/log", F_OK) ? LOG_PERROR : 0), LOG_AUTHPRIV);
  syslog(LOG_NOTICE, "%s", line);
}
