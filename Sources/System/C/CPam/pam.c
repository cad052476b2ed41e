#define _GNU_SOURCE
#include "include/pam.h"

#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

static void keep_awake(int result, unsigned microseconds, void *data) {
  (void)result;
  (void)microseconds;
  (void)data;
}

int signin_pam_take_delay(pam_handle_t *handle) {
  return pam_set_item(handle, PAM_FAIL_DELAY, (const void *)keep_awake);
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
