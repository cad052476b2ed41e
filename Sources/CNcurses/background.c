#include "include/background.h"

#include <stddef.h>

// Both halves are ABI, exported for whoever brings an executor of his own, but no header of the toolchain declares them.
typedef struct Job Job;
typedef __attribute__((swiftcall)) void original(Job *);
typedef struct {
  void *identity;
  size_t implementation;
} Executor;

extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(Job *, original *);
extern __attribute__((swiftcall)) void swift_job_run(Job *, Executor);

// libdispatch's headers want blocks, which not every C compiler has.
typedef struct Queue Queue;
extern Queue *dispatch_queue_create(const char *label, void *attributes);
extern void dispatch_async_f(Queue *, void *context, void (*work)(void *));

static Queue *queue;

static void run(void *job) {
  // The executor of no actor, as the runtime itself calls it.
  swift_job_run(job, (Executor){NULL, 0});
}

static __attribute__((swiftcall)) void enqueue(Job *job, original *unused) {
  (void)unused;
  dispatch_async_f(queue, job, run);
}

void signin_background_install(void) {
  queue = dispatch_queue_create("signin.background", NULL);
  swift_task_enqueueGlobal_hook = enqueue;
}
