import Sentences

/// A settings file, in the subset of TOML that ``TOMLDocument`` reads.
struct SettingsFile {
  let path: String
  /// Whether a missing file is an error.
  var isRequired = false

  /// The choices in the file.
  /// - Throws: A failure with status 78 if the file cannot be read, is not TOML, or has an invalid setting. It names
  ///   the file, the line and the key.
  func choices(from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    guard let bytes = try contents(asAdministrator: origin.isAdministrator) else { return [] }
    return try choices(of: bytes, from: origin)
  }

  /// The choices in `bytes`, as if they came from the file.
  func choices(of bytes: some Sequence<UInt8>, from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    let document: TOMLDocument
    do throws(TOMLFault) {
      document = try TOMLDocument(bytes)
    } catch {
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
      if entry.value == nil && Self.tables.contains(name) { return nil }
      throw mistake(
        translated("unknown setting “{setting}”.", ["setting": name])
          + (DidYouMean.sentence(name, among: Setting.all.map(\.name) + Self.tables)
            ?? " " + translated("See signin config show for all settings.")),
        line: entry.line)
    }
    var scratch = Settings()
    guard let value = entry.value, setting.apply(&scratch, value) else {
      throw mistake(
        translated(
          "invalid value for {setting}. Expected: {expected}.", ["setting": name, "expected": setting.expected])
          + (DidYouMean.sentence(entry.value?.text ?? "", among: setting.words) ?? ""),
        line: entry.line)
    }
    return SettingChoice(setting: setting, value: value, origin: origin, line: entry.line)
  }

  /// The tables that contain settings.
  private static let tables = Setting.all.compactMap { setting in
    setting.name.firstIndex(of: ".").map { String(setting.name[..<$0]) }
  }

  /// The name of a line of a file, for people.
  static func place(_ path: String, _ line: Int) -> String {
    translated("{file}, line {line}", ["file": path, "line": String(line)])
  }

  /// The bytes of the file; nil if it is missing and not required.
  private func contents(asAdministrator: Bool) throws(Failure) -> ArraySlice<UInt8>? {
    let file = SmallFile(path: path)
    guard let contents = try file.contents() else {
      if isRequired { throw file.missing }
      return nil
    }
    // A user who can write to this file decides who gets in.
    guard !asAdministrator || !contents.isOthersToWrite else {
      throw file.failure(translated("others can write to it. Fix that with: chmod go-w {path}", ["path": path]))
    }
    return contents.bytes
  }

  private func mistake(_ sentence: String, line: Int) -> Failure {
    Failure(.configuration, "\(Self.place(path, line)): \(sentence)")
  }
}
