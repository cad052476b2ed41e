#define _GNU_SOURCE
#include "include/rescue.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
static const int endings[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGTERM, SIGALRM, SIGPIPE,   SIGUSR1, SIGUSR2,
                              SIGXCPU, SIGVTALRM, SIGPROF, SIGXFSZ, SIGIO,   SIGSTKFLT, SIGPWR};
static const int tellings[] = {SIGWINCH, SIGCONT, SIGTSTP};
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define BIT(number) (UINT64_C(1) << (number))

static unsigned ending_timeout_in_seconds = 5;

// The terminal as it must be given back. Written only while `armed` is 0.
static atomic_int armed;
static int terminal;
static struct termios found_settings;
static char leave_bytes[1024];
static size_t leave_count;

static struct sigaction found[65];
static int installed;
static int handles_crashes;
static pid_t main_thread;
// What a crash writes to standard error. Written before the handlers are set.
static char crash_sentence[1024];
static size_t crash_count;
static int wake = -1;
static atomic_uint_fast64_t pending;
static int tells_hangup;  // whether SIGHUP does not end the program
static atomic_int ending;  // the number of the first signal that ends the program, or 0
static char handler_stack[65536];

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t signin_input_drop_begin(int descriptor) {
  tcflush(descriptor, TCIFLUSH);
  return now();
}

// Drops input until none has come for `rest` nanoseconds, at most `most_flushes` times.
static void drop_input(int descriptor, int64_t silence, int64_t rest, int most_flushes) {
  struct pollfd input = {.fd = descriptor, .events = POLLIN};
  // By default a timer may be late by 50 µs. 0 brings the default back.
  prctl(PR_SET_TIMERSLACK, 1UL);
  for (; most_flushes; most_flushes--) {
    struct timespec time = {.tv_nsec = silence > 0 ? silence : 0};
    if (ppoll(&input, 1, &time, NULL) <= 0) break;
    tcflush(descriptor, TCIFLUSH);
    silence = rest;
  }
  prctl(PR_SET_TIMERSLACK, 0UL);
}

void signin_input_drop_end(int descriptor, int64_t begin) {
  // At 9,600 baud a key takes a millisecond. When keys come in a stream, the program that passes them on may pause.
  drop_input(descriptor, 1000000 - (now() - begin), 5000000, 20);
}

// Leaves the program's modes, if the terminal is to be given back. Returns whether it is.
static int leave_modes(void) {
  if (!atomic_exchange(&armed, 0)) return 0;
  // In the background, another process owns the terminal. It got the terminal when this process was stopped.
  pid_t owner = tcgetpgrp(terminal);
  if (owner >= 0 && owner != getpgrp()) return 0;
  for (size_t done = 0; done < leave_count;) {
    ssize_t n = write(terminal, leave_bytes + done, leave_count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += (size_t)n;
  }
  return 1;
}

void signin_rescue_now(void) {
  if (!leave_modes()) return;
  signin_input_drop_end(terminal, signin_input_drop_begin(terminal));
  tcsetattr(terminal, TCSANOW, &found_settings);
}

// Says that the program has crashed, unless standard error takes no output: nothing may keep the program from ending.
static void say_crash(void) {
  struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
  for (size_t done = 0; done < crash_count && poll(&error, 1, 0) > 0 && error.revents == POLLOUT;) {
    ssize_t n = write(STDERR_FILENO, crash_sentence + done, crash_count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += (size_t)n;
  }
}

// Gives the terminal back, and says why. Whoever types a password goes on for a moment, and the shell must not get that.
// So keys are dropped, and not shown, until none has come for 0.4 s, or 20 have come.
static void give_back_after_crash(void) {
  if (!leave_modes()) return say_crash();
  struct termios silent = found_settings;
  silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON);
  silent.c_cc[VMIN] = 1;
  silent.c_cc[VTIME] = 0;
  tcsetattr(terminal, TCSANOW, &silent);
  tcflush(terminal, TCIFLUSH);
  say_crash();
  drop_input(terminal, 400000000, 400000000, 20);
  tcsetattr(terminal, TCSAFLUSH, &found_settings);
}

// Within a handler the raised signal is blocked. It acts when the handler returns.
static void act_by_default(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
  raise(number);
}

// Only the main thread writes to the terminal, and it does not while it runs this handler. If another thread ran it,
// the main thread would go on, and draw on the terminal that was given back.
static void go_to_main_thread(int number) {
  if (gettid() == main_thread) return;
  tgkill(getpid(), main_thread, number);
  for (;;) pause();
}

static void on_crash(int number) {
  go_to_main_thread(number);
  give_back_after_crash();
  act_by_default(number);
}

static void tell(int number) {
  int saved = errno;
  atomic_fetch_or(&pending, BIT(number));
  uint64_t one = 1;
  (void)!write(wake, &one, sizeof one);
  errno = saved;
}

static void on_ending(int number) {
  int first = 0;
  if (atomic_compare_exchange_strong(&ending, &first, number)) {
    // A terminal that takes no more output could block an orderly exit for ever.
    alarm(ending_timeout_in_seconds);
    tell(number);
  } else {
    go_to_main_thread(number);
    signin_rescue_now();
    act_by_default(number == SIGALRM ? first : number);
  }
}

static void handle(int number, void (*handler)(int), int flags, int keep_ignored) {
  if (keep_ignored && found[number].sa_handler == SIG_IGN) return;
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | flags};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static void remember(const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) sigaction(numbers[i], NULL, &found[numbers[i]]);
}

