/// The grammar of RFC 4180, section 2, byte by byte: it is told each byte of a record and answers what to do with it.
///
/// A record that breaks the grammar is read to its end all the same, so that the next one can be found.
struct CSVGrammar {
  /// What to do with a byte.
  enum Action {
    case append, skip, endField, endRecord
  }

  private enum Place {
    case fieldStart, plain, quoted, behindQuote, behindReturn
  }

  /// The first thing that is wrong with the record so far.
  private(set) var problem: CSVProblem?
  /// Whether the record has a byte of its own, beside the end of its line.
  private(set) var hasBegun = false

  private var place = Place.fieldStart

  mutating func take(_ byte: UInt8) -> Action {
    if place == .behindReturn && byte != Self.lineFeed {
      problem = problem ?? .strayReturn
      place = .plain
    }
    switch byte {
    case Self.quote: return takeQuote()
    case _ where place == .quoted: return .append
    case Self.comma:
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
  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

/// Why a record of a CSV file cannot be read. Tells nothing of what stands in it.
public enum CSVProblem: Sendable, Hashable {
  /// A quotation mark within a field that does not begin with one.
  case strayQuote
  /// Something else than the end of the field behind its closing quotation mark.
  case textBehindQuote
  /// A quotation mark that is never closed.
  case openQuote
  /// A carriage return without a line feed behind it.
  case strayReturn
  /// More than the reader takes.
  case tooLong
}
