// Gives the memory of a password's hash in huge pages.
//
// libsodium takes 64 MiB from mmap for each hash, and asks for all of it at once (MAP_POPULATE). In pages of 4 KiB that is
// 16,384 faults, a quarter of the hash's time. The calls of libsodium come here, because a program's own function goes
// before that of the C library. See Decisions/0153-huge-pages-for-hashes.md.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SIGNIN_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SIGNIN_SANITIZED
#endif
#endif

#ifdef SIGNIN_SANITIZED
// A sanitizer has a function of its own.
typedef int signin_takes_ordinary_pages;
#else
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const size_t huge = 2 << 20;

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  int is_of_hash = !address && (flags & MAP_POPULATE) && (flags & MAP_ANONYMOUS) && length >= huge;
  if (is_of_hash) flags &= ~MAP_POPULATE;
  void *memory = (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
  if (is_of_hash && memory != MAP_FAILED) {
    madvise(memory, length, MADV_HUGEPAGE);
    // Before Linux 5.14 a mapping can be filled only when it is made. It has ordinary pages then.
    if (madvise(memory, length, MADV_POPULATE_WRITE))
      memory = (void *)syscall(SYS_mmap, memory, length, protection, flags | MAP_POPULATE | MAP_FIXED, file, offset);
  }
  return memory;
}
#endif
