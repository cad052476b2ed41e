#define _GNU_SOURCE
#include "include/pam.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

int signin_pam_protect(void) {
  struct rlimit none = {0, 0};
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || setrlimit(RLIMIT_CORE, &none)) return errno;
  return 0;
}

static void *wait_for_end(void *socket) {
  struct pollfd end = {.fd = (int)(intptr_t)socket, .events = POLLRDHUP};
  while (poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
  // A module may have started a program, such as pam_exec's.
  if (getpgrp() == getpid()) kill(0, SIGKILL);
  _exit(0);
}

int signin_pam_end_with(int socket) {
  pthread_t thread;
  return pthread_create(&thread, NULL, wait_for_end, (void *)(intptr_t)socket);
}

static void keep_awake(int result, unsigned microseconds, void *data) {
  (void)result;
  (void)microseconds;
  (void)data;
}

int signin_pam_take_delay(pam_handle_t *handle) {
  return pam_set_item(handle, PAM_FAIL_DELAY, (const void *)keep_awake);
}

int64_t signin_pam_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void signin_pam_wait_until(int64_t moment) {
  struct timespec time = {.tv_sec = moment / 1000, .tv_nsec = moment % 1000 * 1000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
  }
}

int signin_pam_uid(const char *name, uint32_t *uid) {
  struct passwd *entry = getpwnam(name);
  if (entry) *uid = entry->pw_uid;
  return entry != NULL;
}

int signin_pam_is_in_passwd(const char *name) {
  FILE *file = fopen("/etc/passwd", "re");
  if (!file) return 0;
  struct passwd *entry;
  while ((entry = fgetpwent(file)) && strcmp(entry->pw_name, name)) {
  }
  fclose(file);
  return entry != NULL;
}

int signin_pam_may_check(const char *name) {
  if (!access("/etc/shadow", R_OK) || !signin_pam_is_in_passwd(name)) return 1;
  struct passwd *self = getpwuid(getuid());
  return self && !strcmp(self->pw_name, name);
}

void signin_pam_log(const char *user, const char *step, int error, const char *reason) {
  openlog("signin-pam", LOG_PID | (access("/dev/log", F_OK) ? LOG_PERROR : 0), LOG_AUTHPRIV);
  syslog(LOG_NOTICE, "pam user=\"%s\" step=%s error=%d reason=\"%s\"", user && getpwnam(user) ? user : "unknown", step,
         error, reason);
}
