import Foundation
import Secrets
import Testing
import Unix

@Suite("The memory of a hash")
struct HashMemoryTests {
  @Test func `A hash of 64 MiB takes fewer page faults than its 16,384 pages`() throws {
    // given
    let password = try sealed("a")
    // when
    let before = faults
    _ = try Argon2id().hash(password)
    // then
    // Another thread takes the rest.
    #expect(faults - before < 16_384)
  }

  @Test func `Hashes at the same time are each right`() async throws {
    // given
    let password = try sealed("a")
    let hash = try Argon2id().hash(password)
    // when
    let answers = await withTaskGroup(of: Bool?.self) { group in
      for _ in 1...4 {
        group.addTask { try? Argon2id().verify(password, against: hash) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // then
    #expect(answers == [true, true, true, true])
  }

  @Test func `A hash is right if the system gives no thread for its memory`() async {
    await #expect(processExitsWith: .success) {
      // given
      let password = try sealed("a")
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      #expect(setrlimit(Int32(__RLIMIT_NPROC.rawValue), &limit) == 0)
      // Root may start any number.
      #expect(geteuid() != 0 || setuid(65_534) == 0)
      #expect(throws: SystemError.self) { try WorkThreads(count: 1) }
      // when
      let hash = try Argon2id().hash(password)
      // then
      #expect(try Argon2id().verify(password, against: hash))
    }
  }

  /// Those of this thread.
  private var faults: Int {
    var usage = rusage()
    getrusage(1, &usage)  // RUSAGE_THREAD, which Swift does not import
    return usage.ru_minflt
  }
}
