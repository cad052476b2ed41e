#define _GNU_SOURCE
#include "include/background.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

// Both halves are ABI, exported for whoever brings an executor of his own, but no header of the toolchain declares them.
typedef struct Job Job;
typedef __attribute__((swiftcall)) void original(Job *);
typedef struct {
  void *identity;
  size_t implementation;
} Executor;

extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(Job *, original *);
extern __attribute__((swiftcall)) void swift_job_run(Job *, Executor);

typedef struct Work {
  Job *job;
  struct Work *next;
} Work;

// No mutex: if waking who waits for one fails, glibc does not notice, and they wait for ever. With a semaphore it ends the
// process.
static _Atomic(Work *) newest;
static sem_t count;
static char handler_stack[65536];

static Job *next(void) {
  static Work *oldest;  // of what was taken over; the thread's own
  while (!oldest) {
    while (sem_wait(&count)) continue;
    for (Work *work = atomic_exchange(&newest, NULL); work;) {
      Work *before = work->next;
      work->next = oldest;
      oldest = work;
      work = before;
    }
  }
  Work *work = oldest;
  Job *job = work->job;
  oldest = work->next;
  free(work);
  return job;
}

static void *serve(void *unused) {
  // A crash is handled here, where a stack that overflowed is of no use; all other signals are for the main thread.
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
  sigset_t others;
  sigfillset(&others);
  const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigdelset(&others, crashes[i]);
  pthread_sigmask(SIG_SETMASK, &others, NULL);
  // The executor of no actor, as the runtime itself calls it.
  for (;;) swift_job_run(next(), (Executor){NULL, 0});
  return unused;
}

static __attribute__((swiftcall)) void enqueue(Job *job, original *unused) {
  (void)unused;
  Work *work = malloc(sizeof *work);
  // Work that is lost would be waited for, for ever. As after every crash, the terminal is given back.
  if (!work) abort();
  *work = (Work){job, atomic_load(&newest)};
  while (!atomic_compare_exchange_weak(&newest, &work->next, work)) continue;
  if (sem_post(&count)) abort();
}

int signin_background_start(void) {
  pthread_t thread;
  sem_init(&count, 0, 0);
  int refusal = pthread_create(&thread, NULL, serve, NULL);
  if (!refusal) swift_task_enqueueGlobal_hook = enqueue;
  return refusal;
}
