internal import Glibc

/// The places where `make install` puts the files of the program.
public enum Installation {
  /// Returns a folder in `share`, next to the directory of the program; nil if that directory is unknown.
  public static func shared(_ name: String) -> String? {
    program.map { "/" + $0.split(separator: "/").dropLast(2).joined(separator: "/") + "/share/" + name }
  }

  /// The path of the program; nil if it is unknown.
  public static var program: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    guard length > 0 else { return nil }
    return String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
