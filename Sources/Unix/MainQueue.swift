internal import CUnix
internal import Dispatch
internal import Glibc

/// The main dispatch queue, on which Swift runs the main actor's work, served from a `poll` of our own.
///
/// The hooks are those that CoreFoundation's run loop uses (main_queue.h). `dispatchMain` and an async `main` would do it
/// too, but cost 40 % more for each key, and run the main actor's work on another thread.
@MainActor enum MainQueue {
  /// Becomes readable when work waits.
  static var descriptor: Int32 { _dispatch_get_main_queue_handle_4CF() }

  /// Makes the descriptor. libdispatch ends the process where that fails, so it is to be called before the terminal is taken.
  static func prepare() { _ = descriptor }

  /// Does the work that waits. For the main thread.
  static func drain() {
    // The callback leaves the descriptor readable; emptied first, it tells of work that comes meanwhile.
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    _dispatch_main_queue_callback_4CF(nil)
  }
}
