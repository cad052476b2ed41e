import Identity

extension JournalRecord {
  /// The facility `authpriv` of syslog(3), which only administrators read.
  static let facility = 10

  /// The priority of syslog(3): 4 is a warning, 5 a notice, 6 information.
  var priority: Int {
    switch outcome {
    case .pending: 6
    // The key may have been copied.
    case .change(.keyCounter): 4
    default: outcome.isFailure ? 4 : 5
    }
  }

  /// The record as one line, the same in every language. Quotation marks keep a text from looking like another field.
  var message: String {
    func quoted(_ text: String) -> String { ServiceLog.quoted(text) }
    return """
      \(outcome.rawValue) email=\(quoted(email.text)) host=\(quoted(source.host)) tty=\(quoted(source.tty)) \
      uid=\(source.uid) program=\(quoted(source.program))
      """
  }
}
