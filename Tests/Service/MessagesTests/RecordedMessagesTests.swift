import Foundation
import AccountService
import Messages
import Testing

/// The messages of each version of the protocol that is still spoken, one a line. A later version must read them all, so a
/// change that breaks one needs another major version.
@Suite struct RecordedMessagesTests {
  /// All of 2.0, and of a later version what it added.
  private static let versions = ["2.0", "2.1", "2.2"]

  private static func lines(of file: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
    return try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test(arguments: versions) func `Every request of a former version is read`(_ version: String) throws {
    for line in try Self.lines(of: "requests-\(version).jsonl") {
      #expect(Envelope<Request>(Array(line.utf8)) != nil, "\(line)")
    }
  }

  @Test(arguments: versions) func `Every reply of a former version is read`(_ version: String) throws {
    for line in try Self.lines(of: "replies-\(version).jsonl") {
      #expect(Envelope<Reply>(Array(line.utf8)) != nil, "\(line)")
    }
  }

  @Test func `The messages of this version are recorded`() throws {
    let requests = Samples.requests + (try AdminSamples.requests()).map { .administer($0) }
    let replies = Samples.replies + AdminSamples.replies.map { .administration($0) }
    let recorded = try Self.versions.flatMap {
      try Self.lines(of: "requests-\($0).jsonl") + Self.lines(of: "replies-\($0).jsonl")
    }
    let missing = (requests.map { $0.message(1) } + replies.map { $0.message(1) })
      .map { String(decoding: $0, as: UTF8.self) }.filter { !recorded.contains($0) }
    #expect(missing.isEmpty, "Add these lines: \n\(missing.joined(separator: "\n"))")
  }
}
