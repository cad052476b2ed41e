internal import CUnix
internal import Glibc

/// The language and character set of this process, as the environment asks.
public enum TextLocale {
  /// Takes the environment's character set and language of messages for the whole process. Numbers and dates stay those
  /// of C, which saves the start a dozen files.
  ///
  /// Most locales are not installed on a Debian server. If the environment names one of them with UTF-8, C.UTF-8 takes
  /// its place, so that characters are right. Its language goes into `LANGUAGE`, the only way for gettext to find a
  /// catalogue then. Call this once, before the first text is written. Taking the terminal calls it, too.
  ///
  /// A variable whose value is not a name is taken out first, because gettext would make a path of it: `LANGUAGE=../x`
  /// names the catalogue of a stranger.
  public static func adopt() {
    _ = adopted
  }

  /// The folder of the translations: `share/locale` beside the directory of the program, where `make install` puts
  /// them. Nil while English is asked for, so that nothing is searched.
  public static var catalogues: String? {
    guard let locale = setlocale(LC_MESSAGES, nil), strcmp(locale, "C") != 0 else { return nil }
    guard namesLanguages || strncmp(locale, "C.", 2) != 0 else { return nil }
    return Installation.shared("locale")
  }

  private static let adopted: Void = {
    takeOutPaths()
    adoptNames()
  }()

  private static func takeOutPaths() {
    for name in ["LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"] {
      if let value = getenv(name), !isName(value) { unsetenv(name) }
    }
  }

  /// Whether `text` can be a locale or a list of languages, and no path.
  private static func isName(_ text: UnsafePointer<CChar>) -> Bool {
    strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@:-.") == strlen(text)
      && strstr(text, "..") == nil
  }

  private static func adoptNames() {
    if setlocale(LC_CTYPE, "") == nil && asksForUTF8 { _ = setlocale(LC_CTYPE, "C.UTF-8") }
    // The English sentences are in the program. Only another language needs the locale's files.
    guard !asksForEnglish, setlocale(LC_MESSAGES, "") == nil, setlocale(LC_MESSAGES, "C.UTF-8") != nil else { return }
    if !namesLanguages, let language { setenv("LANGUAGE", language, 1) }
  }

  private static var namesLanguages: Bool { (getenv("LANGUAGE").map { $0[0] } ?? 0) != 0 }

  private static var asksForEnglish: Bool {
    let name = named(["LC_ALL", "LC_MESSAGES", "LANG"])
    return !namesLanguages && (["", "C", "POSIX"].contains(name) || name.hasPrefix("C.") || name.hasPrefix("en"))
  }

  /// The language that the environment asks for, as in `pt_BR`; nil if it isn't a name.
  private static var language: String? {
    let name = named(["LC_ALL", "LC_MESSAGES", "LANG"]).prefix { $0 != "." && $0 != "@" }
    return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") } ? String(name) : nil
  }

  /// Whether characters are written as UTF-8.
  public static var isUTF8: Bool { hasCodeset("UTF-8") }

  private static func hasCodeset(_ name: String) -> Bool {
    guard let codeset = nl_langinfo(Int32(CODESET)) else { return false }
    return strcmp(codeset, name) == 0
  }

  /// The way the keyboard spells characters in this locale. ASCII, the character set of the locale C, has none above 0x7F.
  /// So a terminal that sends such bytes is most likely one of UTF-8, and no character of a password is lost.
  public static var charset: Charset {
    isUTF8 || hasCodeset("ANSI_X3.4-1968")
      ? .utf8
      : .singleByte(
        (Int32(0x80)...0xFF).map { byte in
          let wide = btowc(byte)
          return wide < 0x80 || wide > 0x10FFFF ? nil : Unicode.Scalar(wide)
        })
  }

  /// Returns the character if the locale can write it, otherwise its replacement in ASCII.
  public static func writable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isASCII || isUTF8 || wctob(scalar.value) != EOF ? scalar : Transliteration.ascii(for: scalar)
  }

  /// Returns a text as the locale writes it, with ASCII in place of characters that it can't write.
  public static func bytes(of text: String) -> [UInt8] {
    isUTF8 ? Array(text.utf8) : text.unicodeScalars.map(byte(for:))
  }

  /// Returns a character, or its replacement, as a locale other than UTF-8 writes it.
  private static func byte(for scalar: Unicode.Scalar) -> UInt8 {
    let stand = writable(scalar)
    return UInt8(truncatingIfNeeded: stand.isASCII ? Int32(stand.value) : wctob(stand.value))
  }

  private static var asksForUTF8: Bool {
    let parts = named(["LC_ALL", "LC_CTYPE", "LANG"]).uppercased().split { $0 == "." || $0 == "@" }
    return parts.contains("UTF-8") || parts.contains("UTF8")
  }

  /// Returns the value of the first of these variables that is set and not empty.
  private static func named(_ names: [String]) -> String {
    for name in names {
      if let value = getenv(name), value[0] != 0 { return String(cString: value) }
    }
    return ""
  }
}

/// The way the bytes of the keyboard spell characters.
public enum Charset: Sendable {
  /// UTF-8.
  case utf8
  /// One byte per character: the 128 characters of the bytes from 0x80 on. The bytes below are ASCII.
  case singleByte([Unicode.Scalar?])
}
