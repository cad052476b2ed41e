#include "include/main_queue.h"

#define SWIFT __attribute__((swiftcall))

typedef struct Job Job;
typedef SWIFT void enqueuer(Job *);
typedef SWIFT ExecutorReference getter(void);
typedef SWIFT bool predicate(ExecutorReference);

extern SWIFT void (*swift_task_enqueueGlobal_hook)(Job *, enqueuer *);
extern SWIFT ExecutorReference (*swift_task_getMainExecutor_hook)(getter *);
extern SWIFT bool (*swift_task_isMainExecutor_hook)(ExecutorReference, predicate *);
extern SWIFT void swift_task_enqueue(Job *, ExecutorReference);

static ExecutorReference executor;

static SWIFT ExecutorReference get(getter *original) {
  (void)original;
  return executor;
}

static SWIFT bool is_main(ExecutorReference other, predicate *original) {
  (void)original;
  return other.identity == executor.identity;
}

static SWIFT void enqueue(Job *job, enqueuer *original) {
  (void)original;
  swift_task_enqueue(job, executor);
}

void signin_set_main_executor(ExecutorReference ours, bool alone) {
  executor = ours;
  swift_task_getMainExecutor_hook = get;
  swift_task_isMainExecutor_hook = is_main;
  if (alone) swift_task_enqueueGlobal_hook = enqueue;
}
