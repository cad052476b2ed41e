import Glibc
import Sentences
import TOMLKit

/// A file of settings, in TOML.
struct SettingsFile {
  let path: String
  /// Whether it must be there.
  var isRequired = false

  /// What it says.
  /// - Throws: When it cannot be read, is no TOML, or says what cannot be: 78, with the file and the place in it.
  func choices(from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    guard let text = try contents(asAdministrator: origin.isAdministrator) else { return [] }
    return try choices(of: text, from: origin)
  }

  /// What it says, with that text in it.
  func choices(of text: String, from origin: SettingOrigin) throws(Failure) -> [SettingChoice] {
    if let fault = SettingsText.fault(in: text) { throw failure(fault) }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw failure(
        translated(
          "line {line}: {error}.", ["line": String(error.source.begin.line), "error": error.description]))
    } catch {
      throw failure(translated("it is no TOML: {error}.", ["error": "\(error)"]))
    }
    return try choices(in: table, "", origin)
  }

  private func choices(
    in table: TOMLTable, _ prefix: String, _ origin: SettingOrigin
  ) throws(Failure) -> [SettingChoice] {
    var choices: [SettingChoice] = []
    for key in table.keys {
      let name = prefix + key
      if let inner = table[key]?.table {
        guard Setting.all.contains(where: { $0.name.hasPrefix(name + ".") }) else { throw unknown(name) }
        choices += try self.choices(in: inner, name + ".", origin)
        continue
      }
      guard let setting = Setting.named(name) else { throw unknown(name) }
      var settings = Settings()
      guard let value = table[key].flatMap(Self.value), setting.apply(&settings, value) else {
        throw failure(
          translated(
            "the value of {setting} is not valid. Expected: {expected}.",
            ["setting": name, "expected": setting.expected]))
      }
      choices.append(SettingChoice(setting: setting, value: value, origin: origin))
    }
    return choices
  }

  private static func value(_ value: any TOMLValueConvertible) -> SettingValue? {
    if let isOn = value.bool { return .flag(isOn) }
    if let number = value.int { return .number(number) }
    return value.string.map(SettingValue.text)
  }

  /// Nil when it is not there and need not be.
  private func contents(asAdministrator: Bool) throws(Failure) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT && !isRequired { return nil }
      throw unreadable(errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(translated("it is not a file."))
    }
    // Whoever may write to it decides who gets in.
    guard !asAdministrator || status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw failure(translated("others may write to it. Mend that with: chmod go-w {path}", ["path": path]))
    }
    guard status.st_size <= Self.longest else {
      throw failure(translated("it is longer than {limit} bytes.", ["limit": String(Self.longest)]))
    }
    var bytes = [UInt8](repeating: 0, count: Int(Self.longest))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress.map { $0 + length }, $0.count - length) }
      guard count >= 0 else { throw unreadable(errno) }
      if count == 0 { break }
      length += count
    }
    guard let text = String(validating: bytes[..<length], as: UTF8.self) else {
      throw failure(translated("it is not UTF-8 text."))
    }
    return text
  }

  private static let longest = off_t(65_536)

  private func unknown(_ name: String) -> Failure {
    failure(
      translated("there is no setting “{setting}”. See signin config show for those there are.", ["setting": name]))
  }

  private func unreadable(_ errorNumber: Int32) -> Failure {
    failure(translated("it cannot be read: {error}.", ["error": systemError(errorNumber)]))
  }

  private func failure(_ sentence: String) -> Failure {
    Failure(.configuration, "\(path): \(sentence)")
  }
}
