/// How a search goes through the log: slice by slice, each a range of numbers.
struct SearchPace: Sendable {
  /// The numbers in the first slice: few, since mostly they are enough. Each further one is twice as wide.
  var firstWidth: Int64 = 1 << 13

  /// The most numbers in a slice. To compare as many attempts with a word takes some twentieth of a second.
  var greatestWidth: Int64 = 1 << 17

  /// How many attempts an email needs to have in a slice for the full-text index to be asked. Where there are fewer, reading
  /// each is faster: the index has to go through everybody's attempts that share three letters with the word.
  var crowd = 20_000

  /// The width of the slice that follows one of `width`.
  func width(after width: Int64) -> Int64 { min(width, greatestWidth / 2) * 2 }
}
