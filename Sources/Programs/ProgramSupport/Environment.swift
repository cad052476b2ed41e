import Glibc
import Sentences

/// The program's environment: the places of files (XDG Base Directory Specification), and the style of the output.
package enum Environment {
  /// The default path of the store.
  package static func store() throws(Failure) -> String { try dataFolder() + "/signin.db" }

  /// The folder of the person's stores.
  package static func dataFolder() throws(Failure) -> String {
    guard let folder = folder("XDG_DATA_HOME", inHome: ".local/share") else {
      throw Failure(
        .configuration, translated("No location for the store. Set HOME, or use --store sqlite:PATH."))
    }
    return folder + "/signin"
  }

  /// The path of the remembered email; nil if there is no place for it.
  package static var rememberedEmail: String? {
    folder("XDG_STATE_HOME", inHome: ".local/state").map { $0 + "/signin/email" }
  }

  /// The user's name, as they logged in to this machine; nil if the environment lacks it.
  package static var userName: String? { variable("LOGNAME") ?? variable("USER") }

  /// The folder of files that last as long as the user's logins; nil if there is none.
  static var runtimeFolder: String? {
    variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The path of the socket of the user's ssh-agent; nil if there is none.
  package static var agentSocket: String? { variable("SSH_AUTH_SOCK").flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The folder of the user's settings; nil if there is no place for it.
  package static var settingsFolder: String? {
    folder("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/signin" }
  }

  /// The folder of the user's own themes; nil if neither variable is set.
  package static var userThemes: String? {
    settingsFolder.map { $0 + "/themes" }
  }

  /// The name of the machine, without its domain; nil if it has none.
  package static var host: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 && $0 != 46 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The name of the service on this machine, for authenticator apps and signatures.
  package static var serviceName: String { String((host ?? "signin").prefix(63)) }

  /// Whether the environment asks for lines of text instead of drawing.
  package static var asksForPlain: Bool {
    variable("ACCESSIBLE").map { !["0", "false", "no", "off"].contains($0.lowercased()) } == true
      || variable("TERM") == "dumb"
  }

  package static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(validatingCString: value)
  }

  /// The specification says to ignore a relative path in a variable.
  private static func folder(_ name: String, inHome fallback: String) -> String? {
    if let folder = variable(name), folder.hasPrefix("/") { return folder }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/" + fallback
  }
}
