internal import CGettext
internal import Synchronization

/// The translations of the program's sentences, one file for each language. The domain and the store
/// have codes in place of sentences, so all programs use the same ones.
public enum Catalogue {
  static let name = "signin"

  // The only shared state here, because gettext has one folder of translations for the whole process.
  private static let hasFolder = Atomic(false)

  /// Whether a folder with translations is set.
  static var isOpen: Bool { hasFolder.load(ordering: .relaxed) }

  /// Takes translations from `folder`. With nil, all sentences stay in English and no file is read.
  ///
  /// Call it after the locale is adopted and before the first sentence, which reads the file of its language.
  public static func open(in folder: String?) {
    guard let folder else { return }
    // The program lays out sentences as Unicode, whatever the terminal's encoding is.
    let isBound = bindtextdomain(name, folder) != nil && bind_textdomain_codeset(name, "UTF-8") != nil
    hasFolder.store(isBound, ordering: .relaxed)
  }
}
