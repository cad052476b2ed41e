import Glibc
import Sentences

/// What the environment says: where files belong, by the XDG Base Directory Specification, and how to write.
enum Environment {
  /// The store, when nothing else is said.
  static func store() throws(Failure) -> String {
    guard let folder = folder("XDG_DATA_HOME", inHome: ".local/share") else {
      throw Failure(
        .configuration, translated("There is no place for the store. Set HOME, or name one with --store sqlite:PATH."))
    }
    return folder + "/signin/signin.db"
  }

  /// The remembered email, nil where there is no place for it.
  static var rememberedEmail: String? {
    folder("XDG_STATE_HOME", inHome: ".local/state").map { $0 + "/signin/email" }
  }

  /// The user's own settings, nil where there is no place for them.
  static var userSettings: String? {
    folder("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/signin/config.toml" }
  }

  /// Where the user's own themes are, nil where there is no place for them.
  static var userThemes: String? {
    folder("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/signin/themes" }
  }

  /// The settings of the machine.
  static let systemSettings = "/etc/signin/config.toml"

  /// Whether the environment asks for lines of text instead of anything drawn.
  static var asksForPlain: Bool {
    variable("ACCESSIBLE").map { $0 != "0" } == true || variable("TERM") == "dumb"
  }

  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(validatingCString: value)
  }

  /// A relative path in a variable is to be ignored, says the specification.
  private static func folder(_ name: String, inHome fallback: String) -> String? {
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/" + fallback
  }
}
