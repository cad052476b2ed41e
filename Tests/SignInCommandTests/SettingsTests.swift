import Testing

@testable import SignInCommand

@Suite("Who decides a setting")
struct SettingsTests {
  private func choice(_ name: String, _ text: String, _ origin: SettingOrigin) throws -> SettingChoice {
    SettingChoice(setting: try #require(Setting.named(name)), value: .text(text), origin: origin)
  }

  @Test("What /etc says of who gets in is closed to the environment and the user's file, not to the command line")
  func closed() throws {
    let environment = try choice("store", "sqlite:/mine.db", .environment(name: "SIGNIN_STORE"))
    let user = try choice("attempts", "900", .userFile(path: "/home/ada/config.toml"))
    let machine = [
      try choice("store", "sqlite:/srv/signin.db", .systemFile(path: "/etc/signin/config.toml")),
      try choice("attempts", "3", .systemFile(path: "/etc/signin/config.toml")),
    ]
    let settings = Settings([environment, user] + machine)
    #expect(settings.store == "sqlite:/srv/signin.db")
    #expect(settings.attempts == 3)
    #expect(settings.origins["attempts"] == .systemFile(path: "/etc/signin/config.toml"))

    let option = try choice("attempts", "7", .option)
    #expect(Settings([option, user] + machine).attempts == 7)
  }

  @Test("What /etc says of looks is weaker than what the user says")
  func open() throws {
    let user = try choice("hints", "on", .userFile(path: "/home/ada/config.toml"))
    let machine = try choice("hints", "off", .systemFile(path: "/etc/signin/config.toml"))
    #expect(Settings([user, machine]).hints == .on)
  }

  @Test("Where no administrator has spoken, the environment and the user's file are heard")
  func unsaid() throws {
    let environment = try choice("store", "sqlite:/mine.db", .environment(name: "SIGNIN_STORE"))
    let user = try choice("attempts", "900", .userFile(path: "/home/ada/config.toml"))
    let settings = Settings([environment, user])
    #expect(settings.store == "sqlite:/mine.db")
    #expect(settings.attempts == 900)
  }
}
