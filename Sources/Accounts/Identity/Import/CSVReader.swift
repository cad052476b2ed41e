import Glibc
import Secrets

/// Reads the records of a CSV file (RFC 4180) one at a time, in guarded memory, because a field may hold a password.
///
/// Four things go beyond the RFC: a line may end in a line feed alone, empty lines are skipped, and so is the byte order mark
/// that spreadsheets write at the start; and the first record may be separated by semicolons or tabs, like all others
/// then, because spreadsheets write those in many countries. Nothing else is guessed: a record that breaks the RFC is refused
/// whole, and the next call continues after it.
///
/// It reads ahead, so other readers of the descriptor miss the rest. Use it from one task only.
final class CSVReader {
  /// The lines of the record, counted from 1.
  private(set) var lines = 1...1
  /// The number of bytes of the input before the next record.
  private(set) var offset = 0
  /// The number of fields in the record.
  var fieldCount: Int { ends.count }

  private let descriptor: Int32
  private let block: GuardedMemory
  private var unread = 0..<0
  private var line = 1
  /// The separator, once the header has shown it.
  private var separator: UInt8?

  private let record: GuardedMemory
  private var length = 0
  // The ends of the fields in the record.
  private var ends: [Int] = []

  /// A reader of `descriptor`, which must stay open for as long.
  /// - Parameter limit: The most bytes in a record, without its quotation marks and the end of its line.
  /// - Throws: ``CSVError/inputOutput(errorNumber:)`` or ``CSVError/utf16``.
  init(descriptor: Int32, limit: Int = 16_384) throws(CSVError) {
    guard let block = GuardedMemory(byteCount: 65_536), let record = GuardedMemory(byteCount: limit) else {
      throw .inputOutput(errorNumber: ENOMEM)
    }
    self.descriptor = descriptor
    self.block = block
    self.record = record
    if try peek() != nil, unread.count > 1 {
      let mark = self.block.start.loadUnaligned(as: UInt16.self)
      if mark == 0xFEFF || mark == 0xFFFE { throw .utf16 }
    }
    for byte in [0xEF, 0xBB, 0xBF] as [UInt8] {
      guard try peek() == byte else { break }
      advance()
    }
  }

  /// Reads the next record.
  /// - Returns: False at the end of the input.
  /// - Throws: ``CSVError/malformed(_:)``, after which the next call reads the next record.
  func next() throws(CSVError) -> Bool {
    var grammar: CSVGrammar
    repeat {
      guard try peek() != nil else { return false }
      grammar = try readRecord()
    } while !grammar.hasBegun && grammar.problem == nil
    // A header of one column shows none. The comma stands for it, so that rows with others are counted.
    separator = grammar.separator ?? UInt8(ascii: ",")
    if let problem = grammar.problem { throw .malformed(problem) }
    return true
  }

  /// Lends the bytes of a field, without its quotation marks. Do not keep them, and never copy a password into ordinary
  /// memory.
  func withField<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let start = index == 0 ? 0 : ends[index - 1]
    let bytes = UnsafeRawBufferPointer(start: record.start + start, count: ends[index] - start)
    return bytes.withMemoryRebound(to: UInt8.self, body)
  }

  private func readRecord() throws(CSVError) -> CSVGrammar {
    record.wipe(first: length)
    length = 0
    ends.removeAll(keepingCapacity: true)
    lines = line...line
    var grammar = CSVGrammar(separator: separator)
    while let byte = try peek() {
      advance()
      lines = lines.lowerBound...line
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch grammar.take(byte) {
      case .skip: break
      case .endRecord:
        ends.append(length)
        return grammar
      // Separators count too. Otherwise a line of separators alone would have no limit.
      case _ where length + ends.count >= record.byteCount: grammar.overflow()
      case .append:
        (record.start + length).storeBytes(of: byte, as: UInt8.self)
        length += 1
      case .endField: ends.append(length)
      }
    }
    grammar.end()
    ends.append(length)
    return grammar
  }

  /// Returns the next byte, or nil at the end of the input.
  private func peek() throws(CSVError) -> UInt8? {
    while unread.isEmpty {
      let count = read(descriptor, block.start, block.byteCount)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .inputOutput(errorNumber: errno) }
      guard count > 0 else { return nil }
      unread = 0..<count
    }
    return block.start.load(fromByteOffset: unread.lowerBound, as: UInt8.self)
  }

  private func advance() {
    unread = unread.dropFirst()
    offset += 1
  }
}

/// The reason why a record could not be read.
enum CSVError: Error, Hashable {
  /// The record breaks RFC 4180. The next one may be good.
  case malformed(CSVProblem)
  /// The system could not read. The number is an `errno`. There is no next record.
  case inputOutput(errorNumber: Int32)
  /// The input is UTF-16, as some spreadsheets write text.
  case utf16
}
