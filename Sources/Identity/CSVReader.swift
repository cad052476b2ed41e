import Glibc
import Secrets

/// Reads the records of a CSV file (RFC 4180) one at a time, in guarded memory, since a field may hold a password.
///
/// Beyond the RFC a line may end in a line feed alone, empty lines are passed over, and so is a byte order mark at the
/// start, as spreadsheets write it. Nothing else is guessed: a record that is not as the RFC has it is refused whole, and
/// the next call goes on behind it. Reads ahead, so nobody else finds the rest. To be used from one task only.
final class CSVReader {
  /// The lines that the record stands on, counted from 1.
  private(set) var lines = 1...1
  /// How many bytes of the input lie before the next record.
  private(set) var offset = 0
  /// How many fields the record has.
  var fieldCount: Int { ends.count }

  private let descriptor: Int32
  private let block: GuardedMemory
  private var unread = 0..<0
  private var line = 1

  private let record: GuardedMemory
  private var length = 0
  // Where the fields end in the record.
  private var ends: [Int] = []

  /// A reader of `descriptor`, which has to stay open as long.
  /// - Parameter limit: The most bytes that a record may have, quotation marks and the end of the line not counted.
  /// - Throws: ``CSVError/inputOutput(errorNumber:)``.
  init(descriptor: Int32, limit: Int = 16_384) throws(CSVError) {
    guard let block = GuardedMemory(byteCount: 65_536), let record = GuardedMemory(byteCount: limit) else {
      throw .inputOutput(errorNumber: ENOMEM)
    }
    self.descriptor = descriptor
    self.block = block
    self.record = record
    for byte in [0xEF, 0xBB, 0xBF] as [UInt8] {
      guard try peek() == byte else { break }
      advance()
    }
  }

  /// Reads the next record.
  /// - Returns: false at the end of the input.
  /// - Throws: ``CSVError/malformed(_:)``, after which the next call reads the next record.
  func next() throws(CSVError) -> Bool {
    var grammar: CSVGrammar
    repeat {
      guard try peek() != nil else { return false }
      grammar = try readRecord()
    } while !grammar.hasBegun && grammar.problem == nil
    if let problem = grammar.problem { throw .malformed(problem) }
    return true
  }

  /// Lends the bytes of a field, without its quotation marks. They must not be kept, nor, of a password, be copied into
  /// ordinary memory.
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
    var grammar = CSVGrammar()
    while let byte = try peek() {
      advance()
      lines = lines.lowerBound...line
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch grammar.take(byte) {
      case .skip: break
      case .endRecord:
        ends.append(length)
        return grammar
      // The bytes of separators count, or a line of nothing else would have no end.
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

  /// The next byte, nil at the end of the input.
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

/// Why a record could not be read.
enum CSVError: Error, Hashable {
  /// It is not as RFC 4180 has it. The next one may be.
  case malformed(CSVProblem)
  /// The system could not read; the number is an `errno`. There is no next one.
  case inputOutput(errorNumber: Int32)
}
