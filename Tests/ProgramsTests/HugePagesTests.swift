import Foundation
import Secrets
import Testing

@testable import Programs

@Suite("The memory of a hash", .enabled(if: kernelHasHugePages, "this kernel has no huge pages"))
struct HugePagesTests {
  @Test func `A hash of 64 MiB takes fewer page faults than its 16,384 pages`() throws {
    // given
    let text = GuardedText(capacity: 64)
    text.insert("a", at: 0)
    let password = try text.sealed()
    // when
    let before = faults
    _ = try Argon2id().hash(password)
    // then
    // Its first 2 MiB come in one fault. In a virtual machine the others may be too slow for that.
    #expect(faults - before < 16_384)
  }

  /// Those of this thread.
  private var faults: Int {
    var usage = rusage()
    getrusage(1, &usage)  // RUSAGE_THREAD, which Swift does not import
    return usage.ru_minflt
  }
}

/// Whether the kernel gives huge pages, and this process may have them.
private let kernelHasHugePages =
  contents(of: "/sys/kernel/mm/transparent_hugepage/enabled")?.contains("[never]") == false
  && contents(of: "/proc/self/status")?.contains("THP_enabled:\t0") == false

private func contents(of file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }
