import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Hashing passwords")
struct Argon2idTests {
  private let cheap = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 2))

  @Test("The right password is recognised, a wrong one is not")
  func rightAndWrong() throws {
    let hash = try cheap.hash(sealed("correct horse"))

    #expect(try cheap.verify(sealed("correct horse"), against: hash))
    #expect(try !cheap.verify(sealed("correct horsf"), against: hash))
    #expect(try !cheap.verify(sealed("correct horse "), against: hash))
  }

  @Test("A password is recognised however its characters were composed")
  func composition() throws {
    let hash = try cheap.hash(sealed("caf\u{E9} \u{D55C}"))

    #expect(try cheap.verify(sealed("cafe\u{301} \u{1112}\u{1161}\u{11AB}"), against: hash))
  }

  @Test(
    "Hashes made by the reference implementation are recognised",
    arguments: [
      (
        "correct horse battery staple",
        "$argon2id$v=19$m=64,t=2,p=1$c2l4dGVlbmJ5dGVzc2FsdA$wii0o97xOTtu6I4KeRDWeKPCcX7SPaxmnTOmUPNfhpI"
      ),
      (
        "péché 👩‍👩",
        "$argon2id$v=19$m=65536,t=3,p=1$c2l4dGVlbmJ5dGVzc2FsdA$F00zDAd5vLmnsEcItefis01NREBZA6uFFvGb898DLHc"
      ),
    ])
  func reference(password: String, phc: String) throws {
    let hash = try PasswordHash(phc: phc)

    #expect(try Argon2id().verify(sealed(password), against: hash))
    #expect(try !Argon2id().verify(sealed(password + "!"), against: hash))
  }

  @Test("A hash read back from its string is recognised, and so is the default cost in it")
  func roundTrip() throws {
    let hash = try Argon2id().hash(sealed("correct horse"))
    #expect(hash.phc.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))

    let stored = try PasswordHash(phc: hash.phc)

    #expect(stored == hash)
    #expect(try cheap.verify(sealed("correct horse"), against: stored))
  }

  @Test("The same password hashed twice gives two hashes")
  func salted() throws {
    #expect(try cheap.hash(sealed("correct horse")) != cheap.hash(sealed("correct horse")))
  }

  @Test("A hash is to be made anew when either cost has risen since, not when one has fallen")
  func rehash() throws {
    let configured = try Argon2id(memoryKiB: 32_768, passes: 3)
    func isWeaker(_ memoryKiB: Int, _ passes: Int) -> Bool {
      configured.isWeaker(PasswordHash(cost: HashCost(memoryKiB: memoryKiB, passes: passes), salt: [], digest: []))
    }

    #expect(isWeaker(19_456, 3))
    #expect(isWeaker(32_768, 2))
    #expect(isWeaker(65_536, 2))
    #expect(!isWeaker(32_768, 3))
    #expect(!isWeaker(65_536, 4))
  }

  @Test("For an account that does not exist there is a hash of the same cost, which no password fits")
  func decoy() throws {
    #expect(cheap.decoy.cost == cheap.cost)
    #expect(cheap.decoy != cheap.decoy)
    #expect(try !cheap.verify(sealed("correct horse"), against: cheap.decoy))
    #expect(throws: Never.self) { try cheap.burn(sealed("correct horse")) }
  }

  @Test("A wiped password is neither hashed, nor verified, nor burnt")
  func wiped() throws {
    let password = try sealed("correct horse")
    let hash = try cheap.hash(password)
    password.wipe()

    #expect(throws: HashingError.passwordWiped) { try cheap.hash(password) }
    #expect(throws: HashingError.passwordWiped) { try cheap.verify(password, against: hash) }
    #expect(throws: HashingError.passwordWiped) { try cheap.burn(password) }
  }

  @Test("Too little memory for a hash is an error, not a wrong password")
  func outOfMemory() async {
    await #expect(processExitsWith: .success) {
      let password = try sealed("correct horse")
      let hash = try Argon2id().hash(password)

      // when: the process may have no more than 32 MiB beyond what it has
      let bytes = UInt(try OwnProcess.virtualKiB() + 32_768) * 1024
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      #expect(setrlimit(Int32(RLIMIT_AS.rawValue), &limit) == 0)

      // then
      #expect(throws: HashingError.outOfMemory) { try Argon2id().hash(password) }
      #expect(throws: HashingError.outOfMemory) { try Argon2id().verify(password, against: hash) }
      #expect(throws: HashingError.outOfMemory) { try Argon2id().burn(password) }
    }
  }

  @Test("Hashing on other threads while the password is wiped is right or refused, never of half a password")
  func concurrent() async throws {
    for _ in 1...50 {
      let password = try sealed("correct horse")
      let hash = try cheap.hash(password)

      let answers = await withTaskGroup(of: Bool?.self) { group in
        for _ in 1...4 {
          group.addTask { try? cheap.verify(password, against: hash) }
        }
        group.addTask {
          password.wipe()
          return nil
        }
        return await group.reduce(into: []) { $0.append($1) }
      }

      #expect(!answers.contains(false))
      #expect(throws: HashingError.passwordWiped) { try cheap.hash(password) }
    }
  }
}
