import Foundation
import Signals
import TestSupport
import Testing

/// Bad use fails clearly, as early as possible.
@Suite("Bad use")
struct MisuseTests {
  @Test("sending from off the main actor does not compile")
  func offTheMainActor() async throws {
    let file = { (isolation: String) in
      """
      import Signals
      \(isolation) func type(into email: Relay<String>, and name: Property<String>) {
        email.send("ada")
        name.send("Ada")
        _ = email.signal.subscribe { _ in }
      }
      """
    }

    let onMain = try await typeCheck(file("@MainActor"))
    let offMain = try await typeCheck(file("nonisolated"))

    #expect(onMain.ending == .exited(0), "\(onMain.errors)")
    #expect(offMain.ending == .exited(1))
    let errors = offMain.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(errors.count >= 3)
    #expect(errors.allSatisfy { $0.contains("main actor-isolated") }, "\(offMain.errors)")
  }

  @Test("two properties that change each other in a cycle stop with a message that names both")
  func cycleOfBoundProperties() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Cycles.bound()
    }

    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("Signals: values go round and never settle, by way of"), "\(message)")
    #expect(message.contains("Property<Int> (SignalsTests/MisuseTests.swift:\(Cycles.line + 2))"), "\(message)")
    #expect(message.contains("Property<Int> (SignalsTests/MisuseTests.swift:\(Cycles.line + 3))"), "\(message)")
  }

  @Test("a property that follows itself, directly or through a join, stops with a message that names it")
  func cycleOfOne() async throws {
    let direct = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Cycles.followingItself { $0.signal }
    }
    let joined = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      Cycles.followingItself { Signal.combineLatest($0.signal, $0.signal).map { max($0, $1) } }
    }

    for result in [direct, joined] {
      let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let name = "Property<Int> (SignalsTests/MisuseTests.swift:\(Cycles.line + 13))"
      #expect(message.contains("never settle, by way of \(name)."), "\(message)")
    }
  }

  @Test("two properties that settle on each other's value do settle")
  func cycleThatSettles() {
    let left = Property(1)
    let right = Property(2)
    let bag = DisposeBag()
    left.signal.bind(to: right).disposed(by: bag)
    right.signal.bind(to: left).disposed(by: bag)

    right.send(3)

    #expect(left.value == 3)
    #expect(right.value == 3)
  }

  /// Type-checks a file that imports the module under test, without producing any output.
  private func typeCheck(_ text: String) async throws -> ChildProcess.Finished {
    let sandbox = try Sandbox()
    let file = sandbox.path("User.swift")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let modules = URL(filePath: Sandbox.signin).deletingLastPathComponent().appending(path: "Modules").path()
    return try await ChildProcess(
      "swiftc", ["-typecheck", "-swift-version", "6", "-I", modules, file],
      environment: ProcessInfo.processInfo.environment
    ).finish(within: .seconds(120))
  }
}

/// Endless cycles. They are outside of the tests because inside a macro every line has the same number.
private enum Cycles {
  static let line = #line
  static func bound() {
    let celsius = Property(0)
    let fahrenheit = Property(32)
    let bag = DisposeBag()
    celsius.signal.map { $0 + 32 }.bind(to: fahrenheit).disposed(by: bag)
    fahrenheit.signal.bind(to: celsius).disposed(by: bag)
  }

  static func followingItself(by way: @escaping (Property<Int>) -> Signal<Int>) {
    let start = Relay<Void>()
    var count: Property<Int>?
    let itself = start.signal.flatMapLatest { count.map(way) ?? .merge() }
    count = itself.map { $0 + 1 }.hold(0)
    start.send()
  }
}
