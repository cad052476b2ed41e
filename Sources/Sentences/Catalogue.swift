internal import CGettext
internal import Synchronization

/// The translations of the program's sentences, a file for each language.
public enum Catalogue {
  static let name = "signin"

  // The one piece of shared state here, as it is gettext's: which folder the whole process takes translations from.
  private static let hasFolder = Atomic(false)

  /// Whether there may be translations.
  static var isOpen: Bool { hasFolder.load(ordering: .relaxed) }

  /// Takes translations from `folder`; with nil all sentences stay in English, and no file is looked for. To be called
  /// once the locale is adopted, before the first sentence. The file of the language is read with the first sentence.
  public static func open(in folder: String?) {
    guard let folder else { return }
    // The sentences are laid out here as Unicode, whatever the terminal takes.
    let isBound = bindtextdomain(name, folder) != nil && bind_textdomain_codeset(name, "UTF-8") != nil
    hasFolder.store(isBound, ordering: .relaxed)
  }
}
