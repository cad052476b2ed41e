#include "include/shim.h"

#include <string.h>
#include <strings.h>
#include <wchar.h>

// Both are in the library's ABI since 1999, but not in its headers. putp(3) is of no use: it writes to stdio's stdout,
// which here is a pipe to another program.
extern int _nc_outch(int);
extern void _nc_flush(void);

const uint32_t signin_bold = A_BOLD, signin_dim = A_DIM, signin_italic = A_ITALIC, signin_underline = A_UNDERLINE,
               signin_reverse = A_REVERSE;

int signin_colours(void) { return COLORS; }

int signin_colour_pairs(void) { return COLOR_PAIRS; }

void signin_put_cells(int row, int column, const signin_cell *cells, int count) {
  cchar_t wide;
  wchar_t text[CCHARW_MAX + 1];
  for (int i = 0, run; i < count; i += run) {
    run = 1;
    if (!cells[i].scalars[0]) continue;
    // Most of a first frame is blank. Equal blanks go as one line.
    if (cells[i].scalars[0] == ' ')
      while (i + run < count && !memcmp(&cells[i], &cells[i + run], sizeof *cells)) run++;
    for (int k = 0; k < CCHARW_MAX; k++) text[k] = (wchar_t)cells[i].scalars[k];
    text[CCHARW_MAX] = 0;
    int pair = cells[i].pair;
    if (setcchar(&wide, text, cells[i].attributes, 0, &pair) == ERR) continue;
    if (run == 1) mvwadd_wchnstr(newscr, row, column + i, &wide, 1);
    else mvwhline_set(newscr, row, column + i, &wide, run);
  }
  explicit_bzero(&wide, sizeof wide);
  explicit_bzero(text, sizeof text);
}

void signin_move_cursor(int row, int column) { wmove(newscr, row, column); }

void signin_update_row(int row) {
  // The blank rows are looked for from the last row up. A row that is not blank ends the search.
  NCURSES_SIZE_T last = newscr->_maxy;
  newscr->_maxy = (NCURSES_SIZE_T)row;
  doupdate();
  newscr->_maxy = last;
}

void signin_lose_screen(void) { clearok(curscr, TRUE); }

void signin_resize(int rows, int columns) {
  werase(curscr);
  werase(newscr);
  resize_term(rows, columns);
  clearok(curscr, TRUE);
}

void signin_emit(const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) _nc_outch((unsigned char)bytes[i]);
}

void signin_flush(void) { _nc_flush(); }

const char *signin_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

const char *signin_with_number(const char *capability, int number) {
  return tparm((char *)capability, (long)number, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

void signin_forget_description(void) { del_curterm(cur_term); }
