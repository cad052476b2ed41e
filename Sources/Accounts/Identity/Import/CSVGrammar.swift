/// The grammar of RFC 4180, section 2. It takes each byte of a record, and returns the action for it.
///
/// A record that breaks the grammar is read to its end all the same, so that the next one can be found.
struct CSVGrammar {
  /// The action for a byte.
  enum Action {
    case append, skip, endField, endRecord
  }

  private enum Place {
    case fieldStart, plain, quoted, behindQuote, behindReturn
  }

  /// The first fault of the record so far.
  private(set) var problem: CSVProblem?
  /// Whether the record has a byte other than the end of its line.
  private(set) var hasBegun = false

  /// The separator of fields: a comma, a semicolon or a tab. Nil until the header has shown it, which is its first one.
  private(set) var separator: UInt8?

  private var place = Place.fieldStart

  /// A record behind a header with that separator; nil for the header itself.
  init(separator: UInt8? = nil) {
    self.separator = separator
  }

  mutating func take(_ byte: UInt8) -> Action {
    if place == .behindReturn && byte != Self.lineFeed {
      problem = problem ?? .strayReturn
      place = .plain
    }
    switch byte {
    case Self.quote: return takeQuote()
    case _ where place == .quoted: return .append
    case _ where byte == separator || separator == nil && Self.separators.contains(byte):
      separator = byte
      hasBegun = true
      place = .fieldStart
      return .endField
    case Self.lineFeed: return .endRecord
    case Self.carriageReturn:
      place = .behindReturn
      return .skip
    default:
      hasBegun = true
      if place == .behindQuote { problem = problem ?? .textBehindQuote }
      place = .plain
      return .append
    }
  }

  /// Notes that there is no room for the record.
  mutating func overflow() { problem = problem ?? .tooLong }

  /// Notes that the input has ended.
  mutating func end() {
    switch place {
    case .quoted: problem = problem ?? .openQuote
    case .behindReturn: problem = problem ?? .strayReturn
    case .fieldStart, .plain, .behindQuote: break
    }
  }

  private mutating func takeQuote() -> Action {
    hasBegun = true
    switch place {
    case .fieldStart:
      place = .quoted
      return .skip
    case .quoted:
      place = .behindQuote
      return .skip
    case .behindQuote:
      place = .quoted
      return .append
    case .plain, .behindReturn:
      problem = problem ?? .strayQuote
      return .append
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

/// The reason why a record of a CSV file cannot be read. It never repeats the record's content.
public enum CSVProblem: Sendable, Hashable {
  /// A quotation mark within a field that does not begin with one.
  case strayQuote
  /// Text between a closing quotation mark and the end of its field.
  case textBehindQuote
  /// A quotation mark that is never closed.
  case openQuote
  /// A carriage return without a line feed after it.
  case strayReturn
  /// The record is longer than the reader's limit.
  case tooLong
}
