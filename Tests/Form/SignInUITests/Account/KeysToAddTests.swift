import Identity
import SSHKeys
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The keys of an ssh-agent, of which one is to be added")
struct KeysToAddTests {
  /// A key that is the same in each run.
  private static func line(
    _ number: UInt8, _ name: String, _ kind: PublicKey.Kind = .securityKeyEd25519
  ) throws -> PublicKeyLine {
    var blob: [UInt8] = []
    blob.append(string: kind.rawValue.utf8)
    blob.append(string: [UInt8](repeating: number, count: 32))
    if kind.isSecurityKey { blob.append(string: "ssh:".utf8) }
    return PublicKeyLine(try PublicKey(blob: blob), name: name)
  }

  private static func question() throws -> SignInStep {
    let request = try #require(SignatureRequest(service: "castle", account: 7, .newKey, keys: []))
    return .ask(Question([Challenge(.newKey(request), id: ChallengeID(1))]))
  }

  /// The scene behind K on the account page.
  private static func adding(_ lines: [PublicKeyLine], columns: Int = 80, rows: Int = 24) async throws -> Play {
    let script = ScriptedConversation()
    let account = ScriptedAccount(.success(.sample(at: ManualClock().now(), keys: [])))
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), columns: columns, rows: rows,
      activity: ScriptedActivity(), account: account, changing: script, agent: ListingAgent(lines: lines))
    await play.wait { play.screen.contains("set 41 days ago") }
    play.press(.tab)
    play.type("K")
    await script.go(on: try question())
    await play.wait { play.screen.contains("SHA256:") }
    return play
  }

  @Test("Each has one row, security keys first; a smaller screen says how many it does not show")
  func six() async throws {
    let play = try await Self.adding([
      Self.line(5, "日本語の鍵", .ed25519), Self.line(1, "ring"), Self.line(2, "desk drawer"),
      Self.line(6, "work", .ed25519), Self.line(3, ""), Self.line(4, "a name that is longer than its row has room for"),
    ])
    #expect(
      play.screen == """


                    ◆ Add a key                       ada@lovelace.example

                      Which key of your ssh-agent will be added? Have it
                      at hand.
                      1. ED25519-SK ring SHA256:1rYiSPZV2H9QsZrfrX/5nhreV›
                      2. ED25519-SK desk drawer SHA256:aMlnoYUT70ffW0k4gA›
                      3. ED25519-SK SHA256:7AGMgT09kkS9C0ox9TZUyaXeLeAkAg›
                      4. ED25519-SK a name that is longer th› SHA256:VMFi›
                      5. ED25519 日本語の鍵 SHA256:JRp7tI7Meq1UAkL99HeWdw›
                      6. ED25519 work SHA256:NFcLH9/wH3EK7sALDPE/VAZ2QF7R›

                      ┏━ Number of the key ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃                                                  ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛


                                                             Continue ⏎

                      Tab next   Enter continue   F1 keys   Esc cancel



        """)
    play.resize(columns: 40, rows: 12)
    #expect(
      play.screen == """
        ◆ Add a key         ada@lovelace.example
        Which key of your ssh-agent will be
        added? Have it at hand.
        1. ED25519-SK ring SHA256:1rYiSPZV2H9Qs›
        2. ED25519-SK desk drawer SHA256:aMlnoY›
        3. ED25519-SK SHA256:7AGMgT09kkS9C0ox9T›
        and 3 more in your ssh-agent
        ┏━ Number of the key ━━━━━━━━━━━━━━━━━━┓
        ┃                                      ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                                   Continue ⏎
        Enter continue   F1 keys   Esc cancel
        """)
  }

  @Test("Of 50, twenty can be chosen, and the others are counted")
  func fifty() async throws {
    let play = try await Self.adding((1...UInt8(50)).map { try Self.line($0, "key\($0)") }, columns: 80, rows: 60)
    #expect(play.screen.contains("20. ED25519-SK key20 SHA256:"))
    #expect(!play.screen.contains("key21"))
    #expect(play.screen.contains("and 30 more in your ssh-agent"))
    play.resize(columns: 80, rows: 24)
    #expect(play.screen.contains("Add a key"))
    #expect(play.screen.contains("14. ED25519-SK key14 SHA256:"), "\(play.screen)")
    #expect(play.screen.contains("and 36 more in your ssh-agent"), "\(play.screen)")
  }

  @Test("One alone is shown whole, or in one row where there is no room, or not where none is")
  func one() async throws {
    let line = try Self.line(1, "ring")
    let play = try await Self.adding([line])
    #expect(play.screen.contains(line.key.fingerprint))
    #expect(!play.screen.contains("1. "))
    play.resize(columns: 40, rows: 6)
    #expect(play.screen.contains("ED25519-SK ring SHA256:"), "\(play.screen)")
    play.resize(columns: 20, rows: 5)
    #expect(play.screen.contains("This terminal is too"), "\(play.screen)")
  }

  @Test("Line by line, one key has no number, as none is asked for")
  func lineByLine() async throws {
    for count in [1, 2] {
      let script = ScriptedConversation()
      let lines = try (1...UInt8(count)).map { try Self.line($0, "ring") }
      let dialogue = PlainScript(
        .signIn(email: nil), allowsSignUp: false, signIn: script, agent: ListingAgent(lines: lines))
      dialogue.answer("ada@lovelace.example")
      dialogue.answer("correct horse")
      // The first step comes through the form, which looks at no agent
      await script.go(on: .tell(.passwordEnds(days: 1)))
      let isTold = await eventually {
        dialogue.presenter.settle()
        return script.isAsked
      }
      #expect(isTold)
      _ = dialogue.heard()
      await script.go(on: try Self.question())
      let isAsked = await eventually {
        dialogue.presenter.settle()
        return !dialogue.isEmpty && !dialogue.isDeaf
      }
      #expect(isAsked)
      let fingerprints = lines.map(\.key.fingerprint)
      #expect(
        dialogue.heard()
          == (count == 1
            ? [
              "Sign in. Ctrl-D cancels.", "This key of your ssh-agent will be added. Have it at hand.",
              "ED25519-SK \(fingerprints[0]) ring", "Do it? (y/n): ",
            ]
            : [
              "Sign in. Ctrl-D cancels.", "Which key of your ssh-agent will be added? Have it at hand.",
              "1. ED25519-SK \(fingerprints[0]) ring", "2. ED25519-SK \(fingerprints[1]) ring",
              "Number of the key: ",
            ]))
    }
  }
}

/// An agent that lists keys, and signs nothing.
private struct ListingAgent: KeyAgent {
  let lines: [PublicKeyLine]
  var service: String { "castle" }

  func keys() async throws(AgentFault) -> [PublicKeyLine] { lines }
  func sign(_ bytes: [UInt8], by key: PublicKey) async throws(AgentFault) -> [UInt8] { throw .refused }
}
