import Foundation
import PostgreSQLServers
import Synchronization
import TestSupport

/// A proxy between stores and a server, which breaks a connection after a number of bytes.
final class FaultyProxy: Sendable {
  enum Direction: Sendable { case up, down }

  enum Fault: Sendable {
    /// The connection ends. The next ones are left alone.
    case cut
    /// Nothing more is heard of the server on this connection. The next ones are left alone.
    case stall
    /// The connection ends, and no other one is made until ``heal()``.
    case cutForGood
  }

  /// The folder of the proxy's socket.
  let folder: String
  private let target: String
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var passed: [Direction: Int] = [:]
    var roundTrips = 0
    var plan: (direction: Direction, place: Int, fault: Fault)?
    var isGone = false
  }

  init(to server: PostgreSQLServer) throws {
    var template = Array("/tmp/signin-proxy-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError(.EACCES) }
    folder = String(cString: made)
    target = server.folder + "/.s.PGSQL.5432"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    let bound = Self.address(folder + "/.s.PGSQL.5432") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        guard let self else { break }
        self.join(connection)
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The bytes that have passed since the last plan.
  func passed(_ direction: Direction) -> Int { state.withLock { $0.passed[direction] ?? 0 } }

  /// How often a store has waited for answers since the last plan.
  var roundTrips: Int { state.withLock(\.roundTrips) }

  /// Plans a fault after `place` further bytes.
  func plan(_ fault: Fault, _ direction: Direction, after place: Int) {
    state.withLock { $0 = State(plan: (direction, place, fault)) }
  }

  /// Forgets the plan, and lets connections through again.
  func heal() { state.withLock { $0 = State() } }

  private func join(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let ends = Ends(client, server)
    guard !state.withLock({ $0.isGone }), Self.address(target, { connect(server, $0, $1) }) == 0 else { return }
    Thread.detachNewThread { [self] in pump(ends.client, ends.server, .up, ends) }
    Thread.detachNewThread { [self] in pump(ends.server, ends.client, .down, ends) }
  }

  private func pump(_ from: Int32, _ to: Int32, _ direction: Direction, _ ends: Ends) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var messages = FrontendMessages()
    while true {
      let count = read(from, &buffer, buffer.count)
      guard count > 0 else { break }
      if direction == .up {
        let trips = messages.roundTrips(in: buffer.prefix(count))
        state.withLock { $0.roundTrips += trips }
      }
      let (allowed, fault) = pass(count, direction)
      guard send(to, buffer, allowed, Int32(MSG_NOSIGNAL)) == allowed else { break }
      switch fault {
      case nil: continue
      case .stall: return
      case .cut, .cutForGood: break
      }
      break
    }
    for end in [from, to] { shutdown(end, Int32(SHUT_RDWR)) }
  }

  /// How many of `count` bytes pass, and the fault after them.
  private func pass(_ count: Int, _ direction: Direction) -> (Int, Fault?) {
    state.withLock { state in
      let before = state.passed[direction] ?? 0
      state.passed[direction] = before + count
      guard let plan = state.plan, plan.direction == direction, before + count > plan.place else { return (count, nil) }
      state.plan = nil
      state.isGone = plan.fault == .cutForGood
      return (plan.place - before, plan.fault)
    }
  }

  private static func address(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// The two sockets of a connection, closed when neither direction needs them.
  private final class Ends: Sendable {
    let client: Int32
    let server: Int32

    init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }

    deinit { for end in [client, server] { close(end) } }
  }
}
