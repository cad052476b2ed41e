internal import CUnix
internal import Glibc

/// The places where `make install` puts the files of the programs: `PREFIX/bin`, `PREFIX/libexec/signin` and
/// `PREFIX/share`. In a build folder, all programs lie beside each other.
public enum Installation {
  /// Returns a folder in `share`; nil if the place of this program is unknown.
  public static func shared(_ name: String) -> String? {
    program.map { prefix(of: folder(of: $0)) + "/share/" + name }
  }

  /// The path of this program; nil if it is unknown.
  public static var program: String? {
    linked("/proc/self/exe") ?? given
  }

  /// Returns the path of another of the programs: beside this one, or where `make install` puts it. Never in `PATH`.
  /// - Returns: Nil if it is missing, if everybody can write to it, or if it belongs neither to root nor to the owner of this
  ///   program: in a folder such as `/tmp`, anybody can put a file beside it.
  public static func program(named name: String) -> String? {
    guard let program else { return nil }
    let folder = folder(of: program)
    var folders = [folder]
    if folder.hasSuffix("/bin") { folders.append(prefix(of: folder) + helpers) }
    if folder.hasSuffix(helpers) { folders.append(prefix(of: folder) + "/bin") }
    return folders.map { $0 + "/" + name }.first { path in
      guard let file = status(of: path), file.st_mode & S_IWOTH == 0 else { return false }
      return file.st_uid == 0 || file.st_uid == status(of: program)?.st_uid
    }
  }

  /// The path of the socket at which systemd starts a worker of accounts, which need not be there.
  public static func workerSocket(_ name: String) -> String { "/run/signin/workers/" + name + ".sock" }

  /// The folder of internal programs, below the prefix.
  private static let helpers = "/libexec/signin"

  /// Returns the prefix of an installation from the folder of one of its programs.
  private static func prefix(of folder: String) -> String {
    folder.hasSuffix(helpers)
      ? String(decoding: folder.utf8.dropLast(helpers.utf8.count), as: UTF8.self) : self.folder(of: folder)
  }

  /// Returns the folder of a file.
  private static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func linked(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &target, target.count)
    guard length > 0 else { return nil }
    return target.withUnsafeBytes { String(decoding: $0[..<length], as: UTF8.self) }
  }

  /// The path by which this program was started, for places without /proc.
  private static var given: String? {
    guard let given = signin_program_given_path(), let path = realpath(given, nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
