import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import ProgramSupport
@testable import Settings

@Suite("The man page")
struct ManualPageTests {
  /// The entries of a section's lists: the text after `.It`.
  private func entries(_ section: String) throws -> [String] {
    let page = try Packaged.contents(of: "man/signin.1")
    let start = try #require(page.range(of: "\n.Sh \(section)\n")).upperBound
    let end = page[start...].range(of: "\n.Sh ")?.lowerBound ?? page.endIndex
    return page[start..<end].split(separator: "\n").filter { $0.hasPrefix(".It ") }.map { String($0.dropFirst(4)) }
  }

  @Test("has every option of the form, and no others")
  func options() throws {
    let names = try entries("OPTIONS").flatMap { $0.matches(of: /Fl -([a-z-]+)/).map { "--" + $0.1 } }
    #expect(names.sorted() == Subcommands.form.sorted())
  }

  @Test("has every setting, and marks those of an administrator")
  func settings() throws {
    let entries = try entries("SETTINGS").flatMap { $0.components(separatedBy: " , ") }.map {
      $0.replacing("Li ", with: "")
    }
    #expect(entries.sorted() == Setting.all.map { $0.name + ($0.decidesWhoGetsIn ? " No *" : "") }.sorted())
  }

  @Test("has every exit status")
  func statuses() throws {
    #expect(try entries("EXIT STATUS") == ExitStatus.allCases.map { String($0.rawValue) } + ["128+n"])
  }

  @Test("has every subcommand with its options and other names", arguments: Subcommands.all)
  func subcommands(_ subcommand: Subcommands.Entry) throws {
    let entry = try #require(try entries("SUBCOMMANDS").first { ($0 + " ").hasPrefix("Cm \(subcommand.name) ") })
    let aliases = try entries("OTHER NAMES").joined(separator: " ").split(separator: " ")
    for alias in subcommand.type.configuration.aliases { #expect(aliases.contains(Substring(alias)), "\(alias)") }
    // A lock takes all settings, and refers to them.
    let shared = subcommand.name == "lock" ? Subcommands.form.subtracting(["--plain"]) : Subcommands.common
    for option in subcommand.options.subtracting(shared) {
      #expect(entry.contains("Fl -\(option.dropFirst(2))"), "\(option)")
    }
  }

  @Test("has every environment variable and every file")
  func environment() throws {
    let page = try Packaged.contents(of: "man/signin.1")
    #expect(page.contains(".It Ev \(Setting.storeVariable)\n"))
    for file in SettingsFile.ofMachine { #expect(page.contains(".It Pa \(file.path)\n")) }
  }

  @Test("passes mandoc's lint", arguments: ["signin.1", "signin-serve.8"])
  func lint(page: String) async throws {
    let sandbox = try Sandbox()
    let finished = try await sandbox.run("mandoc", ["-T", "lint", "-W", "warning", Packaged.path(of: "man/" + page)])
    #expect(finished.ending == .exited(0))
    #expect(finished.output.isEmpty, "\(finished.output)")
  }
}
