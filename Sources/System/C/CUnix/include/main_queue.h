// An executor of the program's own for Swift's main actor. The runtime exports hooks for it, but no header of the
// toolchain declares them.
#ifndef SIGNIN_CUNIX_MAIN_QUEUE_H
#define SIGNIN_CUNIX_MAIN_QUEUE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>

/// Swift's `UnownedSerialExecutor`.
typedef struct {
  void *identity;
  uintptr_t implementation;
} ExecutorReference;

/// From here on, `executor` does the main actor's work. It must live as long as the process. Call this before the first
/// task.
/// @param alone Whether it also does the work of no actor. Each resumed continuation is such work.
void signin_set_main_executor(ExecutorReference executor, bool alone);

#endif
