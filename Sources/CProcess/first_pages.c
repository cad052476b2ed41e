// Takes the memory that every start writes to from the system in two calls.
//
// Otherwise each page comes with the first write to it, by a trap that costs more than the page. Swift's caches are
// scattered over all zeroed memory and are read before they are written: two traps each. A kernel before 5.14 refuses,
// and the pages come one by one. See Decisions/0138-first-pages.md.
#ifdef SIGNIN_RELEASE
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

// The C++ library takes the first part of the heap, for exceptions that are thrown when memory is exhausted. Nothing
// writes to it. The form and ncurses take the second part until the first frame, on 80 columns and 24 rows.
enum { unused = 72 * 1024, used = 392 * 1024, most = 512 * 1024 };

extern char __bss_start[], _end[];

static void take(uintptr_t start, uintptr_t end, uintptr_t page) {
  start &= -page;
  madvise((void *)start, ((end + page - 1) & -page) - start, MADV_POPULATE_WRITE);
}

__attribute__((constructor(103))) static void take_first_pages(void) {
  uintptr_t page = getauxval(AT_PAGESZ);
  // Without Makefile's flags the program has an interpreter, and its libraries have the caches.
  if (!page || getauxval(AT_BASE)) return;
  // The programs with Foundation have a megabyte, most of which nothing writes to.
  if (_end - __bss_start <= most) take((uintptr_t)__bss_start, (uintptr_t)_end, page);
  mallopt(M_TOP_PAD, unused + used);
  char *first = malloc(1);
  uintptr_t start = (uintptr_t)first + unused;
  if (first && start + used <= (uintptr_t)sbrk(0)) take(start, start + used, page);
  free(first);
}
#else
typedef int signin_first_pages_are_taken_in_the_release;
#endif
