internal import COath
internal import Secrets

/// The codes of RFC 6238, as liboath computes them.
enum TimedCode {
  /// The length of a time step, in seconds.
  static let period: Int64 = 30

  /// Returns the time step of a code of `digits` digits, from 6 to 8. Nil if it is no such code, or not the one of the
  /// step at `moment`, of the step before or of the step after.
  static func counter(of code: SealedPassword, digits: Int, secret: SecretBytes, at moment: Timestamp) -> Int64? {
    let seconds = moment.milliseconds / 1000
    // The step before the first one has no number.
    guard seconds >= period, oath_init() == OATH_OK.rawValue, let typed = plain(code, digits: digits) else {
      return nil
    }
    var position: Int32 = 0
    var counter: UInt64 = 0
    let result = secret.withBytes { secret, count in
      typed.withBytes { typed, _ in
        secret.withMemoryRebound(to: CChar.self, capacity: count) { secret in
          typed.withMemoryRebound(to: CChar.self, capacity: digits + 1) { typed in
            oath_totp_validate3(secret, count, time_t(seconds), UInt32(period), 0, 1, &position, &counter, typed)
          }
        }
      }
    }
    return result >= 0 ? Int64(exactly: counter) : nil
  }

  /// The digits of a typed code, with the NUL that ends a text in C. Nil if there is anything else but what
  /// ``Secrets/CodeCharacters`` leaves out, or another number of digits.
  private static func plain(_ code: SealedPassword, digits: Int) -> SecretBytes? {
    SecretBytes(count: digits + 1) { place in
      code.withUTF8 { typed in
        var count = 0
        for character in CodeCharacters(typed) {
          guard character.isASCIIDigit, count < digits else { return false }
          place[count] = character
          count += 1
        }
        return count == digits
      } ?? false
    }
  }
}
