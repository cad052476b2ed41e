import Foundation
import Identity
import TestSupport
import Testing

@testable import SignInProgram

@Suite("The file of recovery codes")
struct RecoveryCodeFileTests {
  private let sandbox: Sandbox
  private var home: String { sandbox.path("home") }

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.path("home"), withIntermediateDirectories: true)
  }

  private let ada = email("ada@lovelace.example")

  @Test("says whose the codes are, has one on each line, and only its owner reads it, whatever the umask is")
  func private0600() throws {
    let clock = ManualClock()
    let path = try #require(
      RecoveryCodeFile.write(["abcd-efgh", "bcde-fghi"], of: ada, at: clock, machine: "castle", home: home))
    #expect(path == home + "/signin-recovery-codes.txt")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "# Recovery codes for signin: ada@lovelace.example, castle, \(clock.now().localTime). Each works once.\n"
        + "abcd-efgh\nbcde-fghi\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("replaces no file, and follows no link, not even one to nowhere")
  func replacesNothing() throws {
    let first = home + "/signin-recovery-codes.txt"
    try "mine".write(toFile: first, atomically: true, encoding: .utf8)
    let target = sandbox.path("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: home + "/signin-recovery-codes-2.txt", withDestinationPath: target)
    #expect(RecoveryCodeFile.write(["abcd-efgh"], of: ada, home: home) == home + "/signin-recovery-codes-3.txt")
    #expect(try String(contentsOfFile: first, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test("is not written where there is no home", arguments: [nil, "", "relative", "/nowhere/at/all"])
  func nowhere(home: String?) {
    #expect(RecoveryCodeFile.write(["abcd-efgh"], of: ada, home: home) == nil)
  }
}
