// Makes the constants of the release read-only.
//
// Swift asks for a writable .rodata, although nothing writes to it once the addresses are adjusted. So the linker puts
// all constants, also those of C and of ICU, into the writable segment: first .rodata, then .data, at whose start the C
// library has __data_start. If the kernel refuses, the constants stay as they are. See
// Decisions/0089-hidden-from-exec-on.md.
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>

extern const char __data_start[];

__attribute__((constructor(102))) static void protect(void) {
  const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  uintptr_t page = getauxval(AT_PAGESZ), data = (uintptr_t)__data_start, base = 0;
  // A debug build has an interpreter, and another layout.
  if (!headers || !page || getauxval(AT_BASE)) return;
  for (unsigned long i = 0; i < getauxval(AT_PHNUM); i++) {
    if (headers[i].p_type == PT_PHDR) base = (uintptr_t)headers - headers[i].p_vaddr;
    uintptr_t start = base + headers[i].p_vaddr;
    if (headers[i].p_type != PT_LOAD || data < start || data - start >= headers[i].p_memsz) continue;
    start = (start + page - 1) & -page;
    if (start < (data & -page)) mprotect((void *)start, (data & -page) - start, PROT_READ);
  }
}
