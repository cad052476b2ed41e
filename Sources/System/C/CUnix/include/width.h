// Widths of characters in terminal cells.
#ifndef SIGNIN_CUNIX_WIDTH_H
#define SIGNIN_CUNIX_WIDTH_H
#include <stdint.h>
// Swift needs this: its module Glibc has none of it.
#include <wchar.h>

/// Returns the columns of a Unicode scalar on a UTF-8 terminal: 0, 1 or 2, or -1 if this machine knows none. The value
/// is that of wcwidth(3), which ncurses uses too, but does not depend on the locale of the process. So a layout stays
/// the same in tests, and on a terminal without UTF-8.
int signin_wcwidth(uint32_t scalar);
#endif
