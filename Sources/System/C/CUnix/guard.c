#define _GNU_SOURCE
#include "include/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "include/rescue.h"

// Shared with the forks.
static atomic_int *holds;

void signin_guard_holds(void) {
  if (holds) atomic_store(holds, 1);
}

int signin_guard_is_holding(void) { return holds && atomic_load(holds); }

static int is_hung_up(int terminal) {
  struct pollfd state = {.fd = terminal};
  return poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL));
}

// A fork that was killed has left the terminal as it was set. Keys are not shown until the next one takes them.
static void set_echo(int terminal, const struct termios *found, int echoes) {
  struct termios settings = *found;
  if (!echoes) settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
  tcsetattr(terminal, TCSANOW, &settings);
}

static _Noreturn void end_by(int number, pid_t fork) {
  if (fork > 0) {
    kill(fork, number);
    // One that is stopped gets it, too.
    kill(fork, SIGCONT);
    while (waitpid(fork, NULL, 0) < 0 && errno == EINTR);
  }
  signin_signals_die(number);
}

// Waits for the end of a fork, and returns if another one must take its place.
static void watch(pid_t fork, int terminal, const sigset_t *awaited) {
  for (int status, number;;) {
    if (sigwait(awaited, &number)) continue;
    if (number != SIGCHLD) end_by(number, fork);
    if (waitpid(fork, &status, WNOHANG) <= 0) continue;
    if (WIFEXITED(status) && (!WEXITSTATUS(status) || !atomic_load(holds))) _exit(WEXITSTATUS(status));
    if (is_hung_up(terminal)) end_by(SIGHUP, 0);
    return;
  }
}

int signin_guard(void) {
  int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  struct termios found;
  if (terminal < 0 || tcgetattr(terminal, &found)) return -1;
  holds = mmap(NULL, sizeof *holds, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (holds == MAP_FAILED) return -1;
  // If it is ignored, the kernel reaps the forks and loses their statuses.
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, &action, NULL);
  sigset_t awaited, ends, mask;
  sigemptyset(&ends);
  sigaddset(&ends, SIGHUP);
  sigaddset(&ends, SIGTERM);
  awaited = ends;
  sigaddset(&awaited, SIGCHLD);
  sigprocmask(SIG_BLOCK, &awaited, &mask);
  pid_t guard = getpid();
  for (int is_first = 1;; is_first = 0) {
    pid_t child = fork();
    if (!child) {
      // A fork without a guard would fight with whatever is behind the lock for the keys.
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != guard) _exit(EXIT_FAILURE);
      signin_crashes_moved();
      close(terminal);
      sigprocmask(SIG_SETMASK, &mask, NULL);
      return 0;
    }
    if (child < 0 && is_first) return -1;
    if (child > 0) watch(child, terminal, &awaited);
    // Where no fork lives long, the guard does not spin.
    set_echo(terminal, &found, 0);
    struct timespec pause = {.tv_sec = 1};
    int number = sigtimedwait(&ends, NULL, &pause);
    if (number > 0) end_by(number, 0);
    if (is_hung_up(terminal)) end_by(SIGHUP, 0);
    set_echo(terminal, &found, 1);
  }
}
