import ProgramSupport
import Glibc
package import SignInUI
import Terminal
import Unix

/// All themes, by name: the program's own, then NAME.theme in the user's folder, then in the folder next to the program.
package enum ThemeLibrary {
  /// A theme that the user can choose by name.
  package struct Entry {
    package let name: String
    /// The path of its file; nil for one of the program's own.
    package let path: String?

    /// - Throws: A failure if the file has a mistake.
    package var file: ThemeFile {
      get throws(Failure) {
        guard let path else { return (ThemeName(rawValue: name) ?? .auto).file() }
        return try ThemeLibrary.file(at: path)
      }
    }
  }

  /// The folders of theme files, in the order of the search.
  static var folders: [String] { [Environment.userThemes, Installation.shared("signin/themes")].compactMap { $0 } }

  /// All themes, each name once. A file whose name has unprintable characters can still be chosen by its path.
  package static var entries: [Entry] {
    var entries = ThemeName.allCases.filter { $0 != .auto }.map { Entry(name: $0.rawValue, path: nil) }
    for folder in folders {
      for name in names(in: folder)
      where name != ThemeName.auto.rawValue && !entries.contains(where: { $0.name == name }) {
        entries.append(Entry(name: name, path: path(of: name, in: folder)))
      }
    }
    return entries
  }

  /// Returns the theme of that name; nil if it does not exist.
  /// - Parameter backdrop: The background of the terminal, as far as it is known.
  static func file(named name: String, on backdrop: Backdrop?) throws(Failure) -> ThemeFile? {
    if let own = ThemeName(rawValue: name) { return own.file(on: backdrop) }
    guard let path = folders.map({ path(of: name, in: $0) }).first(where: { access($0, F_OK) == 0 }) else { return nil }
    return try file(at: path)
  }

  /// Returns the theme in a file.
  static func file(at path: String) throws(Failure) -> ThemeFile {
    let file = SmallFile(path: path)
    guard let contents = try file.contents() else { throw file.missing }
    do throws(ThemeFile.Mistake) {
      return try ThemeFile(contents.bytes)
    } catch {
      throw Failure(.configuration, "\(SettingsFile.place(path, error.line)): \(error.sentence)")
    }
  }

  private static func path(of name: String, in folder: String) -> String { "\(folder)/\(name)\(suffix)" }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(suffix) && !name.hasPrefix(".") && Sanitiser.cleaned(name) == name {
        names.append(String(name.dropLast(suffix.count)))
      }
    }
    return names.sorted()
  }

  private static let suffix = ".theme"
}
