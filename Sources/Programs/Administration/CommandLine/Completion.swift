import ArgumentParser
import Glibc
import Identity
import ProgramSupport
import Settings
import Terminal

// The values that shells complete. Where there are none, or they can't be found in time, nothing is offered or printed.

extension CompletionKind {
  static var email: CompletionKind { values { words, _ in emails(words) } }

  /// The names of sessions, and the emails that stand for all sessions of an account.
  static var session: CompletionKind { values { words, _ in sessions(words) + emails(words) } }

  /// Names of themes, and theme files after the start of a path.
  static var theme: CompletionKind {
    values { _, typed in
      if typed.contains("/") { return files(typed) { $0.hasSuffix(".theme") } }
      return ["auto"] + ThemeLibrary.entries.map(\.name)
    }
  }

  /// The usual store, the service of this machine, and files.
  static var store: CompletionKind {
    values { words, typed in
      let scheme = "sqlite:"
      if typed.hasPrefix(scheme), typed != scheme {
        return files(String(typed.dropFirst(scheme.count))) { $0.hasSuffix(".db") }.map { scheme + $0 }
      }
      return [try? Settings.effective(options: [], file: nil).storeAddress.url, scheme].compactMap { $0 }
    }
  }

  private static func values(_ find: @escaping @Sendable ([String], String) -> [String]) -> CompletionKind {
    .custom { words, _, typed in
      // A service that doesn't answer holds no shell.
      signal(SIGALRM) { _ in _exit(0) }
      alarm(2)
      // A value that begins with - would be an option, and one with control characters could act on a terminal.
      let values = find(words, typed).filter { !$0.hasPrefix("-") && Sanitiser.cleaned($0) == $0 }
      switch CompletionShell.requesting {
      // bash expands the words that it is given.
      case .bash?: return values.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
      // In zsh a description follows a colon.
      case .zsh?: return values.map { $0.replacing(":", with: "\\:") }
      default: return values
      }
    }
  }

  /// The files and folders whose path begins with that text.
  private static func files(_ start: String, _ isWanted: (String) -> Bool) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    let pattern = start.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "*"
    guard glob(pattern, GLOB_MARK, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
      .filter { $0.hasSuffix("/") || isWanted($0) }
  }

  // MARK: In the store

  /// The options that name the store, among all words of a command line.
  private struct NamedStore: ParsableArguments {
    @OptionGroup var store: StoreOption
    @OptionGroup var file: ConfigOption
    @Argument(parsing: .allUnrecognized) var rest: [String] = []
  }

  private static func access(_ words: [String]) -> StoreAccess? {
    guard let named = try? NamedStore.parse(Array(words.dropFirst())),
      let settings = try? Settings.effective(options: named.store.choices, file: named.file.config),
      (try? startWorker()) != nil, let access = try? StoreAccess(settings), access.hasStore
    else { return nil }
    return access
  }

  private static func emails(_ words: [String]) -> [String] {
    guard let access = access(words) else { return [] }
    var emails: [String] = []
    let end = ContinuousClock.now + .seconds(1)
    try? access.eachPageOfAccounts { accounts throws(Failure) in
      emails += accounts.map(\.email.text)
      // The first of very many are better than none.
      if ContinuousClock.now > end { throw Failure(.cancelled, "") }
    }
    return emails
  }

  private static func sessions(_ words: [String]) -> [String] {
    guard let store = access(words)?.store else { return [] }
    let sessions = try? waitingForStore { () async throws(StoreError) in try await store.sessions(of: nil) }
    return sessions?.map(\.id.text) ?? []
  }
}
