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

  /// The contestants: signin, what is the least on ncurses, and a program that everybody has.
  /// - Parameters:
  ///   - signin: The path of the program.
  ///   - store: A store with an account in it.
  ///   - bare: The path of `BareForm`.
  static func all(signin: String, store: String, bare: String) -> [Contestant] {
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
    ]
  }
}
