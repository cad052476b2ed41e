import Foundation  // for Data, the form in which GRDB takes a BLOB

extension [UInt8] {
  /// The bytes as GRDB takes them.
  var blob: Data { Data(self) }
}
