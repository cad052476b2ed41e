#define _GNU_SOURCE
#include "include/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "include/rescue.h"

int signin_pty_open(int *master, int *slave) {
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -1;
  // No path leads to the slave, so it can't be another's.
  *slave = unlockpt(*master) ? -1 : ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY);
  // Not in the call: the command's standard streams would show the flag.
  if (*slave >= 0) return fcntl(*slave, F_SETFD, FD_CLOEXEC);
  int saved = errno;
  close(*master);
  errno = saved;
  return -1;
}

// The monitor's command. No thread but the monitor's reads it.
static pid_t watched;

static void tell(int channel, int kind, int number) {
  signin_pty_event event = {kind, number};
  while (send(channel, &event, sizeof event, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void signal_command(int number) {
  if (watched > 0 && kill(-watched, number)) kill(watched, number);
}

static void hang_up(int number) {
  signal_command(SIGHUP);
  signal_command(SIGCONT);
  _exit(128 + number);
}

static _Noreturn void run(const signin_pty_command *command, int channel, const struct sigaction *child_action,
                          const struct sigaction *hangup_action) {
  setpgid(0, 0);
  // All signals are blocked, so the command may take the terminal from the background.
  if (command->foreground) tcsetpgrp(command->terminal, getpid());
  for (int stream = 0; stream <= 2; stream++)
    if (command->streams & (1 << stream)) dup2(command->terminal, stream);
  sigaction(SIGCHLD, child_action, NULL);
  sigaction(SIGHUP, hangup_action, NULL);
  int refusal = ENOENT;
  if (signin_descriptors_close_on_exec() || (command->kept >= 0 && fcntl(command->kept, F_SETFD, 0))) {
    refusal = errno;
  } else {
    signin_signals_unblock_all();
    for (char *const *path = command->paths; *path; path++) {
      execve(*path, command->arguments, command->environment);
      // A later directory may have the command. A file that exists but cannot be run decides.
      if (errno != ENOENT && errno != ENOTDIR) refusal = errno;
    }
  }
  tell(channel, SIGNIN_PTY_NOT_STARTED, refusal);
  _exit(127);
}

// Closes all descriptors but two.
static void close_others(int one, int other) {
  unsigned low = (unsigned)(one < other ? one : other), high = (unsigned)(one < other ? other : one);
  if (low > 0) close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

// Reports a stop or the end of the command. After its end the command stays a zombie, so that its process id is not
// reused, and late orders reach no other process. Returns whether the command has ended.
static int report(int channel) {
  siginfo_t info = {0};
  if (!waitid(P_PID, (id_t)watched, &info, WSTOPPED | WNOHANG) && info.si_pid)
    tell(channel, SIGNIN_PTY_STOPPED, info.si_status);
  info.si_pid = 0;
  if (waitid(P_PID, (id_t)watched, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid) return 0;
  tell(channel, info.si_code == CLD_EXITED ? SIGNIN_PTY_EXITED : SIGNIN_PTY_KILLED, info.si_status);
  return 1;
}

static void obey(unsigned char order, int terminal) {
  pid_t own = getpgrp(), owner = tcgetpgrp(terminal);
  switch (order) {
    case SIGNIN_PTY_FOREGROUND:
      // A shell may have given the terminal to one of its jobs. That job keeps it.
      if (owner == own) tcsetpgrp(terminal, watched);
      signal_command(SIGCONT);
      // The size may have changed while the command was not in the foreground.
      signal_command(SIGWINCH);
      break;
    case SIGNIN_PTY_BACKGROUND:
      if (owner == watched) tcsetpgrp(terminal, own);
      signal_command(SIGCONT);
      break;
    default: signal_command(order);
  }
}

static _Noreturn void monitor(const signin_pty_command *command, int channel) {
  // Without the default action the kernel would reap the command and lose its status.
  struct sigaction child_action, hangup_action, action = {.sa_handler = SIG_DFL};
  signin_signals_restore();
  signin_crashes_restore();
  sigaction(SIGCHLD, &action, &child_action);
  action.sa_handler = hang_up;
  sigaction(SIGHUP, &action, &hangup_action);
  pid_t child = -1;
  if (setsid() >= 0 && !ioctl(command->terminal, TIOCSCTTY, 0)) child = _Fork();
  if (child == 0) run(command, channel, &child_action, &hangup_action);
  if (child < 0) {
    tell(channel, SIGNIN_PTY_NOT_STARTED, errno);
    _exit(127);
  }
  // Both do it, because it is needed at once on both sides.
  setpgid(child, child);
  watched = child;
  // The monitor would keep pipes open that others wait to see closed.
  close_others(channel, command->terminal);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  int children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (children < 0) hang_up(SIGHUP);
  sigemptyset(&set);
  sigaddset(&set, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  struct pollfd sources[] = {{.fd = channel, .events = POLLIN}, {.fd = children, .events = POLLIN}};
  for (;;) {
    if (poll(sources, 2, -1) < 0) continue;
    struct signalfd_siginfo unused;
    if (sources[1].revents && read(children, &unused, sizeof unused) > 0 && report(channel)) {
      watched = 0;
      sources[1].fd = -1;
    }
    unsigned char order;
    if (!sources[0].revents) continue;
    if (recv(channel, &order, 1, 0) <= 0) hang_up(SIGHUP);
    obey(order, command->terminal);
  }
}

int signin_pty_start(const signin_pty_command *command, int32_t *monitor_id) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return -1;
  sigset_t all, found;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &found);
  pid_t child = _Fork();
  if (child == 0) {
    close(ends[0]);
    monitor(command, ends[1]);
  }
  int saved = errno;
  sigprocmask(SIG_SETMASK, &found, NULL);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    errno = saved;
    return -1;
  }
  *monitor_id = child;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return ends[0];
}

int signin_relay_signals(void) {
  const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT, SIGTSTP};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction found;
    if (!sigaction(numbers[i], NULL, &found) && found.sa_handler != SIG_IGN) sigaddset(&set, numbers[i]);
  }
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor >= 0) sigprocmask(SIG_BLOCK, &set, NULL);
  return descriptor;
}

int signin_relay_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void signin_relay_stop(int number) {
  struct sigaction found, action = {.sa_handler = SIG_DFL};
  sigaction(SIGTSTP, NULL, &found);
  if (found.sa_handler == SIG_IGN) return;
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigaction(number, &action, &found);
  sigprocmask(SIG_UNBLOCK, &set, &before);
  kill(0, number);
  sigprocmask(SIG_SETMASK, &before, NULL);
  sigaction(number, &found, NULL);
  // The caller continues by itself.
  sigemptyset(&set);
  sigaddset(&set, SIGCONT);
  const struct timespec now = {0, 0};
  while (sigtimedwait(&set, NULL, &now) > 0) continue;
}
