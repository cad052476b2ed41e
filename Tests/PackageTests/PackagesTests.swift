import Testing

@Suite("Packages")
struct PackagesTests {
  @Test("every package is declared in one exact version, so a fresh clone builds the same program")
  func exact() async throws {
    let packages = try await Manifest.load().dependencies.flatMap(\.sourceControl)

    #expect(!packages.isEmpty)
    #expect(packages.filter { $0.requirement.exact == nil }.map(\.identity) == [])
  }

  /// SwiftPM refuses a dependency with a version if a target behind its product has unsafe flags.
  @Test("another package can depend on a version of Signals, because no target of it has unsafe flags")
  func library() async throws {
    let targets = try await Manifest.load().targets
    var needed: Set = ["Signals"]
    for target in targets.reversed() where needed.contains(target.name) { needed.formUnion(target.arrows) }

    #expect(targets.contains { !$0.unsafeFlags.isEmpty }, "The programs have some, so this test sees them.")
    #expect(targets.filter { needed.contains($0.name) && !$0.unsafeFlags.isEmpty }.map(\.name) == [])
  }
}
