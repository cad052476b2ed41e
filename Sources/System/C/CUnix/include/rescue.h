// Gives the terminal back on every way out, and passes signals to the event loop in order.
//
// This is C because all of it may run in a signal handler, at any moment, on any thread. So it uses only lock-free
// atomics, memory that was filled before, functions that POSIX calls async-signal-safe, and bare system calls.
//
//   crash   ABRT SEGV BUS FPE ILL TRAP SYS: the handler gives the terminal back and says what happened, on a stack of
//           its own and on the main thread. Then the signal acts as if there were no handler. The Swift runtime's backtracer does not
//           run: it would print registers and memory of a program that holds a password.
//   end     HUP INT QUIT TERM ALRM PIPE USR1 and the like: the loop wakes and ends in order, and the program raises
//           the signal again. A second signal before that acts at once, like a crash. So does the first one if the
//           program has not ended after 5 s.
//   tell    WINCH CONT TSTP: the loop wakes.
//
// A signal that was ignored at the start stays ignored (nohup), except for the crashes.
#ifndef SIGNIN_CUNIX_RESCUE_H
#define SIGNIN_CUNIX_RESCUE_H
#include <stddef.h>
#include <stdint.h>

// Only declared here, so that Swift takes the type from Glibc alone.
struct termios;

/// From now on a crash writes `sentence`, at most 1024 bytes, to standard error: behind everything on the terminal, which
/// is given back first. Call this on the main thread, before any other thread starts.
void signin_crashes_say(const char *sentence, size_t count);

/// Makes the calling thread the main thread: it is that of a fork, which has no other.
void signin_crashes_moved(void);

/// Restores the dispositions of the crashes as found, for exec and for a fork that is another program.
void signin_crashes_restore(void);

/// Remembers the dispositions as found and sets the handlers. Call this on the main thread, before ncurses starts:
/// ncurses then leaves all signals alone. Returns a descriptor that becomes readable when a signal can be taken, or -1
/// with errno set.
int signin_signals_install(void);

/// In service mode SIGHUP reloads the settings, and shutdown may take up to a minute, because hashes are under way.
/// Call this after `signin_signals_install`.
void signin_signals_serve(void);

/// Restores the dispositions as found, and closes the descriptor. A pending ending signal is raised again, and then
/// ends the process if its disposition does.
void signin_signals_restore(void);

/// Returns the signals that came since the last call, as bits (1 << number). The descriptor is not readable afterwards.
uint64_t signin_signals_take(void);

/// Returns whether an ending signal came, taken or not. After one, system calls are not restarted, so that nothing
/// keeps the program from ending.
int signin_signals_is_ending(void);

/// Returns the bits of all signals that end the program.
uint64_t signin_signals_ending(void);

/// Stops the process, or its whole process group, as Ctrl-Z would, with the default action. Returns when the process
/// continues, or at once in an orphaned group, which no shell could continue. Does nothing if SIGTSTP was found
/// ignored.
void signin_signals_stop(int whole_group);

/// Ends the process by a signal with its default action, so that the parent sees the signal in the status.
_Noreturn void signin_signals_die(int number);

/// Empties the signal mask, for a program to execute.
void signin_signals_unblock_all(void);

/// Makes exec close all descriptors but 0 to 2; if exec fails, they stay open. Returns 0, or -1 with errno set.
int signin_descriptors_close_on_exec(void);

/// Drops the input so far. Call this once the bytes that give the terminal back are written, while its settings are still
/// the program's. Returns the time, for `signin_input_drop_end`.
int64_t signin_input_drop_begin(int descriptor);

/// Drops input until no key has come for 1 ms since `begin`. After a key it waits for 5 ms without one, 100 ms at most. A
/// signal ends the wait.
///
/// TCSAFLUSH would drop only the 4,095 bytes that are ready to be read. Bytes on their way would still reach the shell.
/// A Ctrl-C among them is worse: the kernel then also drops output that the terminal has not received yet. tcdrain(3)
/// does nothing at a pseudo-terminal, so this time lets the terminal receive it: of 1,600 forms with random keys none lost
/// its output, without the wait 41 did.
void signin_input_drop_end(int descriptor, int64_t begin);

/// From now on a crash, or exit(3), gives the terminal back: it writes `leave` to `descriptor`, drops pending input,
/// and sets `found`. The descriptor should not block. Bytes past 1024 are cut.
void signin_rescue_arm(int descriptor, const struct termios *found, const char *leave, size_t count);

/// Gives the terminal back now, as a crash does. Does nothing if that is done, or after `signin_rescue_disarm`.
void signin_rescue_now(void);

/// From now on a crash leaves the terminal alone: the program has given it back in order.
void signin_rescue_disarm(void);
#endif
