import Foundation
import Testing
import Unix

@Suite("A message to a service that takes none")
struct LocalDatagramTests {
  @Test("is not sent at once, and waiting for room ends with an error after a while")
  func full() throws {
    // Given a service that reads nothing
    let path = NSTemporaryDirectory() + "signin-\(UUID().uuidString)"
    defer { unlink(path) }
    let service = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(service) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout.size(ofValue: address))
    let bound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(service, $0, size) }
    }
    try #require(bound == 0)
    // When it is sent messages until it takes no more
    var count = 0
    while try LocalDatagram.sendAtOnce([1, 2, 3], to: path) { count += 1 }
    // Then
    #expect(count > 0)
    #expect(throws: SystemError(number: EAGAIN)) { try LocalDatagram.waitForRoom(at: path, milliseconds: 10) }
    // And there is room as soon as it reads
    var bytes: [UInt8] = [0, 0, 0, 0]
    for _ in 1...count { #expect(recv(service, &bytes, 4, 0) == 3) }
    try LocalDatagram.waitForRoom(at: path, milliseconds: 10)
    #expect(try LocalDatagram.sendAtOnce([1, 2, 3], to: path))
  }
}
