import Sentences

/// An option that the form and every subcommand have.
package enum SharedOption: String, CaseIterable {
  case store = "--store"
  case config = "--config"

  /// The name of its value in the help.
  package var placeholder: String {
    switch self {
    case .store: "URL"
    case .config: "FILE"
    }
  }

  package var help: String {
    switch self {
    case .store: translated("Store to use: sqlite:PATH, postgresql://HOST/DATABASE, or the service at service:/PATH.")
    case .config: translated("Read settings from FILE; they override the user's and the system's.")
    }
  }
}
