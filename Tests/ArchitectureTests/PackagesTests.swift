import Testing

@Suite("Packages")
struct PackagesTests {
  @Test("a target imports every product that it declares")
  func imported() async throws {
    for target in try await Manifest.load().targets {
      let files = try target.products.isEmpty ? [] : House.files(in: target.folder)
      let imported = Set(try files.flatMap { ImportReader.mentions(in: try House.text(of: $0)).map(\.module) })

      #expect(target.products.filter { !imported.contains($0) } == [], "\(target.name) does not import these.")
    }
  }

  @Test("every package is declared in one exact version, so a fresh clone builds the same program")
  func exact() async throws {
    let packages = try await Manifest.load().dependencies.flatMap(\.sourceControl)

    #expect(!packages.isEmpty)
    #expect(packages.filter { $0.requirement.exact == nil }.map(\.identity) == [])
  }
}
