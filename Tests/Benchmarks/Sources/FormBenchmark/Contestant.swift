/// Keys that a form answers only once it knows the rules for passwords: a password that is too short is refused at once, and is
/// no attempt. They are typed ahead.
struct Readiness {
  /// The email must be filled in, so that the keys go to the password.
  var environment: [String: String] = [:]
  let keys = "x\r"
  /// A word of the answer.
  let answer = "characters"
}

/// A program with a form for email and password, and the facts that measuring it needs.
struct Contestant {
  let name: String
  var command: [String]
  var environment: [String: String] = [:]
  /// A word that shows that the first screen is complete.
  let lastWord: String
  /// The key that moves from the first field to the second.
  var next = "\t"
  /// The key that leaves the form.
  var leave = "\u{1B}"
  /// What tells that it is ready to sign in, and not only drawn. Nil if it is ready once it is drawn.
  var readiness: Readiness?
  /// The command that asks for the password, if a program asks for one thing only.
  var passwordCommand: [String]?

  /// The contestants: signin, a minimal form on ncurses, dialog (the budgets refer to it), and two programs that ask
  /// for one thing at a time.
  /// - Parameters:
  ///   - signin: The path of the program.
  ///   - store: A store with an account in it, and the folder of a remembered email.
  ///   - bare: The path of `BareForm`.
  static func all(signin: String, store: Store, bare: String) -> [Contestant] {
    // pinentry reads requests from standard input, and draws on the terminal that they name.
    let pinentry = """
      exec pinentry-curses <<END
      OPTION ttyname=/dev/tty
      OPTION ttytype=xterm-256color
      OPTION lc-ctype=C.UTF-8
      SETPROMPT Password
      GETPIN
      BYE
      END
      """
    let dialog = "/usr/bin/dialog --insecure --mixedform Sign-in 12 60 2 Email 1 2"
    let field = ["", "1", "12", "40", "8000", "0", "Password", "2", "2", "", "2", "12", "40", "8000", "1"]
    return [
      Contestant(
        name: "signin", command: [signin], environment: ["SIGNIN_STORE": store.url],
        lastWord: "cancel",
        readiness: Readiness(environment: ["XDG_STATE_HOME": store.stateFolder])),
      Contestant(name: "bare ncurses", command: [bare], lastWord: "Password"),
      Contestant(
        name: "dialog", command: dialog.split(separator: " ").map(String.init) + field,
        lastWord: "ancel",  // C is a hot key, drawn in another colour
        next: "\u{1B}OB"),
      Contestant(
        name: "whiptail", command: ["/usr/bin/whiptail", "--inputbox", "Email", "10", "60"], lastWord: "Cancel",
        passwordCommand: ["/usr/bin/whiptail", "--passwordbox", "Password", "10", "60"]),
      Contestant(
        name: "pinentry", command: ["/bin/sh", "-c", pinentry], lastWord: "Cancel", leave: "\u{3}",
        passwordCommand: ["/bin/sh", "-c", pinentry]),
    ]
  }

  /// signin as a gate starts it, so that arguments are parsed.
  static func gate(signin: String, store: Store) -> Contestant {
    Contestant(
      name: "signin with arguments",
      command: [signin, "--email", Store.email, "--timeout", "60", "--attempts", "3", "--", "/usr/bin/true"],
      environment: ["SIGNIN_STORE": store.url], lastWord: "cancel", readiness: Readiness())
  }
}
