internal import Glibc

/// A source as the ``Throttle`` counts it: a user of the machine, and the place from which the user came.
public struct ThrottleSource: Sendable, Hashable, Codable {
  /// The id of the user that the program runs as.
  public let uid: UInt32
  /// The host, or for IPv6 the network of its first 64 bits. One person has all addresses of such a network.
  public let place: String

  /// A source from a store.
  public init(uid: UInt32, place: String) {
    self.uid = uid
    self.place = place
  }

  /// The source of attempts by `uid` from `host`.
  public init(uid: UInt32, host: String) {
    self.init(uid: uid, place: Self.network(of: host))
  }

  /// The source as administrators read and type it, such as `1000@192.0.2.7`.
  public var text: String { "\(uid)@\(place)" }

  /// The source with this text, or nil if the text has another form.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let uid = UInt32(parts[0]), !parts[1].isEmpty else { return nil }
    self.init(uid: uid, host: String(parts[1]))
  }

  private static func network(of host: String) -> String {
    let address = String(host.prefix { $0 != "%" })  // the interface after % is no part of the address
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return host }
    let octets = withUnsafeBytes(of: bytes) { Array($0) }
    if octets.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
      return octets.suffix(4).map(String.init).joined(separator: ".")  // IPv4 in the form of IPv6
    }
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 8..<16 { bytes[index] = 0 }
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return host }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "/64"
  }
}
