import Glibc
import Identity
import Secrets
import Unix

/// The place of the ``SessionTicket`` of one store and one login at a terminal: a file in `$XDG_RUNTIME_DIR/signin/`.
///
/// Only the user may enter the folder, and no link is followed. A ticket of another login is no ticket. See
/// Decisions/0108-session-of-a-terminal.md.
package struct TicketPlace: Sendable {
  private let store: StoreAddress
  private let runtimeFolder: String
  private let login: TerminalLogin

  /// The place for this process. Looks at no folder yet.
  package init(store: StoreAddress) throws(TicketProblem) {
    try self.init(store: store, folder: Environment.runtimeFolder, login: TerminalLogin())
  }

  init(store: StoreAddress, folder: String?, login: TerminalLogin?) throws(TicketProblem) {
    guard let folder else { throw .noFolder }
    guard let login else { throw .noTerminal }
    (self.store, runtimeFolder, self.login) = (store, folder, login)
  }

  /// Makes the folder if it is missing, and checks it.
  package func prepare() throws(TicketProblem) {
    _ = try withFolder(makesFolder: true) { _ in }
  }

  /// Returns the ticket; nil if there is none of this login.
  package func ticket() throws(TicketProblem) -> SessionTicket? {
    let name = try name
    let path = path(name)
    return try withFolder(makesFolder: false) { folder throws(TicketProblem) in
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard file >= 0 else {
        if errno == ENOENT { return nil }
        throw errno == ELOOP ? .noPlainFile(path: path) : failed(path)
      }
      defer { close(file) }
      let status = try status(of: file, path)
      guard status.st_mode & S_IFMT == S_IFREG else { throw .noPlainFile(path: path) }
      try judge(status, path)
      return read(from: file)
    } ?? nil
  }

  /// Keeps a ticket in place of an earlier one.
  package func keep(_ ticket: SessionTicket) throws(TicketProblem) {
    let name = try name
    let path = path(name)
    _ = try withFolder(makesFolder: true) { folder throws(TicketProblem) in
      // A reader sees the earlier file or the new one. A program that was killed may have left its draft.
      let draft = name + ".\(getpid())"
      unlinkat(folder, draft, 0)
      let file = openat(folder, draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failed(path) }
      // open(2) obeys the umask. Nothing is synchronised: the folder does not outlive the machine's run.
      let isWritten = fchmod(file, 0o600) == 0 && write(ticket, to: file)
      let problem = failed(path)
      close(file)
      if isWritten && renameat(folder, draft, folder, name) == 0 { return }
      let error = isWritten ? failed(path) : problem
      unlinkat(folder, draft, 0)
      throw error
    }
  }

  /// Removes the ticket, if there is one.
  package func remove() throws(TicketProblem) {
    let name = try name
    _ = try withFolder(makesFolder: false) { folder throws(TicketProblem) in
      guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else { throw failed(path(name)) }
    }
  }

  // MARK: The file

  private static let firstLine = "signin ticket 2"
  private var secondLine: String { "\(login.terminal) \(login.leader) \(login.started)" }

  /// Text that this program did not write is no ticket, nor is that of another login or a later version.
  private func read(from file: Int32) -> SessionTicket? {
    let line = GuardedText(capacity: 512)
    defer { line.wipe() }
    func next() -> String? {
      guard (try? line.readLine(from: file)) != nil else { return nil }
      return line.withUTF8 { String(decoding: $0, as: UTF8.self) }
    }
    guard next() == Self.firstLine, next() == secondLine, let account = next(),
      let email = next().flatMap({ EmailAddress($0) }), let token = next().flatMap(SecureToken.init(base64URL:))
    else { return nil }
    // Only a sign-in by a name has two more lines.
    let name = next().flatMap { provider in next().flatMap { LoginName($0, of: provider) } }
    return SessionTicket(account: AccountReference(account), email: email, name: name, token: token)
  }

  private func write(_ ticket: SessionTicket, to file: Int32) -> Bool {
    let head = Array(
      "\(Self.firstLine)\n\(secondLine)\n\(ticket.account?.text ?? "")\n\(ticket.email.text)\n".utf8)
    return head.withUnsafeBufferPointer { write($0, to: file) } && ticket.token.withBase64URL { write($0, to: file) }
      && Array(("\n" + ticket.linesOfName).utf8).withUnsafeBufferPointer { write($0, to: file) }
  }

  private func write(_ bytes: UnsafeBufferPointer<UInt8>, to file: Int32) -> Bool {
    Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count
  }

  // MARK: The folder

  private var folderPath: String { runtimeFolder + "/signin" }
  private func path(_ name: String) -> String { folderPath + "/" + name }

  /// One name for each store, and for each terminal: a file has it under every path, a service under the path of its
  /// socket, which is another file after each start, and a database under the text that names it.
  private var name: String {
    get throws(TicketProblem) {
      let terminal = String(UInt64(login.terminal), radix: 16)
      switch store {
      case .file(let path):
        var status = stat()
        guard stat(path, &status) == 0 else { throw .noStore }
        let (device, file) = (UInt64(status.st_dev), UInt64(status.st_ino))
        return String(device, radix: 16) + "-" + String(file, radix: 16) + "-" + terminal
      case .postgreSQL(let place): return try "postgresql-" + Self.digits(of: place) + "-" + terminal
      case .service(let socket): return try "service-" + Self.digits(of: socket) + "-" + terminal
      }
    }
  }

  /// A text that can be part of a file's name.
  private static func digits(of text: String) throws(TicketProblem) -> String {
    // A longer path is no socket's, see unix(7), and a longer name could be no file's.
    guard text.utf8.count < 108 else { throw .noStore }
    let digits = Array("0123456789abcdef")
    return text.utf8.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
  }

  /// Calls `body` with the folder; returns nil if it is missing and not made.
  private func withFolder<Result>(
    makesFolder: Bool, _ body: (Int32) throws(TicketProblem) -> Result
  ) throws(TicketProblem) -> Result? {
    let outer = try folder(AT_FDCWD, runtimeFolder, runtimeFolder)
    guard let outer else { throw .failed(path: runtimeFolder, errorNumber: ENOENT) }
    defer { close(outer) }
    let status = try status(of: outer, runtimeFolder)
    guard status.st_uid == geteuid() else { throw .otherOwner(path: runtimeFolder) }
    guard status.st_mode & 0o022 == 0 else { throw .openToOthers(path: runtimeFolder) }
    if makesFolder && mkdirat(outer, "signin", 0o700) != 0 && errno != EEXIST { throw failed(folderPath) }
    guard let inner = try folder(outer, "signin", folderPath) else { return nil }
    defer { close(inner) }
    try judge(try self.status(of: inner, folderPath), folderPath)
    return try body(inner)
  }

  /// Opens a folder, which no link may stand for; nil if it is missing. O_PATH needs no right to read, so another
  /// user's folder is recognised.
  private func folder(_ place: Int32, _ name: String, _ path: String) throws(TicketProblem) -> Int32? {
    let folder = openat(place, name, PathWalk.onlyPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if folder >= 0 { return folder }
    switch errno {
    case ENOENT: return nil
    case ENOTDIR, ELOOP: throw .noPlainFolder(path: path)
    default: throw failed(path)
    }
  }

  private func status(of descriptor: Int32, _ path: String) throws(TicketProblem) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failed(path) }
    return status
  }

  /// Only the user may read or change it.
  private func judge(_ status: stat, _ path: String) throws(TicketProblem) {
    guard status.st_uid == geteuid() else { throw .otherOwner(path: path) }
    guard status.st_mode & 0o077 == 0 else { throw .openToOthers(path: path) }
  }

  private func failed(_ path: String) -> TicketProblem { .failed(path: path, errorNumber: errno) }
}

extension SessionTicket {
  /// The provider and the name of a sign-in by a name, a line each. A name has no control characters.
  fileprivate var linesOfName: String {
    name.map { $0.provider + "\n" + $0.text + "\n" } ?? ""
  }
}
