import CAllocations
import Signals
import Testing

/// Clause 7 of the contract. A malloc that replaces the C library's counts the allocations.
@Suite("Allocations", .enabled(if: allocations_are_counted(), "A sanitizer brings its own malloc."))
struct AllocationTests {
  @Test("7: no heap allocation per value through map, filter, skipRepeats, combineLatest and bind")
  func pipeline() {
    // Given the pipeline of a form: two inputs, their states, and a join of both
    let target = Target()
    let bag = DisposeBag()
    let email = Relay<Int>()
    let password = Property(0)
    func status(_ signal: Signal<Int>) -> Signal<Bool> {
      signal.map { $0 & 7 }.skipRepeats().filter { $0 != 9 }.map { $0 > 3 }
    }
    let (first, second) = (status(email.signal), status(password.signal))
    first.bind(to: Binder(target) { $0.isFirst = $1 }).disposed(by: bag)
    second.bind(to: Binder(target) { $0.isSecond = $1 }).disposed(by: bag)
    Signal.combineLatest(first, second).map { $0 && $1 }.skipRepeats()
      .bind(to: Binder(target) { $0.areBoth = $1 }).disposed(by: bag)

    // When values are sent, then nothing is allocated after the queues have grown
    let count = allocations(after: 10) {
      email.send($0)
      password.send($0)
    }

    #expect(count == 0)
    #expect(!target.areBoth)
  }

  @Test("7: no heap allocation by a send that waits, or by a join of a collection whose values are not kept")
  func waitingSends() {
    let target = Target()
    let bag = DisposeBag()
    let first = Relay<Int>()
    let second = Relay<Int>()
    let third = Property(0)
    first.signal.bind(to: second).disposed(by: bag)
    first.signal.bind(to: third).disposed(by: bag)
    Signal.combineLatest([first.signal, second.signal, third.signal]).map { $0[0] + $0[1] + $0[2] }
      .bind(to: Binder(target) { $0.sum = $1 }).disposed(by: bag)
    Signal.combineLatest(first.signal, second.signal, third.signal).map { $0 + $1 + $2 }
      .bind(to: Binder(target) { $0.sum = $1 }).disposed(by: bag)

    let count = allocations(after: 10) { first.send($0) }

    #expect(count == 0)
    #expect(target.sum == 3 * 1_009)
  }

  /// The heap allocations in 1,000 runs of `body`, after `warmUp` runs that don't count.
  private func allocations(after warmUp: Int, _ body: (Int) -> Void) -> UInt64 {
    for index in 0..<warmUp { body(index) }
    let before = allocations_of_this_thread()
    for index in warmUp..<(warmUp + 1_000) { body(index) }
    return allocations_of_this_thread() - before
  }
}

private final class Target {
  var isFirst = false
  var isSecond = false
  var areBoth = false
  var sum = 0
}
