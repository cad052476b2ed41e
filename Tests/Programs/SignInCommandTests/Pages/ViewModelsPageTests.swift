import Foundation
import TestSupport
import Testing

@Suite("The page about view models")
struct ViewModelsPageTests {
  @Test("adds a field by a change that applies")
  func change() async throws {
    // given
    let sandbox = try Sandbox()
    let change = sandbox.path("field.diff")
    try Page(documentation: "ViewModels").block("diff", under: "Adding a field")
      .write(toFile: change, atomically: true, encoding: .utf8)
    // when
    let finished = try await sandbox.run("git", ["-C", Packaged.root.path(), "apply", "--check", change])
    // then
    #expect(finished.ending == .exited(0), "\(finished.errors)")
  }
}
