/// The pace of a search through the log. It goes slice by slice, and each slice is a range of numbers.
struct SearchPace: Sendable {
  /// The width of the first slice. It is small because it is mostly enough. Each further slice is twice as wide.
  var firstWidth: Int64 = 1 << 13

  /// The greatest width of a slice whose rows are read. Comparing that many attempts with a word takes about a twentieth
  /// of a second.
  var greatestWidth: Int64 = 1 << 17

  /// The width of a slice of an administrator's search if the full-text index knows all its words. The index is read until
  /// the page is full, so a new slice costs more than a wide one.
  var indexedWidth: Int64 = 1 << 19

  /// The processor time that a slice may take. It is forty times what one takes: a search that takes longer was made
  /// to keep the store busy, and fails.
  var longestSlice: Duration = .seconds(2)

  /// The attempts that an email must have in a slice before the full-text index is asked. With fewer, reading each one
  /// is faster: the index goes through everybody's attempts that share three letters with the word.
  var crowd = 20_000

  /// Returns the width of the slice after one of `width`.
  func width(after width: Int64) -> Int64 { min(width, greatestWidth / 2) * 2 }
}
