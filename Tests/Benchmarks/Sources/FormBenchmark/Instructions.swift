import Glibc
import Measure

/// The instructions that a program takes, counted by valgrind. The load of the machine does not change them.
struct Instructions {
  /// The program did not say how many it took.
  struct NotCounted: Error, CustomStringConvertible {
    let program: String
    var description: String { "the instructions of \(program) could not be counted" }
  }

  /// From the start until the form is complete, and to the end by Ctrl-C, in millions.
  let start: Double
  /// The same until it is ready to sign in.
  let ready: Double
  /// A key in the first field, in thousands.
  let key: Double

  /// - Parameter log: The path of a file for valgrind's words.
  init(of contestant: Contestant, log: String) throws {
    let keys = 10
    func count(typedAhead: String = "", answer: String? = nil, keys: Int = 0) throws -> Double {
      var counted = contestant
      counted.command = Self.command(counting: contestant.command, log: log)
      if answer != nil, let readiness = contestant.readiness { counted.environment.merge(readiness.environment) { $1 } }
      let run = try Run(counted, typedAhead: typedAhead, answer: answer, startsWithin: 30_000)
      // What else the form does until it is ready is done before the first key.
      if keys > 0 { _ = run.send("", quiet: 2_000) }
      for _ in 0..<keys { _ = run.send("a", quiet: 300) }
      _ = run.leave("\u{3}")
      return try Self.counted(log, contestant.name)
    }
    start = try count() / 1e6
    key = (try count(keys: keys + 1) - count(keys: 1)) / Double(keys) / 1e3
    ready =
      if let readiness = contestant.readiness {
        try count(typedAhead: readiness.keys, answer: readiness.answer) / 1e6
      } else { start }
  }

  /// The instructions of a program that ends by itself, in millions.
  static func count(_ command: [String], input: String, log: String) throws -> Double {
    let counting = Self.command(counting: command, log: log)
    _ = try ProgramRun(counting[0], Array(counting.dropFirst()), input: input)
    return try counted(log, command[0]) / 1e6
  }

  private static func command(counting command: [String], log: String) -> [String] {
    let valgrind = ["/usr/bin/valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    return valgrind + ["--log-file=\(log)"] + command
  }

  private static func counted(_ log: String, _ program: String) throws -> Double {
    defer { unlink(log) }
    guard let file = fopen(log, "r") else { throw NotCounted(program: program) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.contains("refs:") }
    guard let count = line?.split(separator: ":").last.flatMap({ Double($0.filter(\.isNumber)) }) else {
      throw NotCounted(program: program)
    }
    return count
  }
}
