package import Identity
import ProgramSupport

extension Settings {
  /// The second place for the log; nil if there is none.
  package var journal: (any AttemptJournal)? {
    switch log {
    case .store: nil
    case .journal: SystemdJournal()
    case .syslog: Syslog()
    }
  }
}
