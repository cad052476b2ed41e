import Foundation
import SSHKeys
import TestSupport
import Testing

@Suite("Results in JSON match their documentation", .fewAtOnce)
struct JSONResultsTests {
  /// The object that the man page shows for each result, below the entry that names the command.
  private static func documented(_ command: String) throws -> [String: any Sendable] {
    let page = try Packaged.contents(of: "man/signin.1")
    let entry = try #require(page.range(of: "\n.It Li \(command)\n")).upperBound
    let example = try #require(page.range(of: "\n.Bd -literal\n", range: entry..<page.endIndex)).upperBound
    return try object(page[example...].components(separatedBy: "\n.Ed")[0])
  }

  private static func object(_ line: some StringProtocol) throws -> [String: any Sendable] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: any Sendable])
  }

  /// The JSON type of a member; null may stand for text.
  private static func kind(_ value: (any Sendable)?) -> String {
    switch value {
    case is String, is NSNull: "text"
    case let number as NSNumber: String(cString: number.objCType) == "c" ? "flag" : "number"
    default: "nothing"
    }
  }

  @Test(
    "the same members of the same types, version 1 first",
    arguments: [
      "signin --print json", "signin account list --json", "signin session list --json", "signin activity --json",
      "signin doctor --json", "signin account links EMAIL --json", "signin account keys EMAIL --json",
      "signin throttle list --json",
    ])
  func shape(command: String) async throws {
    // Given an account, a sign-in, a session, a link, a key, and a blocked email
    let fixture = try await StoreFixture()
    _ = try await fixture.token()
    if command.contains(" links ") {
      _ = try await fixture.sandbox.run(["account", "link", StoreFixture.email, "pam:ada/1000"])
    }
    if command.contains(" keys ") {
      let file = fixture.sandbox.path("ada.pub")
      let key = try SecurityKey().publicKey
      try (PublicKeyLine(key, name: "yubikey").text + "\n").write(toFile: file, atomically: false, encoding: .utf8)
      _ = try await fixture.sandbox.run(["account", "keys", StoreFixture.email, "--add", file])
    }
    if command.contains(" throttle ") { try await fixture.block() }
    // When
    var arguments = command.split(separator: " ").dropFirst().map { $0 == "EMAIL" ? StoreFixture.email : String($0) }
    if arguments.first == "--print" { arguments += ["--password-stdin", "--email", StoreFixture.email] }
    let finished = try await fixture.sandbox.run(arguments, input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    // Then
    let documented = try Self.documented(command)
    let lines = finished.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.hasPrefix("{\"version\":1,"))
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      let object = try Self.object(line)
      #expect(Set(object.keys) == Set(documented.keys))
      for (name, value) in documented {
        // Null is documented for them: nobody waits, and nobody has a second step.
        if ["blockedFor", "recoveryCodes"].contains(name), object[name] is NSNull { continue }
        #expect(Self.kind(object[name]) == Self.kind(value), "\(name)")
      }
    }
  }
}
