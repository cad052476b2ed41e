#include "include/executor.h"

// The runtime exports both for programs with an executor of their own. No header of the toolchain declares them.
typedef struct Job Job;
typedef __attribute__((swiftcall)) void original(Job *);

extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(Job *, original *);
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(Job *);

static __attribute__((swiftcall)) void enqueue(Job *job, original *unused) {
  (void)unused;
  swift_task_enqueueMainExecutor(job);
}

void signin_executor_use_main_thread(void) { swift_task_enqueueGlobal_hook = enqueue; }
