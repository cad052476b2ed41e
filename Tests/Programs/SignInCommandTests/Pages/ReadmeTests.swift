import Foundation
import TestSupport
import Testing

@Suite("The README", .fewAtOnce)
struct ReadmeTests {
  private let page: Page
  private let typist: Typist

  init() throws {
    page = try Page("README.md")
    typist = Typist()
  }

  @Test("is short: at most 80 lines of at most 100 columns")
  func short() {
    let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 80)
    for line in lines { #expect(line.count <= 100, "\(line)") }
  }

  @Test("gets a token for a script and checks it")
  func script() async throws {
    let sections = page.text.components(separatedBy: "```sh\n").map { $0.components(separatedBy: "```")[0] }
    let script = try #require(sections.first { $0.contains("--print token") })
    let tmux = try await Tmux(["sh", "-c", script], in: StoreFixture().sandbox, environment: typist.path)
    try await typist.signIn(in: tmux)
    try await tmux.wait(for: "Hello, \(StoreFixture.email)")
    #expect(try await tmux.ending() == .exited(0))
  }
}
