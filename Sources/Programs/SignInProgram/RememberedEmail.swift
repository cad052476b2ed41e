import Glibc
import Identity
import SignInUI

/// The email or user name that a user wants remembered, in a small file of their own. It is read before the first frame, so only
/// with system calls. See Decisions/0103-one-process.md.
@MainActor
final class RememberedEmail: EmailMemory {
  private let path: String
  private lazy var kept = Self.read(path, logins)
  var email: String? { kept?.text }
  var provider: String? { kept?.provider }
  private let logins: LoginKind

  /// A line with the login, and one with the provider at which its owner approved the sign-in, if that was the way.
  private struct Kept: Equatable {
    let text: String
    let provider: String?

    var lines: String { text + "\n" + (provider.map { $0 + "\n" } ?? "") }
  }

  private var isForbidden = false
  /// Called with each login that is not remembered because many people use this user's forms.
  var didRefuse: () -> Void = {}

  /// - Parameters:
  ///   - path: The file. Its folder is created when there is an email to remember.
  ///   - logins: The logins that the form takes at its start.
  init(path: String, _ logins: LoginKind) {
    self.path = path
    self.logins = logins
  }

  /// Forgets it, and remembers no other one: many people use this user's forms.
  func forbid() {
    remember(nil, provenBy: nil)
    isForbidden = true
  }

  func remember(_ email: String?, provenBy provider: String?) {
    if isForbidden, email != nil { return didRefuse() }
    let new = email.map { Kept(text: $0, provider: provider) }
    guard new != kept else { return }
    kept = new
    guard let new else {
      unlink(path)
      return
    }
    // A new file replaces the old one: a reader sees one of the two, and a planted link is not followed.
    let draft = path + ".\(getpid())"
    guard makeFolder(of: path) else { return }
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let line = Array(new.lines.utf8)
    let isWritten =
      fchmod(file, 0o600) == 0 && write(file, line, line.count) == line.count && fsync(file) == 0
    close(file)
    if !isWritten || rename(draft, path) != 0 { unlink(draft) }
  }

  private static func read(_ path: String, _ logins: LoginKind) -> Kept? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 320)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let lines = bytes[..<count].split(separator: UInt8(ascii: "\n")).map { String(validating: $0, as: UTF8.self) }
    // This program did not write text that is no login, so the form does not show it.
    guard let text = lines.first.flatMap({ $0 }).flatMap({ logins.login($0)?.text }) else { return nil }
    let provider = lines.dropFirst().first.flatMap { $0 }.flatMap { LoginName.isProvider($0) ? $0 : nil }
    return Kept(text: text, provider: provider)
  }

  private func makeFolder(of path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return true }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) != 0 {
      if errno == EEXIST { return true }
      guard errno == ENOENT, makeFolder(of: folder), mkdir(folder, 0o700) == 0 else { return false }
    }
    return chmod(folder, 0o700) == 0  // mkdir(2) obeys the umask
  }
}
