internal import CUnix
internal import Glibc

/// The places where `make install` puts the files of the programs: `PREFIX/bin`, `PREFIX/libexec/signin` and
/// `PREFIX/share`. In a build folder, all programs lie beside each other.
public enum Installation {
  /// Returns a folder in `share`; nil if the place of this program is unknown.
  public static func shared(_ name: String) -> String? {
    guard let folder else { return nil }
    return path(folder.dropLast(folder.suffix(2) == helpers ? 2 : 1) + ["share", name])
  }

  /// The path of this program; nil if it is unknown.
  public static var program: String? {
    linked("/proc/self/exe") ?? given
  }

  /// Returns the path of another of the programs: beside this one, or where `make install` puts it. Never in `PATH`.
  /// - Returns: Nil if it is missing, or belongs neither to root nor to the owner of this program: in a folder such as
  ///   `/tmp`, anybody can put a file beside it.
  public static func program(named name: String) -> String? {
    guard let folder, let program else { return nil }
    var folders = [folder]
    if folder.last == "bin" { folders.append(folder.dropLast() + helpers) }
    if folder.suffix(2) == helpers { folders.append(folder.dropLast(2) + ["bin"]) }
    return folders.map { path($0 + [name]) }.first { path in
      guard let owner = owner(of: path) else { return false }
      return owner == 0 || owner == self.owner(of: program)
    }
  }

  /// The folder, below the prefix, of programs that people do not start themselves.
  private static let helpers = ["libexec", "signin"]

  /// The parts of the path of this program's folder.
  private static var folder: [String]? {
    program.map { $0.split(separator: "/").dropLast().map(String.init) }
  }

  private static func path(_ parts: [String]) -> String { "/" + parts.joined(separator: "/") }

  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }

  private static func linked(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &target, target.count)
    guard length > 0 else { return nil }
    return String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path by which this program was started, for places without /proc.
  private static var given: String? {
    guard let given = signin_program_given_path(), let path = realpath(given, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
