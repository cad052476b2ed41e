import Foundation
import Glibc
import TestSupport
import Testing

@testable import Unix

@Suite("The socket of a service", .enabled("only root can make another user's folders") { geteuid() == 0 })
final class ServiceSocketTests {
  /// A folder for one test, mode 0755.
  private let folder: String
  private var path: String { folder + "/signin.sock" }

  init() throws {
    folder = String(cString: try #require(mkdtemp(strdup("/tmp/signin-service-XXXXXX"))))
    chmod(folder, 0o755)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Listens at `path`, as the effective user of this moment.
  nonisolated private static func listen(
    at path: String, type: Int32 = Int32(SOCK_SEQPACKET.rawValue), backlog: Int32 = 8
  ) throws -> Int32 {
    let listener = socket(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && Glibc.listen(listener, backlog) == 0)
    return listener
  }

  private func refusal(at path: String? = nil) -> ServiceSocket.Refusal? {
    let path = path ?? self.path
    return #expect(throws: ServiceSocket.Refusal.self) { close(try ServiceSocket(at: path).connect()) }
  }

  @Test("is connected to if root listens in folders of root, also through links of root")
  func connects() throws {
    let listener = try ServiceSocketTests.listen(at: path)
    defer { close(listener) }
    #expect(symlink(folder, folder + "/link") == 0)
    for path in [path, folder + "/link/signin.sock", folder + "/.//link/./signin.sock"] {
      let connection = try ServiceSocket(at: path).connect()
      #expect(fcntl(connection, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(connection, F_GETFL) & O_NONBLOCK != 0)
      close(connection)
    }
  }

  @Test("is refused if it is missing, unattended, or something else")
  func absence() throws {
    #expect(refusal() == .absent)
    #expect(refusal(at: folder + "/none/signin.sock") == .absent)
    let listener = try ServiceSocketTests.listen(at: path)
    // A program that another test is starting may have a copy.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    #expect(refusal() == .unattended)
    close(open(folder + "/file", O_CREAT | O_RDWR, 0o600))
    #expect(refusal(at: folder + "/file") == .noSocket)
    #expect(refusal(at: folder + "/file/signin.sock") == .absent)
    mkdir(folder + "/inner", 0o755)
    #expect(refusal(at: folder + "/inner") == .noSocket)
    let stream = try ServiceSocketTests.listen(at: folder + "/stream", type: Int32(SOCK_STREAM.rawValue))
    defer { close(stream) }
    #expect(refusal(at: folder + "/stream") == .noSocket)
    let longest = folder + "/" + String(repeating: "x", count: 107 - folder.utf8.count)
    #expect(refusal(at: longest) == .absent)
  }

  @Test("is not followed if it is a link, wherever the link leads", .tags(.serviceKeepsAccounts))
  func link() throws {
    let listener = try ServiceSocketTests.listen(at: folder + "/real.sock")
    defer { close(listener) }
    #expect(symlink("real.sock", path) == 0)
    #expect(refusal() == .noSocket)
  }

  @Test("is full, without waiting, while its backlog is full")
  func full() throws {
    let listener = try ServiceSocketTests.listen(at: path, backlog: 0)
    defer { close(listener) }
    let first = try ServiceSocket(at: path).connect()
    defer { close(first) }
    #expect(refusal() == .full)
  }

  @Test("is full, too, after the timeout")
  func fullForLong() throws {
    let listener = try ServiceSocketTests.listen(at: path, backlog: 0)
    defer { close(listener) }
    let first = try ServiceSocket(at: path).connect(waiting: 1)
    defer { close(first) }
    #expect(fcntl(first, F_GETFL) & O_NONBLOCK != 0)
    #expect(throws: ServiceSocket.Refusal.full) { try ServiceSocket(at: path).connect(waiting: 1) }
  }

  @Test(
    "is refused in a folder that another user owns, however far above", .tags(.serviceKeepsAccounts),
    arguments: ["", "/inner"])
  func othersFolder(_ inner: String) throws {
    mkdir(folder + "/inner", 0o755)
    let path = folder + inner + "/signin.sock"
    let listener = try ServiceSocketTests.listen(at: path)
    defer { close(listener) }
    chown(folder, 1001, 1001)
    #expect(refusal(at: path) == .unsafe(.otherOwner(path: folder)))
  }

  @Test(
    "is refused in a folder that others can write to; a sticky one is good enough above, and not for the socket",
    .tags(.serviceKeepsAccounts))
  func openFolder() throws {
    mkdir(folder + "/inner", 0o755)
    let path = folder + "/inner/signin.sock"
    let listener = try ServiceSocketTests.listen(at: path)
    defer { close(listener) }
    chmod(folder, 0o775)
    #expect(refusal(at: path) == .unsafe(.writableByOthers(path: folder)))
    chmod(folder, 0o1777)
    close(try ServiceSocket(at: path).connect())
    chmod(folder + "/inner", 0o1777)
    #expect(refusal(at: path) == .unsafe(.writableByOthers(path: folder + "/inner")))
  }

  @Test("is refused below a link that another user could change")
  func othersLink() throws {
    let listener = try ServiceSocketTests.listen(at: path)
    defer { close(listener) }
    #expect(symlink(".", folder + "/link") == 0)
    lchown(folder + "/link", 1001, 1001)
    #expect(refusal(at: folder + "/link/signin.sock") == .unsafe(.otherOwner(path: folder + "/link")))
  }

  @Test(
    "may belong to the user who listens, and not to another one, who gets not one byte", .tags(.serviceKeepsAccounts))
  func server() async throws {
    let path = path
    await #expect(processExitsWith: .success) { [path = path as String] in
      nonisolated func connect(to listener: Int32) throws -> ServiceSocket.Refusal? {
        do throws(ServiceSocket.Refusal) {
          close(try ServiceSocket(at: path).connect())
          return nil
        } catch {
          let connection = accept(listener, nil, nil)
          var byte: UInt8 = 0
          guard recv(connection, &byte, 1, 0) == 0 else { fatalError("something was sent") }
          return error
        }
      }
      let listener = try ServiceSocketTests.listen(at: path)
      guard seteuid(1001) == 0, Glibc.listen(listener, 8) == 0, seteuid(0) == 0 else { fatalError("no other user") }
      // Given a socket of root's behind which somebody else listens
      #expect(try connect(to: listener) == .otherServer(uid: 1001))
      chown(path, 1002, 1002)
      #expect(try connect(to: listener) == .otherServer(uid: 1001))
      // When it is theirs
      chown(path, 1001, 1001)
      #expect(try connect(to: listener) == nil)
    }
  }

  @Test("is not trusted to the user of this process, whose folders are not root's")
  func ownFolder() async throws {
    let listener = try ServiceSocketTests.listen(at: path)
    defer { close(listener) }
    chmod(path, 0o666)
    let folder = folder
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let socket = ServiceSocket(at: folder + "/signin.sock")
      guard seteuid(1001) == 0 else { fatalError("no other user") }
      close(try socket.connect())
      guard seteuid(0) == 0, chown(folder, 1001, 1001) == 0, seteuid(1001) == 0 else { fatalError("no owner") }
      #expect(throws: ServiceSocket.Refusal.unsafe(.otherOwner(path: folder))) { try socket.connect() }
      #expect(throws: ServiceSocket.Refusal.self) { try socket.connect() }
    }
  }
}
