import Signals
import TestSupport
import Testing

/// The marble diagrams of the operators' doc comments, word for word, as tests.
@Suite("Operators, as drawn")
struct OperatorTests {
  @Test("map transforms each value")
  func map() async throws {
    let diagram = try Diagram(
      "Operators/Map",
      """
      source      --1--2--3--
      map(* 10)   --a--b--c--   a: 10, b: 20, c: 30
      """)
    diagram.expect("map(* 10)", diagram.numbers("source").map { $0 * 10 })
    await diagram.run()
  }

  @Test("compactMap drops the values that become nil")
  func compactMap() async throws {
    let diagram = try Diagram(
      "Operators/CompactMap",
      """
      source            --1--x--3--
      compactMap(Int)   --1-----3--
      """)
    diagram.expect("compactMap(Int)", diagram.texts("source").compactMap { Int($0) })
    await diagram.run()
  }

  @Test("filter passes on the values that it accepts")
  func filter() async throws {
    let diagram = try Diagram(
      "Operators/Filter",
      """
      source         --1--2--3--4--
      filter(even)   -----2-----4--
      """)
    diagram.expect("filter(even)", diagram.numbers("source").filter { $0.isMultiple(of: 2) })
    await diagram.run()
  }

  @Test("skip drops the first values")
  func skip() async throws {
    let diagram = try Diagram(
      "Operators/Skip",
      """
      source    --1--2--3--4--
      skip(2)   --------3--4--
      """)
    diagram.expect("skip(2)", diagram.numbers("source").skip(2))
    await diagram.run()
  }

  @Test("startWith puts a value in front")
  func startWith() async throws {
    let diagram = try Diagram(
      "Operators/StartWith",
      """
      source         --1--2--
      startWith(0)   0-1--2--
      """)
    diagram.expect("startWith(0)", diagram.numbers("source").startWith(0))
    await diagram.run()
  }

  @Test("just delivers one value at once")
  func just() async throws {
    let diagram = try Diagram("Operators/Just", "just(1)   1-----")
    diagram.expect("just(1)", Signal.just(1))
    await diagram.run()
  }

  @Test("scan accumulates the values")
  func scan() async throws {
    let diagram = try Diagram(
      "Operators/Scan",
      """
      source       --1--2--3--
      scan(0, +)   --1--3--6--
      """)
    diagram.expect("scan(0, +)", diagram.numbers("source").scan(0, +))
    await diagram.run()
  }

  @Test("shared changes nothing that a subscriber hears")
  func shared() async throws {
    let diagram = try Diagram(
      "Operators/Shared",
      """
      source     --1--2--3--
      shared()   --1--2--3--
      """)
    diagram.expect("shared()", diagram.numbers("source").shared())
    await diagram.run()
  }

  @Test("skipRepeats drops a value equal to the one before")
  func skipRepeats() async throws {
    let diagram = try Diagram(
      "Operators/SkipRepeats",
      """
      source          --1--1--2--2--1--
      skipRepeats()   --1-----2-----1--
      """)
    diagram.expect("skipRepeats()", diagram.numbers("source").skipRepeats())
    await diagram.run()
  }

  @Test("merge passes on the values of all sources")
  func merge() async throws {
    let diagram = try Diagram(
      "Operators/Merge",
      """
      a             --1-----3--
      b             -----2-----
      merge(a, b)   --1--2--3--
      """)
    diagram.expect("merge(a, b)", .merge(diagram.numbers("a"), diagram.numbers("b")))
    await diagram.run()
  }

  @Test("combineLatest gives one value for all that changed in one turn")
  func combineLatest() async throws {
    let diagram = try Diagram(
      "Operators/CombineLatest",
      """
      a                     --1-----2--3--
      b                     -----x-----y--
      combineLatest(a, b)   -----p--q--r--   p: 1x, q: 2x, r: 3y
      """)
    diagram.expect(
      "combineLatest(a, b)",
      Signal.combineLatest(diagram.numbers("a"), diagram.texts("b")).map { "\($0)\($1)" })
    await diagram.run()
  }

