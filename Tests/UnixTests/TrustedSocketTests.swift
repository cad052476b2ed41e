import Foundation
import Testing

@testable import Unix

@Suite struct TrustedSocketTests {
  private let folder = NSTemporaryDirectory() + "signin-socket-" + UUID().uuidString

  private var path: String { folder + "/worker.sock" }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  @Test func `A listener in folders of trusted users is connected to`() throws {
    let listener = try listener()
    defer { end(listener) }
    let descriptor = try TrustedSocket.connect(to: path)
    #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    close(descriptor)
  }

  @Test func `Nothing is there, or nobody listens`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: TrustedSocket.Refusal.missing) { try TrustedSocket.connect(to: path) }
    #expect(throws: TrustedSocket.Refusal.missing) { try TrustedSocket.connect(to: folder + "/no/worker.sock") }
    close(try listener())
    #expect(throws: TrustedSocket.Refusal.refused(SystemError(number: ECONNREFUSED))) {
      try TrustedSocket.connect(to: path)
    }
  }

  @Test func `A file that is no socket, and a folder that others may write to, are not trusted`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: TrustedSocket.Refusal.untrusted) { try TrustedSocket.connect(to: path) }
    unlink(path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/run/elsewhere.sock")
    #expect(throws: TrustedSocket.Refusal.untrusted) { try TrustedSocket.connect(to: path) }
    unlink(path)
    let listener = try listener()
    defer { close(listener) }
    chmod(folder, 0o777)
    #expect(throws: TrustedSocket.Refusal.untrusted) { try TrustedSocket.connect(to: path) }
  }

  private func listener() throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    var address = try #require(sockaddr_un(path: path))
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    #expect(result == 0)
    #expect(listen(descriptor, 1) == 0)
    return descriptor
  }

  private func end(_ listener: Int32) {
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