static void put_back(const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) sigaction(numbers[i], &found[numbers[i]], NULL);
}

static void handle_crashes(void) {
  if (handles_crashes) return;
  handles_crashes = 1;
  main_thread = gettid();
  remember(crashes, COUNT(crashes));
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
  // A blocked fault would end the process without the handler.
  sigset_t faults;
  sigemptyset(&faults);
  for (size_t i = 0; i < COUNT(crashes); i++) {
    handle(crashes[i], on_crash, 0, 0);
    sigaddset(&faults, crashes[i]);
  }
  sigprocmask(SIG_UNBLOCK, &faults, NULL);
}

void signin_crashes_say(const char *sentence, size_t count) {
  crash_count = count < sizeof crash_sentence ? count : sizeof crash_sentence;
  memcpy(crash_sentence, sentence, crash_count);
  handle_crashes();
}

void signin_crashes_moved(void) { main_thread = gettid(); }

void signin_crashes_restore(void) {
  if (!handles_crashes) return;
  handles_crashes = 0;
  put_back(crashes, COUNT(crashes));
}

int signin_signals_install(void) {
  if (wake >= 0) return wake;
  wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake < 0) return -1;
  atomic_store(&pending, 0);
  atomic_store(&ending, 0);
  remember(endings, COUNT(endings));
  remember(tellings, COUNT(tellings));
  handle_crashes();
  for (size_t i = 0; i < COUNT(endings); i++) handle(endings[i], on_ending, 0, 1);
  handle(SIGWINCH, tell, SA_RESTART, 0);
  handle(SIGCONT, tell, SA_RESTART, 0);
  handle(SIGTSTP, tell, SA_RESTART, 1);
  if (!installed) atexit(signin_rescue_now);
  installed = 1;
  return wake;
}

void signin_signals_serve(void) {
  tells_hangup = 1;
  ending_timeout_in_seconds = 60;
  handle(SIGHUP, tell, SA_RESTART, 0);
}

void signin_signals_restore(void) {
  if (wake < 0) return;
  // A program that says something when it crashes does so to its end.
  if (!crash_count) signin_crashes_restore();
  put_back(endings, COUNT(endings));
  put_back(tellings, COUNT(tellings));
  if (atomic_load(&ending)) alarm(0);
  close(wake);
  wake = -1;
  uint64_t late = atomic_exchange(&pending, 0) & signin_signals_ending();
  for (int number = 1; number < 64; number++)
    if (late & BIT(number)) raise(number);
}

uint64_t signin_signals_take(void) {
  uint64_t count;
  (void)!read(wake, &count, sizeof count);
  return atomic_exchange(&pending, 0);
}

int signin_signals_is_ending(void) { return atomic_load(&ending); }

uint64_t signin_signals_ending(void) {
  uint64_t bits = 0;
  for (size_t i = 0; i < COUNT(endings); i++) bits |= BIT(endings[i]);
  return tells_hangup ? bits & ~BIT(SIGHUP) : bits;
}

void signin_signals_stop(int whole_group) {
  if (found[SIGTSTP].sa_handler == SIG_IGN) return;
  struct sigaction action = {.sa_handler = SIG_DFL};
  // kill returns when the process continues, so the loop needs no notification.
  sigaction(SIGCONT, &action, NULL);
  sigaction(SIGTSTP, &action, NULL);
  kill(whole_group ? 0 : getpid(), SIGTSTP);
  handle(SIGTSTP, tell, SA_RESTART, 1);
  handle(SIGCONT, tell, SA_RESTART, 0);
}

_Noreturn void signin_signals_die(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  act_by_default(number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + number);
}

void signin_signals_unblock_all(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int signin_descriptors_close_on_exec(void) { return close_range(3, ~0U, CLOSE_RANGE_CLOEXEC); }

void signin_rescue_arm(int descriptor, const struct termios *settings, const char *leave, size_t count) {
  atomic_store(&armed, 0);
  terminal = descriptor;
  found_settings = *settings;
  leave_count = count < sizeof leave_bytes ? count : sizeof leave_bytes;
  memcpy(leave_bytes, leave, leave_count);
  atomic_store(&armed, 1);
}

void signin_rescue_disarm(void) { atomic_store(&armed, 0); }
