internal import CUnix
internal import Dispatch
internal import Glibc

/// The main dispatch queue, on which Swift runs the main actor's work. A `poll` of our own serves it.
///
/// The hooks are those of CoreFoundation's run loop (main_queue.h). `dispatchMain` and an async `main` would work too.
/// But they cost 40 % more for each key, and run the main actor's work on another thread.
@MainActor enum MainQueue {
  /// A descriptor that becomes readable when work waits.
  static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

  /// Creates the descriptor. If that fails, libdispatch ends the process. So call this before the terminal is taken.
  static func prepare() { _ = descriptor }

  /// Does the work that waits. Call this on the main thread.
  /// - Parameter isReported: Whether the descriptor is readable.
  static func drain(isReported: Bool) {
    if isReported {
      // The callback leaves the descriptor readable. It is emptied first, so that it reports work that comes meanwhile.
      var count: UInt64 = 0
      _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    }
    _dispatch_main_queue_callback_4CF(nil)
  }
}
