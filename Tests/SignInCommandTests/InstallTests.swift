import Foundation
import TestSupport
import Testing

@Suite("make install", .fewAtOnce)
struct InstallTests {
  @Test(
    "puts program, man page, completions, themes and translations where packagers expect them, below DESTDIR and PREFIX"
  )
  func install() async throws {
    // Given a root to install into
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    // When the built files are installed
    let finished = try await sandbox.run(
      "make",
      ["--silent", "-C", Packaged.root.path(), "install", "DESTDIR=\(root)", "PREFIX=/usr", "BINARY=\(Sandbox.signin)"])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    // Then everything is there, and nothing else
    let themes = try FileManager.default.contentsOfDirectory(atPath: Packaged.path(of: "Themes"))
    let expected =
      [
        "usr/bin/signin", "usr/share/bash-completion/completions/signin",
        "usr/share/fish/vendor_completions.d/signin.fish",
        "usr/share/man/man1/signin.1", "usr/share/zsh/site-functions/_signin",
      ] + themes.map { "usr/share/signin/themes/" + $0 }
      + Catalogues.languages.map { "usr/share/locale/\($0)/LC_MESSAGES/signin.mo" }
    let found = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
    #expect(found.sorted() == expected.sorted())
    // And the program runs from there
    let version = try await sandbox.run(root + "/usr/bin/signin", ["--version"])
    #expect(version.ending == .exited(0))
  }
}
