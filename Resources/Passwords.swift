/// The passwords that everybody tries first.
public enum Passwords {
  /// One a line, ASCII in lower case, sorted by bytes.
  public static var common: [UInt8] { PackageResources.common_txt }
}
