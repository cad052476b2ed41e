internal import Glibc

/// Where `make install` has put what belongs to the program.
public enum Installation {
  /// A folder of `share`, which is beside the directory of the program. Nil where that is not known.
  public static func shared(_ name: String) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    guard length > 0 else { return nil }
    let program = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "/" + program.split(separator: "/").dropLast(2).joined(separator: "/") + "/share/" + name
  }
}
