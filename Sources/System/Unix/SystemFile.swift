internal import Glibc

extension String {
  /// The text of a small file of the system, such as one of /proc, up to 4 KB; nil if it can't be read, or is empty.
  init?(systemFile path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    self.init(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
