/// The emails of a file, to find those that come twice. A million take some 25 MB.
struct SeenEmails {
  /// The first line of each email, by 64 bits instead of the text, keyed in each run, so that no file can be made with
  /// collisions. By chance, a million emails collide once in 30 million imports.
  private var lines: [Int: UInt32] = [:]

  /// Returns the line of an earlier row with the same email. If there is none, returns nil and keeps this row as the
  /// first.
  mutating func firstLine(of email: EmailAddress, on line: Int) -> Int? {
    let fingerprint = email.key.hashValue
    if let first = lines[fingerprint] { return Int(first) }
    lines[fingerprint] = UInt32(clamping: line)
    return nil
  }
}
