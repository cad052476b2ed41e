// The smallest possible form on ncurses, to compare signin with: two windows with borders that show typed text. It
// validates nothing. Its keys are Tab, Backspace, Ctrl-U, and Esc or Ctrl-C to leave; it follows the terminal's size.
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <locale.h>
#include <string.h>

enum { WIDTH = 40, LIMIT = 8192 };
static const char *const titles[] = {"Email", "Password"};
static WINDOW *windows[2];
static char texts[2][LIMIT];
static int lengths[2], focus;

static void draw_text(int field) {
  char shown[WIDTH + 1];
  int skipped = lengths[field] < WIDTH ? 0 : lengths[field] - WIDTH + 1;
  int count = lengths[field] - skipped;
  memset(shown, ' ', WIDTH);
  if (field == 0) memcpy(shown, texts[field] + skipped, count);
  else memset(shown, '*', count);
  mvwaddnstr(windows[field], 1, 1, shown, WIDTH);
  wmove(windows[field], 1, 1 + count);
}

static void draw_all(void) {
  erase();
  wnoutrefresh(stdscr);
  for (int turn = 0; turn < 2; turn++) {
    int field = turn ? focus : !focus;  // the field with the cursor is last
    werase(windows[field]);
    box(windows[field], 0, 0);
    mvwaddstr(windows[field], 0, 2, titles[field]);
    draw_text(field);
    wnoutrefresh(windows[field]);
  }
  doupdate();
}

int main(void) {
  setlocale(LC_CTYPE, "");
  set_escdelay(25);
  initscr();
  raw();
  noecho();
  for (int field = 0; field < 2; field++) {
    windows[field] = newwin(3, WIDTH + 2, 1 + 4 * field, 2);
    keypad(windows[field], TRUE);
  }
  draw_all();
  for (int key; (key = wgetch(windows[focus])) != 27 && key != 3 && key != ERR;) {
    if (key == KEY_RESIZE) {
      draw_all();
      continue;
    }
    if (key == '\t') focus = !focus;
    else if (key == 21) lengths[focus] = 0;
    else if (key == KEY_BACKSPACE || key == 127) lengths[focus] -= lengths[focus] > 0;
    else if (key >= ' ' && key < 256 && lengths[focus] < LIMIT) texts[focus][lengths[focus]++] = (char)key;
    draw_text(focus);
    wnoutrefresh(windows[focus]);
    doupdate();
  }
  endwin();
}
