import Foundation
import Identity
import Secrets
import TestSupport
import Testing

/// What a message may hold. Those who send it may be strangers.
@Suite("A value in a message")
struct CheckedDecodingTests {
  private func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  @Test("is the same when it is read back")
  func readBack() throws {
    func isSame<Value: Codable & Equatable>(_ value: Value) throws -> Bool { read(try text(value)) == value }
    let name = try #require(LoginName("ada", of: "pam"))
    #expect(try isSame(email("ada@lovelace.example")) && isSame(name) && isSame(SessionID()))
    #expect(try isSame(Login.email(email("ada@lovelace.example"))) && isSame(Login.name(name)))
    #expect(try isSame(Subject(provider: "pam", id: "ada/1000")) && isSame(ChallengeID(1)))
    #expect(try isSame(SessionLifetime(idle: .milliseconds(1), absolute: .seconds(9))))
    let throttle = Throttle(
      firstBlockingFailure: 5, longestBlock: .seconds(1), memory: .seconds(2), disablingFailure: 7, gateUIDs: [3, 1])
    #expect(try isSame(throttle) && isSame(Throttle()))
    let challenge = Challenge(.code(digits: 6), id: ChallengeID(2))
    let question = Question([challenge], methods: [.recoveryCode], fault: .used, timeLimit: .milliseconds(1500))
    #expect(try isSame(question))
  }

  @Test("is refused as the number of a challenge if it is none")
  func challenge() {
    #expect(read("0", as: ChallengeID.self) == nil)
    #expect(read("65536", as: ChallengeID.self) == nil)
    #expect(read("65535", as: ChallengeID.self)?.number == 65_535)
  }

  @Test("is refused as a picture unless all its rows are there, of dark and light modules only")
  func picture() throws {
    func rows(_ rows: [String]) -> BitMatrix? { try? read(text(rows)) }
    #expect(rows(["1"])?[0, 0] == true && rows(["0"])?[0, 0] == false)
    let picture = try #require(rows(["100", "001", "010"]))
    #expect(picture.size == 3 && picture[0, 0] && picture[1, 2] && picture[2, 1] && !picture[2, 0])
    for broken in [[], ["10"], ["10", "1"], ["10", "100"], ["10", "0x"], ["10", "ü"]] { #expect(rows(broken) == nil) }
    func square(_ size: Int) -> [String] { Array(repeating: String(repeating: "1", count: size), count: size) }
    #expect(rows(square(BitMatrix.sizeLimit))?[BitMatrix.sizeLimit - 1, BitMatrix.sizeLimit - 1] == true)
    #expect(rows(square(BitMatrix.sizeLimit + 1)) == nil)
  }

  @Test("is refused as an account, a name, an email or a session that can't be one")
  func accounts() throws {
    let hash = try text(PasswordHash.sample())
    #expect(read(#"{"email":"ada@lovelace.example","passwordHash":\#(hash)}"#, as: NewAccount.self) != nil)
    #expect(read(#"{"email":"ada","passwordHash":\#(hash)}"#, as: NewAccount.self) == nil)
    #expect(read(#"{"email":"ada"}"#, as: Login.self) == nil)
    #expect(read(#"{"text":"ada","provider":""}"#, as: LoginName.self) == nil)
    #expect(read(#""ada""#, as: EmailAddress.self) == nil)
    #expect(read(#""0123""#, as: SessionID.self) == nil)
  }

  @Test("is read as an account of an older service, which does not know all of it")
  func olderSummary() throws {
    let summary = try #require(
      read(#"{"email":"ada@lovelace.example","isLocked":true,"added":5}"#, as: AccountSummary.self))
    #expect(
      summary
        == AccountSummary(
          email: email("ada@lovelace.example"), isLocked: true, added: Timestamp(milliseconds: 5), lastSignIn: nil))
    #expect(!summary.hasSecondStep && !summary.mustChangePassword && summary.recoveryCodes == nil)
    #expect(summary.hasPassword == nil)
    let state = try text(ThrottleState(runs: [:]))
    #expect(
      read(state.replacing(#","pairs":[]"#, with: "").replacing(#""pairs":[],"#, with: ""), as: ThrottleState.self)
        == ThrottleState())
  }
}
