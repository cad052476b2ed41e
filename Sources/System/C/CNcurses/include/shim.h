// Wide ncurses, with the parts that Swift can't see by itself: macros, variadic functions, and globals.
#ifndef SIGNIN_CNCURSES_SHIM_H
#define SIGNIN_CNCURSES_SHIM_H

// Without these, <curses.h> declares no wide characters. They are here because SwiftPM would warn about a pkg-config
// flag.
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
// Functions instead of macros: Swift can call only those.
#define NCURSES_NOMACROS 1

#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>

// <term.h> defines a macro for each capability. Some have names that Swift code wants.
#undef border
#undef buttons
#undef columns
#undef lines
#undef tab

/// A cell as Swift passes it: a base scalar and its marks, ended by 0; attributes (`A_BOLD` and the like); and a colour
/// pair.
typedef struct {
  uint32_t scalars[CCHARW_MAX];
  uint32_t attributes;
  int32_t pair;
} signin_cell;

/// The attributes. Swift can't see them, as they are macros with casts.
extern const uint32_t signin_bold, signin_dim, signin_italic, signin_underline, signin_reverse;

/// The numbers of colours and colour pairs of the current screen, which are globals of ncurses.
int signin_colours(void);
int signin_colour_pairs(void);

/// Puts cells into the screen that the next `doupdate` shows (a global, `newscr`), from a place on. A cell without
/// scalars is the second half of the wide character before it, and is skipped. Nothing goes through `stdscr`, which
/// avoids a copy of what the screen shows. The memory used here is cleared.
void signin_put_cells(int row, int column, const signin_cell *cells, int count);

/// Moves the cursor to its place after the next `doupdate`.
void signin_move_cursor(int row, int column);

/// Does `doupdate` for a screen of which only one row has changed since the last update. The row must hold a character
/// other than a blank. `doupdate` would compare all blank rows at the end of the screen, for a chance to clear them at
/// once: a fifth of the work for a key.
void signin_update_row(int row);

/// Makes the next `doupdate` clear the terminal and draw everything.
void signin_lose_screen(void);

/// Changes the size of the current screen. Its cells are blanked first, because surplus cells are returned to the heap.
/// Unlike `resizeterm`, this pushes no key into ncurses' own input.
void signin_resize(int rows, int columns);

/// Adds bytes to the next write of ncurses.
void signin_emit(const char *bytes, size_t count);

/// Writes the bytes that ncurses holds, such as those of `signin_emit`, without an update of the screen.
void signin_flush(void);

/// Returns a capability's value by its terminfo name, or NULL if it is absent or cancelled.
const char *signin_capability(const char *name);

/// Returns a capability with its number filled in; valid until the next call.
const char *signin_with_number(const char *capability, int number);

/// Frees the description that setupterm(3) loaded (a global, `cur_term`).
void signin_forget_description(void);
#endif