  @Test("combineLatest of a collection keeps the order of the sources")
  func combineLatestOfCollection() async throws {
    let diagram = try Diagram(
      "Operators/CombineLatest",
      """
      a                       --1-----2--3--
      b                       -----8-----9--
      combineLatest([a, b])   -----p--q--r--   p: [1, 8], q: [2, 8], r: [3, 9]
      """)
    diagram.expect("combineLatest([a, b])", .combineLatest([diagram.numbers("a"), diagram.numbers("b")]))
    await diagram.run()
  }

  @Test("withLatest reads the other signal after the turn has settled")
  func withLatest() async throws {
    let diagram = try Diagram(
      "Operators/WithLatest",
      """
      source                     -0-1-----2--3--
      other                      --a----b----c--
      source.withLatest(other)   ---p-----q--r--   p: 1a, q: 2b, r: 3c
      """)
    diagram.expect(
      "source.withLatest(other)",
      diagram.numbers("source").withLatest(from: diagram.texts("other")).map { "\($0)\($1)" })
    await diagram.run()
  }

  @Test("flatMapLatest leaves the earlier signal")
  func flatMapLatest() async throws {
    let diagram = try Diagram(
      "Operators/FlatMapLatest",
      """
      source          --a-------b------
      a               --1--1--1--1--1--
      b               ----2--2--2--2--2
      flatMapLatest   --1--1--1-2--2--2
      """)
    let (a, b) = (diagram.numbers("a"), diagram.numbers("b"))
    diagram.expect("flatMapLatest", diagram.texts("source").flatMapLatest { $0 == "a" ? a : b })
    await diagram.run()
  }

  @Test("flatMapLatest cancels the earlier work, and its late results never arrive")
  func asyncFlatMapLatest() async throws {
    let diagram = try Diagram(
      "Operators/FlatMapLatest",
      """
      source          --a-----b--------
      work(a)         ----------1------
      work(b)         -------------2---
      flatMapLatest   -------------2---
      """)
    let bag = DisposeBag()
    let works = ["a": diagram.numbers("work(a)"), "b": diagram.numbers("work(b)")]
    diagram.expect(
      "flatMapLatest",
      diagram.texts("source").flatMapLatest { name in
        await withCheckedContinuation { continuation in
          works[name]?.subscribe { continuation.resume(returning: $0) }.disposed(by: bag)
        }
      })
    await diagram.run()
  }

  @Test("hold gives a property")
  func hold() async throws {
    let diagram = try Diagram(
      "Operators/Hold",
      """
      source    ----1--1--2--
      hold(0)   0---1-----2--
      """)
    diagram.expect("hold(0)", diagram.numbers("source").hold(0).signal)
    await diagram.run()
  }

  @Test("held gives the signal of a property")
  func held() async throws {
    let diagram = try Diagram(
      "Operators/Hold",
      """
      source    ----1--1--2--
      held(0)   0---1-----2--
      """)
    diagram.expect("held(0)", diagram.numbers("source").held(0))
    await diagram.run()
  }

  @Test("recover makes a value of a failure")
  func recover() async throws {
    let diagram = try Diagram(
      "Operators/Recover",
      """
      source               --1--E--2--
      recover { _ in 0 }   --1--0--2--
      """)
    diagram.expect("recover { _ in 0 }", diagram.results("source").recover { _ in 0 })
    await diagram.run()
  }
}

private struct Fault: Error, CustomStringConvertible {
  let description: String
}

extension Diagram {
  /// A row as results: digits are successes, all other marbles are failures.
  fileprivate func results(_ name: String) -> Signal<Result<Int, Fault>> {
    signal(name) { text in Int(text).map { .success($0) } ?? .failure(Fault(description: text)) }
  }
}
