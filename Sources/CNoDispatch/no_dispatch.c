// The release of the form has no libdispatch. Swift's runtime links it for the executors that a program has by default;
// the form has its own (MainQueue.swift). So nothing here is called, as long as no task of the form sleeps, which
// ArchitectureTests check. A debug build is linked with the library.
#ifdef SIGNIN_RELEASE
#include <stdlib.h>

#define UNUSED(name) \
  void name(void);   \
  void name(void) { abort(); }

UNUSED(dispatch_activate)
UNUSED(dispatch_after_f)
UNUSED(dispatch_assert_queue)
UNUSED(dispatch_async_f)
UNUSED(dispatch_main)
UNUSED(dispatch_queue_attr_make_with_qos_class)
UNUSED(dispatch_queue_create)
UNUSED(dispatch_queue_set_width)
UNUSED(dispatch_release)
UNUSED(dispatch_set_context)
UNUSED(dispatch_source_create)
UNUSED(dispatch_source_set_event_handler_f)
UNUSED(dispatch_source_set_timer)
UNUSED(dispatch_walltime)
void *_dispatch_main_q, *_dispatch_queue_attr_concurrent, *_dispatch_source_type_timer;
#endif
