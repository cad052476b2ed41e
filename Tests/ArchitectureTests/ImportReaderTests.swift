import Testing

@Suite("Reading imports")
struct ImportReaderTests {
  private func modules(_ text: String) -> [String] {
    ImportReader.mentions(in: text).map(\.module)
  }

  @Test(
    "an import is found in every form that Swift accepts",
    arguments: [
      "import CNcurses", "  import CNcurses", "public import CNcurses", "internal import CNcurses",
      "@testable import CNcurses", "@preconcurrency public import CNcurses", "@_exported import CNcurses",
      "@_spi(Some) import CNcurses", "import struct CNcurses.Window", "import func CNcurses.initscr",
      "import CNcurses.Panels", "import\n  CNcurses", "let a = 1; import CNcurses", "import `CNcurses`",
      "#if canImport(CNcurses)", "#if os(Linux) && canImport( CNcurses )", "/* why */ import CNcurses // so",
      "import /* strange */ CNcurses", "import CNcurses;", "let text = \"\"\nimport CNcurses",
    ])
  func forms(text: String) {
    #expect(modules(text) == ["CNcurses"])
  }

  @Test(
    "text that only looks like an import is not one",
    arguments: [
      "// import CNcurses", "/* import CNcurses */", "/* a /* b */ import CNcurses */",
      "let text = \"import CNcurses\"",
      "let text = #\"a \" import CNcurses\"#", "let text = \"\"\"\n  import CNcurses\n  \"\"\"",
      "let text = \"\\\"import CNcurses\"", "let text = \"\\(f(\"a\")) import CNcurses\"", "x.import CNcurses",
      "func `import`()", "reimport CNcurses", "importer CNcurses", "let important = CNcurses",
    ])
  func lookalikes(text: String) {
    #expect(modules(text) == [])
  }

  @Test("each import is found with its line, after any comments and strings")
  func lines() {
    let text = ##"""
      // One "quote, and an apostrophe's.
      import A
      let text = """
        import No
        """; let raw = #"\(import No)"#
      let odd = "never ended
      import B; public import C
      /* import
         No */
      import D
      """##

    #expect(
      ImportReader.mentions(in: text) == [
        .init(module: "A", line: 2), .init(module: "B", line: 7), .init(module: "C", line: 7),
        .init(module: "D", line: 10),
      ])
  }
}
