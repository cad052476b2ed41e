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
/// Other threads wait for the lock of the address space while one call fills, so each call fills a little.
static const size_t piece = 256 << 10;

static const int64_t second = 1000000000;
/// A huge page that takes longer is slower than ordinary ones, in nanoseconds. Usually it takes a fifth of that. It takes
/// eight times as long in a virtual machine if the host must find memory for it first.
static const int64_t slow = 1000000;

/// The memory of the hash that this thread computes, and the thread that fills it.
static _Thread_local struct hash_memory {
  char *start, *end;
  pthread_t filler;
} own;

/// When the last hash ended.
static _Atomic int64_t last_end = INT64_MIN / 2;

static int64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * second + time.tv_nsec;
}

/// Fills memory with huge pages until one is slow, and the rest with ordinary ones. If hashes follow each other within a
/// second, slow pages are worth their time: the next hash gets the same ones. The hash itself fills what is before the first
/// border of a huge page, because it is there first.
static void *fill(void *argument) {
  const struct hash_memory *memory = argument;
  int are_reused = now(CLOCK_MONOTONIC) - last_end < second;
  char *page = (char *)(((uintptr_t)memory->start + huge - 1) & -huge);
  while (page + huge <= memory->end) {
    // Processor time: a page is not slow because its thread waits for a processor.
    int64_t start = now(CLOCK_THREAD_CPUTIME_ID);
    if (madvise(page, huge, MADV_POPULATE_WRITE)) return NULL;
    page += huge;
    if (!are_reused && now(CLOCK_THREAD_CPUTIME_ID) - start > slow) break;
  }
  if (page < memory->end) madvise(page, memory->end - page, MADV_NOHUGEPAGE);
  for (; page < memory->end; page += piece) {
    size_t rest = memory->end - page;
    if (madvise(page, rest < piece ? rest : piece, MADV_POPULATE_WRITE)) return NULL;
  }
  return NULL;
}

/// Starts the thread that fills this thread's own memory. Returns an error number.
static int start_filler(void) {
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&own.filler, &attributes, fill, &own);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  int is_of_hash = !address && (flags & MAP_POPULATE) && (flags & MAP_ANONYMOUS) && length >= huge && !own.start;
  // Before Linux 5.14 a mapping can be filled only when it is made.
  if (is_of_hash && madvise(NULL, 0, MADV_POPULATE_WRITE)) is_of_hash = 0;
  if (is_of_hash) flags &= ~MAP_POPULATE;
  void *memory = (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset);
  if (!is_of_hash || memory == MAP_FAILED) return memory;

  madvise(memory, length, MADV_HUGEPAGE);
  own.start = memory;
  own.end = own.start + length;
  if (start_filler()) {
    // The system gives no more threads.
    fill(&own);
    own.start = NULL;
  }
  return memory;
}

int munmap(void *memory, size_t length) {
  if (memory && memory == own.start) {
    pthread_join(own.filler, NULL);
    own.start = NULL;
    last_end = now(CLOCK_MONOTONIC);
  }
  return syscall(SYS_munmap, memory, length);
}
#endif
