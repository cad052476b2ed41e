internal import CUnix
internal import Glibc

/// A walk along a path, from `/` to a folder or file, that notes the parts that another user could change.
///
/// Trusted are root, the owner of `/`, and by default the user. Each folder must belong to one of them and be writable
/// by no other user, unless its sticky bit protects the entries. A symbolic link must belong to one of them too; the
/// walk follows it in the same way. Each step opens its part relative to the folder that was opened and checked before,
/// so there is no race with a swapped part. See Decisions/0088-every-folder-of-the-way.md.
public struct PathWalk: ~Copyable {
  /// A part of the way that another user could change.
  public enum Risk: Hashable, Sendable {
    /// It belongs to another user.
    case otherOwner(path: String)
    /// Other users may write to it.
    case writableByOthers(path: String)
  }

  /// The users who may own a part of the way.
  public enum Trust: Sendable {
    /// Root, and the user of this process.
    case rootAndUser
    /// Root. The user's own folders are another's.
    case root
  }

  /// The reason why a walk ends early.
  public struct Stop: Error, Hashable {
    /// An errno: ENOENT if this part is missing.
    public let errorNumber: Int32
    /// The part that could not be entered.
    public let path: String
    /// Whether this part belongs to the target of a symbolic link, so that the link leads nowhere if it is missing.
    public let isInLink: Bool
    /// The parts before it that another user could change.
    public let risks: [Risk]

    /// The first of them; nil if there is none.
    public var risk: Risk? { risks.first }
  }

  /// The parts that another user could change, in the order of the walk.
  public private(set) var risks: [Risk] = []

  /// The first part that another user could change; nil if there is none.
  public var risk: Risk? { risks.first }

  /// The open folder, or the file at the end.
  private var descriptor: Int32 = -1
  private var place: [[UInt8]] = []
  private var links = 0
  /// The number of parts behind the link whose target is being walked; nil outside of links.
  private var behindLink: Int?
  private var rootOwner: uid_t = 0
  private let trust: Trust

  /// Walks to a folder.
  public init(toFolder path: String, trusting trust: Trust = .rootAndUser) throws(Stop) {
    self.trust = trust
    try walk(path, opensFile: false)
  }

  /// Walks to a file and opens it for reading. A file that is not a regular one is opened, too, but never waited for.
  public init(toFile path: String) throws(Stop) {
    trust = .rootAndUser
    try walk(path, opensFile: true)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Calls `body` with the descriptor of the folder (O_PATH), or of the file at the end (O_RDONLY).
  public borrowing func withDescriptor<R, E: Error>(_ body: (Int32) throws(E) -> R) throws(E) -> R {
    try body(descriptor)
  }

  private mutating func walk(_ path: String, opensFile: Bool) throws(Stop) {
    guard !path.isEmpty else { throw stop(ENOENT) }
    guard path.utf8.count < PATH_MAX else {
      throw Stop(errorNumber: ENAMETOOLONG, path: path, isInLink: false, risks: [])
    }
    var rest = Self.parts(of: Array(path.utf8))
    if !path.hasPrefix("/") {
      guard let here = getcwd(nil, 0) else { throw stop(errno) }
      defer { free(here) }
      rest += Self.parts(of: Self.bytes(here))
    }
    try enterRoot()
    while let name = rest.popLast() {
      if let count = behindLink, rest.count < count { behindLink = nil }
      if name == Self.dots {
        try enter(name)
        _ = place.popLast()
      } else if let target = try take(name, opensFile: opensFile && rest.isEmpty) {
        links += 1
        guard links <= 40 else { throw stop(ELOOP) }
        if target.first == Self.slash { try enterRoot() }
        behindLink = behindLink ?? rest.count
        rest += Self.parts(of: target)
      }
    }
  }

  /// Goes to the entry of that name, or returns the target if the entry is a symbolic link.
  private mutating func take(_ name: [UInt8], opensFile: Bool) throws(Stop) -> [UInt8]? {
    place.append(name)
    let flags = opensFile ? O_RDONLY | O_NONBLOCK | O_NOCTTY : Self.onlyPath | O_DIRECTORY
    let next = entry(name, flags)
    if next >= 0 {
      try move(to: next)
      return nil
    }
    let number = errno
    // O_NOFOLLOW refuses a link with one of these two.
    guard number == ELOOP || number == ENOTDIR else { throw stop(number) }
    let link = entry(name, Self.onlyPath)
    guard link >= 0 else { throw stop(errno) }
    defer { close(link) }
    let status = try status(of: link)
    guard status.st_mode & S_IFMT == S_IFLNK else { throw stop(number) }
    judge(status)
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlinkat(link, "", &target, target.count)
    guard length > 0, length < target.count else { throw stop(length < 0 ? errno : ENAMETOOLONG) }
    _ = place.popLast()
    return target[..<length].map { UInt8(bitPattern: $0) }
  }

  private mutating func enter(_ name: [UInt8]) throws(Stop) {
    let next = entry(name, Self.onlyPath | O_DIRECTORY)
    guard next >= 0 else { throw stop(errno) }
    try move(to: next)
  }

  private mutating func enterRoot() throws(Stop) {
    place = []
    let root = open("/", Self.onlyPath | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw stop(errno) }
    try move(to: root)
  }

  private mutating func move(to next: Int32) throws(Stop) {
    let isFirst = descriptor < 0
    if !isFirst { close(descriptor) }
    descriptor = next
    let status = try status(of: next)
    // The owner of the root can replace everything below. In a user namespace, it may be an unknown number.
    if isFirst { rootOwner = status.st_uid }
    judge(status)
  }

  private mutating func judge(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    let isRoots = status.st_uid == 0 || status.st_uid == rootOwner
    if !isRoots && !(trust == .rootAndUser && status.st_uid == geteuid()) {
      note(.otherOwner(path: text))
    } else if kind != S_IFLNK && status.st_mode & 0o022 != 0 && (kind != S_IFDIR || status.st_mode & S_ISVTX == 0) {
      note(.writableByOthers(path: text))
    }
  }

  /// Links lead through the same folders again.
  private mutating func note(_ risk: Risk) {
    if !risks.contains(risk) { risks.append(risk) }
  }

  private func entry(_ name: [UInt8], _ flags: Int32) -> Int32 {
    openat(descriptor, name.map { CChar(bitPattern: $0) } + [0], flags | O_NOFOLLOW | O_CLOEXEC)
  }

  private func status(of descriptor: Int32) throws(Stop) -> stat {
    var status = Glibc.stat()
    guard fstat(descriptor, &status) == 0 else { throw stop(errno) }
    return status
  }

  private func stop(_ errorNumber: Int32) -> Stop {
    Stop(errorNumber: errorNumber, path: text, isInLink: behindLink != nil, risks: risks)
  }

  /// The path of the current part, with links replaced.
  private var text: String {
    "/" + String(decoding: Array(place.joined(separator: [Self.slash])), as: UTF8.self)
  }

  /// The parts of a path, the last one first.
  private static func parts(of path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash).map(Array.init).filter { $0 != [dot] }.reversed()
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
  private static let dots = [dot, dot]
  /// O_PATH: a descriptor of a place, for which no right to read is needed.
  public static var onlyPath: Int32 { signin_path_only() }
}
