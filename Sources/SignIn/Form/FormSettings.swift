/// What an administrator or a command line decides for every form.
public struct FormSettings: Sendable {
  /// The email that the form starts with.
  public var email: String?
  /// When errors are shown.
  public var timing = ValidationTiming.live
  /// Whether a valid field says so in words.
  public var showsHints = false
  /// Whether another mail domain is suggested for one that looks mistyped.
  public var suggestsDomains = true

  /// The defaults of the program.
  public init() {}
}
