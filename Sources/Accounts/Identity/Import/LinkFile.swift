/// A CSV file of links: in each row an email, and a user of another provider such as `pam:ada/1000`. A header, `email` and
/// another word, may stand first. Commas, semicolons or tabs separate its columns.
public final class LinkFile {
  /// A row.
  public struct Row: Sendable, Hashable {
    /// Its first line, counted from 1.
    public let line: Int
    /// The email of the account; nil if the row has none, or not two columns.
    public let email: EmailAddress?
    /// The user; nil in the same way.
    public let subject: Subject?
  }

  private let reader: CSVReader
  private var isFirst = true

  /// The file open as `descriptor`, from its current position on.
  public init(descriptor: Int32) throws(AccountFileError) {
    do throws(CSVError) {
      reader = try CSVReader(descriptor: descriptor)
    } catch {
      throw AccountFileError(error)
    }
  }

  /// Returns the next row; nil at the end.
  public func next() throws(AccountFileError) -> Row? {
    do throws(CSVError) {
      guard try reader.next() else { return nil }
    } catch {
      guard case .malformed = error else { throw AccountFileError(error) }
      isFirst = false
      return Row(line: reader.lines.lowerBound, email: nil, subject: nil)
    }
    let isHeader = isFirst && reader.withField(0) { String(decoding: $0, as: UTF8.self).lowercased() == "email" }
    isFirst = false
    if isHeader { return try next() }
    let line = reader.lines.lowerBound
    guard reader.fieldCount == 2 else { return Row(line: line, email: nil, subject: nil) }
    return Row(
      line: line, email: reader.withField(0) { EmailAddress(csvField: $0) },
      subject: reader.withField(1) { Subject(text: String(decoding: $0, as: UTF8.self)) })
  }
}
