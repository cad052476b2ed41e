import Foundation
import Glibc
import Identity
import Secrets
import TestSupport
import Testing
import Unix

@testable import ProgramSupport

@Suite("The ticket of a session")
struct TicketPlaceTests {
  private let sandbox: Sandbox
  private let ticket = SessionTicket(
    account: AccountReference("17-0123456789abcdef"), email: email("ada@lovelace.example"), token: SecureToken())
  private static let login = TerminalLogin(terminal: 34_816, leader: 40, started: 500)

  private var folder: String { sandbox.path("signin") }

  init() throws {
    sandbox = try Sandbox()
    try Data().write(to: URL(filePath: sandbox.path("store.db")))
  }

  private func place(
    _ store: String = "store.db", _ login: TerminalLogin? = Self.login, in folder: String? = nil
  ) throws(TicketProblem) -> TicketPlace {
    try TicketPlace(store: .file(path: sandbox.path(store)), folder: folder ?? sandbox.directory, login: login)
  }

  /// The only file in the folder.
  private func file() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    try #require(names.count == 1, "\(names)")
    return folder + "/" + names[0]
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  // MARK: Keeping

  @Test("of a sign-in by a user name keeps that name")
  func name() throws {
    let name = try #require(LoginName("ada", of: "pam"))
    let place = try place()
    try place.keep(SessionTicket(account: nil, email: ticket.email, name: name, token: ticket.token))
    let found = try #require(try place.ticket())
    #expect(found.email == ticket.email)
    #expect(found.name == name)
    try place.keep(ticket)
    #expect(try place.ticket()?.name == nil)
  }

  @Test("of a service is kept by the path of its socket, which need not be there")
  func service() throws {
    func place(_ socket: String, _ login: TerminalLogin = Self.login) throws -> TicketPlace {
      try TicketPlace(store: .service(socket: socket), folder: sandbox.directory, login: login)
    }
    try place("/run/signin/signin.sock").keep(ticket)
    #expect(try place("/run/signin/signin.sock").ticket()?.email == ticket.email)
    #expect(try place("/run/signin/signin2.sock").ticket() == nil)
    let other = TerminalLogin(terminal: 34_817, leader: 40, started: 500)
    #expect(try place("/run/signin/signin.sock", other).ticket() == nil)
    // and the longest name is that of a file
    let longest = "/" + String(repeating: "x", count: 106)
    try place(longest).keep(ticket)
    #expect(try place(longest).ticket() != nil)
    #expect(throws: TicketProblem.noStore) { try place(longest + "x").ticket() }
  }

  @Test("is returned to the same login, until it is removed")
  func kept() throws {
    let place = try place()
    #expect(try place.ticket() == nil)
    try place.keep(ticket)
    let found = try #require(try place.ticket())
    #expect(found.email == ticket.email)
    #expect(found.token.digest == ticket.token.digest)
    try place.remove()
    try place.remove()
    #expect(try place.ticket() == nil)
  }

  @Test(
    "is a file that only its user can read, in a folder that only its user can enter, whatever the umask is",
    .tags(.sessionsStayAtTheirTerminal))
  func modes() throws {
    let place = try place()
    try place.prepare()
    try place.keep(ticket)
    #expect(mode(of: folder) == 0o700)
    #expect(try mode(of: file()) == 0o600)
  }

  @Test("takes the place of the earlier one, even beside the draft of a program that was killed")
  func replaced() throws {
    try place().keep(ticket)
    let draft = try file() + ".\(getpid())"
    try Data("half".utf8).write(to: URL(filePath: draft))
    let next = SessionTicket(account: nil, email: email("bob@example.com"), token: SecureToken())
    try place().keep(next)
    #expect(try place().ticket()?.email == next.email)
    _ = try file()
  }

  @Test("is one for each store, by whatever path, and one for each terminal")
  func stores() throws {
    try Data().write(to: URL(filePath: sandbox.path("other.db")))
    symlink(sandbox.path("store.db"), sandbox.path("link.db"))
    try place().keep(ticket)
    #expect(try place("link.db").ticket() != nil)
    #expect(try place("other.db").ticket() == nil)
    #expect(try place("store.db", TerminalLogin(terminal: 34_817, leader: 40, started: 500)).ticket() == nil)
  }

  @Test(
    "is not valid for a later login at the terminal, or for a recycled process id",
    .tags(.sessionsStayAtTheirTerminal))
  func logins() throws {
    try place().keep(ticket)
    #expect(try place("store.db", TerminalLogin(terminal: 34_816, leader: 41, started: 500)).ticket() == nil)
    #expect(try place("store.db", TerminalLogin(terminal: 34_816, leader: 40, started: 501)).ticket() == nil)
  }

