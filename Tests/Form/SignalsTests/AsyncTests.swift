import Signals
import TestSupport
import Testing

/// Clause 8 of the contract, and the promises of `flatMapLatest` about tasks. No test sleeps: the test ends the work.
@Suite("Asynchronous work")
struct AsyncTests {
  @Test("8: an error becomes a value, and the next value is worked on as usual")
  func errorIsValue() async {
    let source = Relay<Int>()
    let recorder = Recorder(source.signal.flatMapLatest { number throws(Odd) in try half(number) }.map(\.text))

    source.send(1)
    await recorder.wait { $0.count == 1 }
    source.send(4)
    await recorder.wait { $0.count == 2 }

    #expect(recorder.values == ["1 is odd", "2"])
  }

  @Test("the next value cancels the earlier task")
  func nextValueCancels() async {
    let source = Relay<String>()
    let desk = Desk()
    let recorder = Recorder(source.signal.flatMapLatest { await desk.work(on: $0) })

    source.send("a")
    await desk.began("a")
    source.send("b")
    #expect(desk.cancelled == ["a"])

    await desk.began("b")
    desk.finish("b")
    await recorder.wait { $0.count == 1 }
    desk.finish("a")
    await desk.ended("a")
    #expect(recorder.values == ["b"])
  }

  @Test("the result of a task that ignores its cancellation never arrives")
  func lateResult() async {
    let source = Relay<String>()
    let desk = Desk()
    let recorder = Recorder(source.signal.flatMapLatest { await desk.work(on: $0) })
    source.send("a")
    await desk.began("a")
    source.send("b")
    await desk.began("b")

    // When the later work is ready first, and then the earlier one
    desk.finish("b")
    await recorder.wait { $0.count == 1 }
    desk.finish("a")
    await desk.ended("a")

    #expect(recorder.values == ["b"])
  }

  @Test("disposal cancels the task, and its result never arrives")
  func disposalCancels() async {
    let source = Relay<String>()
    let desk = Desk()
    var heard: [String] = []
    let subscription = source.signal.flatMapLatest { await desk.work(on: $0) }.subscribe { heard.append($0) }
    source.send("a")
    await desk.began("a")

    subscription.dispose()
    #expect(desk.cancelled == ["a"])
    desk.finish("a")
    await desk.ended("a")

    #expect(heard.isEmpty)
  }

  @Test("a task cancelled before its start never starts")
  func neverBegun() async {
    let source = Relay<String>()
    let desk = Desk()
    let recorder = Recorder(source.signal.flatMapLatest { await desk.work(on: $0) })

    source.send("a")
    source.send("b")
    await desk.began("b")
    desk.finish("b")
    await recorder.wait { $0.count == 1 }

    #expect(desk.begun == ["b"])
    #expect(recorder.values == ["b"])
  }

  private func half(_ number: Int) throws(Odd) -> Int {
    guard number.isMultiple(of: 2) else { throw Odd(number: number) }
    return number / 2
  }
}

private struct Odd: Error {
  let number: Int
}

extension Result {
  /// The value or the error, as text.
  fileprivate var text: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let error as Odd): "\(error.number) is odd"
    case .failure(let error): "\(error)"
    }
  }
}

/// Holds each piece of work until the test finishes it.
private final class Desk {
  private(set) var begun: [String] = []
  private(set) var cancelled: [String] = []
  private var finished: Set<String> = []
  private var ended: Set<String> = []
  private let changed = Relay<Void>()

  /// Works, and ignores cancellation.
  func work(on name: String) async -> String {
    begun.append(name)
    changed.send()
    await withTaskCancellationHandler {
      await until { self.finished.contains(name) }
    } onCancel: {
      // Safe: the tests cancel on the main actor.
      MainActor.assumeIsolated { cancelled.append(name) }
    }
    ended.insert(name)
    changed.send()
    return name
  }

  func finish(_ name: String) {
    finished.insert(name)
    changed.send()
  }

  func began(_ name: String) async {
    await until { self.begun.contains(name) }
  }

  /// Waits until the work has ended. Its result has been delivered by then.
  func ended(_ name: String) async {
    await until { self.ended.contains(name) }
  }

  private func until(_ isSo: @escaping () -> Bool) async {
    guard !isSo() else { return }
    var subscription: Disposable?
    await withCheckedContinuation { continuation in
      subscription = changed.signal.filter(isSo).subscribe {
        subscription?.dispose()
        continuation.resume()
      }
    }
  }
}
