import ProgramSupport
import OpenIDSettings
import Sentences
import Unix
import TOML

/// A settings file, in the subset of TOML that ``TOMLDocument`` reads.
package struct SettingsFile {
  let path: String
  /// Whether a missing file is an error.
  var isRequired = false
  /// Whether it may have settings of the server only.
  var isOfService = false

  /// The user's settings files, the strongest first; none if there is no place for them.
  static var ofUser: [SettingsFile] { Environment.settingsFolder.map(pair) ?? [] }

  /// The machine's settings files, the strongest first.
  static let ofMachine = pair(in: "/etc/signin")

  /// The settings files in a folder, the strongest first.
  static func pair(in folder: String) -> [SettingsFile] {
    [SettingsFile(path: folder + "/service.toml", isOfService: true), SettingsFile(path: folder + "/config.toml")]
  }

  /// The choices in the file.
  /// - Throws: A failure with status 78 if the file cannot be read, is not TOML, or has an invalid setting. It names
  ///   the file, the line and the key.
  func choices(from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    let file = SmallFile(path: path)
    guard let contents = try file.contents() else {
      if isRequired { throw file.missing }
      return []
    }
    // A user who can write to an administrator's file decides who gets in.
    if origin.isAdministrator, let risk = contents.risk { throw file.failure(sentence(risk)) }
    let choices = try choices(of: contents.bytes, from: origin)
    if contents.risk != nil, let choice = choices.first(where: \.setting.decidesWhoGetsIn) {
      throw mistake(
        translated(
          "{setting} decides who gets in, but other users could change this file. "
            + "Let only yourself change it, or remove the setting.", ["setting": choice.setting.name]),
        line: choice.line ?? 1)
    }
    return choices
  }

  /// The choices in `bytes`, as if they came from the file.
  func choices(of bytes: some Sequence<UInt8>, from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    let document: TOMLDocument
    do throws(TOMLFault) {
      document = try TOMLDocument(bytes)
    } catch {
      // Quotation marks alone would not mend it.
      if case .unquoted(let word) = error.problem, let setting = error.key.flatMap({ Setting.named($0.description) }),
        !SettingChoice(setting: setting, value: .string(word), origin: origin).isAcceptable
      {
        throw mistake(Self.invalid(.string(word), for: setting), line: error.line)
      }
      let key = error.key.map { "\($0): " } ?? ""
      throw mistake(key + error.problem.sentence, line: error.line)
    }
    var choices: [SettingChoice] = []
    for entry in document.entries {
      if let choice = try choice(entry, origin) { choices.append(choice) }
    }
    return choices
  }

  /// The choice that one key makes; nil for a table of settings.
  private func choice(_ entry: TOMLEntry, _ origin: SettingOrigin) throws(Failure) -> SettingChoice? {
    let name = entry.key.description
    guard let setting = Setting.named(name) else {
      if entry.value == nil && (Self.tables.contains(name) || Setting.isTableOfApproval(name)) { return nil }
      throw mistake(
        translated("unknown setting “{setting}”.", ["setting": name])
          + (DidYouMean.sentence(name, among: Setting.all.map(\.name) + Self.tables + Setting.ofSameProvider(as: name))
            ?? " "
            + (name.hasPrefix(OpenIDProvider.table + ".")
              ? translated("See signin-oidc(8).") : translated("See signin config show for all settings."))),
        line: entry.line)
    }
    guard setting.isOfService || !isOfService else {
      throw mistake(
        translated("{setting} is a setting of the form. Move it to config.toml.", ["setting": name]), line: entry.line)
    }
    let choice = entry.value.map { SettingChoice(setting: setting, value: $0, origin: origin, line: entry.line) }
    guard let choice, choice.isAcceptable else {
      throw mistake(Self.invalid(entry.value, for: setting), line: entry.line)
    }
    return choice
  }

  private static func invalid(_ value: TOMLValue?, for setting: Setting) -> String {
    let sentence = translated(
      "invalid value for {setting}. Expected: {expected}.",
      ["setting": setting.name, "expected": setting.expectedInFile])
    // A file has no words for a flag.
    guard setting.expectedInFile == setting.expected else { return sentence }
    return sentence + (DidYouMean.sentence(value?.text ?? "", among: setting.words) ?? "")
  }

  /// The tables that contain settings.
  private static let tables = Setting.all.compactMap { setting in
    setting.name.firstIndex(of: ".").map { String(setting.name[..<$0]) }
  }

  /// The name of a line of a file, for people.
  package static func place(_ path: String, _ line: Int) -> String {
    translated("{file}, line {line}", ["file": path, "line": String(line)])
  }

  private func sentence(_ risk: PathWalk.Risk) -> String {
    switch risk {
    case .writableByOthers(let path):
      translated("other users can write to {path}. Use a file that only root or you can change.", ["path": path])
    case .otherOwner(let path):
      translated("{path} belongs to another user. Use a file that only root or you can change.", ["path": path])
    }
  }

  private func mistake(_ sentence: String, line: Int) -> Failure {
    Failure(.configuration, "\(Self.place(path, line)): \(sentence)")
  }
}
