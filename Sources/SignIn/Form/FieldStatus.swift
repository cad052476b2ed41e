/// How a field looks: the colour of its border and the mark in it.
public enum FieldStatus: Hashable, Sendable {
  /// Nothing to say yet: the field is untouched, or judged only once it is left.
  case neutral
  /// The content can be submitted.
  case valid
  /// The content can't be submitted; the message below says why.
  case invalid
}
