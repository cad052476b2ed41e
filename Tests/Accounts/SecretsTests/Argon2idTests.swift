import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Hashing passwords")
struct Argon2idTests {
  private let cheap = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 2))

  @Test("The right password is accepted, a wrong one is not")
  func rightAndWrong() throws {
    let hash = try cheap.hash(sealed("correct horse"))

    #expect(try cheap.verify(sealed("correct horse"), against: hash))
    #expect(try !cheap.verify(sealed("correct horsf"), against: hash))
    #expect(try !cheap.verify(sealed("correct horse "), against: hash))
  }

  @Test("A password is accepted in any composition of its characters")
  func composition() throws {
    let hash = try cheap.hash(sealed("caf\u{E9} \u{D55C}"))

    #expect(try cheap.verify(sealed("cafe\u{301} \u{1112}\u{1161}\u{11AB}"), against: hash))
  }

  @Test(
    "Hashes by the reference implementation are accepted",
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

  @Test("A hash read back from its string is accepted, and the string has the default cost")
  func roundTrip() throws {
    let hash = try Argon2id().hash(sealed("correct horse"))
    #expect(hash.phc.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$"))

    let stored = try PasswordHash(phc: hash.phc)

    #expect(stored == hash)
    #expect(try cheap.verify(sealed("correct horse"), against: stored))
  }

  @Test("Hashing a password twice gives two different hashes")
  func salted() throws {
    #expect(try cheap.hash(sealed("correct horse")) != cheap.hash(sealed("correct horse")))
  }

  @Test("A hash is current only at exactly the cost of new hashes")
  func rehash() throws {
    let configured = try Argon2id(memoryKiB: 32_768, passes: 3)
    let (salt, digest) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 32))
    func isCurrent(_ memoryKiB: Int, _ passes: Int) -> Bool {
      configured.isCurrent(
        PasswordHash(cost: HashCost(memoryKiB: memoryKiB, passes: passes), salt: salt, digest: digest))
    }

    #expect(isCurrent(32_768, 3))
    for (memoryKiB, passes) in [(19_456, 3), (32_768, 2), (65_536, 2), (65_536, 3), (32_768, 4), (16_384, 6)] {
      #expect(!isCurrent(memoryKiB, passes))
    }
  }

  @Test("The answer is right and takes the time of the costliest hash, for a hash of any cost and without one")
  func sameTime() async throws {
    // In a process of its own: other tests would count, too.
    await #expect(processExitsWith: .success) {
      let (right, wrong) = (try sealed("correct horse"), try sealed("wrong horse"))
      let setting = try Argon2id(memoryKiB: 19_456, passes: 6)
      let costs = [(19_456, 2), (19_456, 6), (40_000, 3), (65_536, 5)]
      let hashes = try costs.map { try Argon2id(memoryKiB: $0.0, passes: $0.1).hash(right) }
      let costliest = HashCost(memoryKiB: 65_536, passes: 5)
      var times: [[Duration]] = Array(repeating: [], count: hashes.count + 1)
      for _ in 0..<5 {
        for (kind, hash) in (hashes.map { Optional($0) } + [nil]).enumerated() {
          let start = OwnProcess.processorTime
          #expect(try !setting.verify(wrong, against: hash, spending: costliest))
          times[kind].append(OwnProcess.processorTime - start)
        }
      }
      for hash in hashes { #expect(try setting.verify(right, against: hash, spending: costliest)) }
      let medians = times.map { $0.sorted()[$0.count / 2] }
      let least = try #require(medians.min())
      // The cheapest one alone takes an eighth of the time. Other programs on the machine slow memory down.
      #expect(medians.allSatisfy { $0 / least < 2 }, "\(medians)")
    }
  }

  @Test("A wiped password can't be hashed, verified or burnt")
  func wiped() throws {
    let password = try sealed("correct horse")
    let hash = try cheap.hash(password)
    password.wipe()

    #expect(throws: HashingError.passwordWiped) { try cheap.hash(password) }
    #expect(throws: HashingError.passwordWiped) { try cheap.verify(password, against: hash) }
    #expect(throws: HashingError.passwordWiped) { try cheap.verify(password, against: nil, spending: nil) }
  }

  @Test func `No password is right where there is no hash, whatever is spent`() throws {
    let password = try sealed("correct horse")
    #expect(try !cheap.verify(password, against: nil, spending: nil))
    #expect(try !cheap.verify(password, against: nil, spending: HashCost(memoryKiB: 128, passes: 2)))
    #expect(try cheap.verify(password, against: cheap.hash(password), spending: nil))
  }

  @Test("Too little memory for a hash is an error, not a wrong password")
  func outOfMemory() async {
    await #expect(processExitsWith: .success) {
      let password = try sealed("correct horse")
      let hash = try Argon2id().hash(password)

      // when: the process may allocate no more than another 32 MiB
      let bytes = UInt(try OwnProcess.virtualKiB() + 32_768) * 1024
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      #expect(setrlimit(Int32(RLIMIT_AS.rawValue), &limit) == 0)

      // then
      #expect(throws: HashingError.outOfMemory) { try Argon2id().hash(password) }
      #expect(throws: HashingError.outOfMemory) { try Argon2id().verify(password, against: hash) }
      #expect(throws: HashingError.outOfMemory) { try Argon2id().verify(password, against: nil, spending: nil) }
    }
  }

  @Test("Hashes at the same time are each right")
  func atOnce() async throws {
    let password = try sealed("a")
    let hash = try Argon2id().hash(password)

    let answers = await withTaskGroup(of: Bool?.self) { group in
      for _ in 1...4 {
        group.addTask { try? Argon2id().verify(password, against: hash) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(answers == [true, true, true, true])
  }

  @Test("Hashing on other threads during a wipe is right or refused, and never of half a password")
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
