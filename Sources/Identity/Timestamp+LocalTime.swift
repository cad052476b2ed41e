import Glibc

extension Timestamp {
  /// The date and time in the user's time zone, to the second: `2026-11-21 12:00:00`. In UTC as ``iso8601`` if the
  /// system does not know the zone.
  public var localTime: String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    var text = [CChar](repeating: 0, count: 32)
    guard localtime_r(&seconds, &parts) != nil, strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts) > 0 else {
      return iso8601
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
