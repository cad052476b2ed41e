import Foundation
import TestSupport
import Testing

@Suite("Adding a field, as in the documentation", .fewAtOnce)
struct AddingAFieldTests {
  /// The diff from the documentation.
  private func diff(in page: String = "Sources/signin/signin.docc/AddingAField.md") throws -> String {
    let text = try String(contentsOf: Packaged.root.appending(path: page), encoding: .utf8)
    let parts = text.components(separatedBy: "```diff\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test("takes three edits in two files, and the diff applies to the current sources")
  func applies() async throws {
    let diff = try diff()
    #expect(diff.components(separatedBy: "\n@@").count - 1 == 3)
    #expect(diff.components(separatedBy: "+++ b/").count - 1 == 2)

    let finished = try await Sandbox().run(
      "git", ["-C", Packaged.root.path(), "apply", "--check", "-"], input: .text(diff))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
  }

  @Test("is the first change in the README")
  func readme() throws {
    #expect(try diff(in: "README.md") == diff())
  }

  @Test(
    "shows the field on the screen and in plain mode after a build",
    .enabled(if: LongRun.isLong, "make test-long builds the program anew"))
  func shown() async throws {
    // Given a copy of the sources with the diff
    let sandbox = try Sandbox()
    let copy = sandbox.path("copy")
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources", "Resources", "Tests"] {
      try FileManager.default.copyItem(atPath: Packaged.root.appending(path: name).path(), toPath: copy + "/" + name)
    }
    let applied = try await sandbox.run("git", ["-C", copy, "apply", "-"], input: .text(try diff()))
    #expect(applied.ending == .exited(0), "\(applied.errors)")
    // When it is built, with its keeper
    for product in ["signin", "signind"] {
      let build = try ChildProcess(
        "swift", ["build", "--package-path", copy, "--product", product],
        environment: ProcessInfo.processInfo.environment)
      let built = try await build.finish(within: .seconds(900))
      #expect(built.ending == .exited(0), "\(built.output)")
    }
    // Then the form for the first account has one more field
    let tmux = try await Tmux([copy + "/.build/debug/signin"], in: sandbox)
    try await tmux.wait(for: "Recovery email")
    try await tmux.press("BTab")
    try await tmux.press("BTab")
    try await tmux.type("not an email")
    try await tmux.wait(for: "Entered email is not valid.")
    // And plain mode asks for it
    let plain = try await Tmux([copy + "/.build/debug/signin", "--plain"], in: sandbox)
    for (question, answer) in [
      ("Email: ", "ada@lovelace.example"), ("Password: ", "battery staple"), ("Password again: ", "battery staple"),
    ] {
      try await plain.wait(for: question)
      try await plain.type(answer)
      try await plain.press("Enter")
    }
    try await plain.wait(for: "Recovery email: ")
  }
}
