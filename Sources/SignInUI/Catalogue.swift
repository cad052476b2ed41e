import CGettext
import Unix

/// The translations of the program's sentences, a file for each language.
enum Catalogue {
  nonisolated static let name = "signin"

  /// Whether there may be translations. To be asked once the locale is adopted: see `TextLocale`.
  nonisolated static let isOpen: Bool = {
    guard let folder = TextLocale.catalogues else { return false }
    // The sentences are laid out here as Unicode, whatever the terminal takes.
    return bindtextdomain(name, folder) != nil && bind_textdomain_codeset(name, "UTF-8") != nil
  }()
}
