import Testing

@testable import Secrets

@Suite("Hashing passwords")
struct Argon2idTests {
  private let cheap = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))

  @Test("The right password is recognised, a wrong one is not")
  func rightAndWrong() throws {
    let hash = try cheap.hash(sealed("correct horse"))

    #expect(try cheap.verify(sealed("correct horse"), against: hash))
    #expect(try !cheap.verify(sealed("correct horsf"), against: hash))
  }
}
