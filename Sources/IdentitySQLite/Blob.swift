import Foundation  // for Data, the form in which GRDB takes and gives a BLOB
import GRDB

extension [UInt8] {
  /// The bytes as GRDB takes them.
  var blob: Data { Data(self) }
}

extension Row {
  /// The bytes in a column; nil if it is NULL.
  func blob(_ column: String) throws -> [UInt8]? {
    try decode(Data?.self, forColumn: column).map { [UInt8]($0) }
  }
}
