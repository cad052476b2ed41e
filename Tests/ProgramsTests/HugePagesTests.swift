import Glibc
import Secrets
import Testing

@testable import Programs

@Suite("The memory of a hash", .enabled(if: kernelHasHugePages, "this kernel has no huge pages"))
struct HugePagesTests {
  @Test func `A hash of 64 MiB takes hundreds of page faults, not 16,384`() throws {
    // given
    let text = GuardedText(capacity: 64)
    text.insert("a", at: 0)
    let password = try text.sealed()
    // when
    let before = faults
    _ = try Argon2id().hash(password)
    // then
    #expect(faults - before < 4_000)
  }

  /// Those of this thread.
  private var faults: Int {
    var usage = rusage()
    getrusage(1, &usage)  // RUSAGE_THREAD, which Swift does not import
    return usage.ru_minflt
  }
}

private let kernelHasHugePages: Bool = {
  guard let file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r") else { return false }
  defer { fclose(file) }
  var text = [CChar](repeating: 0, count: 100)
  return fgets(&text, 100, file) != nil && strstr(text, "[never]") == nil
}()
