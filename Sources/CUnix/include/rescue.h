// The terminal is given back on every way out, and signals reach the event loop in order.
//
// This is C because all of it may run in a signal handler, at any moment, on any thread: it touches lock-free atomics,
// memory that was filled before, and functions that POSIX calls async-signal-safe.
//
//   crash   ABRT SEGV BUS FPE ILL TRAP SYS: the terminal is given back in the handler, on a stack of its own and on the main
//           thread, then the signal acts as if there were no handler. The Swift runtime's backtracer gets no turn: it
//           would print registers and memory of a program that holds a password.
//   end     HUP INT QUIT TERM ALRM PIPE USR1 and the like: the loop is woken, ends in order, and the program raises the
//           signal again. A second one before that is done acts at once, like a crash; so does the first if it is not done
//           after 5 s.
//   tell    WINCH CONT TSTP: the loop is woken.
//
// A signal that was ignored as found stays ignored (nohup), but for the crashes.
#ifndef SIGNIN_CUNIX_RESCUE_H
#define SIGNIN_CUNIX_RESCUE_H
#include <stddef.h>
#include <stdint.h>

// Declared only, so that Swift has the type from Glibc alone.
struct termios;

/// Remembers the dispositions found and sets the handlers. To be called on the main thread, before ncurses starts, so that it leaves all
/// signals alone.
/// Returns a descriptor that becomes readable when there is something to take, or -1 with errno set.
int signin_signals_install(void);

/// Puts the dispositions back as they were found, and closes the descriptor. An ending signal that nobody took is raised
/// again, and then ends the process if that was its way.
void signin_signals_restore(void);

/// The signals that came since the last call, as bits (1 << number), and makes the descriptor unreadable.
uint64_t signin_signals_take(void);

/// Whether an ending signal came, taken or not. System calls are not restarted after one, so that nothing keeps the
/// program from ending.
int signin_signals_is_ending(void);

/// The bits of all signals that end the program.
uint64_t signin_signals_ending(void);

/// Stops the process as Ctrl-Z would, with the default action, or its whole process group; returns when it goes on (at
/// once where nobody could continue it: an orphaned group). Does nothing where SIGTSTP was found ignored.
void signin_signals_stop(int whole_group);

/// Ends the process by a signal with its default action, so that the parent sees it in the status.
_Noreturn void signin_signals_die(int number);

/// Empties the signal mask, for a program to be executed.
void signin_signals_unblock_all(void);

/// All descriptors but 0 to 2 close when a program is executed, and stay open if that fails. -1 and errno, or 0.
int signin_descriptors_close_on_exec(void);

/// Drops what was typed, until nobody types for 2 ms, or for 5 ms after a key, or a signal comes; after 100 ms at the latest.
/// To be called when the terminal has been written what gives it back, and its settings are still the program's.
///
/// TCSAFLUSH would drop no more than the 4,095 bytes that are ready to be read, and those on their way to there would come
/// to the shell. A Ctrl-C among them does worse: the kernel then drops output as well, which the terminal has not been
/// handed yet, for tcdrain(3) does nothing at a pseudo-terminal. These milliseconds are its time to be handed it.
void signin_input_drop(int descriptor);

/// From now on a crash gives the terminal back: `leave` is written to `descriptor` (which should not block), pending
/// input is dropped, `found` is set. The same at exit(3). Bytes past 1024 are cut.
void signin_rescue_arm(int descriptor, const struct termios *found, const char *leave, size_t count);

/// Gives the terminal back now, as a crash does, unless that was done or taken back.
void signin_rescue_now(void);

/// From now on a crash does not: the terminal has been given back in order.
void signin_rescue_disarm(void);
#endif
