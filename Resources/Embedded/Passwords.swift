/// The passwords that attackers guess first.
public enum Passwords {
  /// One password a line, in lower-case ASCII, sorted by bytes.
  public static var common: [UInt8] { PackageResources.common_txt }
  /// Words and names that passwords are made of, in the same form: the most frequent of zxcvbn's lists.
  public static var words: [UInt8] { PackageResources.words_txt }
}
