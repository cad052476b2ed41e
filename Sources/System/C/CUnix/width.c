#define _GNU_SOURCE
#include "include/width.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

// wcwidth has no variant that takes a locale. So this thread alone uses C.UTF-8 during the call. C.UTF-8 is part of
// libc-bin, so it always exists.
static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t utf8;

static void load(void) { utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int signin_wcwidth(uint32_t scalar) {
  pthread_once(&once, load);
  if (!utf8) return wcwidth((wchar_t)scalar);
  locale_t found = uselocale(utf8);
  int width = wcwidth((wchar_t)scalar);
  uselocale(found);
  return width;
}