  @Test("needs a terminal, a folder and a store")
  func nowhere() {
    #expect(throws: TicketProblem.noTerminal) { try place("store.db", nil) }
    #expect(throws: TicketProblem.noStore) { try place("missing.db").keep(ticket) }
    #expect(throws: TicketProblem.noStore) { _ = try place("missing.db").ticket() }
    #expect(throws: Never.self, "The first sign-in makes the store.") { try place("missing.db").prepare() }
    #expect(throws: TicketProblem.noFolder) {
      try TicketPlace(store: .file(path: sandbox.path("store.db")), folder: nil, login: Self.login)
    }
    let missing = sandbox.path("missing")
    #expect(throws: TicketProblem.failed(path: missing, errorNumber: ENOENT)) {
      try place("store.db", Self.login, in: missing).prepare()
    }
  }

  // MARK: Hostile files

  /// Expects that the ticket can be neither read nor kept nor removed.
  private func expectRefused(_ problem: TicketProblem, in folder: String? = nil) throws {
    let place = try place("store.db", Self.login, in: folder)
    #expect(throws: problem) { _ = try place.ticket() }
    #expect(throws: problem) { try place.keep(ticket) }
    #expect(throws: problem) { try place.remove() }
  }

  @Test(
    "is refused in a folder of another user's", .tags(.sessionsStayAtTheirTerminal),
    .enabled("this user may not give files away") { geteuid() == 0 })
  func otherOwner() throws {
    try place().keep(ticket)
    let file = try file()
    chown(file, 12_345, 12_345)
    #expect(throws: TicketProblem.otherOwner(path: file)) { _ = try place().ticket() }
    chown(folder, 12_345, 12_345)
    try expectRefused(.otherOwner(path: folder))
    let runtime = sandbox.path("runtime")
    mkdir(runtime, 0o700)
    chown(runtime, 12_345, 12_345)
    try expectRefused(.otherOwner(path: runtime), in: runtime)
  }

  @Test(
    "is refused in a folder that others may write to, and in one of its own that they may enter",
    .tags(.sessionsStayAtTheirTerminal))
  func openToOthers() throws {
    try place().keep(ticket)
    let file = try file()
    chmod(file, 0o640)
    #expect(throws: TicketProblem.openToOthers(path: file)) { _ = try place().ticket() }
    chmod(folder, 0o710)
    try expectRefused(.openToOthers(path: folder))
    let runtime = sandbox.path("runtime")
    mkdir(runtime, 0o700)
    chmod(runtime, 0o1777)
    try expectRefused(.openToOthers(path: runtime), in: runtime)
  }

  @Test("is refused behind links, of whichever part of its place", .tags(.sessionsStayAtTheirTerminal))
  func links() throws {
    symlink(sandbox.directory, sandbox.path("runtime"))
    try expectRefused(.noPlainFolder(path: sandbox.path("runtime")), in: sandbox.path("runtime"))
    try place().keep(ticket)
    let file = try file()
    rename(file, sandbox.path("elsewhere"))
    symlink(sandbox.path("elsewhere"), file)
    #expect(throws: TicketProblem.noPlainFile(path: file)) { _ = try place().ticket() }
    try place().keep(ticket)
    #expect(try place().ticket() != nil, "A new ticket replaces the link, and not its target.")
    rename(folder, sandbox.path("moved"))
    symlink(sandbox.path("moved"), folder)
    try expectRefused(.noPlainFolder(path: folder))
  }

  @Test("is a plain file: a pipe with its name is neither read nor waited for")
  func pipe() throws {
    try place().keep(ticket)
    let file = try file()
    unlink(file)
    mkfifo(file, 0o600)
    #expect(throws: TicketProblem.noPlainFile(path: file)) { _ = try place().ticket() }
  }

  @Test(
    "is nothing that another program or another version wrote",
    arguments: [
      "", "signin ticket 1\n34816 40 500\nada@lovelace.example\n\(token)\n", "signin ticket 2\n34816 40 500\n",
      "signin ticket 2\n34816 40 500\n\n\u{1B}[2J\n\(token)\n",
      "signin ticket 2\n34816 40 500\n\nada@lovelace.example\nx\n",
      String(repeating: "x", count: 1000),
    ])
  func foreign(contents: String) throws {
    try place().keep(ticket)
    try #require(try place().ticket() != nil)
    let handle = try FileHandle(forWritingTo: URL(filePath: file()))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(contents.utf8))
    #expect(try place().ticket() == nil)
  }

  private static let token = SecureToken().base64URL
}
