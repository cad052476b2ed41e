// Wide ncurses, and what of it Swift cannot see by itself: macros, variadic functions, and globals.
#ifndef SIGNIN_CNCURSES_SHIM_H
#define SIGNIN_CNCURSES_SHIM_H

// Without these <curses.h> declares no wide characters. They stand here, as a pkg-config flag would only make SwiftPM warn.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
// Functions instead of macros: Swift can call only those.
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>

// <term.h> defines a macro for each capability, some under names that Swift code wants.
#undef border
#undef buttons
#undef columns
#undef lines
#undef tab

/// A cell as Swift hands it over: a base scalar and its marks, ended by 0; attributes (`A_BOLD` and the like) and a
/// colour pair.
typedef struct {
  uint32_t scalars[CCHARW_MAX];
  uint32_t attributes;
  int32_t pair;
} signin_cell;

/// Attributes: macros with casts in them.
extern const uint32_t signin_bold, signin_dim, signin_italic, signin_underline, signin_reverse;

/// How many colours and colour pairs the current screen has: globals of ncurses.
int signin_colours(void);
int signin_colour_pairs(void);

/// Puts cells into the screen that the next `doupdate` makes real (a global, `newscr`), beginning at a place; one of no
/// scalars is the second half of the wide character before it, and skipped. Nothing goes through `stdscr`: one copy less
/// of what stands on the screen. The memory used on the way is cleared.
void signin_put_cells(int row, int column, const signin_cell *cells, int count);

/// Where the cursor shall stand after the next `doupdate`.
void signin_move_cursor(int row, int column);

/// Makes the next `doupdate` clear the terminal and draw everything.
void signin_lose_screen(void);

/// Gives the current screen another size; its cells are blanked first, as those left over are given back to the heap.
/// Unlike `resizeterm` it pushes no key into ncurses' own input.
void signin_resize(int rows, int columns);

/// Adds bytes to what ncurses will write next.
void signin_emit(const char *bytes, size_t count);

/// Writes what ncurses holds, such as bytes added by `signin_emit`, without an update of the screen.
void signin_flush(void);

/// A capability's value by its terminfo name, or NULL where it is absent or cancelled.
const char *signin_capability(const char *name);

/// A capability with a number in it, as the terminal is told it; valid until the next call.
const char *signin_with_number(const char *capability, int number);

/// Gives back what setupterm(3) loaded: a global, `cur_term`.
void signin_forget_description(void);
#endif
