/// A way in.
public enum Entrance: Sendable {
  /// For forms.
  case signIn
  /// For administrators.
  case administration
}
