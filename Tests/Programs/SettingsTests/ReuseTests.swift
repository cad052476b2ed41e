import ProgramSupport
import TestSupport
import Testing

@testable import Settings

@Suite("Sessions are kept and reused")
struct ReuseTests {
  private func settings(_ files: (origin: SettingOrigin, text: String)...) throws -> Settings {
    Settings(
      try files.flatMap { file in
        try SettingsFile(path: "FILE", isOfService: file.text.hasPrefix("throttle"))
          .choices(of: file.text.utf8, from: file.origin)
      })
  }

  private let system = SettingOrigin.systemFile(path: "/etc/signin/config.toml")
  private let given = SettingOrigin.givenFile(path: "gate.toml")
  private let own = SettingOrigin.userFile(path: "config.toml")
  private let store = "store = \"sqlite:/srv/signin.db\"\n"

  @Test("unless reuse is turned off")
  func off() throws {
    #expect(try settings().reuseRefusal(of: 1000) == nil)
    #expect(try settings((own, "reuse = false")).reuseRefusal(of: 1000) == .turnedOff)
    #expect(try settings((system, "reuse = false")).reuseRefusal(of: 1000) == .turnedOff)
    #expect(try settings((own, "reuse = true"), (system, "reuse = false")).reuseRefusal(of: 1000) == .turnedOff)
  }

  @Test("but not for a uid that many people share", .tags(.sessionsStayAtTheirTerminal))
  func gateUIDs() throws {
    let uids = "throttle = { gate-uids = [\"1000\"] }"
    #expect(try settings((system, uids)).reuseRefusal(of: 1000) == .sharedUID)
    #expect(try settings((system, uids)).reuseRefusal(of: 1001) == nil)
    #expect(try settings((own, "reuse = true"), (system, uids)).reuseRefusal(of: 1000) == .sharedUID)
    #expect(try settings((system, uids), (system, "reuse = true")).reuseRefusal(of: 1000) == nil)
  }

  @Test(
    "but not where an administrator chose the store, whatever the command line and the person's files say",
    .tags(.sessionsStayAtTheirTerminal))
  func pinned() throws {
    #expect(try settings((own, store)).reuseRefusal(of: 1000) == nil)
    for administrator in [system, given] {
      #expect(try settings((administrator, store)).reuseRefusal(of: 1000) == .pinnedStore)
      #expect(try settings((.option, store), (administrator, store)).reuseRefusal(of: 1000) == .pinnedStore)
      #expect(try settings((own, "reuse = true"), (administrator, store)).reuseRefusal(of: 1000) == .pinnedStore)
      #expect(try settings((administrator, store + "reuse = true")).reuseRefusal(of: 1000) == nil)
    }
  }
}
