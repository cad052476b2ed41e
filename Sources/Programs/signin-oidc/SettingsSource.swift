import Glibc
import OpenIDSettings
import TOML
import Unix

/// The files in which a provider's table may be.
struct SettingsSource {
  /// Why there are no settings of a provider.
  enum Problem: Error {
    /// A file that can't be read, or that others could change.
    case unreadable(path: String, error: Int32)
    case unsafe(path: String)
    /// Text that isn't TOML, at that line.
    case notTOML(path: String, line: Int)
    case mistake(path: String, OpenIDProvider.Mistake)
    /// No file has such a table.
    case missing
  }

  /// The paths, the strongest first.
  let paths: [String]

  private static let longest = 65_536

  init(paths: [String]) { self.paths = paths }

  /// The files of the machine, and behind them those of the user: nobody changes what an administrator wrote.
  init() {
    var folders = ["/etc/signin"]
    if let entry = getpwuid(getuid()) {
      folders.append(String(cString: entry.pointee.pw_dir) + "/.config/signin")
    }
    paths = folders.flatMap { [$0 + "/service.toml", $0 + "/config.toml"] }
  }

  /// The provider of that table.
  func provider(_ name: String) throws(Problem) -> OpenIDProvider {
    for path in paths {
      guard let bytes = try bytes(of: path) else { continue }
      let entries: [TOMLEntry]
      do throws(TOMLFault) {
        entries = try TOMLDocument(bytes).entries
      } catch {
        throw .notTOML(path: path, line: error.line)
      }
      do throws(OpenIDProvider.Mistake) {
        if let provider = try OpenIDProvider.all(in: entries).first(where: { $0.name == name }) { return provider }
      } catch {
        throw .mistake(path: path, error)
      }
    }
    throw .missing
  }

  private func bytes(of path: String) throws(Problem) -> [UInt8]? {
    let walk: PathWalk
    do throws(PathWalk.Stop) {
      walk = try PathWalk(toFile: path)
    } catch {
      // A folder that is closed to this user is as good as none. A file that was named must be there.
      if paths.count > 1, [ENOENT, EACCES].contains(error.errorNumber) { return nil }
      throw .unreadable(path: path, error: error.errorNumber)
    }
    guard walk.risk == nil else { throw .unsafe(path: path) }
    return try walk.withDescriptor { file throws(Problem) in
      var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
      var length = 0
      while length < bytes.count {
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + length }, $0.count - length) }
        guard count >= 0 else { throw .unreadable(path: path, error: errno) }
        if count == 0 { break }
        length += count
      }
      guard length <= Self.longest else { throw .unreadable(path: path, error: EFBIG) }
      return Array(bytes[..<length])
    }
  }
}

extension SettingsSource.Problem {
  /// The sentence for an administrator.
  var sentence: String {
    switch self {
    case .unreadable(let path, let error): "\(path): it can't be read: \(String(cString: strerror(error)))."
    case .unsafe(let path): "\(path): other users could change it. Use a file that only root or you can change."
    case .notTOML(let path, let line): "\(path), line \(line): this isn't TOML. Run signin config show."
    case .missing: "No settings file has such a table. Engines.md in the documentation shows one."
    case .mistake(let path, let mistake):
      switch mistake.problem {
      case .unknown: "\(path), line \(mistake.line): \(mistake.place) is no setting of a provider."
      case .unacceptable: "\(path), line \(mistake.line): \(mistake.place) isn't what signin-oidc(8) says."
      case .missing(let key): "\(path), line \(mistake.line): \(mistake.place) needs \(key.rawValue)."
      case .name: "\(path), line \(mistake.line): \(mistake.place) can't be the name of a provider."
      case .noTable: "\(path), line \(mistake.line): \(mistake.place) must be a table."
      }
    }
  }
}
