package import Identity

/// The journal of systemd, by its native protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL). journald adds fields that a
/// program cannot choose, such as `_UID`.
package struct SystemdJournal: DatagramJournal {
  package static let recorder = StoreError.Recorder.journal

  /// The socket. No setting and no variable changes it: a user could lead the log elsewhere.
  package let path: String

  package init(path: String = "/run/systemd/journal/socket") { self.path = path }

  package func datagram(_ record: JournalRecord) -> [UInt8] { Self.fields(record) }

  /// The fields of a record, as the protocol writes them.
  static func fields(_ record: JournalRecord) -> [UInt8] {
    let texts = [
      ("MESSAGE", record.message), ("PRIORITY", String(record.priority)), ("SYSLOG_IDENTIFIER", "signin"),
      ("SYSLOG_FACILITY", String(JournalRecord.facility)),
      ("SIGNIN_EMAIL", record.email.text), ("SIGNIN_OUTCOME", record.outcome.rawValue),
      ("SIGNIN_HOST", record.source.host), ("SIGNIN_TTY", record.source.tty),
      ("SIGNIN_UID", String(record.source.uid)), ("SIGNIN_PROGRAM", record.source.program),
    ]
    return texts.flatMap { name, value in field(name, Array(value.utf8)) }
  }

  /// A value with a line feed needs its length before it.
  private static func field(_ name: String, _ value: [UInt8]) -> [UInt8] {
    let end = [UInt8(ascii: "\n")]
    guard value.contains(UInt8(ascii: "\n")) else { return Array("\(name)=".utf8) + value + end }
    let length = withUnsafeBytes(of: UInt64(value.count).littleEndian) { Array($0) }
    return Array(name.utf8) + end + length + value + end
  }
}
