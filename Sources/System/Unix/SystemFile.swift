internal import Glibc

extension String {
  /// The text of a file of the system, such as one of /proc; nil if it can't be read, or is empty.
  /// - Parameter limit: The most bytes of it.
  init?(systemFile path: String, upTo limit: Int = 4096) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: Swift.min(limit, 65_536))
    while bytes.count < limit {
      let count = retrying { read(file, &part, Swift.min(part.count, limit - bytes.count)) }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    guard !bytes.isEmpty else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
