@testable import Identity
import Secrets
import TestSupport
import Testing

@Suite("The secret of timed codes")
struct CodeSecretTests {
  /// The secret of the RFCs' examples.
  private let secret: CodeSecret

  init() throws {
    let bytes = try #require(SecretBytes(copying: Array("12345678901234567890".utf8)))
    secret = try #require(CodeSecret(bytes: bytes))
  }

  @Test(
    "makes the codes of RFC 4226, appendix D",
    arguments: zip(
      0..<10 as Range<Int64>,
      ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
  func counters(_ counter: Int64, _ code: String) throws {
    #expect(try secret.counter(of: typed(code), at: .seconds(max(counter, 1) * 30)) == counter)
  }

  @Test(
    "makes the codes of RFC 6238, appendix B, which have eight digits",
    arguments: [
      (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
      (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
  func moments(_ seconds: Int64, _ code: String) throws {
    let counter = TimedCode.counter(of: try typed(code), digits: 8, secret: secret.bytes, at: .seconds(seconds))
    #expect(counter == seconds / 30)
    // And a program of six digits takes only the last six
    #expect(try secret.counter(of: typed(code), at: .seconds(seconds)) == nil)
    #expect(try secret.counter(of: typed(String(code.suffix(6))), at: .seconds(seconds)) == seconds / 30)
  }

  @Test("accepts a code from the step before to the step after its own, and returns its own", arguments: [0, 29_999])
  func drift(_ milliseconds: Int64) throws {
    // Given the code of the tenth step
    let code = try typed("520489")
    // When it is typed some steps earlier or later
    let counters = (-3...3).map { steps in
      secret.counter(of: code, at: Timestamp(milliseconds: (9 + steps) * 30_000 + milliseconds))
    }
    // Then one step is forgiven
    #expect(counters == [nil, nil, 9, 9, 9, nil, nil])
  }

  @Test(
    "takes spaces and hyphens between the digits", arguments: ["520 489", "520-489", " 5 2 0 4 8 9 ", "52\u{A0}0489"])
  func separators(_ text: String) throws {
    #expect(try secret.counter(of: typed(text), at: .seconds(270)) == 9)
  }

  @Test(
    "refuses what is no code",
    arguments: [
      "520488", "52048", "5204899", "0520489", "52048⑨", "520489a", "+520489", "520.489", "-", "520489\u{301}",
    ])
  func malformed(_ text: String) throws {
    #expect(try secret.counter(of: typed(text), at: .seconds(270)) == nil)
  }

  @Test("refuses every code at moments that no clock shows", arguments: [Int64.min, -1, 0, 29_999, .max])
  func impossibleMoments(_ milliseconds: Int64) throws {
    #expect(try secret.counter(of: typed("755224"), at: Timestamp(milliseconds: milliseconds)) == nil)
  }

  @Test("refuses a wiped code")
  func wiped() throws {
    let code = try typed("520489")
    code.wipe()
    #expect(secret.counter(of: code, at: .seconds(270)) == nil)
  }

  @Test("has 160 random bits, and accepts no other length")
  func bytes() throws {
    let texts = try (1...100).map { _ in try #require(CodeSecret()).base32 }
    #expect(Set(texts).count == 100)
    #expect(try CodeSecret(bytes: #require(SecretBytes(randomCount: 19))) == nil)
    #expect(try CodeSecret(bytes: #require(SecretBytes(randomCount: 21))) == nil)
  }

  @Test("is typed as base32 in groups of four")
  func base32() {
    #expect(secret.base32 == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
  }

  @Test("has an address for apps, with every name encoded")
  func address() {
    #expect(
      secret.address(issuer: "castle", account: email("ada@lovelace.example"))
        == "otpauth://totp/castle:ada%40lovelace.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=castle")
    #expect(
      secret.address(issuer: "Köln: a&b\u{1B}[1m\u{202E}\n", account: email("a+b@lovelace.example")).contains(
        "/K%C3%B6ln%20a%26b%5B1m:a%2Bb%40lovelace.example?"))
  }

  @Test("has an address without an issuer, and one with a long issuer cut")
  func issuers() {
    #expect(
      secret.address(issuer: ":\u{7}", account: email("ada@lovelace.example"))
        == "otpauth://totp/ada%40lovelace.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(
      secret.address(issuer: String(repeating: "x", count: 99), account: email("ada@lovelace.example"))
        .hasSuffix("&issuer=" + String(repeating: "x", count: 32)))
  }

  @Test("is not printed, dumped or described")
  func printed() {
    var dumped = ""
    dump(secret, to: &dumped)
    #expect("\(secret) \(dumped)" == "CodeSecret - CodeSecret\n")
  }

  @Test("agrees with oathtool", arguments: [1_000_000_000, 1_795_358_400, 4_102_444_799])
  func oathtool(_ seconds: Int64) async throws {
    // Given a new secret that another program has got as text
    let secret = try #require(CodeSecret())
    let program = try ChildProcess(
      "oathtool", ["--totp", "--base32", secret.base32, "--now", "@\(seconds)"],
      environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
    let result = try await program.finish()
    try #require(result.ending == .exited(0), "\(result.errors)")
    // Then the code that it shows is right at that moment
    let code = try typed(result.output.filter { $0 != "\n" })
    #expect(secret.counter(of: code, at: .seconds(seconds)) == seconds / 30)
  }
}

private func typed(_ text: String) throws -> SealedPassword { try GuardedText(text).sealed() }

extension Timestamp {
  fileprivate static func seconds(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }
}
