// Fills the memory of a password's hash on a thread of its own, ahead of the hash.
//
// libsodium takes 64 MiB from mmap for each hash, and waits until all of it is filled (MAP_POPULATE). In pages of 4 KiB that
// is 16,384 faults, a quarter of the hash's time. The calls of libsodium come here, because a program's own function goes
// before that of the C library. See Decisions/0160-fill-ahead-of-the-hash.md.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SIGNIN_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SIGNIN_SANITIZED
#endif
#endif

#ifdef SIGNIN_SANITIZED
// A sanitizer has functions of its own.
typedef int signin_hash_waits_for_its_memory;
#else
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const size_t huge = 2 << 20;
/// Other threads wait for the memory's lock while one call fills, so each call fills a little.
static const size_t piece = 256 << 10;

/// A huge page that takes longer is slower than ordinary ones, in nanoseconds. Usually it takes a fifth of that. It takes
/// eight times as long in a virtual machine if the host must find memory for it first.
static const int64_t slow = 1000000;

/// The memory of the hash that this thread computes, and the thread that fills it.
static _Thread_local struct filling {
  char *memory, *end;
  pthread_t thread;
} filling;

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}

/// Fills memory with huge pages until one is slow, and the rest with ordinary ones. If hashes follow each other within a
/// second, slow pages are worth their time: the next hash gets the same ones.
static void *fill(void *argument) {
  static _Atomic int64_t last_fill = INT64_MIN / 2;
  struct filling *filling = argument;
  int64_t moment = now(CLOCK_MONOTONIC);
  int are_reused = moment - atomic_exchange(&last_fill, moment) < 1000 * slow;
  char *page = (char *)(((uintptr_t)filling->memory + huge - 1) & -huge);
  while (page + huge <= filling->end) {
    // Processor time: a page is not slow because its thread waits for a processor.
    int64_t start = now(CLOCK_THREAD_CPUTIME_ID);
    if (madvise(page, huge, MADV_POPULATE_WRITE)) return NULL;
    page += huge;
    if (!are_reused && now(CLOCK_THREAD_CPUTIME_ID) - start > slow) break;
  }
  if (page < filling->end) madvise(page, filling->end - page, MADV_NOHUGEPAGE);
  for (; page < filling->end; page += piece) {
    size_t rest = filling->end - page;
    if (madvise(page, rest < piece ? rest : piece, MADV_POPULATE_WRITE)) return NULL;
  }
  return NULL;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  int is_of_hash = !address && (flags & MAP_POPULATE) && (flags & MAP_ANONYMOUS) && length >= huge && !filling.memory;
  // Before Linux 5.14 a mapping can be filled only when it is made.
  if (is_of_hash && madvise(NULL, 0, MADV_POPULATE_WRITE)) is_of_hash = 0;
  if (is_of_hash) flags &= ~MAP_POPULATE;
  void *memory = (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
  if (!is_of_hash || memory == MAP_FAILED) return memory;

  madvise(memory, length, MADV_HUGEPAGE);
  struct filling new = {memory, (char *)memory + length};
  filling = new;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&filling.thread, NULL, fill, &filling)) {
    // The system gives no more threads.
    fill(&filling);
    filling.memory = NULL;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return memory;
}

int munmap(void *memory, size_t length) {
  if (memory && memory == filling.memory) {
    pthread_join(filling.thread, NULL);
    filling.memory = NULL;
  }
  return syscall(SYS_munmap, memory, length);
}
#endif
