/// The emails of a file, to find those that come twice, in the same memory for any number of rows. A repetition among the
/// last some ten thousand is found at once, others at the end.
struct SeenEmails {
  /// The most rows of a run.
  private let runLength: Int
  private var recent: [Fingerprint: ClosedRange<Int>] = [:]
  /// Older rows, sorted by their fingerprints.
  private var runs: [Run] = []
  private var file: TemporaryFile?

  /// - Parameter runLength: The rows that are kept in memory.
  init(runLength: Int = 1 << 15) { self.runLength = runLength }

  /// Returns the line of an earlier row with the same email, if it is known yet. If there is none, returns nil and keeps
  /// this row as the first.
  mutating func firstLine(of email: EmailAddress, on lines: ClosedRange<Int>) throws(StoreError) -> Int? {
    let fingerprint = Fingerprint(email)
    if let first = recent[fingerprint] { return first.lowerBound }
    recent[fingerprint] = lines
    if recent.count == runLength { try spill() }
    return nil
  }

  /// The rows whose email came much earlier, and its first line, in the order of the file.
  func repetitions() throws(StoreError) -> [(lines: ClosedRange<Int>, first: Int)] {
    guard let file else { return [] }
    var found: [(lines: ClosedRange<Int>, first: Int)] = []
    var readers = runs.map { RunReader(of: file, $0) } + [RunReader(sorted(recent))]
    var last: Row?
    while let row = try Self.takeLeast(&readers) {
      if let first = last, first.fingerprint == row.fingerprint {
        found.append((row.first...row.last, first.first))
      } else {
        last = row
      }
    }
    return found.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// The least of the next rows; of equal ones the earliest, because an earlier run is earlier in the file.
  private static func takeLeast(_ readers: inout [RunReader]) throws(StoreError) -> Row? {
    var least: (index: Int, row: Row)?
    for index in readers.indices {
      guard let row = try readers[index].next() else { continue }
      if least.map({ row.fingerprint < $0.row.fingerprint }) ?? true { least = (index, row) }
    }
    if let least { readers[least.index].advance() }
    return least?.row
  }

  private func sorted(_ rows: [Fingerprint: ClosedRange<Int>]) -> [Row] {
    rows.map { Row(fingerprint: $0, first: $1.lowerBound, last: $1.upperBound) }
      .sorted { $0.fingerprint < $1.fingerprint }
  }

  private mutating func spill() throws(StoreError) {
    let file = if let file { file } else { try TemporaryFile() }
    self.file = file
    let run = Run(offset: runs.last?.end ?? 0, count: recent.count)
    try file.write(sorted(recent).withUnsafeBytes { Array($0) }, at: run.offset)
    runs.append(run)
    recent.removeAll(keepingCapacity: true)
  }

  /// A number of 128 bits. Others differ in each run of the program, so nobody can make two emails that share one.
  private struct Fingerprint: Hashable, Comparable {
    private let high: Int
    private let low: Int

    init(_ email: EmailAddress) {
      var hasher = Hasher()
      hasher.combine(email.key)
      high = hasher.finalize()
      hasher = Hasher()
      hasher.combine(0)
      hasher.combine(email.key)
      low = hasher.finalize()
    }

    static func < (left: Fingerprint, right: Fingerprint) -> Bool {
      left.high == right.high ? left.low < right.low : left.high < right.high
    }
  }

  /// A row with its first and last line. It is written as it is in memory.
  private struct Row {
    let fingerprint: Fingerprint
    let first: Int
    let last: Int
  }

  private struct Run {
    let offset: Int
    let count: Int

    var end: Int { offset + count * MemoryLayout<Row>.stride }
  }

  /// Reads a run from its beginning to its end.
  private struct RunReader {
    private static let most = 256

    private let file: TemporaryFile?
    private var run: Run
    private var rows: [Row] = []
    private var position = 0

    init(of file: TemporaryFile, _ run: Run) { (self.file, self.run) = (file, run) }

    /// Rows that are in memory.
    init(_ rows: [Row]) { (file, run, self.rows) = (nil, Run(offset: 0, count: 0), rows) }

    /// The next row, which stays the next one.
    mutating func next() throws(StoreError) -> Row? {
      if position == rows.count, let file, run.count > 0 {
        let count = min(run.count, Self.most)
        let bytes = try file.read(count * MemoryLayout<Row>.stride, at: run.offset)
        rows = bytes.withUnsafeBytes { Array($0.bindMemory(to: Row.self)) }
        guard rows.count == count else { throw AccountSpool.damaged }
        (run, position) = (Run(offset: run.offset + bytes.count, count: run.count - count), 0)
      }
      return position < rows.count ? rows[position] : nil
    }

    mutating func advance() { position += 1 }
  }
}
