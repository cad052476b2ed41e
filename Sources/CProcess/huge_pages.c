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
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const size_t huge = 2 << 20;

/// A huge page that takes longer is slower than ordinary ones, in nanoseconds. Usually it takes a fifth of that. It takes
/// eight times as long in a virtual machine if the host must find memory for it first.
static const int64_t slow = 1000000;

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}

/// Fills memory with huge pages until one is slow, and the rest with ordinary ones. If hashes follow each other within a
/// second, slow pages are worth their time: the next hash gets the same ones. Returns -1 if the kernel cannot.
static int fill(char *memory, size_t length) {
  static _Atomic int64_t last_fill = INT64_MIN / 2;
  int64_t moment = now(CLOCK_MONOTONIC);
  int are_reused = moment - atomic_exchange(&last_fill, moment) < 1000 * slow;
  char *end = memory + length, *page = (char *)(((uintptr_t)memory + huge - 1) & -huge);
  madvise(memory, length, MADV_HUGEPAGE);
  while (page + huge <= end) {
    // Processor time: a page is not slow because its thread waits for a processor.
    int64_t start = now(CLOCK_THREAD_CPUTIME_ID);
    if (madvise(page, huge, MADV_POPULATE_WRITE)) return -1;
    page += huge;
    if (!are_reused && now(CLOCK_THREAD_CPUTIME_ID) - start > slow) break;
  }
  if (page < end) madvise(page, end - page, MADV_NOHUGEPAGE);
  return madvise(memory, length, MADV_POPULATE_WRITE);
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  int is_of_hash = !address && (flags & MAP_POPULATE) && (flags & MAP_ANONYMOUS) && length >= huge;
  if (is_of_hash) flags &= ~MAP_POPULATE;
  void *memory = (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
  // Before Linux 5.14 a mapping can be filled only when it is made. It has ordinary pages then.
  if (is_of_hash && memory != MAP_FAILED && fill(memory, length))
    memory = (void *)syscall(SYS_mmap, memory, length, protection, flags | MAP_POPULATE | MAP_FIXED, file, offset);
  return memory;
}
#endif
