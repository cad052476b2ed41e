import Glibc
package import Identity

/// syslog, by the protocol of syslog(3). That function drops a message without an error if there is no listener.
package struct Syslog: DatagramJournal {
  package static let recorder = StoreError.Recorder.syslog

  /// The socket. No setting and no variable changes it: a user could lead the log elsewhere.
  package let path: String

  package init(path: String = "/dev/log") { self.path = path }

  package func datagram(_ record: JournalRecord) -> [UInt8] { Array(Self.line(record, at: time(nil)).utf8) }

  /// The message in the form of RFC 3164, section 4.1, with the local time.
  static func line(_ record: JournalRecord, at moment: time_t) -> String {
    var (moment, local) = (moment, tm())
    localtime_r(&moment, &local)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32, _ fill: String) -> String { (number < 10 ? fill : "") + String(number) }
    let clock = [local.tm_hour, local.tm_min, local.tm_sec].map { two($0, "0") }.joined(separator: ":")
    let head = "<\(JournalRecord.facility * 8 + record.priority)>"
    return
      "\(head)\(months[Int(local.tm_mon)]) \(two(local.tm_mday, " ")) \(clock) signin[\(getpid())]: \(record.message)"
  }
}
