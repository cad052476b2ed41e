// Widths of characters in terminal cells.
#ifndef SIGNIN_CUNIX_WIDTH_H
#define SIGNIN_CUNIX_WIDTH_H
#include <stdint.h>
// For Swift, whose Glibc has none of it.
#include <wchar.h>

/// Columns of a Unicode scalar on a UTF-8 terminal: 0, 1 or 2, or -1 where this machine knows none.
/// It is wcwidth(3), by which ncurses counts too, but it does not depend on the locale that the process has chosen:
/// a layout stays the same where the terminal is not UTF-8, and in tests.
int signin_wcwidth(uint32_t scalar);
#endif
