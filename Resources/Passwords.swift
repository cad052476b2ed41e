/// The passwords that attackers guess first.
public enum Passwords {
  /// One password a line, in lower-case ASCII, sorted by bytes.
  public static var common: [UInt8] { PackageResources.common_txt }
}
