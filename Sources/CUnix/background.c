#define _GNU_SOURCE
#include "include/background.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

// The runtime exports both halves for programs with an executor of their own. No header of the toolchain declares them.
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

// No mutex: if glibc fails to wake a thread that waits for one, it does not notice, and the thread waits for ever. A
// failing semaphore ends the process instead. See Decisions/0045-own-thread.md.
static _Atomic(Work *) newest;
static sem_t count;
static char handler_stack[65536];

static Job *next(void) {
  static Work *oldest;  // the work taken over, in order; only this thread uses it
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
  // Crashes of this thread are handled here, on a second stack in case its own overflowed. All other signals are for
  // the main thread.
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
  sigset_t others;
  sigfillset(&others);
  const int crashes[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigdelset(&others, crashes[i]);
  pthread_sigmask(SIG_SETMASK, &others, NULL);
  // Work of no actor has no executor; the runtime itself passes the same.
  for (;;) swift_job_run(next(), (Executor){NULL, 0});
  return unused;
}

static __attribute__((swiftcall)) void enqueue(Job *job, original *unused) {
  (void)unused;
  Work *work = malloc(sizeof *work);
  // Lost work would be waited for, for ever. The crash handler gives the terminal back.
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
