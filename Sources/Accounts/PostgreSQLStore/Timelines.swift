internal import Glibc
internal import Identity
internal import Store
internal import Synchronization

/// The newest history of each cluster of servers that this host has seen. A server that takes the place of another begins a
/// new timeline, so one with an older timeline is a primary that was replaced, and came back.
final class Timelines: Sendable {
  /// A line for each cluster: the number that its servers share, and its timeline.
  private let path: String?
  private let newest: Mutex<[String: UInt32]>

  /// - Parameter path: The file that outlives the process; nil for none. It need not exist.
  init(at path: String?) {
    self.path = path
    newest = Mutex(path.map(Self.read) ?? [:])
  }

  /// Asks the server for its timeline.
  /// - Parameter onlyPrimary: Whether a standby is not what is looked for. It takes no changes, and has no timeline of its
  ///   own.
  /// - Returns: Whether the timeline is no older than those seen before.
  func believe(
    _ connection: ServerConnection, until deadline: ContinuousClock.Instant, onlyPrimary: Bool = false
  ) throws -> Bool {
    guard let row = try connection.run([Self.question], until: deadline).first?.first,
      let timeline = try (row["timeline"] as String?).flatMap({ UInt32($0, radix: 16) })
    else { return !onlyPrimary }
    return believe(timeline, of: try row["cluster"])
  }

  static let question: Statement = """
    SELECT (SELECT system_identifier FROM pg_control_system())::text AS cluster,
      CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline
    """

  func believe(_ timeline: UInt32, of cluster: String) -> Bool {
    newest.withLock { newest in
      let known = newest[cluster] ?? 0
      guard timeline > known else { return timeline == known }
      newest[cluster] = timeline
      if let path { Self.write(newest, to: path) }
      return true
    }
  }

  private static func read(_ path: String) -> [String: UInt32] {
    guard let file = fopen(path, "re") else { return [:] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
    return Dictionary(lines.compactMap { line in UInt32(line[1]).map { (String(line[0]), $0) } }) { max($0, $1) }
  }

  /// Replaces the file. Without it only a restart forgets, so a failure stops nobody.
  private static func write(_ newest: [String: UInt32], to path: String) {
    let draft = path + "-new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let text = newest.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined()
    let isWritten = Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count && fsync(descriptor) == 0
    close(descriptor)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }
}
