/// A program with a form that asks for email and password, and what of it has to be known to measure it.
struct Contestant {
  let name: String
  let command: [String]
  var environment: [String: String] = [:]
  /// Can be read on the first complete screen.
  let lastWord: String
  /// Goes from the first field to the second.
  var next = "\t"
  /// Leaves it.
  var leave = "\u{1B}"
  /// For a program that asks for one thing only: what asks for the password.
  var passwordCommand: [String]?

  /// The contestants: signin, what is the least on ncurses, dialog, by which the budgets go, and two programs that ask for
  /// one thing at a time.
  /// - Parameters:
  ///   - signin: The path of the program.
  ///   - store: A store with an account in it.
  ///   - bare: The path of `BareForm`.
  static func all(signin: String, store: String, bare: String) -> [Contestant] {
    // It is asked on its standard input, and draws on the terminal that it is told.
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
        name: "signin", command: [signin], environment: ["SIGNIN_STORE": store, "SWIFT_BACKTRACE": "enable=no"],
        lastWord: "cancel"),
      Contestant(name: "bare ncurses", command: [bare], lastWord: "Password"),
      Contestant(
        name: "dialog", command: dialog.split(separator: " ").map(String.init) + field,
        lastWord: "ancel",  // the C is a hot key, drawn in another colour
        next: "\u{1B}OB"),
      Contestant(
        name: "whiptail", command: ["/usr/bin/whiptail", "--inputbox", "Email", "10", "60"], lastWord: "Cancel",
        passwordCommand: ["/usr/bin/whiptail", "--passwordbox", "Password", "10", "60"]),
      Contestant(
        name: "pinentry", command: ["/bin/sh", "-c", pinentry], lastWord: "Cancel", leave: "\u{3}",
        passwordCommand: ["/bin/sh", "-c", pinentry]),
    ]
  }
}
