import AccountService
public import Identity
import Messages
public import Unix

/// The stand-in for a service that can't start. It gives everybody who connects the reason: a connection that nobody accepts
/// hangs, and has a service manager start the service again at once, without end.
@MainActor public struct RefusingServer {
  private let loop: RunLoop
  private let listeners: [Listener]

  /// - Parameter error: The answer to every hello.
  public init(_ loop: RunLoop, at sockets: [ListeningSocket], answering error: StoreError) {
    let answer = Reply.unavailable(.store(error)).message(0)
    self.loop = loop
    listeners = sockets.map { socket in
      Listener(socket, loop) {
        _ = $0.send(answer)
        $0.close()
      }
    }
  }

  /// Answers for that time.
  public func serve(for time: Duration) {
    for listener in listeners { listener.open() }
    _ = loop.timers.add(after: time) { loop.stop() }
    _ = loop.run()
  }
}
