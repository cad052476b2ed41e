import Foundation
import SQLite
import Identity
import TestSupport
import Testing

@Suite("The program on a damaged store", .fewAtOnce)
struct DamageEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  @Test(
    "refuses a wrong password, or reports the damage in one plain sentence", .tags(.answersAreKept),
    arguments: [1, 2] as [UInt64])
  func randomDamage(seed: UInt64) async throws {
    // Given a store in use, and another one
    _ = try await fixture.token()
    let other = try await StoreFixture(settings: StoreFixture.quick)
    let damage = try DatabaseDamage(whole: Self.database(of: fixture), other: Self.database(of: other))
    var random = SeededGenerator(seed: seed)
    var sentences = 0
    for number in 0..<LongRun.rounds(12, promised: 1_000) {
      // When it is damaged
      let folder = sandbox.path("\(number)")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try damage.inflict(on: folder + "/signin.db", &random)
      // Then a wrong password is refused
      let tried = try await sandbox.run(
        ["--store", "sqlite:\(folder)/signin.db", "--password-stdin", "--email", StoreFixture.email],
        input: .text("wrong horse\n"))
      #expect(tried.output.isEmpty)
      if tried.ending == .exited(77) {
        #expect(tried.errors == "signin: Wrong email or password.\n")
      } else {
        // And any other ending tells the user what to do
        #expect([.exited(69), .exited(74), .exited(78)].contains(tried.ending), "\(tried)")
        #expect(tried.errors.wholeMatch(of: /signin: [A-Z][ -~]+[.:] [ -~]+\n/) != nil, "\(tried.errors)")
        sentences += 1
      }
      try FileManager.default.removeItem(atPath: folder)
    }
    #expect(sentences > 0)
  }

  private static let tail = "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

  @Test(
    "refuses a planted hash that is too expensive, in less than a second and with little memory",
    .tags(.answersAreKept),
    arguments: [
      "$argon2id$v=19$m=4294967295,t=1,p=1$\(tail)", "$argon2id$v=19$m=1048577,t=1,p=1$\(tail)",
      "$argon2id$v=19$m=1048576,t=5,p=1$\(tail)", "$argon2id$v=19$m=65536,t=1000000,p=1$\(tail)",
      "$argon2id$v=19$m=8,t=4294967295,p=1$\(tail)", "$argon2id$v=19$m=99999999999999999999,t=3,p=1$\(tail)",
      "$argon2id$v=19$m=-1,t=3,p=1$\(tail)", "$argon2id$v=19$m=0,t=0,p=0$\(tail)",
      "$argon2id$v=19$m=65536,t=3,p=16777215$\(tail)", "$argon2i$v=19$m=65536,t=3,p=1$\(tail)",
      "$argon2id$v=19$m=65536,t=3,p=1$$", "$2y$31$abcdefghijklmnopqrstuv", " ",
      "$argon2id$v=19$m=65536,t=3,p=1$" + String(repeating: "A", count: 10_000_000),
    ])
  func planted(hash: String) async throws {
    let tried = try await tryPlanted(hash)
    #expect(tried.ending == .exited(69))
    #expect(
      tried.errors
        == "signin: The store can't be used: \(sandbox.path("signin.db")) contains data that signin didn't write; "
        + "restore it from a backup.\n")
  }

  @Test("would be noticed if it took that time or memory", .tags(.answersAreKept))
  func control() async throws {
    // The most expensive hashes that are computed at all exceed the limits of these tests
    let long = try await tryPlanted("$argon2id$v=19$m=65536,t=60,p=1$\(Self.tail)")
    #expect(long.ending == .signalled(SIGKILL))
    let large = try await tryPlanted("$argon2id$v=19$m=1048576,t=1,p=1$\(Self.tail)")
    #expect(large.ending == .exited(69))
    #expect(large.errors.contains("enough memory"))
  }

  /// An attempt on an account with that hash, limited to a second of processor time and 600 MB of addresses.
  private func tryPlanted(_ hash: String) async throws -> ChildProcess.Finished {
    try Database(sharing: sandbox.path("signin.db")).execute("UPDATE account SET hash = ?", [hash])
    return try await sandbox.run(
      "sh",
      [
        "-c", #"ulimit -t 1; ulimit -v 600000; exec "$0" --password-stdin --email \#(StoreFixture.email)"#,
        Sandbox.signin,
      ],
      input: .text("wrong horse\n"))
  }

  /// The bytes of the fixture's store, which is one file.
  private static func database(of fixture: StoreFixture) throws -> Data {
    let path = fixture.sandbox.path("signin.db")
    _ = try StoreInspection(path: path)
    return try Data(contentsOf: URL(filePath: path))
  }
}
