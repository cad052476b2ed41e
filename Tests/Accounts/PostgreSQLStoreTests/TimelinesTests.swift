import Foundation
import Testing

@testable import PostgreSQLStore

@Suite("The memory of servers' timelines")
struct TimelinesTests {
  @Test func `A newer timeline is believed, and an older one isn't from then on, whatever other clusters have`() {
    let timelines = Timelines(at: nil)
    #expect(timelines.believe(2, of: "7001"))
    #expect(timelines.believe(2, of: "7001"))
    #expect(timelines.believe(1, of: "7002"))
    #expect(timelines.believe(3, of: "7001"))
    #expect(!timelines.believe(2, of: "7001"))
  }

  @Test func `A file outlives the process, for its owner only`() throws {
    // given
    let path = FileManager.default.temporaryDirectory.appending(path: "timelines-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(Timelines(at: path).believe(4, of: "7001"))
    #expect(Timelines(at: path).believe(9, of: "7002"))
    // then
    #expect(!Timelines(at: path).believe(3, of: "7001"))
    #expect(Timelines(at: path).believe(4, of: "7001"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // And a damaged file forgets, and stops nobody
    try "not a timeline\n7001".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(Timelines(at: path).believe(1, of: "7001"))
  }

  @Test func `A file that can't be written stops nobody`() {
    let timelines = Timelines(at: "/proc/nowhere")
    #expect(timelines.believe(2, of: "7001"))
    #expect(!timelines.believe(1, of: "7001"))
  }
}
