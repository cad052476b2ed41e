import Foundation
import Testing

@Suite("The pages on the design")
struct ArchitecturePageTests {
  private static let catalogue = "Sources/signin/signin.docc"

  @Test("show the same modules and arrows as the manifest's tests")
  func arrows() throws {
    let page = try House.text(of: Self.catalogue + "/Architecture.md")
    let rows = page.matches(of: /\n\| `([\w-]+)` \| [^|]* \| ([^|]*) \|/)
    let shown = rows.map { row in
      (String(row.1), row.2 == "nothing" ? [] : Set(row.2.split(separator: ", ").map(String.init)))
    }
    let modules = House.parts.filter {
      !["SignInCommand", "SignInAdmin", "SignInKeeper", "SignInPostgreSQL", "SignInPam"].contains($0.name)
    }
    for part in modules {
      #expect(shown.first { $0.0 == part.name }?.1 == part.arrows, "\(part.name) has other arrows on the page.")
    }
    let programs = ["signin", "signin-admin", "signind", "signind-postgresql", "signind-pam"]
    #expect(Set(shown.map(\.0)).isSuperset(of: programs))
  }

  @Test("list every decision record in the index, and under a subject")
  func records() throws {
    let index = try House.text(of: Self.catalogue + "/Decisions.md")
    let records = try FileManager.default.contentsOfDirectory(
      atPath: House.root.appending(path: Self.catalogue + "/Decisions").path())
    #expect(records.count > 60)
    for record in records {
      let name = record.replacing(".md", with: "")
      #expect(index.contains("| \(name.prefix(4)) | ["), "\(record) has no row.")
      #expect(index.contains("(doc:\(name))"), "\(record) has no link.")
      #expect(index.contains("- <doc:\(name)>"), "\(record) is under no subject.")
    }
  }
}
