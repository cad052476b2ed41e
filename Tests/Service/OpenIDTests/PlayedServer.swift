import Foundation

/// A server of HTTP on this machine that answers one connection after another in the same way.
final class PlayedServer: @unchecked Sendable {
  /// What it does with a connection.
  enum Manner: Sendable {
    /// Sends this, and closes.
    case answer(String)
    /// Sends this, then so many bytes.
    case flood(String, bytes: Int)
    /// Sends this a byte at a time, a hundred each second.
    case drip(String)
    /// Answers each request for itself.
    case pages(@Sendable (String) -> String)
    /// Sends this without a request.
    case speech(String)
    /// Says nothing until the client leaves.
    case silence
  }

  let port: UInt16
  private let descriptor: Int32
  private let lock = NSLock()
  private var received: [String] = []
  private var sentCount = 0

  init(_ manner: Manner) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isBound, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(descriptor, nil, nil)
        guard client >= 0 else { break }
        self?.serve(client, manner)
        close(client)
      }
      close(descriptor)
    }
  }

  // The thread closes it: before that, it could take connections of whoever gets the number of a closed descriptor.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The requests that came, whole.
  var requests: [String] { lock.withLock { received } }
  /// The bytes that it got rid of.
  var sent: Int { lock.withLock { sentCount } }

  private func serve(_ client: Int32, _ manner: Manner) {
    if case .speech(let text) = manner {
      send(text, to: client)
      return
    }
    var request = ""
    repeat {
      guard let piece = read(from: client) else { break }
      request += piece
    } while !Self.isWhole(request)
    lock.withLock { received.append(request) }
    switch manner {
    case .answer(let text): send(text, to: client)
    case .pages(let answer): send(answer(request), to: client)
    case .flood(let head, let count):
      send(head, to: client)
      let block = String(repeating: "x", count: 65_536)
      var rest = count
      while rest > 0, send(block, to: client) { rest -= block.utf8.count }
    case .drip(let text):
      for character in text where send(String(character), to: client) { usleep(10_000) }
    case .silence, .speech: _ = read(from: client)
    }
  }

  private static func isWhole(_ request: String) -> Bool {
    guard let end = request.range(of: "\r\n\r\n") else { return false }
    let length = request.components(separatedBy: "Content-Length: ").dropFirst().first.flatMap { rest in
      Int(rest.prefix { $0.isNumber })
    }
    return request[end.upperBound...].utf8.count >= length ?? 0
  }

  private func read(from client: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(client, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  @discardableResult
  private func send(_ text: String, to client: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      lock.withLock { sentCount += count }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
