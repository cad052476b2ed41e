import Foundation
import TestSupport
import Testing

@testable import ProgramSupport
@testable import Settings

/// A form at a service is not stopped by a mistake in the service's own file.
@Suite struct ServiceFilesTests {
  /// A folder with the two files of settings.
  private struct Folder {
    let sandbox: Sandbox
    var files: [SettingsFile] { SettingsFile.pair(in: sandbox.directory) }

    init(form: String, service: String) throws {
      sandbox = try Sandbox()
      try form.write(toFile: sandbox.path("config.toml"), atomically: true, encoding: .utf8)
      try service.write(toFile: sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    }
  }

  private static let service = "store = \"service:/run/signin/signin.sock\"\n"

  @Test func `A form at a service reads no file of the service's`() throws {
    let machine = try Folder(form: Self.service, service: "colour = \"red\"\n")
    let settings = try Settings.effective([], nil, user: [], system: machine.files)
    #expect(try settings.storeAddress == .service(socket: "/run/signin/signin.sock"))
    #expect(settings.reuseRefusal(of: 1000) == .pinnedStore)
    let right = try Folder(form: Self.service, service: "sign-up = \"on\"\n")
    let effective = try Settings.effective([], nil, user: [], system: right.files)
    #expect(Setting.all.map(\.name).filter { effective.origin(of: $0) != nil } == ["store"])
    // Which uids many people share is in the service's welcome
    let option = SettingChoice(option: "store", "service:/run/signin/signin.sock")
    let given = try Settings.effective([option].compactMap { $0 }, nil, user: [], system: [])
    #expect(given.reuseRefusal(of: 1000) == nil)
    #expect(given.reuseRefusal(of: 1000, isShared: true) == .sharedUID)
  }

  @Test func `A form that opens its store itself reads it, and names a mistake`() throws {
    let machine = try Folder(form: "store = \"sqlite:/x/signin.db\"\n", service: "colour = \"red\"\n")
    let failure = #expect(throws: Failure.self) { try Settings.effective([], nil, user: [], system: machine.files) }
    #expect(failure?.sentence.contains("service.toml, line 1: unknown setting “colour”") == true)
  }

  @Test func `A user who chooses a service of their own does not get around what an administrator chose`() throws {
    let machine = try Folder(form: "", service: Self.service)
    let user = try Folder(form: "store = \"service:/home/eve/signin.sock\"\n", service: "")
    let settings = try Settings.effective([], nil, user: user.files, system: machine.files)
    #expect(try settings.storeAddress == .service(socket: "/run/signin/signin.sock"))
  }
}
