internal import CNcurses
internal import Glibc

/// The language and character set of this process, as the environment asks.
public nonisolated enum TextLocale {
  /// Takes the environment's character set and language of messages for the whole process; numbers and dates stay those
  /// of C, which saves the start a dozen files. Where the environment names UTF-8 but its locale is not installed, as
  /// most are not on a Debian server, C.UTF-8 takes its place, so that at least characters are right. To be called once,
  /// before the first text is written; a `TerminalSession` does it too.
  public static func adopt() {
    _ = setlocale(LC_MESSAGES, "")
    if setlocale(LC_CTYPE, "") == nil && asksForUTF8 { _ = setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Whether characters are written as UTF-8.
  public static var isUTF8: Bool {
    guard let codeset = nl_langinfo(Int32(CODESET)) else { return false }
    return strcmp(codeset, "UTF-8") == 0
  }

  /// How the keyboard spells characters in this locale.
  static var charset: Charset {
    isUTF8
      ? .utf8
      : .singleByte(
        (Int32(0x80)...0xFF).map { byte in
          let wide = btowc(byte)
          return wide < 0x80 || wide > 0x10FFFF ? nil : Unicode.Scalar(wide)
        })
  }

  /// Whether the locale can write a character.
  static func canWrite(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || isUTF8 || wctob(scalar.value) != EOF
  }

  /// How a locale other than UTF-8 writes a character, or what stands in for it.
  static func byte(for scalar: Unicode.Scalar) -> UInt8 {
    let stand = canWrite(scalar) ? scalar : Transliteration.ascii(for: scalar)
    return UInt8(truncatingIfNeeded: stand.isASCII ? Int32(stand.value) : wctob(stand.value))
  }

  private static var asksForUTF8: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = getenv(name), value[0] != 0 else { continue }
      let wanted = String(cString: value).uppercased()
      return wanted.contains("UTF-8") || wanted.contains("UTF8")
    }
    return false
  }
}
