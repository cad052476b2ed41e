import Foundation
import Identity
import TOML
import Testing

@testable import ProgramSupport
@testable import Settings

@Suite("Precedence of settings")
struct SettingsTests {
  private func choice(_ name: String, _ text: String, _ origin: SettingOrigin) throws -> SettingChoice {
    SettingChoice(setting: try #require(Setting.named(name)), value: .string(text), origin: origin)
  }

  @Test("The environment and the user's file can't change access settings of /etc, but the command line can")
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
    #expect(settings.origin(of: "attempts") == .systemFile(path: "/etc/signin/config.toml"))

    let option = try choice("attempts", "7", .option)
    #expect(Settings([option, user] + machine).attempts == 7)
  }

  @Test("The user's file overrides appearance settings of /etc")
  func open() throws {
    let user = try choice("hints", "on", .userFile(path: "/home/ada/config.toml"))
    let machine = try choice("hints", "off", .systemFile(path: "/etc/signin/config.toml"))
    #expect(Settings([user, machine]).hints == .on)
  }

  @Test("Without a value in /etc, the environment and the user's file apply")
  func unsaid() throws {
    let environment = try choice("store", "sqlite:/mine.db", .environment(name: "SIGNIN_STORE"))
    let user = try choice("attempts", "900", .userFile(path: "/home/ada/config.toml"))
    let settings = Settings([environment, user])
    #expect(settings.store == "sqlite:/mine.db")
    #expect(settings.attempts == 900)
  }

  @Test(
    "A mistake in a file is named by file, line and key, with the probably intended word",
    arguments: [
      ("\nattempt = 3", "2: unknown setting “attempt”. Did you mean attempts?"),
      ("[passwords]\nleast = 3", "1: unknown setting “passwords”. Did you mean password?"),
      ("[password]\nlest = 3", "2: unknown setting “password.lest”. Did you mean password.least?"),
      ("colour = 3", "1: unknown setting “colour”. See signin config show for all settings."),
      ("\"password.least\" = 3", "1: unknown setting “\"password.least\"”. Did you mean password.least?"),
      ("attempts = 0", "1: invalid value for attempts. Expected: a number from 1 to 1000."),
      ("attempts = {}", "1: invalid value for attempts. Expected: a number from 1 to 1000."),
      ("attempts = [\"3\"]", "1: invalid value for attempts. Expected: a number from 1 to 1000."),
      (
        "[throttle]\ngate-uids = [\"root\"]",
        "2: invalid value for throttle.gate-uids. Expected: a list of uids, such as [\"1001\"]."
      ),
      ("[hash]\nparallel = 17", "2: invalid value for hash.parallel. Expected: a number from 1 to 16."),
      ("hints = \"offf\"", "1: invalid value for hints. Expected: auto, on, off. Did you mean off?"),
      ("title = \"\"", "1: invalid value for title. Expected: one line of 1 to 200 characters."),
      ("greeting = 5", "1: invalid value for greeting. Expected: one line of 0 to 200 characters."),
      ("help = \"two\\nlines\"", "1: invalid value for help. Expected: one line of 0 to 200 characters."),
      ("title = \"two\\u2028lines\"", "1: invalid value for title. Expected: one line of 1 to 200 characters."),
      ("show = [\"hots\"]", "1: invalid value for show. Expected: a list of \"host\", \"clock\"."),
      ("show = \"host\"", "1: invalid value for show. Expected: a list of \"host\", \"clock\"."),
      ("theme = dark", "1: theme: put quotation marks around the value: \"dark\"."),
      ("reuse = yes", "1: invalid value for reuse. Expected: true or false."),
      ("mouse = \"yes\"", "1: invalid value for mouse. Expected: true or false."),
      ("hints = offf", "1: invalid value for hints. Expected: auto, on, off. Did you mean off?"),
      ("hints = off", "1: hints: put quotation marks around the value: \"off\"."),
      ("[password]\n\nleast = \"8", "3: password.least: \" is missing at the end."),
      ("[oidc.corp]\ntitle = \"\\u200B\"", "2: invalid value for oidc.corp.title. Expected: a text of 1 to 64 bytes."),
      (
        "[oidc.corp]\ndomains = [\"example .com\"]",
        "2: invalid value for oidc.corp.domains. Expected: a list of domains such as \"example.com\"."
      ),
      ("mouse = true\nmouse = true", "2: mouse: it is already set on line 1."),
      ("[session\n", "1: session: ] is missing at the end."),
    ])
  func mistakes(text: String, sentence: String) {
    let failure = #expect(throws: Failure.self) {
      try SettingsFile(path: "FILE").choices(of: text.utf8, from: .userFile(path: "FILE"))
    }
    #expect(failure?.status == .configuration)
    #expect(failure?.sentence == "FILE, line " + sentence)
  }

  @Test("A provider is shown under its title, or else its table's name, and routes emails of its domains in any case")
  func provider() throws {
    let needed = "accounts = \"oidc-corp\"\noidc.corp.issuer = \"https://x.example\"\noidc.corp.client-id = \"x\"\n"
    func approval(_ more: String) throws -> ApprovalProvider? {
      try Settings.checked(
        SettingsFile(path: "FILE").choices(of: (needed + more).utf8, from: .userFile(path: "FILE"))
      ).approval
    }
    #expect(try approval("") == ApprovalProvider(name: "oidc-corp", title: "corp"))
    #expect(
      try approval("oidc.corp.title = \"Corp\"\noidc.corp.domains = [\"Corp.Example\"]")
        == ApprovalProvider(name: "oidc-corp", title: "Corp", domains: ["corp.example"]))
  }

  @Test("A rule for a provider in another file than its issuer, which the worker doesn't read, is refused")
  func providerInTwoFiles() throws {
    let given = try SettingsFile(path: "GIVEN").choices(
      of: "accounts = \"oidc-corp\"\noidc.corp.issuer = \"https://x.example\"\noidc.corp.client-id = \"x\"\n".utf8,
      from: .givenFile(path: "GIVEN"))
    let user = try SettingsFile(path: "USER").choices(
      of: "[oidc.corp]\ngroups = [\"staff\"]\n".utf8, from: .userFile(path: "USER"))
    let failure = #expect(throws: Failure.self) { try Settings.checked(given + user) }
    #expect(
      failure?.sentence == "USER, line 2: oidc.corp.groups must be in the same file as oidc.corp.issuer.")
  }

  @Test("Settings that contradict each other are named by the place of one of them")
  func together() throws {
    let file = SettingsFile(path: "FILE")
    let choices = try file.choices(of: "[hash]\npasses = 1".utf8, from: .userFile(path: "FILE"))
    let failure = #expect(throws: Failure.self) { try Settings(choices).argon2id }
    #expect(failure?.sentence.hasPrefix("FILE, line 2: Hashing with hash.memory-kib = 65536 and ") == true)
  }

  @Test("As many hashes run at once as the machine has cores, at most 4, or as many as the setting says")
  func hashesAtOnce() throws {
    #expect(Settings().hashesAtOnce == min(ProcessInfo.processInfo.activeProcessorCount, 4))
    let choices = try SettingsFile(path: "FILE").choices(of: "hash.parallel = 16".utf8, from: .userFile(path: "FILE"))
    #expect(Settings(choices).hashesAtOnce == 16)
  }
}
