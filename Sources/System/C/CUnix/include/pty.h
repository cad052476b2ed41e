// Runs a command on a pseudo-terminal of its own, behind a monitor.
//
// The monitor is a fork of this program that never executes anything. It leads the terminal's session and is the
// parent of the command. Without a parent in its session, the command's process group would be orphaned, and Ctrl-Z
// could not stop it. The monitor is C because it runs in a fork of a process with threads: it calls only functions that
// are async-signal-safe.
//
// This program and the monitor speak over a socket. The monitor reports what happens to the command. If the socket or
// the terminal closes, it hangs up: the command gets SIGHUP and SIGCONT.
#ifndef SIGNIN_CUNIX_PTY_H
#define SIGNIN_CUNIX_PTY_H
#include <stdint.h>

/// Opens a pseudo-terminal. Both ends are close-on-exec, and the master does not block. Returns 0, or -1 with errno set.
int signin_pty_open(int *master, int *slave);

/// A command to start.
typedef struct {
  /// The paths where it may be, in order, and NULL.
  char *const *paths;
  char *const *arguments;
  char *const *environment;
  /// The slave, which becomes the controlling terminal.
  int terminal;
  /// The standard descriptors that lead to the terminal, as bits (1 << descriptor). The others stay as they are.
  int streams;
  /// A further descriptor for the command, or -1. All others are closed.
  int kept;
  /// Whether the command begins in the foreground of its terminal.
  int foreground;
} signin_pty_command;

/// Starts a command behind a monitor. Returns the socket to the monitor, or -1 with errno set.
int signin_pty_start(const signin_pty_command *command, int32_t *monitor);

/// A change of the command.
typedef struct {
  int32_t kind;
  /// An exit status, a signal, or an errno.
  int32_t number;
} signin_pty_event;

enum {
  /// The command could not be started. The number is the errno.
  SIGNIN_PTY_NOT_STARTED,
  /// The command was stopped by a signal.
  SIGNIN_PTY_STOPPED,
  /// The command exited.
  SIGNIN_PTY_EXITED,
  /// A signal ended the command.
  SIGNIN_PTY_KILLED,
};

/// Orders to the monitor, one byte each. A number below these is a signal for the command.
enum {
  /// Continue the command in the foreground.
  SIGNIN_PTY_FOREGROUND = 100,
  /// Continue the command in the background.
  SIGNIN_PTY_BACKGROUND,
};

/// Blocks the signals that a relay takes from a descriptor, except those that are ignored: HUP INT QUIT TERM USR1 USR2
/// WINCH CONT TSTP. Returns the descriptor, a signalfd, or -1 with errno set.
int signin_relay_signals(void);

/// Returns the next signal from that descriptor; 0 if there is none.
int signin_relay_next_signal(int descriptor);

/// Stops this process group by a signal, with the default action, and returns when it continues. Returns at once in an
/// orphaned group, which no shell could continue, and if SIGTSTP is ignored.
void signin_relay_stop(int number);
#endif
