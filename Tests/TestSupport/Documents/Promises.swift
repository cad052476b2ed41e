public import Testing

/// The promises of the page on security, by its headings. A test that holds one has its tag. `make promises` lists them.
extension Tag {
  /// A service keeps the accounts.
  @Tag public static var serviceKeepsAccounts: Self
  /// Others prove names, and no more.
  @Tag public static var workersOnlyProveNames: Self
  /// A failure lets nobody in.
  @Tag public static var failuresLetNobodyIn: Self
  /// A password is only where it must be.
  @Tag public static var passwordsStayInside: Self
  /// The terminal is given back.
  @Tag public static var terminalIsGivenBack: Self
  /// Text cannot act.
  @Tag public static var textCannotAct: Self
  /// The environment can keep people out, but lets nobody in.
  @Tag public static var environmentLetsNobodyIn: Self
  /// A session stays at its terminal.
  @Tag public static var sessionsStayAtTheirTerminal: Self
  /// Guessing is slow and reveals nothing.
  @Tag public static var guessingIsSlow: Self
  /// A second step adds to a password.
  @Tag public static var secondStepAddsToPassword: Self
  /// An answer that was given is kept.
  @Tag public static var answersAreKept: Self
  /// Input from outside breaks nothing.
  @Tag public static var inputBreaksNothing: Self
}
