import COath
import Glibc
import Identity

/// The device of an account's owner: it makes codes of a secret that it was shown.
struct Device {
  private var secret: [CChar]

  /// Reads the secret as its owner types it.
  init(_ base32: String) {
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
    _ = oath_base32_decode(base32, base32.utf8.count, &bytes, &count)
    secret = bytes.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    free(bytes)
  }

  /// The code of that moment.
  func code(at moment: Timestamp) -> String {
    var code = [CChar](repeating: 0, count: 7)
    _ = oath_totp_generate(secret, secret.count, time_t(moment.milliseconds / 1000), 30, 0, 6, &code)
    return String(decoding: code.prefix(6).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
