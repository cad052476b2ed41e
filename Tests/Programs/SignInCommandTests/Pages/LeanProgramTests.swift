import Foundation
import TestSupport
import Testing

@Suite("The built programs", .fewAtOnce)
struct LeanProgramTests {
  @Test(
    "No program is linked with Foundation and its ICU, but with its essentials",
    arguments: ["signin", "signin-postgresql", "signin-pam", "signin-oidc"])
  func onlyEssentials(program: String) async throws {
    // $s10Foundation begins the name of each symbol of the module Foundation.
    let names = try await Self.list("nm", program)
    for name in ["$s10Foundation", "FoundationInternationalization", "uloc_", "ucal_"] {
      #expect(!names.contains(name), "\(name)")
    }
    let libraries = try await Self.list("readelf", "--dynamic", program)
    for library in ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so"] {
      #expect(!libraries.contains(library), "\(library)")
    }
    #expect(names.contains("$s20FoundationEssentials"))
  }

  /// The output of `tool` on a built program.
  private static func list(_ tool: String, _ arguments: String...) async throws -> String {
    let folder = URL(filePath: Sandbox.signin).deletingLastPathComponent()
    let program = folder.appending(path: arguments.last ?? "").path()
    let listed = try await Sandbox().run(tool, arguments.dropLast() + [program])
    try #require(listed.ending == .exited(0), "\(listed.errors)")
    return listed.output
  }
}
