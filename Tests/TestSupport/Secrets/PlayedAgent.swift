import Foundation
internal import SSHKeys
import Synchronization

/// An ssh-agent in this process, which signs as security keys do, or does what no agent should.
public final class PlayedAgent: Sendable {
  /// What it does when it is asked.
  public enum Behaviour: Sendable {
    /// Lists its keys and signs, with these flags and this counter.
    case signing(flags: UInt8 = 1, counter: UInt32 = 7)
    /// Lists its keys, and refuses to sign.
    case refusing
    /// Lists no keys, and refuses to sign.
    case locked
    /// Lists its keys, and signs when it is released, which it is not.
    case waiting
    /// Answers nothing at all.
    case silent
    /// Answers byte for byte, and needs a quarter of an hour for its keys.
    case dripping
    /// Ends the connection.
    case ending
    /// Answers this.
    case answering([UInt8])
  }

  /// The path of its socket.
  public let path: String
  private let keys: [(key: SecurityKey, name: String)]
  private let listener: Int32
  private let state: Mutex<(behaviour: Behaviour, connections: Int, signatures: Int)>

  /// How many connections it has had.
  public var connectionCount: Int { state.withLock { $0.connections } }
  /// How many signatures it was asked for.
  public var signatureCount: Int { state.withLock { $0.signatures } }

  /// Listens.
  public init(_ keys: [SecurityKey], at path: String, _ behaviour: Behaviour = .signing(), name: String = "ring") throws
  {
    self.path = path
    self.keys = keys.enumerated().map { ($0.element, "\(name)\($0.offset + 1)") }
    state = Mutex((behaviour, 0, 0))
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else { throw ChildProcess.CannotStart(what: path, errno: errno) }
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        self?.state.withLock { $0.connections += 1 }
        Thread.detachNewThread { [weak self] in
          while let message = Self.receive(connection), let answer = self?.answer(to: message) {
            let step = self?.isDripping == true ? 1 : max(1, answer.count)
            for start in stride(from: 0, to: answer.count, by: step) {
              if start > 0 { sleep(10) }
              let part = Array(answer[start..<min(start + step, answer.count)])
              guard send(connection, part, part.count, Int32(MSG_NOSIGNAL)) > 0 else { break }
            }
          }
          close(connection)
        }
      }
      close(listener)
    }
  }

  // The thread closes it: before that, it could take connections of whoever gets the number of a closed descriptor.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Behaves in another way from now on.
  public func behave(_ behaviour: Behaviour) { state.withLock { $0.behaviour = behaviour } }

  private var isDripping: Bool {
    if case .dripping = state.withLock({ $0.behaviour }) { true } else { false }
  }

  /// The answer to a message; nil for the end of the connection. Those that never answer wait for their end.
  private func answer(to message: [UInt8]) -> [UInt8]? {
    let isList = message.first == 11
    let behaviour = state.withLock { state in
      if message.first == 13 { state.signatures += 1 }
      return state.behaviour
    }
    switch (behaviour, isList) {
    case (.answering(let bytes), _): return bytes
    case (.ending, _): return nil
    case (.silent, _), (.waiting, false): return []
    case (.locked, true): return framed([12, 0, 0, 0, 0])
    case (.signing, true), (.refusing, true), (.waiting, true), (.dripping, _): return framed(list)
    case (.refusing, false), (.locked, false): return framed([5])
    case (.signing(let flags, let counter), false):
      var reader = WireReader(message.dropFirst())
      guard let blob = try? reader.string(atMost: 1000), let bytes = try? reader.string(atMost: 100_000),
        let known = keys.first(where: { $0.key.publicKey.blob == blob })
      else { return framed([5]) }
      var answer: [UInt8] = [14]
      answer.append(string: known.key.sign(bytes, flags: flags, counter: counter))
      return framed(answer)
    }
  }

  private var list: [UInt8] {
    var list: [UInt8] = [12]
    list.append(uint32: UInt32(keys.count))
    for (key, name) in keys {
      list.append(string: key.publicKey.blob)
      list.append(string: name.utf8)
    }
    return list
  }

  private func framed(_ bytes: [UInt8]) -> [UInt8] {
    var framed: [UInt8] = []
    framed.append(string: bytes)
    return framed
  }

  private static func receive(_ connection: Int32) -> [UInt8]? {
    guard let header = receive(4, connection) else { return nil }
    return receive(header.reduce(0) { $0 << 8 | Int($1) }, connection)
  }

  private static func receive(_ count: Int, _ connection: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return recv(connection, &bytes, count, Int32(MSG_WAITALL)) == count ? bytes : nil
  }
}
