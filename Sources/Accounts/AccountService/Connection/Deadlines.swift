/// How long a form may take.
public struct Deadlines: Sendable {
  /// The timeout of the hello.
  public var hello = Duration.seconds(15)
  /// Until it sends what a conversation waits for: its secrets, or an answer.
  public var answer = Duration.seconds(120)
  /// Until it goes on after something that its user must put away first: a new secret, or recovery codes. Also until an
  /// administrator's program sends its next request: it may wait for its user.
  public var keeping = Duration.seconds(900)

  /// 15 s, 120 s and 15 min.
  public init() {}
}
